import type { Rng } from '../../base/rng.js';
import { exponential, indexByShares } from './draws.js';

export const DAY_SECONDS = 86_400;

/** News about a topic: its pages appear and change more often. Times are seconds since the beginning. */
export interface Burst {
  readonly topic: number;
  readonly from: number;
  readonly to: number;
}

/** The bursts of a topic, with overlapping ones merged. */
export class TopicBursts {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  /** @param bursts in order of their beginnings */
  constructor(bursts: readonly Burst[]) {
    for (const { from, to } of bursts) {
      const last = this.ends.length - 1;
      if (last >= 0 && from <= this.ends[last]) this.ends[last] = Math.max(this.ends[last], to);
      else {
        this.starts.push(from);
        this.ends.push(to);
      }
    }
  }

  isOn(time: number): boolean {
    return this.overlaps(time, time);
  }

  /** Whether there is a burst at any moment from `from` to `to`. */
  overlaps(from: number, to: number): boolean {
    const last = this.lastBegun(to);
    return last >= 0 && this.ends[last] > from;
  }

  /** The next beginning or end of a burst after `time`; Infinity if there is none. */
  nextTurn(time: number): number {
    const last = this.lastBegun(time);
    if (last >= 0 && this.ends[last] > time) return this.ends[last];
    return this.starts[last + 1] ?? Infinity;
  }

  /** The last burst that has begun by then, -1 if there is none. */
  private lastBegun(time: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Bursts as a Poisson process, each of a topic drawn by its share of the pages; in order of their beginnings. */
export function drawBursts(
  perDay: number,
  hours: number,
  days: number,
  topicShares: ArrayLike<number>,
  rng: Rng,
): Burst[] {
  const bursts: Burst[] = [];
  if (perDay === 0) return bursts;
  let from = 0;
  for (;;) {
    from += exponential(perDay / DAY_SECONDS, rng.next());
    if (from >= days * DAY_SECONDS) return bursts;
    bursts.push({ topic: indexByShares(topicShares, rng.next()), from, to: from + hours * 3_600 });
  }
}
