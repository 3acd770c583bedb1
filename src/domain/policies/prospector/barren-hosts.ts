import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/**
 * Hosts whose last pages were all irrelevant. After so many in a row a host is barren; when nothing else is left the patience with all hosts is doubled.
 */
export class BarrenHosts {
  /** Irrelevant pages in a row by host. */
  private readonly rows = new Map<number, number>();
  private patience: number;

  /** @param first pages in a row; Infinity: no host is ever barren */
  constructor(first: number) {
    this.patience = first;
  }

  get limit(): number {
    return this.patience;
  }

  isBarren(hostNo: number): boolean {
    return (this.rows.get(hostNo) ?? 0) >= this.patience;
  }

  observe(hostNo: number, isRelevant: boolean): void {
    if (isRelevant) this.rows.delete(hostNo);
    else this.rows.set(hostNo, (this.rows.get(hostNo) ?? 0) + 1);
  }

  /** More patience, so that this host is no longer barren. */
  forgive(hostNo: number): void {
    while (this.isBarren(hostNo)) this.patience *= 2;
  }

  save(): Snapshot {
    return {
      patience: Number.isFinite(this.patience) ? this.patience : 0,
      hosts: Uint32Array.from(this.rows.keys()),
      rows: Uint32Array.from(this.rows.values()),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const hosts = from.uint32('hosts');
    const rows = from.uint32('rows', { length: hosts.length });
    const patience = from.integer('patience');
    this.patience = patience === 0 ? Number.POSITIVE_INFINITY : patience;
    this.rows.clear();
    hosts.forEach((hostNo, i) => this.rows.set(hostNo, rows[i]));
  }
}
