import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/**
 * A forager's list of good starting URLs, best first: the value of each estimates the rewards of a path from it
 * (Palotai et al. 3.1.1).
 */
export class Weblog {
  private entries: { readonly urlNo: number; readonly value: number }[] = [];

  constructor(private readonly maxSize: number) {}

  get size(): number {
    return this.entries.length;
  }

  urlNoAt(place: number): number {
    return this.entries[place].urlNo;
  }

  /** The best entries with their values. */
  head(most: number): { readonly urlNo: number; readonly value: number }[] {
    return this.entries.slice(0, most).map(({ urlNo, value }) => ({ urlNo, value }));
  }

  /** Appends a URL, unless it is present or there is no room. */
  append(urlNo: number, value = 0): void {
    if (this.size < this.maxSize && !this.entries.some((entry) => entry.urlNo === urlNo))
      this.entries.push({ urlNo, value });
  }

  /**
   * Algorithm 1: moves the value of each URL of a path towards the rewards from its own step to the end of the path;
   * new URLs start with these rewards.
   *
   * @param urlNos steps of the path in order, distinct
   * @param rewards of each step
   * @param rate β
   */
  update(urlNos: readonly number[], rewards: readonly number[], rate: number): void {
    const values = new Map(this.entries.map(({ urlNo, value }) => [urlNo, value]));
    let rest = 0;
    for (let i = urlNos.length - 1; i >= 0; i--) {
      rest += rewards[i];
      const old = values.get(urlNos[i]);
      values.set(urlNos[i], old === undefined ? rest : (1 - rate) * old + rate * rest);
    }
    this.entries = [...values]
      .map(([urlNo, value]) => ({ urlNo, value }))
      .sort((a, b) => b.value - a.value)
      .slice(0, this.maxSize);
  }

  /** Algorithm 6: returns a random half of the URLs; both halves keep their order. */
  halve(rng: Rng): Weblog {
    const given = new Set<number>();
    const half = Math.floor(this.size / 2);
    while (given.size < half) given.add(rng.below(this.size));
    const other = new Weblog(this.maxSize);
    other.entries = this.entries.filter((_, place) => given.has(place));
    this.entries = this.entries.filter((_, place) => !given.has(place));
    return other;
  }

  copy(): Weblog {
    const other = new Weblog(this.maxSize);
    other.entries = this.entries.slice();
    return other;
  }

  save(): Snapshot {
    return {
      urlNos: Uint32Array.from(this.entries, ({ urlNo }) => urlNo),
      values: Float64Array.from(this.entries, ({ value }) => value),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const urlNos = from.uint32('urlNos');
    const values = from.float64('values', { length: urlNos.length });
    this.entries = [...urlNos].map((urlNo, i) => ({ urlNo, value: values[i] }));
  }
}
