import type { Rng } from '../base/rng.js';
import { Availability } from './frontier-view.js';

/** Random draws before the candidates are scanned in order. */
const DRAWS = 16;

/** The result of drawing a ready candidate. */
interface Draw {
  /** Its position; -1 if none of the examined ones is ready. */
  readonly at: number;
  /**
   * Positions of the drawn candidate and of stale ones found on the way, descending: in this order they can be removed
   * from a list that fills gaps from its end.
   */
  readonly spent: readonly number[];
  readonly passed: number;
  /** The URL of the first busy candidate found; -1 if there was none. */
  readonly busyUrlNo: number;
  readonly looked: number;
  /** Whether candidates remain that may become ready, among those examined. */
  readonly waiting: boolean;
}

/**
 * Draws a ready candidate uniformly, changing only the generator. If many draws in a row are stale or busy, scans the
 * candidates in order from a random one on.
 *
 * @param size number of candidates, at least 1
 * @param lookahead most candidates examined
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
