import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { withRoom } from '../../base/growable.js';
import { domainKey, type DomainGrouping } from '../../url/index.js';
import type { KnownWeb } from '../../webs/index.js';

/** The pages of each domain of a web, by the session's grouping into domains. */
export class DomainPages {
  private readonly names: readonly string[];
  private readonly pages = new Map<string, number[]>();

  constructor(web: KnownWeb, grouping: DomainGrouping) {
    const names = new Map<string, string>();
    this.names = Array.from({ length: web.graph.size }, (_, page) => {
      const name = domainKey(web.urlOf(page), grouping);
      // One string for all pages of a domain.
      const kept = names.get(name) ?? name;
      names.set(kept, kept);
      const pages = this.pages.get(kept);
      if (pages) pages.push(page);
      else this.pages.set(kept, [page]);
      return kept;
    });
  }

  /** The pages of a page's domain, including itself. */
  beside(page: number): readonly number[] {
    return this.pages.get(this.names[page]) ?? [];
  }
}

/** The page of a URL that is not in the web. */
export const NO_PAGE = -1;

/** Pages of the web by the session's URL numbers: 4 bytes per URL. */
export class PageNumbers {
  private count = 0;
  private pages = new Int32Array(0);

  /** The page of a URL; `NO_PAGE` if there is none. */
  of(urlNo: number): number {
    return urlNo < this.count ? this.pages[urlNo] : NO_PAGE;
  }

  set(urlNo: number, page: number): void {
    this.pages = withRoom(this.pages, urlNo + 1);
    if (urlNo >= this.count) this.pages.fill(NO_PAGE, this.count, urlNo + 1);
    this.count = Math.max(this.count, urlNo + 1);
    this.pages[urlNo] = page;
  }

  save(): Snapshot {
    return { count: this.count, pages: this.pages.subarray(0, this.count) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.count = from.integer('count');
    this.pages = from.int32('pages', { length: this.count }).slice();
  }
}
