import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/**
 * A page with the mean credit of the session's pages neither lengthens nor shortens a dry spell; the mean counts as at
 * least this.
 */
const LEAST_MEAN = 0.1;
/** While the session finds nothing, patience grows by itself after each of so many pages. */
const GROWS_EVERY = 50;
/** Most growth of the patience. */
const MOST_GROWTH = 4;
/** Number of sites whose factors are recomputed after each page, in turn. */
const RENEWED = 16;

/** A site's dry spell. */
interface DrySpell {
  /** In pages. */
  length: number;
  /** The factor for the values of its links, in (0, 1]. It may be out of date by the growth of the patience. */
  remains: number;
}

/**
 * The lengths of sites' dry spells, counted in pages, and the factors for the values of their links. Links never become
 * unreachable: if nothing else is worth more, they are followed. The longer the whole session finds nothing, the less a
 * site's dry spell says, so that sites that were left early are tried further, beside more and more new ones.
 */
export class DrySpells {
  private readonly spells = new Map<number, DrySpell>();
  /** Number of the session's pages since the last relevant one. */
  private pages = 0;
  /** The next site in the rotation. */
  private cursor = 0;

  /** @param patience pages after which the factor is halved, and halved again; Infinity: never */
  constructor(private readonly patience: number) {}

  /** The factor for the values of a site's links, in (0, 1]. */
  remains(siteNo: number): number {
    return this.spells.get(siteNo)?.remains ?? 1;
  }

  /** In pages; 0 for a site whose last page was relevant, or without pages. */
  of(siteNo: number): number {
    return this.spells.get(siteNo)?.length ?? 0;
  }

  /** @param mean mean credit of the session's pages */
  observe(siteNo: number, isRelevant: boolean, credit: number, mean: number): void {
    this.pages = isRelevant ? 0 : this.pages + 1;
    const length = isRelevant ? 0 : this.of(siteNo) + 1 - credit / Math.max(LEAST_MEAN, mean);
    if (length > 0) this.spells.set(siteNo, { length, remains: this.factorOf(length) });
    else this.spells.delete(siteNo);
  }

  /**
   * Recomputes the factors of the next sites in the rotation.
   *
   * @param sites number of sites
   * @returns those of them whose factor changed
   */
  renewInTurn(sites: number): readonly number[] {
    const changed: number[] = [];
    for (let i = Math.min(RENEWED, sites); i > 0; i--) {
      const siteNo = this.cursor % sites;
      this.cursor = siteNo + 1;
      const spell = this.spells.get(siteNo);
      if (spell === undefined) continue;
      const remains = this.factorOf(spell.length);
      if (remains === spell.remains) continue;
      spell.remains = remains;
      changed.push(siteNo);
    }
    return changed;
  }

  /** Number of sites with a dry spell of at least `patience`. */
  get barren(): number {
    let count = 0;
    for (const { length } of this.spells.values()) if (length >= this.patience) count++;
    return count;
  }

  save(): Snapshot {
    const spells = [...this.spells.values()];
    return {
      sites: Uint32Array.from(this.spells.keys()),
      spells: Float64Array.from(spells, ({ length }) => length),
      remains: Float64Array.from(spells, ({ remains }) => remains),
      pages: this.pages,
      cursor: this.cursor,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const sites = from.uint32('sites');
    const lengths = from.float64('spells', { length: sites.length });
    const remains = from.float64('remains', { length: sites.length });
    this.spells.clear();
    sites.forEach((siteNo, i) => this.spells.set(siteNo, { length: lengths[i], remains: remains[i] }));
    this.pages = from.integer('pages');
    this.cursor = from.integer('cursor');
  }

  private factorOf(length: number): number {
    const growth = Math.min(MOST_GROWTH, Math.max(1, this.pages / GROWS_EVERY));
    return 2 ** -(length / (this.patience * growth));
  }
}
