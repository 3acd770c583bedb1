import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { CandidateList } from '../../frontier/candidate-list.js';
import { drawReady } from '../../frontier/draw-ready.js';
import type { Availability } from '../../frontier/frontier-view.js';
import type { ReadySearch } from '../../frontier/scored-queue.js';

/** The links of one arm that may be followed: a `ScoredQueue` takes the one with the highest key first. */
export interface ArmLinks {
  readonly size: number;
  push(key: number, urlNo: number, source: number): void;
  /**
   * Removes and returns a ready link, and drops stale ones found on the way. If it finds none, or waits for a better
   * one, only the generator has changed.
   *
   * @param reservationOf a busy link and its key, if keys are probabilities
   */
  takeReady(
    availabilityOf: (urlNo: number) => Availability,
    lookahead: number,
    reservationOf: (urlNo: number, key: number) => number,
  ): ReadySearch;
  save(): Snapshot;
  restore(source: SnapshotSource): void;
}

/** Any link, drawn uniformly. */
export class RandomLinks implements ArmLinks {
  private readonly list = new CandidateList();

  constructor(private readonly rng: Rng) {}

  get size(): number {
    return this.list.size;
  }

  push(_key: number, urlNo: number, source: number): void {
    this.list.push(urlNo, source, 0, 0);
  }

  takeReady(availabilityOf: (urlNo: number) => Availability, lookahead: number): ReadySearch {
    const { list } = this;
    const draw = drawReady(list.size, (at) => list.urlNos[at], this.rng, availabilityOf, lookahead);
    if (draw.at < 0) return { ...draw, entry: null };
    const entry = { key: 0, urlNo: list.urlNos[draw.at], source: list.sources[draw.at], flags: 0, probability: 0 };
    for (const place of draw.spent) list.removeAt(place);
    return { ...draw, entry };
  }

  save(): Snapshot {
    return this.list.save();
  }

  restore(source: SnapshotSource): void {
    this.list.restore(source);
  }
}
