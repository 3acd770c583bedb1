import { withRoom } from '../../base/growable.js';
import { asciiWords, MAX_WORD_NUMBERS, wordGeneration } from '../../text/index.js';

const UNKNOWN = -2;

/** Numbers of its owner's for the words of ASCII texts, by the numbers that `asciiWords` gives them. */
export class WordNumbers {
  private readonly numbers = new Int32Array(MAX_WORD_NUMBERS).fill(UNKNOWN);
  private generation = wordGeneration();
  private found = new Int32Array(0);

  /** @param numberOf number of a word, -1 or more; asked for once while the word is remembered */
  constructor(private readonly numberOf: (word: string) => number) {}

  /**
   * Tells the numbers of a text's words in order: the words that `letterRuns` gives of its first `maxChars` characters, the first `maxWords` of them.
   *
   * @returns false, having told nothing, for a text with other characters than ASCII
   */
  forEach(text: string, maxWords: number, maxChars: number, tell: (number: number) => void): boolean {
    let words = asciiWords(text);
    // A word that is cut is another word.
    if (text.length > maxChars && (words === null || words.endOf(maxWords) > maxChars))
      words = asciiWords(text.slice(0, maxChars));
    if (words === null) return false;
    if (this.generation !== words.generation) {
      this.numbers.fill(UNKNOWN);
      this.generation = words.generation;
    }
    const count = Math.min(words.count, maxWords);
    const found = (this.found = withRoom(this.found, count));
    // First all, then what is done with each: looked up side by side, they wait for memory together.
    for (let i = 0; i < count; i++) found[i] = this.numbers[words.numbers[i]];
    for (let i = 0; i < count; i++) tell(found[i] === UNKNOWN ? this.ask(words.numbers[i], words.wordAt(i)) : found[i]);
    return true;
  }

  private ask(word: number, text: string): number {
    if (this.numbers[word] === UNKNOWN) this.numbers[word] = this.numberOf(text);
    return this.numbers[word];
  }
}
