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

/** Number of parsed and skipped pages of each host: 8 bytes per host. */
export class HostCounts {
  private count = 0;
  private parsed = new Uint32Array(0);
  private skipped = new Uint32Array(0);

  add(hostNo: number, wasParsed: boolean): void {
    this.parsed = withRoom(this.parsed, hostNo + 1);
    this.skipped = withRoom(this.skipped, hostNo + 1);
    this.count = Math.max(this.count, hostNo + 1);
    if (wasParsed) this.parsed[hostNo]++;
    else this.skipped[hostNo]++;
  }

  /**
   * Whether no page of the host was parsed, or fewer than were skipped (Lim 2016, 5.2.1: host parse-skip ratio, x = 1).
   */
  asksForParsing(hostNo: number): boolean {
    return hostNo >= this.count || this.parsed[hostNo] === 0 || this.parsed[hostNo] < this.skipped[hostNo];
  }

  save(): Snapshot {
    const { count } = this;
    return { count, parsed: this.parsed.subarray(0, count), skipped: this.skipped.subarray(0, count) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.count = from.integer('count');
    const need = { length: this.count };
    this.parsed = from.uint32('parsed', need).slice();
    this.skipped = from.uint32('skipped', need).slice();
  }
}
