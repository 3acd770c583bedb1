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
  /** The importance of the last word that was kept when there were too many; 0 before. */
  private least = 0;

  /** Whether a word is to be named: it has no name, and it is more important than some that are kept. */
  wants(number: number, size: number): boolean {
    return size > this.least && !this.names.has(number);
  }

  /** @param size the importance of a word: if there are too many, the least important ones are dropped */
  note(number: number, text: string, size: (number: number) => number): void {
    this.names.set(number, text);
    if (this.names.size <= MOST_NAMES) return;
    const ranked = [...this.names].sort(([a], [b]) => size(b) - size(a) || a - b);
    this.names = new Map(ranked.slice(0, MOST_NAMES / 2));
    this.least = size(ranked[MOST_NAMES / 2 - 1][0]);
  }

  entries(): IterableIterator<[number: number, text: string]> {
    return this.names.entries();
  }

  save(): Snapshot {
    return { numbers: Uint16Array.from(this.names.keys()), texts: [...this.names.values()], leastNamed: this.least };
  }

  /** @param from null in snapshots of releases that stored none */
  restore(from: SnapshotReader | null): void {
    this.least = from?.has('leastNamed') === true ? from.number('leastNamed') : 0;
    const texts = from?.strings('texts') ?? [];
    const numbers = from?.uint16('numbers', { length: texts.length }) ?? new Uint16Array(0);
    this.names = new Map(texts.map((text, i) => [numbers[i], text]));
  }
}
