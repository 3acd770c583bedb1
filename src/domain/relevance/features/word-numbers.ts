import { withRoom } from '../../base/growable.js';
import { asciiWords, MAX_WORD_NUMBERS } from '../../text/index.js';

const UNKNOWN = -2;

/** The owner's numbers for words of ASCII texts, by the numbers of `asciiWords`. */
export class WordNumbers {
  /** Allocated with the first text. */
  private numbers = new Int32Array(0);
  private generation = -1;
  private found = new Int32Array(0);

  /**
   * @param numberOf returns a word's number, -1 or more; called once while the word is remembered
   * @param read `shortAsciiWords` for short texts
   */
  constructor(
    private readonly numberOf: (word: string) => number,
    private readonly read = asciiWords,
  ) {}

  /**
   * Calls back with the numbers of a text's words in order: the first `maxWords` of the `letterRuns` in its first
   * `maxChars` characters.
   *
   * @returns false, without any call, for a text with non-ASCII characters
   */
  forEach(text: string, maxWords: number, maxChars: number, tell: (number: number) => void): boolean {
    let words = this.read(text);
    // A cut word is a different word.
    if (text.length > maxChars && (words === null || words.endOf(maxWords) > maxChars))
      words = this.read(text.slice(0, maxChars));
    if (words === null) return false;
    if (this.generation !== words.generation) {
      if (this.numbers.length === 0) this.numbers = new Int32Array(MAX_WORD_NUMBERS);
      this.numbers.fill(UNKNOWN);
      this.generation = words.generation;
    }
    const count = Math.min(words.count, maxWords);
    const found = (this.found = withRoom(this.found, count));
    // All look-ups first, then the calls: look-ups in a row wait for memory together.
    for (let i = 0; i < count; i++) found[i] = this.numbers[words.numbers[i]];
    for (let i = 0; i < count; i++) tell(found[i] === UNKNOWN ? this.ask(words.numbers[i], words.wordAt(i)) : found[i]);
    return true;
  }

  private ask(word: number, text: string): number {
    if (this.numbers[word] === UNKNOWN) this.numbers[word] = this.numberOf(text);
    return this.numbers[word];
  }
}
