import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** A page with the mean credit of the session's pages neither lengthens a dry spell nor shortens it, but the mean counts as at least so much. */
const LEAST_MEAN = 0.1;

/**
 * Since when the pages of a host bring nothing, counted in pages, and what is left of the values of its links. They are never out of reach: when nothing else is
 * worth more, they are followed.
 */
export class DrySpells {
  private readonly spells = new Map<number, number>();

  /** @param patience pages after which what is left is halved, and halved again; Infinity: never */
  constructor(private readonly patience: number) {}

  /** What is left of the values of a host's links, in (0, 1]. */
  remains(hostNo: number): number {
    return 2 ** -(this.of(hostNo) / this.patience);
  }

  /** Pages; 0 of a host whose last page was relevant, or that has none. */
  of(hostNo: number): number {
    return this.spells.get(hostNo) ?? 0;
  }

  /** @param mean credit of the session's pages */
  observe(hostNo: number, isRelevant: boolean, credit: number, mean: number): void {
    const spell = isRelevant ? 0 : this.of(hostNo) + 1 - credit / Math.max(LEAST_MEAN, mean);
    if (spell > 0) this.spells.set(hostNo, spell);
    else this.spells.delete(hostNo);
  }

  /** Hosts with a dry spell as long as patience, or longer. */
  get barren(): number {
    let count = 0;
    for (const spell of this.spells.values()) if (spell >= this.patience) count++;
    return count;
  }

  save(): Snapshot {
    return { hosts: Uint32Array.from(this.spells.keys()), spells: Float64Array.from(this.spells.values()) };
  }

  /** @returns the hosts that have a dry spell */
  restore(source: SnapshotSource): Iterable<number> {
    const from = SnapshotReader.of(source);
    const hosts = from.uint32('hosts');
    const spells = from.float64('spells', { length: hosts.length });
    this.spells.clear();
    hosts.forEach((hostNo, i) => this.spells.set(hostNo, spells[i]));
    return this.spells.keys();
  }
}
