import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { CandidateList, RemovalJournal } from '../../frontier/candidate-list.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import { type Choice, type CrawlPolicy, type ObservedStep } from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import type { CandidateLimit } from '../candidate-limit.js';

const NAME = 'random';
export const VERSION = 1;

/** Uniform over the (source page, URL) pairs of the frontier; seeds first. */
export class RandomPolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly list = new CandidateList();
  private readonly removals = new RemovalJournal();
  private underWay = 0;
  private refused = 0;

  constructor(
    private readonly config: CandidateLimit,
    private readonly rng: Rng,
  ) {}

  get size(): number {
    return this.seeds.size + this.list.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
  }

  choose(_step: number, view: FrontierView): Choice {
    const seed = this.seeds.take(view, this.underWay === 0);
    if (seed >= 0) return this.taken(seed, NO_SOURCE);
    const before = this.rng.save();
    const choice = this.draw(view);
    if (choice.kind === 'fetch') {
      this.removals.commit();
      return choice;
    }
    this.removals.rollback();
    this.rng.restore(before);
    return choice.kind === 'exhausted' && this.seeds.anyLeft(view) ? { kind: 'wait' } : choice;
  }

  follow(): void {
    // The candidate stays in the list and is dropped as stale when it is found.
    this.underWay++;
  }

  observe(step: ObservedStep): void {
    this.underWay--;
    this.offer(step.links);
  }

  offer(links: readonly Candidate[]): void {
    for (const link of links) {
      if (this.list.size >= this.config.maxCandidates) this.refused++;
      else this.list.push(link.urlNo, link.source, 0, 0);
    }
  }

  learn(): void {
    // Nothing to learn: the draw is uniform.
  }

  stats(): Readonly<Record<string, number>> {
    return { refused: this.refused };
  }

  learnedState(): LearnedState {
    return { ranksBy: 'Chance: every link is as likely as any other.' };
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, {
      seeds: this.seeds.save(),
      list: this.list.save(),
      underWay: this.underWay,
      refused: this.refused,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    this.seeds.restore(from.child('seeds'));
    this.list.restore(from.child('list'));
    this.underWay = from.integer('underWay');
    this.refused = from.integer('refused');
  }

  /**
   * Draws without replacement until a candidate is ready. Earlier draws leave the list: stale ones permanently, busy
   * ones until the end of the draw.
   */
  private draw(view: FrontierView): Choice {
    const busy: [urlNo: number, source: number][] = [];
    for (let draws = 0; this.list.size > 0; draws++) {
      if (draws >= LOOKAHEAD && this.underWay > 0) return { kind: 'wait' };
      const at = this.rng.below(this.list.size);
      const urlNo = this.list.urlNos[at];
      const source = this.list.sources[at];
      const availability = view.availability(urlNo);
      this.removals.remove(this.list, at);
      if (availability === Availability.Busy) busy.push([urlNo, source]);
      if (availability !== Availability.Ready) continue;
      this.removals.commit();
      for (const [busyUrlNo, busySource] of busy) this.list.push(busyUrlNo, busySource, 0, 0);
      return this.taken(urlNo, source);
    }
    return { kind: busy.length > 0 ? 'wait' : 'exhausted' };
  }

  private taken(urlNo: number, source: number): Choice {
    this.underWay++;
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: {
        value: 0,
        exploration: source !== NO_SOURCE,
        options: source === NO_SOURCE ? 1 : this.list.size + 1,
      },
    };
  }
}
