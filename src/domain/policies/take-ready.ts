import { Availability, type FrontierView } from '../frontier/frontier-view.js';

/** Candidates in fetching order: a queue from its head, a stack from its top. */
interface CandidateLine {
  readonly size: number;
  urlNoAt(position: number): number;
  sourceAt(position: number): number;
  /**
   * Drops the first `count` candidates except those at `kept` (ascending positions below `count`), which stay first and
   * in their order.
   */
  dropFirst(count: number, kept: readonly number[]): void;
}

/** A candidate removed from its line. */
export interface Taken {
  readonly kind: 'taken';
  readonly urlNo: number;
  readonly source: number;
  /** Index of its line. */
  readonly line: number;
  /** Number of busy candidates passed over for it. */
  readonly passedOver: number;
}

/** The result of a search along lines: `wait` and `exhausted` as in `Choice`. */
export type Looked = Taken | { readonly kind: 'wait' } | { readonly kind: 'exhausted' };

/**
 * Removes and returns the first candidate that may be fetched now, examining the lines in order. Busy candidates keep
 * their places; stale ones on the way are dropped. If there is none, nothing changes.
 *
 * @param most candidates to examine before the answer is `wait`
 */
export function takeReady(lines: readonly CandidateLine[], view: FrontierView, most: number): Looked {
  const busyOf: number[][] = [];
  let passedOver = 0;
  let looked = 0;
  for (const [no, line] of lines.entries()) {
    const busy: number[] = [];
    busyOf.push(busy);
    for (let i = 0; i < line.size; i++) {
      if (looked++ >= most) return { kind: 'wait' };
      const urlNo = line.urlNoAt(i);
      const availability = view.availability(urlNo);
      if (availability === Availability.Gone) continue;
      if (availability === Availability.Busy) {
        busy.push(i);
        passedOver++;
        continue;
      }
      const source = line.sourceAt(i);
      line.dropFirst(i + 1, busy);
      for (let before = 0; before < no; before++) lines[before].dropFirst(lines[before].size, busyOf[before]);
      return { kind: 'taken', urlNo, source, line: no, passedOver };
    }
  }
  return { kind: passedOver > 0 ? 'wait' : 'exhausted' };
}
