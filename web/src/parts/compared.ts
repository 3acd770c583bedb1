import { pathTo } from '../routes.js';

/** As many sessions as the API compares; more curves could not be distinguished. */
export const MOST_COMPARED = 6;

/** The address where sessions are compared. */
export const comparePath = (ids: readonly string[]): string =>
  ids.length === 0 ? pathTo('compare') : `${pathTo('compare')}?sessions=${ids.map(encodeURIComponent).join(',')}`;

/** A sentence on what a choice lacks to be compared; null: nothing. */
export const lacksToCompare = (chosen: readonly string[]): string | null =>
  chosen.length >= 2 ? null : `Choose 2 to ${MOST_COMPARED} sessions to compare.`;

/** A choice with one session more or less. */
export const chosenWith = (chosen: readonly string[], id: string, isIn: boolean): readonly string[] =>
  isIn ? [...chosen, id] : chosen.filter((other) => other !== id);
