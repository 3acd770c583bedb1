import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { Availability, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { urlWords } from '../../url/index.js';
import { probability, textOf } from '../link-text.js';
import { twinKeyOf } from './answers.js';
import { CandidateFlag, Candidates, NO_PLACE, type LinkFacts, type UrlFacts } from './candidates.js';
import type { ProspectorConfig } from './config.js';
import type { DomainWorth } from './domain-worth.js';
import { CHANCES, DEEPEST, FEATURE_COUNT, scoreOf, scoreToByte, writeFeatures } from './features.js';
import { folderOf, groupOf, type Findings } from './findings.js';
import { followedAs, type FollowedLink } from './followed-links.js';
import { SiteQueues, type BestReady } from './site-queues.js';
import type { LinkValue } from './link-value.js';
import { LinkWordReader, MOST_WORDS, NO_WORDS } from './link-words.js';

const BYTE = 255;
/**
 * The exponent of values compared with busy hosts while the session finds nothing: short paths make values similar
 * then, and yet their order decides how soon something is found.
 */
const SHARPNESS = 20;
/** Number of candidates compared by `text`: its order changes only for twins. */
const COMPARED_TEXTS = 8;
/** Below this factor a twin loses its place in the order of texts. */
const HARDLY_ANSWERED = 0.5;
/** The offset from which a URL's path is searched: after `https://`. */
const AFTER_SCHEME = 8;

type ValuerName = 'learnt' | 'text' | 'turns';
/**
 * The valuers of links. Each orders the same candidates differently: by everything learned; by the probability of
 * anchor and URL alone, like best-first, which neither dry spells nor wrong lessons affect; and by everything learned
 * divided by the number of fetched pages of the site, so that sites take turns.
 */
export const VALUERS: readonly { readonly name: ValuerName; readonly first: number }[] = [
  { name: 'learnt', first: 2 },
  { name: 'text', first: 2 },
  { name: 'turns', first: 0.5 },
];
const LEARNT = 0;
/** Whether a valuer uses the learned values. */
const goesByValues = (valuer: number): boolean => VALUERS[valuer].name !== 'text';

/** A candidate's current state. */
interface SeenLink {
  readonly urlNo: number;
  /** FEATURE_COUNT numbers. */
  readonly features: Float32Array;
  readonly value: number;
}

interface TakenLink {
  readonly urlNo: number;
  readonly value: number;
  /** Rank among the compared candidates, by their earlier values. */
  readonly rank: number;
  /** The factor of its value for its domain. */
  readonly worth: number;
  readonly link: FollowedLink;
}

/**
 * The candidates in the order of their values. A value is computed when a link is found, when it is among the best at a
 * choice, and in rotation: in between it may be out of date.
 */
export class LinkFrontier {
  private readonly candidates: Candidates;
  private readonly queues: readonly SiteQueues[];
  private readonly words: LinkWordReader;
  private readonly features = new Float32Array(FEATURE_COUNT);
  /** The next candidate in the rotation. */
  private cursor = 0;
  private refused = 0;
  /** The degree to which the session explores, in [0, 1]. */
  coldness = 1;

  constructor(
    private readonly config: ProspectorConfig,
    private readonly scoreText: (text: string) => number,
    private readonly findings: Findings,
    private readonly value: LinkValue,
    private readonly worth: DomainWorth,
  ) {
    this.words = new LinkWordReader(value);
    const candidates = (this.candidates = new Candidates(worth.haveDomainsQueues));
    const learnt = new SiteQueues(candidates, worth, 'value');
    const queues: Record<ValuerName, SiteQueues> = {
      learnt,
      text: new SiteQueues(candidates, worth, 'anchor'),
      turns: new SiteQueues(candidates, worth, 'value', learnt),
    };
    this.queues = VALUERS.map(({ name }) => queues[name]);
  }

  get size(): number {
    return this.candidates.size;
  }

  /** Exclusive bound of the places; some are free. */
  get capacity(): number {
    return this.candidates.capacity;
  }

  /** A candidate, for programs that study the policy, without changing anything. Null for a free place. */
  lookAt(place: number, view: FrontierView): SeenLink | null {
    if (!this.candidates.isHeld(place)) return null;
    const features = new Float32Array(FEATURE_COUNT);
    writeFeatures(features, place, this.candidates, this.findings, view);
    return { urlNo: this.candidates.urlNos[place], features, value: this.candidates.values[place] };
  }

  /**
   * @param remains factor of the learned values of the site's links, in (0, 1]
   * @param answers factor of all values, by how often the site answers
   */
  discount(siteNo: number, remains: number, answers: number): void {
    const left: Record<ValuerName, number> = {
      learnt: remains * answers,
      text: answers,
      turns: answers / (1 + this.findings.answers.fetched(siteNo)),
    };
    for (const [valuer, queues] of this.queues.entries()) queues.discount(siteNo, left[VALUERS[valuer].name]);
  }

  /** Records that a domain has a relevant page. */
  reach(domainNo: number): void {
    if (this.worth.isReached(domainNo)) return;
    const change = this.queues.reduce(
      (then, queues) => () => queues.reach(domainNo, then),
      () => this.worth.reach(domainNo),
    );
    change();
  }

  /**
   * Adds a link.
   *
   * @param sourceSite site of its page; null if there is no page
   * @returns P(relevant) of a new candidate; null for a known URL, or if there is no room
   */
  add(link: Candidate, sourceSite: number | null, view: FrontierView): number | null {
    const known = this.candidates.placeOf(link.urlNo);
    if (known !== NO_PLACE) {
      this.candidates.link(known, this.factsOf(link, this.candidates.sites[known], sourceSite));
      this.valueAnew(known, view);
      for (const queues of this.queues) queues.moved(known);
      return null;
    }
    if (this.candidates.size >= this.config.maxCandidates) {
      this.refused++;
      return null;
    }
    const siteNo = this.findings.siteNos.of(link.url, view.hostOf(link.urlNo));
    const place = this.candidates.add(link.urlNo, siteNo, this.urlFactsOf(link, view));
    this.candidates.link(place, this.factsOf(link, siteNo, sourceSite));
    const chance = this.valueAnew(place, view);
    for (const queues of this.queues) queues.add(place);
    return chance;
  }

  /** Finds the best candidates without changing anything. @param reserved minimum expected value of the best */
  find(valuer: number, view: FrontierView, lookahead: number, reserved: number): BestReady {
    const queues = this.queues[valuer];
    return queues.find(view, goesByValues(valuer) ? this.config.compared : COMPARED_TEXTS, lookahead, {
      reserved,
      valueOf: (place) => (goesByValues(valuer) ? this.valueNow(place, view).value : queues.valueAt(place)),
      sharpness: 1 + (SHARPNESS - 1) * this.coldness,
    });
  }

  /** Revalues the best candidates, and removes and returns the one that is best now; drops stale ones. */
  takeBest(valuer: number, { ready, stale }: BestReady, view: FrontierView): TakenLink {
    const queues = this.queues[valuer];
    for (const place of stale) this.drop(place);
    let rank = 0;
    ready.forEach((place, i) => {
      this.renew(place, view);
      if (!goesByValues(valuer)) this.putTwinBack(place, view);
      if (queues.ahead(place, ready[rank])) rank = i;
    });
    const place = ready[rank];
    const taken = { urlNo: this.candidates.urlNos[place], value: queues.valueOf(place), rank: rank + 1 };
    return { ...taken, worth: queues.worthOf(place), link: this.takeAt(place, view, valuer) };
  }

  /** Removes and returns the candidate with a URL; null if there is none. */
  take(urlNo: number, view: FrontierView): FollowedLink | null {
    const place = this.candidates.placeOf(urlNo);
    return place === NO_PLACE ? null : this.takeAt(place, view, null);
  }

  /** Revalues the next candidates in the rotation, and drops those that can never be followed. */
  renewInTurn(view: FrontierView): void {
    const { candidates } = this;
    for (let i = Math.min(this.config.renewed, candidates.capacity); i > 0; i--) {
      const place = this.cursor % candidates.capacity;
      this.cursor = place + 1;
      if (!candidates.isHeld(place)) continue;
      if (view.availability(candidates.urlNos[place]) === Availability.Gone) this.drop(place);
      else this.renew(place, view);
    }
  }

  stats(): Readonly<Record<string, number>> {
    return {
      hosts: this.queues[LEARNT].sites,
      refused: this.refused,
      frontierBytes: this.candidates.bytes,
      ...this.worth.stats(),
    };
  }

  save(): Snapshot {
    return {
      candidates: this.candidates.save(),
      cursor: this.cursor,
      refused: this.refused,
      worth: this.worth.save(),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.candidates.restore(from.child('candidates'));
    this.worth.restore(from.child('worth'));
    for (const queues of this.queues) queues.rebuild();
    this.cursor = from.integer('cursor');
    this.refused = from.integer('refused');
  }

  private takeAt(place: number, view: FrontierView, valuer: number | null): FollowedLink {
    writeFeatures(this.features, place, this.candidates, this.findings, view);
    const chance = this.chanceOf(place);
    const link = followedAs(place, this.candidates, this.features, chance, valuer);
    this.drop(place);
    return link;
  }

  private drop(place: number): void {
    for (const queues of this.queues) queues.remove(place);
    this.candidates.remove(place);
  }

  private renew(place: number, view: FrontierView): void {
    const before = this.candidates.values[place];
    this.valueAnew(place, view);
    if (this.candidates.values[place] === before) return;
    for (let valuer = 0; valuer < this.queues.length; valuer++)
      if (goesByValues(valuer)) this.queues[valuer].moved(place);
  }

  /** @returns P(relevant) */
  private valueAnew(place: number, view: FrontierView): number {
    const { chance, value } = this.valueNow(place, view);
    this.candidates.values[place] = value;
    return chance;
  }

  /** P(relevant) of a candidate whose features were written just before. */
  private chanceOf(place: number): number {
    const { words, wordCounts } = this.candidates;
    const from = place * MOST_WORDS;
    return this.value.chance(this.features, words, from, from + wordCounts[place]);
  }

  private valueNow(place: number, view: FrontierView): { readonly chance: number; readonly value: number } {
    writeFeatures(this.features, place, this.candidates, this.findings, view);
    const { hubWeight, shallowFirst } = this.config;
    const chance = this.chanceOf(place);
    const shallow = shallowFirst * this.coldness * (1 - this.candidates.depths[place] / DEEPEST);
    const { sites, folders, urlNos } = this.candidates;
    const { answers } = this.findings;
    const left = answers.ofLink(sites[place], view.hostOf(urlNos[place]), folders[place], this.isTwin(place));
    return { chance, value: (chance + hubWeight * this.value.hub(this.features) + shallow) * left };
  }

  /** Lowers the probability of a candidate's text if it is a twin, and twins bring no pages here. */
  private putTwinBack(place: number, view: FrontierView): void {
    if (!this.isTwin(place)) return;
    const { sites, urlNos, anchorScores } = this.candidates;
    const left = this.findings.answers.ofTwin(sites[place], view.hostOf(urlNos[place]));
    if (left >= HARDLY_ANSWERED) return;
    anchorScores[place] = scoreToByte(scoreOf(CHANCES[anchorScores[place]] * left));
    for (const queues of this.queues) queues.moved(place);
  }

  /** Whether a twin of a candidate was fetched. */
  private isTwin(place: number): boolean {
    const { flags, twinKeys } = this.candidates;
    if ((flags[place] & CandidateFlag.Twin) !== 0) return true;
    if (!this.findings.answers.isTwin(twinKeys[place])) return false;
    flags[place] |= CandidateFlag.Twin;
    return true;
  }

  private factsOf(link: Candidate, siteNo: number, sourceSite: number | null): LinkFacts {
    return {
      source: link.source,
      group: groupOf(sourceSite ?? siteNo, link.tagPathNo),
      anchorScore: this.scoreByteOf(textOf(link, 'anchor+url')),
      contextScore: this.scoreByteOf(textOf(link, 'context')),
      alike: Math.round(link.alike * BYTE),
      outsideMain: link.place !== 'main',
      leavesHost: sourceSite !== null && sourceSite !== siteNo,
    };
  }

  private scoreByteOf(text: string): number {
    return scoreToByte(scoreOf(probability(this.scoreText(text))));
  }

  private urlFactsOf(link: Candidate, view: FrontierView): UrlFacts {
    let depth = 0;
    for (let at = link.url.indexOf('/', AFTER_SCHEME); at >= 0 && depth < DEEPEST; at = link.url.indexOf('/', at + 1))
      depth++;
    return {
      folder: folderOf(link.url),
      twinKey: twinKeyOf(link.url),
      depth,
      urlScore: this.scoreByteOf(urlWords(link.url)),
      words: this.config.wordLearningRate > 0 ? this.words.read(link) : NO_WORDS,
      domainNo: view.domainOf(link.urlNo),
    };
  }
}
