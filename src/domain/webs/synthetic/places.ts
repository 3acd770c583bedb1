import { indexByShares, Draw } from './draws.js';
import type { Chance } from '../../base/chance.js';
import type { LinkRows } from './link-rows.js';
import type { Sites } from './sites.js';

/** Places of links on their page, in document order. */
export const PLACES = ['navigation', 'text', 'list', 'aside', 'footer'] as const;
export type Place = (typeof PLACES)[number];

/**
 * Shares of links to pages of the same topic in each place, and of other links: the place is informative, but not
 * decisive.
 */
const SAME_TOPIC = [0.08, 0.45, 0.3, 0.12, 0.05];
const OTHER_TOPIC = [0.35, 0.1, 0.15, 0.2, 0.2];

/** Index in `PLACES` of the place of a link between two pages. */
export function placeOf(sites: Pick<Sites, 'topicOf'>, chance: Chance, source: number, target: number): number {
  const shares = sites.topicOf[source] === sites.topicOf[target] ? SAME_TOPIC : OTHER_TOPIC;
  return indexByShares(shares, chance.below(0x1_0000, Draw.Place, source, target) / 0x1_0000);
}

/** Sorts the links of each page into document order: by place, at random within a place. */
export function orderByPlace(rows: LinkRows, sites: Sites, chance: Chance): void {
  const { starts, targets } = rows;
  for (let page = 0; page + 1 < starts.length; page++) {
    const row = targets.subarray(starts[page], starts[page + 1]);
    const keyed = Array.from(row, (target) => ({
      target,
      place: placeOf(sites, chance, page, target),
      turn: chance.below(0x4000_0000, Draw.Order, page, target),
    }));
    keyed.sort((a, b) => a.place - b.place || a.turn - b.turn || a.target - b.target);
    for (let i = 0; i < keyed.length; i++) row[i] = keyed[i].target;
  }
}

/** Links of one page in document order: by place, in the given order within a place. */
export function orderedByPlace(sites: Sites, chance: Chance, page: number, targets: readonly number[]): Uint32Array {
  const keyed = targets.map((target) => ({ target, place: placeOf(sites, chance, page, target) }));
  return Uint32Array.from(
    keyed.sort((a, b) => a.place - b.place),
    ({ target }) => target,
  );
}
