import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';

/** Most names kept: many more than are reported. */
const MOST_NAMES = 2_048;

/**
 * Names of words with learned weights. Weights identify words only by hashes; a word gets its name when it is found
 * again. For reports only; it affects no decision.
 */
export class WordNames {
  private names = new Map<number, string>();

  has(number: number): boolean {
    return this.names.has(number);
  }

  /** @param size the importance of a word: if there are too many, the least important ones are dropped */
  note(number: number, text: string, size: (number: number) => number): void {
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

  /** @param from null in snapshots of releases that stored none */
  restore(from: SnapshotReader | null): void {
    const texts = from?.strings('texts') ?? [];
    const numbers = from?.uint16('numbers', { length: texts.length }) ?? new Uint16Array(0);
    this.names = new Map(texts.map((text, i) => [numbers[i], text]));
  }
}
