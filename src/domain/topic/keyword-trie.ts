import { stem, tokenize } from '../text/index.js';

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  /** Indexes of the terms that end here. */
  readonly ends: number[];
}

const emptyNode = (): TrieNode => ({ next: new Map(), ends: [] });

/** Words of a term looked at; longer key phrases match by their beginning. Keeps the cost of a scan linear in the text. */
const MAX_TERM_WORDS = 12;

/**
 * Finds terms of one or several words by their stems, so that `recipe` finds `recipes` and `ice cream` finds `ice creams`.
 *
 * One pass over the words, each looked at once per word of the longest term at most, however many terms there are.
 */
export class KeywordTrie {
  private readonly root = emptyNode();

  /** Terms without a letter or digit find nothing. */
  constructor(terms: readonly string[]) {
    terms.forEach((term, index) => {
      const words = tokenize(term).slice(0, MAX_TERM_WORDS);
      if (words.length === 0) return;
      let node = this.root;
      for (const word of words) {
        const key = stem(word);
        let child = node.next.get(key);
        if (child === undefined) node.next.set(key, (child = emptyNode()));
        node = child;
      }
      node.ends.push(index);
    });
  }

  /**
   * Calls `hit` with the index of each term at each place it stands at, overlapping ones too. A `hit` that answers true ends the scan.
   *
   * @param stems the text's words in order, stemmed
   */
  scan(stems: readonly string[], hit: (term: number) => boolean): void {
    for (let at = 0; at < stems.length; at++) {
      let node = this.root.next.get(stems[at]);
      for (let ahead = at + 1; node !== undefined; ahead++) {
        for (const term of node.ends) if (hit(term)) return;
        if (ahead >= stems.length || node.next.size === 0) break;
        node = node.next.get(stems[ahead]);
      }
    }
  }
}
