import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../frontier/frontier-view.js';
import { FifoQueue } from '../frontier/fifo-queue.js';
import { LinkStack } from '../frontier/link-stack.js';
import type { Snapshot } from '../base/snapshot.js';
import type { SnapshotReader, SnapshotSource } from '../base/snapshot-reader.js';
import { LOOKAHEAD } from './candidate-limit.js';
import type { LearnedState } from './learned-state/index.js';
import { checkStamp, stamp } from './policy-snapshot.js';
import type { Choice, CrawlPolicy, Explanation, ObservedStep } from './policy.js';
import { takeReady, type Taken } from './take-ready.js';

/**
 * Share of its candidates that a full stack drops at once, so that the cost of moving the rest is spread over many
 * links.
 */
const LOST_SHARE = 0.1;

/** The lines of candidates, in the order in which they are examined. */
const LINES = ['seeds', 'stack', 'reserve'] as const;
type LineName = (typeof LINES)[number];

interface StackPolicyOptions {
  readonly name: string;
  readonly version: number;
  readonly maxCandidates: number;
  /** As in `LearnedState`. */
  readonly ranksBy: string;
}

/** A taken candidate, with the data for its explanation. */
export interface StackChoice extends Taken {
  readonly from: LineName;
  /** Number of links from the seed. */
  readonly depth: number;
}

/** Number of links from a seed to a link's page. */
export const depthOf = (source: number, view: FrontierView): number =>
  source === NO_SOURCE ? 0 : view.path(source).depth + 1;

/**
 * The common part of the depth-first policies: seeds in order, then a stack of links, then a reserve in order of
 * arrival, which is used only if no link of the stack may be fetched. 8 bytes per candidate.
 *
 * The first link of a page goes first. Links from other sources than pages go to the reserve: they have no place in a
 * walk along links.
 */
export abstract class StackPolicy implements CrawlPolicy {
  protected readonly seeds = new FifoQueue();
  protected readonly stack = new LinkStack();
  protected readonly reserve = new FifoQueue();
  protected refused = 0;
  private underWay = 0;

  constructor(private readonly options: StackPolicyOptions) {}

  get size(): number {
    return this.seeds.size + this.stack.size + this.reserve.size;
  }

  seed(seeds: readonly Candidate[]): void {
    for (const { urlNo, source } of seeds) if (this.hasRoom()) this.seeds.push(urlNo, source);
  }

  offer(links: readonly Candidate[]): void {
    for (const link of links) this.keepInReserve(link);
  }

  choose(step: number, view: FrontierView): Choice {
    const most = this.underWay > 0 ? LOOKAHEAD : Number.POSITIVE_INFINITY;
    const looked = takeReady([this.seeds, this.stack, this.reserve], view, most);
    if (looked.kind !== 'taken') return looked;
    this.underWay++;
    const { urlNo, source } = looked;
    const taken: StackChoice = { ...looked, from: LINES[looked.line], depth: depthOf(source, view) };
    return { kind: 'fetch', urlNo, source, ...this.decide(step, taken, view) };
  }

  follow(_step: number, _candidate: Candidate, _view: FrontierView): void {
    // The candidate stays in its line and is dropped as stale when it is found.
    this.underWay++;
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay--;
    for (let i = step.links.length - 1; i >= 0; i--)
      if (this.isForStack(step, step.links[i], view)) this.pushOnStack(step.links[i], view);
    for (const link of step.links) if (!this.isForStack(step, link, view)) this.keepInReserve(link);
  }

  learn(_view: FrontierView): void {
    // Nothing to learn: the order follows from links alone.
  }

  stats(): Readonly<Record<string, number>> {
    return { stack: this.stack.size, reserve: this.reserve.size, refused: this.refused };
  }

  learnedState(): LearnedState {
    return { ranksBy: this.options.ranksBy };
  }

  save(): Snapshot {
    const { name, version } = this.options;
    return stamp(name, version, {
      seeds: this.seeds.save(),
      stack: this.stack.save(),
      reserve: this.reserve.save(),
      underWay: this.underWay,
      refused: this.refused,
      ...this.saveMore(),
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, this.options.name, this.options.version);
    this.seeds.restore(from.child('seeds'));
    this.stack.restore(from.child('stack'));
    this.reserve.restore(from.child('reserve'));
    this.underWay = from.integer('underWay');
    this.refused = from.integer('refused');
    this.restoreMore(from);
  }

  /**
   * Whether a link of the page just observed goes on the stack rather than to the reserve. Must give the same answer
   * each time.
   */
  protected abstract isForStack(step: ObservedStep, link: Candidate, view: FrontierView): boolean;

  /** Decides on a taken candidate, and explains it. */
  protected decide(
    _step: number,
    taken: StackChoice,
    _view: FrontierView,
  ): { readonly explanation: Explanation; readonly readLinks?: boolean } {
    return { explanation: this.explanationOf(taken) };
  }

  /** Further state of the policy. */
  protected saveMore(): Snapshot {
    return {};
  }

  protected restoreMore(_from: SnapshotReader): void {
    // None by default.
  }

  protected explanationOf({ from, depth, passedOver }: StackChoice, terms: Explanation['terms'] = {}): Explanation {
    return {
      value: 0,
      exploration: false,
      rank: passedOver + 1,
      options: this.size + 1,
      terms: { from, depth, ...terms },
    };
  }

  protected keepInReserve({ urlNo, source }: Candidate): void {
    if (this.hasRoom()) this.reserve.push(urlNo, source);
  }

  private hasRoom(): boolean {
    const has = this.size < this.options.maxCandidates;
    if (!has) this.refused++;
    return has;
  }

  /** A full stack drops its oldest: refusing the newest would reverse the search. */
  private pushOnStack({ urlNo, source }: Candidate, view: FrontierView): void {
    if (this.size >= this.options.maxCandidates) {
      const lost = Math.ceil(this.stack.size * LOST_SHARE);
      for (let i = this.stack.size - lost; i < this.stack.size; i++)
        if (view.availability(this.stack.urlNoAt(i)) !== Availability.Gone) this.refused++;
      this.stack.dropLast(lost);
    }
    if (this.hasRoom()) this.stack.push(urlNo, source);
  }
}
