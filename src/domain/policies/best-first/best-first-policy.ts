import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { PriorityQueue, type QueueEntry } from '../../frontier/priority-queue.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import { probability, textOf } from '../link-text.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import { type Choice, type CrawlPolicy, type ObservedStep } from '../policy.js';
import type { BestFirstConfig } from './index.js';

const NAME = 'best-first';
export const VERSION = 1;
/** Above every probability: seeds go first. */
const SEED_KEY = 2;
/** A full queue is cut back to this share of its limit, so that the cost of a cut spreads over many links. */
const KEPT_SHARE = 0.9;

/** A priority queue over links, keyed once when the link is found. */
export class BestFirstPolicy implements CrawlPolicy {
  private readonly queue = new PriorityQueue();
  private underWay = 0;
  private refused = 0;

  constructor(
    private readonly config: BestFirstConfig,
    private readonly scoreText: (text: string) => number,
  ) {}

  get size(): number {
    return this.queue.size;
  }

  seed(seeds: readonly Candidate[], view: FrontierView): void {
    for (const seed of seeds) this.add(SEED_KEY, seed, view);
  }

  choose(_step: number, view: FrontierView): Choice {
    const passedOver: QueueEntry[] = [];
    const stale: QueueEntry[] = [];
    let chosen: QueueEntry | null = null;
    let looking = true;
    while (looking) {
      const entry = this.queue.pop();
      const availability = entry ? view.availability(entry.urlNo) : Availability.Ready;
      if (entry === null) looking = false;
      else if (availability === Availability.Gone) stale.push(entry);
      else if (availability === Availability.Busy) passedOver.push(entry);
      else chosen = entry;
      if (chosen || (this.underWay > 0 && passedOver.length + stale.length >= LOOKAHEAD)) looking = false;
    }
    for (const entry of passedOver) this.queue.insert(entry);
    if (!chosen) {
      // A choice that comes to nothing leaves no trace: the engine does not repeat it when it replays its log.
      for (const entry of stale) this.queue.insert(entry);
      return { kind: this.queue.size > stale.length ? 'wait' : 'exhausted' };
    }
    this.underWay++;
    const isSeed = chosen.source === NO_SOURCE;
    return {
      kind: 'fetch',
      urlNo: chosen.urlNo,
      source: chosen.source,
      explanation: {
        value: isSeed ? 1 : chosen.key,
        exploration: false,
        ...(isSeed ? {} : { features: { anchorProbability: chosen.key } }),
        rank: passedOver.length + 1,
        options: this.queue.size + 1,
      },
    };
  }

  follow(): void {
    // The candidate stays where it is and is dropped as stale when it is met.
    this.underWay++;
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay--;
    this.offer(step.links, view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    for (const link of links) this.add(probability(this.scoreText(textOf(link, this.config.text))), link, view);
  }

  learn(): void {
    // Nothing to learn: the relevance model is fixed for the session.
  }

  stats(): Readonly<Record<string, number>> {
    return { refused: this.refused };
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

  /** Adds a link; a full queue first loses its stale and then its worst entries. */
  private add(key: number, link: Candidate, view: FrontierView): void {
    this.queue.push(key, link.urlNo, link.source);
    const limit = this.config.maxCandidates;
    if (this.queue.size <= limit) return;
    const keep = Math.max(1, Math.floor(limit * KEPT_SHARE));
    this.queue.prune(limit + 1, (urlNo) => view.availability(urlNo) !== Availability.Gone);
    if (this.queue.size > keep) this.refused += this.queue.prune(keep, () => true);
  }
}
