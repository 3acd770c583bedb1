import { pathTo } from '../routes.js';

/** As many sessions as the API compares; more curves could not be distinguished. */
export const MOST_COMPARED = 6;

/** The address where sessions are compared. */
export const comparePath = (ids: readonly string[]): string =>
  ids.length === 0 ? pathTo('compare') : `${pathTo('compare')}?sessions=${ids.map(encodeURIComponent).join(',')}`;

/** A choice with one session more or less. */
export const chosenWith = (chosen: readonly string[], id: string, isIn: boolean): readonly string[] =>
  isIn ? [...chosen, id] : chosen.filter((other) => other !== id);
