import { NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Explanation, ObservedStep, PolicyDeps } from '../policy.js';
import { probability, textOf } from '../link-text.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp } from '../policy-snapshot.js';
import { ModifiedDfsPolicy } from '../modified-dfs/modified-dfs-policy.js';
import type { StackChoice } from '../stack-policy.js';
import { HostCounts, SmallNumbers } from './host-counts.js';
import type { SkipParseConfig } from './config.js';
import { iteratePolicy } from './policy-iteration.js';
import { QTable } from './q-table.js';
import {
  Action,
  type ActionValues,
  bestAction,
  hasFeature,
  nameOf,
  rewardOf,
  STATE_FEATURES,
  stateOf,
  STATES,
} from './states.js';

const NAME = 'skip-parse';
export const VERSION = 1;
const NO_HOST = -1;

interface Decision {
  readonly action: Action;
  readonly why: 'values' | 'seed' | 'few links left' | 'exploration';
}

/** Modified depth-first search that decides for each URL whether to read the links of its page. */
export class SkipParsePolicy extends ModifiedDfsPolicy {
  /** Null with policy iteration, which does not learn from the crawl. */
  private readonly table: QTable | null;
  private readonly values: ActionValues;
  private readonly hosts = new HostCounts();
  /** Whether the words of a link to a URL were relevant. */
  private readonly relevantUrls = new SmallNumbers();
  /** State and action of each step, see `coded`. */
  private readonly decisions = new SmallNumbers();
  /** States of skipped pages that have come since the last choice. */
  private skippedStates: number[] = [];
  private previousHost = NO_HOST;
  private readonly counts = { parsed: 0, skipped: 0 };

  constructor(
    private readonly config: SkipParseConfig,
    private readonly deps: Pick<PolicyDeps, 'rng' | 'scoreText' | 'prior'>,
  ) {
    super({ ...config, reserve: true }, { name: NAME, version: VERSION });
    this.table = config.algorithm === 'q-learning' ? new QTable(config.learningRate, config.discount) : null;
    if (deps.prior) this.table?.inherit(SnapshotReader.of(deps.prior.state));
    this.values = this.table ?? iteratePolicy({ discount: config.discount });
  }

  override learnedState(): LearnedState {
    const rows = Array.from({ length: STATES }, (_, state) => ({
      name: nameOf(state),
      values: [Action.Parse, Action.Skip].map((action) => this.values.value(state, action)),
    }));
    return {
      ...super.learnedState(),
      tables: [
        {
          title: 'Worth of reading links',
          note: 'Whether the links of a page are read is decided by four facts of its link and hosts. The choice of higher value is taken; on equal values links are read.',
          rowName: 'Facts that are true',
          columns: [
            { name: 'Read', note: 'Value of reading the links of the page' },
            { name: 'Skip', note: 'Value of not reading them' },
          ],
          rows,
          inAll: rows.length,
        },
      ],
    };
  }

  override follow(step: number, candidate: Candidate, view: FrontierView): void {
    super.follow(step, candidate, view);
    const state = this.stateOf(candidate.urlNo, view);
    this.learnFrom(candidate.source, state);
    // The logged choice read the page's links.
    this.decisions.set(step, coded(state, Action.Parse));
  }

  override observe(step: ObservedStep, view: FrontierView): void {
    super.observe(step, view);
    this.seeUrls(step.links);
    const code = this.decisions.of(step.choice);
    this.decisions.set(step.step, code);
    if (!step.ok) return;
    const { state, action } = decoded(code);
    const parsed = action === Action.Parse;
    this.previousHost = view.hostOf(step.urlNo);
    this.hosts.add(this.previousHost, parsed);
    this.counts[parsed ? 'parsed' : 'skipped']++;
    if (!parsed) this.skippedStates.push(state);
    // Parsing it was useless.
    else if (step.links.length === 0) this.table?.update(state, Action.Parse, 0, null);
  }

  override offer(links: readonly Candidate[]): void {
    super.offer(links);
    this.seeUrls(links);
  }

  override stats(): Readonly<Record<string, number>> {
    const states = Array.from({ length: STATES }, (_, state) => bestAction(this.values, state));
    return {
      ...super.stats(),
      ...this.counts,
      statesToParse: states.filter((action) => action === Action.Parse).length,
      updates: this.table?.learnt ?? 0,
    };
  }

  protected override decide(
    step: number,
    taken: StackChoice,
    view: FrontierView,
  ): { readonly explanation: Explanation; readonly readLinks: boolean } {
    const state = this.stateOf(taken.urlNo, view);
    this.learnFrom(taken.source, state);
    for (const skipped of this.skippedStates) this.table?.update(skipped, Action.Skip, rewardOf(state), state);
    this.skippedStates = [];
    const { action, why } = this.decideIn(state, taken.source);
    this.decisions.set(step, coded(state, action));
    const readLinks = action === Action.Parse;
    const [skipValue, parseValue] = [Action.Skip, Action.Parse].map((one) => this.values.value(state, one));
    const terms = { decision: readLinks ? 'parse' : 'skip', why, state: nameOf(state), parseValue, skipValue };
    return {
      readLinks,
      explanation: {
        ...this.explanationOf(taken, terms),
        value: readLinks ? parseValue : skipValue,
        exploration: why === 'exploration',
        features: Object.fromEntries(STATE_FEATURES.map((name, bit) => [name, hasFeature(state, bit) ? 1 : 0])),
      },
    };
  }

  protected override saveMore(): Snapshot {
    return {
      ...super.saveMore(),
      table: this.table?.save() ?? null,
      hostCounts: this.hosts.save(),
      relevantUrls: this.relevantUrls.save(),
      decisions: this.decisions.save(),
      skippedStates: this.skippedStates.slice(),
      previousHost: this.previousHost,
      parsed: this.counts.parsed,
      skipped: this.counts.skipped,
    };
  }

  protected override restoreMore(from: SnapshotReader): void {
    super.restoreMore(from);
    this.table?.restore(from.child('table'));
    this.hosts.restore(from.child('hostCounts'));
    this.relevantUrls.restore(from.child('relevantUrls'));
    this.decisions.restore(from.child('decisions'));
    this.skippedStates = [...from.numbers('skippedStates')];
    this.previousHost = from.integer('previousHost', { min: NO_HOST });
    this.counts.parsed = from.integer('parsed');
    this.counts.skipped = from.integer('skipped');
  }

  private decideIn(state: number, source: number): Decision {
    if (this.table === null) return { action: bestAction(this.values, state), why: 'values' };
    if (source === NO_SOURCE) return { action: Action.Parse, why: 'seed' };
    if (this.size < this.config.minCandidates) return { action: Action.Parse, why: 'few links left' };
    if (this.deps.rng.next() < this.config.exploration)
      return { action: this.deps.rng.below(2) === 0 ? Action.Skip : Action.Parse, why: 'exploration' };
    return { action: bestAction(this.values, state), why: 'values' };
  }

  /** A link of a parsed page is followed: this is the result of parsing. */
  private learnFrom(source: number, state: number): void {
    if (source === NO_SOURCE) return;
    const before = decoded(this.decisions.of(source));
    this.table?.update(before.state, Action.Parse, rewardOf(state), state);
  }

  private stateOf(urlNo: number, view: FrontierView): number {
    const hostNo = view.hostOf(urlNo);
    return stateOf([
      this.hosts.asksForParsing(hostNo),
      this.previousHost !== NO_HOST && this.isRelevant(this.previousHost, view),
      view.host(hostNo).fetched === 0 || this.isRelevant(hostNo, view),
      this.relevantUrls.of(urlNo) === 1,
    ]);
  }

  /** Whether the mean relevance of the host's pages reaches the threshold. */
  private isRelevant(hostNo: number, view: FrontierView): boolean {
    const { fetched, relevant } = view.host(hostNo);
    return fetched > 0 && relevant / fetched >= this.config.relevance;
  }

  private seeUrls(links: readonly Candidate[]): void {
    for (const link of links)
      if (probability(this.deps.scoreText(textOf(link, this.config.text))) >= this.config.relevance)
        this.relevantUrls.set(link.urlNo, 1);
  }
}

/**
 * The learned state for the warm start of another session: the values of the states. @throws RangeError if nothing was
 * learned
 */
export function transferTable(saved: SnapshotReader): Snapshot {
  const table = checkStamp(saved, NAME, VERSION).childIfAny('table');
  if (table === null) throw new RangeError('the session has learnt nothing: policy iteration does not learn');
  if (table.integer('updates') === 0)
    throw new RangeError('the session has learnt nothing yet: no link of a page was followed');
  return { values: table.float64('values') };
}

/** 0 stands for a step without a decision. */
const coded = (state: number, action: Action): number => 1 + 2 * state + action;
const decoded = (code: number): { readonly state: number; readonly action: Action } =>
  code === 0
    ? { state: 0, action: Action.Parse }
    : { state: (code - 1) >> 1, action: (code - 1) % 2 === 0 ? Action.Skip : Action.Parse };
