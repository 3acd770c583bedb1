import { count } from '../../parts/words.js';

export interface Total {
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
}

/** A count that may go on behind its bound. */
export const totalInShort = ({ totalCount, totalCountIsExact }: Total): string =>
  `${count(totalCount)}${totalCountIsExact ? '' : '+'}`;
