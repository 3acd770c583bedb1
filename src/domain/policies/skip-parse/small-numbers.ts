import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { withRoom } from '../../base/growable.js';

/** A number below 256 for each of many dense numbers, 0 by default: one byte each. */
export class SmallNumbers {
  private count = 0;
  private values = new Uint8Array(0);

  of(no: number): number {
    return no < this.count ? this.values[no] : 0;
  }

  set(no: number, value: number): void {
    if (no >= this.count) {
      this.values = withRoom(this.values, no + 1);
      this.count = no + 1;
    }
    this.values[no] = value;
  }

  save(): Snapshot {
    return { count: this.count, values: this.values.subarray(0, this.count) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.count = from.integer('count');
    this.values = from.uint8('values', { length: this.count }).slice();
  }
}
