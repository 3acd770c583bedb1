import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';

/** Candidates of which the newest goes first: 8 bytes each. Positions count from the top. */
export class LinkStack {
  private urlNos = new Uint32Array(0);
  private sources = new Int32Array(0);
  private count = 0;

  get size(): number {
    return this.count;
  }

  urlNoAt(position: number): number {
    return this.urlNos[this.count - 1 - position];
  }

  sourceAt(position: number): number {
    return this.sources[this.count - 1 - position];
  }

  push(urlNo: number, source: number): void {
    this.urlNos = withRoom(this.urlNos, this.count + 1);
    this.sources = withRoom(this.sources, this.count + 1);
    this.urlNos[this.count] = urlNo;
    this.sources[this.count] = source;
    this.count++;
  }

  /**
   * Drops the `count` candidates on top except those at `kept` (ascending positions below `count`), which stay on top
   * and in their order.
   */
  dropFirst(count: number, kept: readonly number[]): void {
    const top = this.count - 1;
    let to = this.count - count;
    for (let i = kept.length - 1; i >= 0; i--) {
      this.urlNos[to] = this.urlNos[top - kept[i]];
      this.sources[to] = this.sources[top - kept[i]];
      to++;
    }
    this.count = to;
  }

  /** Drops the `count` oldest candidates. */
  dropLast(count: number): void {
    this.urlNos.copyWithin(0, count, this.count);
    this.sources.copyWithin(0, count, this.count);
    this.count -= count;
  }

  save(): Snapshot {
    return { urlNos: this.urlNos.subarray(0, this.count), sources: this.sources.subarray(0, this.count) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const urlNos = from.uint32('urlNos');
    this.sources = from.int32('sources', { length: urlNos.length }).slice();
    this.urlNos = urlNos.slice();
    this.count = urlNos.length;
  }
}
