import { NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { linkReservation, probability, textOf } from '../link-text.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import { type Choice, type CrawlPolicy, type ObservedStep } from '../policy.js';
import { RankedLinks } from '../ranked-links.js';
import type { BestFirstConfig } from './config.js';

const NAME = 'best-first';
export const VERSION = 2;
/** Above every probability: seeds go first. */
const SEED_KEY = 2;

/** A priority queue of links, whose keys are computed once, when a link is found. */
export class BestFirstPolicy implements CrawlPolicy {
  private readonly links: RankedLinks;
  private underWay = 0;

  constructor(
    private readonly config: BestFirstConfig,
    private readonly scoreText: (text: string) => number,
  ) {
    this.links = new RankedLinks(config.maxCandidates);
  }

  get size(): number {
    return this.links.size;
  }

  seed(seeds: readonly Candidate[], view: FrontierView): void {
    for (const seed of seeds) this.links.add(SEED_KEY, seed, view);
  }

  choose(_step: number, view: FrontierView): Choice {
    const chosen = this.links.take(view, this.underWay === 0, {
      // A seed counts as relevant, because the user gave it.
      reservationOf: (no, key) => linkReservation(view, no, Math.min(1, key)),
    });
    if ('kind' in chosen) return chosen;
    this.underWay++;
    const { key, urlNo, source, rank, options } = chosen;
    const isSeed = source === NO_SOURCE;
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: {
        value: isSeed ? 1 : key,
        exploration: false,
        ...(isSeed ? {} : { features: { anchorProbability: key } }),
        rank,
        options,
      },
    };
  }

  follow(): void {
    // The candidate stays in the queue and is dropped as stale when it is found.
    this.underWay++;
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay--;
    this.offer(step.links, view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    for (const link of links) this.links.add(probability(this.scoreText(textOf(link, this.config.text))), link, view);
  }

  learn(): void {
    // Nothing to learn: the relevance model is fixed for the session.
  }

  stats(): Readonly<Record<string, number>> {
    return { refused: this.links.refused };
  }

  learnedState(): LearnedState {
    return { ranksBy: 'The probability that the relevance model gives the words of the link, the highest first.' };
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, { queue: this.links.save(), underWay: this.underWay, refused: this.links.refused });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    this.links.restore(from.child('queue'), from.integer('refused'));
    this.underWay = from.integer('underWay');
  }
}
