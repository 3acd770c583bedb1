import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';

/** Names that are kept: many more than are told. */
const MOST_NAMES = 2_048;

/**
 * Names of words that something was learnt of. Weights know words by hashes alone; a word gets its name when it is met again. Kept to be told: nothing is
 * decided by it.
 */
export class WordNames {
  private names = new Map<number, string>();

  /** @param size how much a word says: when there are too many, those that say least are forgotten */
  note(number: number, text: string, size: (number: number) => number): void {
    if (this.names.has(number)) return;
    this.names.set(number, text);
    if (this.names.size <= MOST_NAMES) return;
    const ranked = [...this.names].sort(([a], [b]) => size(b) - size(a) || a - b);
    this.names = new Map(ranked.slice(0, MOST_NAMES / 2));
  }

  entries(): IterableIterator<[number: number, text: string]> {
    return this.names.entries();
  }

  save(): Snapshot {
    return { numbers: Uint16Array.from(this.names.keys()), texts: [...this.names.values()] };
  }

  /** @param from null in snapshots of releases that kept none */
  restore(from: SnapshotReader | null): void {
    const texts = from?.strings('texts') ?? [];
    const numbers = from?.uint16('numbers', { length: texts.length }) ?? new Uint16Array(0);
    this.names = new Map(texts.map((text, i) => [numbers[i], text]));
  }
}
