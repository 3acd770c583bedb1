import { LRUCache } from 'lru-cache';
import { canonicalUrl } from '../../../domain/url/index.js';
import { type ArchivedFetch, fetchAt } from './archived-fetch.js';
import type { ArchivePart } from './archive-parts.js';
import { type ArchivedPage, type PageKey, pageOfRecord, readRecord } from './find-page.js';
import { indexLinesOf } from './read-index.js';

/** Most parts with entries in memory: pages are requested about in the order in which they were archived. */
const PARTS_AT_ONCE = 4;

interface PartTimes {
  readonly part: ArchivePart;
  readonly first: number;
  readonly last: number;
}

/** Entries of parts, by the names of these. Catalogs may share them. */
export type CatalogEntries = LRUCache<string, Promise<PartEntries>>;
export const catalogEntries = (partsAtOnce: number): CatalogEntries => new LRUCache({ max: partsAtOnce });

interface RecordPlace {
  readonly offset: number;
  readonly length: number;
  readonly rendered: boolean;
  /** First byte of all records of the fetch, and the byte behind them. */
  readonly from: number;
  readonly to: number;
}

/** The positions of one part's pages, by fetch time: only numbers, some tens of bytes each. */
class PartEntries {
  private readonly at: number[] = [];
  private readonly offsets: number[] = [];
  private readonly lengths: number[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly rendered: boolean[] = [];
  private order = new Uint32Array();

  static async of(part: ArchivePart): Promise<PartEntries> {
    const entries = new PartEntries();
    let from: number | null = null;
    for await (const { at, offset, length, type, end } of indexLinesOf(part)) {
      from ??= Number(offset);
      if (at !== undefined && type !== 'revisit') {
        entries.at.push(at);
        entries.offsets.push(Number(offset));
        entries.lengths.push(Number(length));
        entries.rendered.push(type === 'conversion');
        entries.from.push(from);
      }
      if (end === undefined) continue;
      while (entries.to.length < entries.at.length) entries.to.push(end);
      from = null;
    }
    entries.order = Uint32Array.from(entries.at.keys()).sort((a, b) => entries.at[a] - entries.at[b]);
    return entries;
  }

  /** Positions of the records of a moment, rendered pages first. */
  placesAt(at: number): RecordPlace[] {
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at[this.order[middle]] < at) low = middle + 1;
      else high = middle;
    }
    const places = [];
    for (let i = low; i < this.order.length && this.at[this.order[i]] === at; i++) {
      const entry = this.order[i];
      places.push({
        offset: this.offsets[entry],
        length: this.lengths[entry],
        rendered: this.rendered[entry],
        from: this.from[entry],
        to: this.to[entry] ?? this.from[entry],
      });
    }
    return places.sort((a, b) => Number(b.rendered) - Number(a.rendered));
  }
}

/**
 * Finds many pages of an archive: each index is read twice instead of once per page. Bounded by the size of a few WARC
 * files, not by that of the archive.
 */
export class PageCatalog {
  private constructor(
    private readonly times: readonly PartTimes[],
    private readonly entries: CatalogEntries,
  ) {}

  static async of(parts: readonly ArchivePart[], entries = catalogEntries(PARTS_AT_ONCE)): Promise<PageCatalog> {
    const times: PartTimes[] = [];
    for (const part of parts) {
      let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for await (const { at } of indexLinesOf(part)) {
        if (at === undefined) continue;
        first = Math.min(first, at);
        last = Math.max(last, at);
      }
      times.push({ part, first, last });
    }
    return new PageCatalog(times, entries);
  }

  /** Like `findPage`, but does not find a page that a browser reached under another spelling of its URL. */
  async find({ finalUrl, fetchedAt }: PageKey): Promise<ArchivedPage | null> {
    for await (const { part, place } of this.placesAt(fetchedAt)) {
      const record = await readRecord(part, place.offset, place.length);
      if (record !== null && canonicalUrl(record.headers.get('warc-target-uri') ?? '') === finalUrl)
        return pageOfRecord(record, place.rendered);
    }
    return null;
  }

  /** All records of the fetch that brought a page, found as by `find`. */
  async fetchOf({ finalUrl, fetchedAt }: PageKey): Promise<ArchivedFetch | null> {
    for await (const { part, place } of this.placesAt(fetchedAt)) {
      const fetch = await fetchAt(part, place.from, place.to);
      if (fetch?.urlAt(place.offset) === finalUrl) return fetch;
    }
    return null;
  }

  private async *placesAt(moment: Date): AsyncGenerator<{ readonly part: ArchivePart; readonly place: RecordPlace }> {
    const at = moment.getTime();
    for (const { part, first, last } of this.times) {
      if (at < first || at > last) continue;
      for (const place of (await this.entriesOf(part)).placesAt(at)) yield { part, place };
    }
  }

  private entriesOf(part: ArchivePart): Promise<PartEntries> {
    const known = this.entries.get(part.name);
    if (known !== undefined) return known;
    const reading = PartEntries.of(part);
    this.entries.set(part.name, reading);
    return reading;
  }
}
