import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { Snapshot } from '../base/snapshot.js';
import { FIELDS, type SpiderText } from './link-words.js';

/** The words of one field, numbered in order of first use. Once it is full, new words are unknown. */
export class Lexicon {
  private readonly numbers = new Map<string, number>();
  private readonly words: string[] = [];

  constructor(readonly capacity: number) {}

  get size(): number {
    return this.words.length;
  }

  wordOf(number: number): string {
    return this.words[number];
  }

  /** The number of a word, -1 if unknown. */
  find(word: string): number {
    return this.numbers.get(word) ?? -1;
  }

  /** Numbers of the words that are known or can be added, with repetitions. */
  intern(words: readonly string[]): Uint32Array {
    return Uint32Array.from(words, (word) => this.numberOf(word)).filter((number) => number < this.capacity);
  }

  /** Numbers of the known words. */
  known(words: readonly string[]): Uint32Array {
    return Uint32Array.from(words.map((word) => this.find(word)).filter((number) => number >= 0));
  }

  save(): Snapshot {
    return { words: this.words.join('\n') };
  }

  restore(source: SnapshotSource): void {
    const text = SnapshotReader.of(source).string('words');
    this.words.length = 0;
    this.numbers.clear();
    if (text !== '') for (const word of text.split('\n')) this.add(word);
  }

  private numberOf(word: string): number {
    return this.numbers.get(word) ?? (this.words.length < this.capacity ? this.add(word) : this.capacity);
  }

  private add(word: string): number {
    const number = this.words.length;
    this.numbers.set(word, number);
    this.words.push(word);
    return number;
  }
}

/** Empty lexicons for the fields of a text. */
export function newLexicons(text: SpiderText, capacity: number): Lexicon[] {
  return FIELDS[text].map(() => new Lexicon(capacity));
}

/** Restores saved lexicons, one for each field of the text. */
export function restoreLexicons(from: SnapshotReader, text: SpiderText, capacity: number): Lexicon[] {
  return FIELDS[text].map((_, field) => {
    const lexicon = new Lexicon(capacity);
    lexicon.restore(from.child(`field${field}`));
    return lexicon;
  });
}
