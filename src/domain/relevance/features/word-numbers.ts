import { asciiWords, MAX_WORD_NUMBERS, wordGeneration } from '../../text/index.js';

const UNKNOWN = -2;

/** Numbers of its owner's for the words of ASCII texts, by the numbers that `asciiWords` gives them. */
export class WordNumbers {
  private readonly numbers = new Int32Array(MAX_WORD_NUMBERS).fill(UNKNOWN);
  private generation = wordGeneration();

  /** @param numberOf number of a word, -1 or more; asked for once while the word is remembered */
  constructor(private readonly numberOf: (word: string) => number) {}

  /**
   * Tells the numbers of a text's words in order: the words that `tokenize` gives of its first `maxChars` characters, the first `maxWords` of them.
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
    for (let i = 0; i < count; i++) {
      const word = words.numbers[i];
      let number = this.numbers[word];
      if (number === UNKNOWN) this.numbers[word] = number = this.numberOf(words.wordAt(i));
      tell(number);
    }
    return true;
  }
}
