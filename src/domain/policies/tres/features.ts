import type { Candidate, DomainState, FrontierView, PathState } from '../../frontier/frontier-view.js';
import type { CandidateList } from '../../frontier/candidate-list.js';
import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { probability, textOf, type LinkText } from '../link-text.js';
import type { PolicyDeps } from '../policy.js';

const STATE_FEATURES = ['reward', 'relevanceProximity', 'pathRelevance'];
const KEYWORD_FEATURES = ['keywordInUrl', 'keywordInAnchor', 'phraseInAnchor'];
const DOMAIN_FEATURES = ['domainRelevance', 'domainUnknown'];

/** Flags of a candidate: one per keyword feature. */
enum LinkFlag {
  KeywordInUrl = 1,
  KeywordInAnchor = 2,
  PhraseInAnchor = 4,
}

/** Feature 8 of a domain without a fetched page (TRES 2.4.1). */
const UNSEEN_DOMAIN_RELEVANCE = 0.5;
/** The reference program's lowest bin that is not zero. */
const LOWEST_BIN = 0.00001;
const BINS = 10;

/** The reference program's quantisation: down to tenths, with small non-zero values kept apart from zero. */
export function quantised(value: number): number {
  if (value <= 0) return 0;
  // A tenth's binary product may be slightly below its whole number.
  return Math.max(LOWEST_BIN, Math.floor(value * BINS + 1e-9) / BINS);
}

/** Feature 9 of a domain without a fetched page. */
export const unseenDomain = ({ unknownDomain }: Pick<FeatureSettings, 'unknownDomain'>): number =>
  unknownDomain === 'paper' ? 0.5 : 1;

export interface FeatureSettings {
  readonly domainFeatures: boolean;
  readonly keywordFeatures: boolean;
  readonly quantise: boolean;
  readonly unknownDomain: 'paper' | 'program';
  readonly text: LinkText;
}

/** The stored features of a link, which never change. */
export interface LinkFeatures {
  readonly flags: number;
  readonly probability: number;
}

/**
 * State-action features x(s, a) of TRES (2.4.1), all in [0, 1]: three of the path to the source page, three of
 * keywords, the probability of the link's text, two of the URL's domain.
 *
 * The path's three are stored once per step, 12 bytes; a link adds a byte and a float; the domain's two are computed on
 * use, because they change with every page of the domain. All are float32, so that a value compares equal wherever it
 * is read.
 */
export class TresFeatures {
  readonly names: readonly string[];
  /** Rows of three by step + 1; row 0 is the empty graph before any step, from which the seeds are taken. */
  private states = new Float32Array(STATE_FEATURES.length);
  private readonly probabilityAt: number;

  constructor(
    private readonly settings: FeatureSettings,
    private readonly deps: Pick<PolicyDeps, 'scoreText' | 'keywords'>,
  ) {
    const keywordNames = settings.keywordFeatures ? KEYWORD_FEATURES : [];
    this.probabilityAt = STATE_FEATURES.length + keywordNames.length;
    this.names = [
      ...STATE_FEATURES,
      ...keywordNames,
      'anchorProbability',
      ...(settings.domainFeatures ? DOMAIN_FEATURES : []),
    ];
  }

  get count(): number {
    return this.names.length;
  }

  /** Records the state features of the links on a page. */
  addState(step: number, path: PathState): void {
    const at = (step + 1) * STATE_FEATURES.length;
    this.states = withRoom(this.states, at + STATE_FEATURES.length);
    this.states[at] = path.reward;
    this.states[at + 1] = this.cut(1 / path.distanceToRelevant);
    this.states[at + 2] = this.cut(path.relevant / path.length);
  }

  linkFeatures(link: Candidate): LinkFeatures {
    const { keywords, scoreText } = this.deps;
    let flags = 0;
    if (this.settings.keywordFeatures) {
      if (keywords.inUrl(link.url)) flags |= LinkFlag.KeywordInUrl;
      if (keywords.keywordIn(link.anchor)) flags |= LinkFlag.KeywordInAnchor;
      if (keywords.phraseIn(link.anchor)) flags |= LinkFlag.PhraseInAnchor;
    }
    return { flags, probability: probability(scoreText(textOf(link, this.settings.text))) };
  }

  /** Writes a candidate's current vector, `count` numbers from `at` on. */
  write(out: Float32Array, at: number, urlNo: number, source: number, link: LinkFeatures, view: FrontierView): void {
    const state = (source + 1) * STATE_FEATURES.length;
    let to = at;
    out[to++] = this.states[state];
    out[to++] = this.states[state + 1];
    out[to++] = this.states[state + 2];
    if (this.settings.keywordFeatures) {
      out[to++] = link.flags & LinkFlag.KeywordInUrl ? 1 : 0;
      out[to++] = link.flags & LinkFlag.KeywordInAnchor ? 1 : 0;
      out[to++] = link.flags & LinkFlag.PhraseInAnchor ? 1 : 0;
    }
    out[to++] = link.probability;
    if (this.settings.domainFeatures) {
      const domain = view.domain(view.domainOf(urlNo));
      out[to++] = this.domainRelevance(domain);
      out[to++] = this.domainUnknown(domain);
    }
  }

  /** The current value of one feature of a listed candidate. */
  read(list: CandidateList, at: number, feature: number, view: FrontierView): number {
    if (feature < STATE_FEATURES.length) return this.states[(list.sources[at] + 1) * STATE_FEATURES.length + feature];
    if (feature < this.probabilityAt) return (list.flags[at] >> (feature - STATE_FEATURES.length)) & 1;
    if (feature === this.probabilityAt) return list.probabilities[at];
    const domain = view.domain(view.domainOf(list.urlNos[at]));
    return Math.fround(feature === this.probabilityAt + 1 ? this.domainRelevance(domain) : this.domainUnknown(domain));
  }

  /** A vector by feature name, for an explanation. */
  named(row: Float32Array): Record<string, number> {
    return Object.fromEntries(this.names.map((name, i) => [name, Number(row[i].toPrecision(6))]));
  }

  save(): Snapshot {
    return { states: this.states };
  }

  restore(source: SnapshotSource): void {
    this.states = SnapshotReader.of(source).float32('states').slice();
  }

  private domainRelevance({ fetched, relevant }: DomainState): number {
    return fetched === 0 ? UNSEEN_DOMAIN_RELEVANCE : this.cut(relevant / fetched);
  }

  private domainUnknown({ fetched }: DomainState): number {
    if (fetched === 0) return unseenDomain(this.settings);
    return this.settings.unknownDomain === 'paper' ? 1 : 0;
  }

  private cut(value: number): number {
    return this.settings.quantise ? quantised(value) : value;
  }
}
