import type { Rng } from '../base/rng.js';
import { Availability } from './frontier-view.js';

/** Draws before the candidates are looked through in turn. */
const DRAWS = 16;

/** What drawing a candidate that is ready came to. */
export interface Draw {
  /** Its position; -1 when none of those looked at is ready. */
  readonly at: number;
  /** Positions of stale candidates met on the way, and of the one drawn, from the back: in this order they can be taken out of a list that fills gaps from its end. */
  readonly spent: readonly number[];
  readonly passed: number;
  /** The URL of the first busy candidate met; -1 when there was none. */
  readonly busyUrlNo: number;
  readonly looked: number;
  /** Whether candidates are left that may become ready, as far as was looked. */
  readonly waiting: boolean;
}

/**
 * Draws a candidate that is ready, uniformly, and changes nothing but the generator. When many draws in a row are stale or busy, the candidates are looked
 * through in turn from a random one on.
 *
 * @param size candidates, at least 1
 * @param lookahead candidates looked at, at most
 */
export function drawReady(
  size: number,
  urlNoAt: (position: number) => number,
  rng: Rng,
  availabilityOf: (urlNo: number) => Availability,
  lookahead: number,
): Draw {
  const stale = new Set<number>();
  let passed = 0;
  let looked = 0;
  let busyUrlNo = -1;
  const isReady = (at: number): boolean => {
    looked++;
    const urlNo = urlNoAt(at);
    const availability = availabilityOf(urlNo);
    if (availability === Availability.Gone) stale.add(at);
    else if (availability === Availability.Busy) {
      passed++;
      if (busyUrlNo < 0) busyUrlNo = urlNo;
    }
    return availability === Availability.Ready;
  };
  const drawn = (at: number): Draw => ({
    at,
    spent: [...stale, at].sort((a, b) => b - a),
    passed,
    busyUrlNo,
    looked,
    waiting: false,
  });
  for (let draws = 0; draws < DRAWS && looked < lookahead; draws++) {
    const at = rng.below(size);
    if (isReady(at)) return drawn(at);
  }
  const from = rng.below(size);
  let scanned = 0;
  passed = 0;
  for (; scanned < size && looked < lookahead; scanned++) {
    const at = (from + scanned) % size;
    if (isReady(at)) return drawn(at);
  }
  return { at: -1, spent: [], passed, busyUrlNo, looked, waiting: passed > 0 || scanned < size };
}
