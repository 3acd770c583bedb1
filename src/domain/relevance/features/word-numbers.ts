/** Words remembered at most; nearly all of what one crawl reads. */
const MAX_WORDS = 50_000;
/** More than twice as many, a power of two: 1.5 MB. */
const SLOTS = 1 << 17;
const FREE = -2;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * Numbers of the words of ASCII texts, without making strings of words: most of the time of scoring a page by its terms would go into making and looking up a
 * thousand short strings.
 *
 * A word is recognised by 64 bits of hash; among 50 000 words two share them with a probability of 10⁻¹⁰. Forgets all words when it is full.
 */
export class WordNumbers {
  private readonly low = new Int32Array(SLOTS);
  private readonly high = new Int32Array(SLOTS);
  private readonly numbers = new Int32Array(SLOTS).fill(FREE);
  private size = 0;

  /** @param numberOf number of a word, -1 or more; asked for once while the word is remembered */
  constructor(private readonly numberOf: (word: string) => number) {}

  /**
   * Tells the numbers of a text's words in order: the words that `tokenize` gives of its first `maxChars` characters, the first `maxWords` of them.
   *
   * @returns false, having told nothing, for a text with other characters than ASCII
   */
  forEach(text: string, maxWords: number, maxChars: number, tell: (number: number) => void): boolean {
    if (NON_ASCII.test(text)) return false;
    const end = Math.min(text.length, maxChars);
    let words = 0;
    for (let at = 0; at < end && words < maxWords; at++) {
      let c = lowerAlphanumeric(text.charCodeAt(at));
      if (c === 0) continue;
      const start = at;
      let a = 0x9e3779b9;
      let b = 0x61c88647;
      do {
        a = Math.imul(a ^ c, 0x9e3779b1);
        a = (a << 15) | (a >>> 17);
        b = Math.imul(b ^ c, 0x85ebca77);
        b = (b << 13) | (b >>> 19);
        c = ++at < end ? lowerAlphanumeric(text.charCodeAt(at)) : 0;
      } while (c !== 0);
      words++;
      tell(this.find(a, b, text, start, at));
    }
    return true;
  }

  private find(low: number, high: number, text: string, start: number, end: number): number {
    let slot = (low ^ (low >>> 15) ^ high) & (SLOTS - 1);
    for (; this.numbers[slot] !== FREE; slot = (slot + 1) & (SLOTS - 1)) {
      if (this.low[slot] === low && this.high[slot] === high) return this.numbers[slot];
    }
    const number = this.numberOf(text.slice(start, end).toLowerCase());
    if (++this.size > MAX_WORDS) {
      this.numbers.fill(FREE);
      this.size = 0;
      return number;
    }
    this.low[slot] = low;
    this.high[slot] = high;
    this.numbers[slot] = number;
    return number;
  }
}

/** The character in lower case when it is a letter or digit, otherwise 0. */
function lowerAlphanumeric(c: number): number {
  if (c >= 0x61 && c <= 0x7a) return c;
  if (c >= 0x41 && c <= 0x5a) return c + 0x20;
  return c >= 0x30 && c <= 0x39 ? c : 0;
}
