import type { Candidate, FrontierView } from '../../frontier/frontier-view.js';
import { FifoQueue } from '../../frontier/fifo-queue.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import { type Choice, type CrawlPolicy, type ObservedStep } from '../policy.js';
import { takeReady } from '../take-ready.js';
import type { CandidateLimit } from '../candidate-limit.js';

const NAME = 'breadth-first';
export const VERSION = 1;

/** First in, first out. A busy candidate keeps its place and is passed over. */
export class BreadthFirstPolicy implements CrawlPolicy {
  private readonly queue = new FifoQueue();
  private underWay = 0;
  private refused = 0;

  constructor(private readonly config: CandidateLimit) {}

  get size(): number {
    return this.queue.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.add(seeds);
  }

  choose(_step: number, view: FrontierView): Choice {
    const most = this.underWay > 0 ? LOOKAHEAD : Number.POSITIVE_INFINITY;
    const looked = takeReady([this.queue], view, most);
    if (looked.kind !== 'taken') return looked;
    this.underWay++;
    const { urlNo, source, passedOver } = looked;
    const explanation = { value: 0, exploration: false, rank: passedOver + 1, options: this.size + 1 };
    return { kind: 'fetch', urlNo, source, explanation };
  }

  follow(): void {
    // The candidate stays in the queue and is dropped as stale when it is found.
    this.underWay++;
  }

  observe(step: ObservedStep): void {
    this.underWay--;
    this.add(step.links);
  }

  offer(links: readonly Candidate[]): void {
    this.add(links);
  }

  learn(): void {
    // Nothing to learn: this policy uses only the order of discovery.
  }

  stats(): Readonly<Record<string, number>> {
    return { refused: this.refused };
  }

  learnedState(): LearnedState {
    return { ranksBy: 'The order in which links were found, the oldest first.' };
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, { queue: this.queue.save(), underWay: this.underWay, refused: this.refused });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    this.queue.restore(from.child('queue'));
    this.underWay = from.integer('underWay');
    this.refused = from.integer('refused');
  }

  private add(candidates: readonly Candidate[]): void {
    for (const candidate of candidates) {
      if (this.queue.size >= this.config.maxCandidates) this.refused++;
      else this.queue.push(candidate.urlNo, candidate.source);
    }
  }
}
