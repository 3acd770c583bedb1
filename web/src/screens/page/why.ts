import { count } from '../../parts/words.js';

/** Why a page was fetched, as the API tells it. */
export interface Why {
  readonly policy: string;
  readonly value: number | null;
  readonly exploration: boolean;
  readonly rank: number | null;
  readonly options: number | null;
  readonly chosenAfter: number;
  readonly terms: readonly { readonly name: string; readonly value: string }[] | null;
}

/** The policy's own terms, by name. */
export type Terms = ReadonlyMap<string, string>;

/** A number as it is read: with four digits that say something. */
export const short = (value: number): string =>
  Number.isInteger(value) ? count(value) : String(Number(value.toPrecision(4)));

/** A text of the API as it is read: numbers are shortened. */
export const shortText = (text: string): string => (/^-?\d+\.\d+(e-?\d+)?$/.test(text) ? short(Number(text)) : text);
