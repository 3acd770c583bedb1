import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { withRoom } from '../../base/growable.js';

/**
 * The candidates of a beam with their features, in order of arrival, each URL once: 8 bytes plus 4 per feature, and
 * some 30 for the set of URLs.
 */
export class BeamFrontier {
  private count = 0;
  private urlNos = new Uint32Array(0);
  private sources = new Int32Array(0);
  /** Rows of features, concatenated. */
  rows = new Float32Array(0);
  private readonly held = new Set<number>();

  constructor(readonly columns: number) {}

  get size(): number {
    return this.count;
  }

  has(urlNo: number): boolean {
    return this.held.has(urlNo);
  }

  urlNoAt(position: number): number {
    return this.urlNos[position];
  }

  sourceAt(position: number): number {
    return this.sources[position];
  }

  rowAt(position: number): Float32Array {
    return this.rows.subarray(position * this.columns, (position + 1) * this.columns);
  }

  push(urlNo: number, source: number, row: ArrayLike<number>): void {
    const at = this.count++;
    this.urlNos = withRoom(this.urlNos, this.count);
    this.sources = withRoom(this.sources, this.count);
    this.rows = withRoom(this.rows, this.count * this.columns);
    this.urlNos[at] = urlNo;
    this.sources[at] = source;
    this.rows.set(row, at * this.columns);
    this.held.add(urlNo);
  }

  /** Drops entries that `keep` refuses, and returns their number. */
  filter(keep: (position: number) => boolean): number {
    const before = this.count;
    let to = 0;
    for (let at = 0; at < before; at++) {
      if (!keep(at)) {
        this.held.delete(this.urlNos[at]);
        continue;
      }
      this.urlNos[to] = this.urlNos[at];
      this.sources[to] = this.sources[at];
      this.rows.copyWithin(to * this.columns, at * this.columns, (at + 1) * this.columns);
      to++;
    }
    this.count = to;
    return before - to;
  }

  save(): Snapshot {
    return {
      urlNos: this.urlNos.subarray(0, this.count),
      sources: this.sources.subarray(0, this.count),
      rows: this.rows.subarray(0, this.count * this.columns),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const urlNos = from.uint32('urlNos');
    this.sources = from.int32('sources', { length: urlNos.length }).slice();
    this.rows = from.float32('rows', { length: urlNos.length * this.columns }).slice();
    this.urlNos = urlNos.slice();
    this.count = urlNos.length;
    this.held.clear();
    for (const urlNo of urlNos) this.held.add(urlNo);
  }
}
