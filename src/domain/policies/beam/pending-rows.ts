import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** The features of choices in flight, by number of the choice. */
export class PendingRows {
  private readonly rows = new Map<number, Float32Array>();

  constructor(private readonly columns: number) {}

  set(choice: number, row: Float32Array): void {
    this.rows.set(choice, row.slice());
  }

  /** Removes and returns the features of a choice; undefined if there are none. */
  take(choice: number): Float32Array | undefined {
    const row = this.rows.get(choice);
    this.rows.delete(choice);
    return row;
  }

  save(): Snapshot {
    const values = new Float32Array(this.rows.size * this.columns);
    [...this.rows.values()].forEach((row, i) => values.set(row, i * this.columns));
    return { choices: Uint32Array.from(this.rows.keys()), values };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const choices = from.uint32('choices');
    const values = from.float32('values', { length: choices.length * this.columns });
    this.rows.clear();
    choices.forEach((choice, i) => {
      this.rows.set(choice, values.slice(i * this.columns, (i + 1) * this.columns));
    });
  }
}
