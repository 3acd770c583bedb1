import { isPair, stem, tokenize } from '../text/index.js';

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  /** Indexes of the terms that end here. */
  readonly ends: number[];
}

const emptyNode = (): TrieNode => ({ next: new Map(), ends: [] });

/** Most words of a term; longer key phrases match by their beginning. Keeps the cost of a scan linear in the text. */
const MAX_TERM_WORDS = 12;

/** How terms are read: in the same way as the scanned texts. */
interface TermReading {
  readonly words: (text: string) => readonly string[];
  readonly stem: (word: string) => string;
}

const USUAL: TermReading = { words: tokenize, stem };

/**
 * Finds terms of one or several words by their stems, so that `recipe` finds `recipes` and `ice cream` finds `ice
 * creams`.
 *
 * One pass over the words; each is examined at most once per word of the longest term, for any number of terms.
 */
export class KeywordTrie {
  private readonly root = emptyNode();
  /** Terms of one character in a script whose words are pairs of characters: they occur within the pairs of a text. */
  private readonly characters = new Map<string, number[]>();

  /** Terms without a letter or digit match nothing. */
  constructor(terms: readonly string[], { words: wordsOf, stem: stemOf }: TermReading = USUAL) {
    terms.forEach((term, index) => {
      const words = wordsOf(term).slice(0, MAX_TERM_WORDS);
      if (words.length === 0) return;
      if (words.length === 1 && isPair(words[0]) && Array.from(words[0]).length === 1) {
        this.characters.set(words[0], [...(this.characters.get(words[0]) ?? []), index]);
        return;
      }
      let node = this.root;
      for (const word of words) {
        const key = stemOf(word);
        let child = node.next.get(key);
        if (child === undefined) node.next.set(key, (child = emptyNode()));
        node = child;
      }
      node.ends.push(index);
    });
  }

  /** Whether a term may begin at a word with this stem. False: `scan` finds nothing there. */
  mayBeginWith(stem: string): boolean {
    return this.root.next.has(stem) || (this.characters.size > 0 && isPair(stem));
  }

  /**
   * Calls `hit` with the index of each term at each of its places, including overlapping ones. A `hit` that returns
   * true ends the scan.
   *
   * @param stems the text's words in order, stemmed
   */
  scan(stems: readonly string[], hit: (term: number) => boolean): void {
    if (this.characters.size > 0 && this.scanCharacters(stems, hit)) return;
    for (let at = 0; at < stems.length; at++) {
      let node = this.root.next.get(stems[at]);
      for (let ahead = at + 1; node !== undefined; ahead++) {
        for (const term of node.ends) if (hit(term)) return;
        if (ahead >= stems.length || node.next.size === 0) break;
        node = node.next.get(stems[ahead]);
      }
    }
  }

  /** Adjacent pairs share a character, which counts once. @returns true if a `hit` ended the scan */
  private scanCharacters(stems: readonly string[], hit: (term: number) => boolean): boolean {
    let last = '';
    for (const stem of stems) {
      if (!isPair(stem)) {
        last = '';
        continue;
      }
      const [first, second = ''] = Array.from(stem);
      for (const character of first === last ? [second] : [first, second])
        for (const term of this.characters.get(character) ?? []) if (hit(term)) return true;
      last = second;
    }
    return false;
  }
}
