import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/**
 * A page with the mean credit of the session's pages neither lengthens nor shortens a dry spell; the mean counts as at
 * least this.
 */
const LEAST_MEAN = 0.1;

/**
 * The lengths of sites' dry spells, counted in pages, and the factors for the values of their links. Links never become
 * unreachable: if nothing else is worth more, they are followed.
 */
export class DrySpells {
  private readonly spells = new Map<number, number>();

  /** @param patience pages after which the factor is halved, and halved again; Infinity: never */
  constructor(private readonly patience: number) {}

  /** The factor for the values of a site's links, in (0, 1]. */
  remains(siteNo: number): number {
    return 2 ** -(this.of(siteNo) / this.patience);
  }

  /** In pages; 0 for a site whose last page was relevant, or without pages. */
  of(siteNo: number): number {
    return this.spells.get(siteNo) ?? 0;
  }

  /** @param mean mean credit of the session's pages */
  observe(siteNo: number, isRelevant: boolean, credit: number, mean: number): void {
    const spell = isRelevant ? 0 : this.of(siteNo) + 1 - credit / Math.max(LEAST_MEAN, mean);
    if (spell > 0) this.spells.set(siteNo, spell);
    else this.spells.delete(siteNo);
  }

  /** Number of sites with a dry spell of at least `patience`. */
  get barren(): number {
    let count = 0;
    for (const spell of this.spells.values()) if (spell >= this.patience) count++;
    return count;
  }

  save(): Snapshot {
    return { sites: Uint32Array.from(this.spells.keys()), spells: Float64Array.from(this.spells.values()) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const sites = from.uint32('sites');
    const spells = from.float64('spells', { length: sites.length });
    this.spells.clear();
    sites.forEach((siteNo, i) => this.spells.set(siteNo, spells[i]));
  }
}
