import type { NewUrl } from '../../domain/session/index.js';
import type { CrawlStore } from '../crawl-store.js';

/** Number of URLs kept in memory, about 5 MB. The oldest go first: policies most often choose recently found URLs. */
const KEPT = 32_768;

/** URL texts by number: uncommitted ones, a bounded number of later ones, and the store for the rest. */
export class UrlTexts {
  private readonly uncommitted = new Map<number, string>();
  private readonly kept = new Map<number, string>();

  constructor(
    private readonly store: Pick<CrawlStore, 'urlsOf'>,
    private readonly capacity = KEPT,
  ) {}

  add(urls: readonly NewUrl[]): void {
    for (const { urlNo, url } of urls) this.uncommitted.set(urlNo, url);
  }

  /** The store has these URLs now: they may be evicted. */
  committed(urls: readonly NewUrl[]): void {
    for (const { urlNo, url } of urls) {
      this.uncommitted.delete(urlNo);
      this.kept.set(urlNo, url);
    }
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.capacity) break;
      this.kept.delete(oldest);
    }
  }

  async textOf(urlNo: number): Promise<string> {
    const known = this.uncommitted.get(urlNo) ?? this.kept.get(urlNo);
    if (known !== undefined) return known;
    const url = (await this.store.urlsOf([urlNo])).get(urlNo);
    if (url === undefined) throw new Error(`URL ${urlNo} is in the frontier but not in the store`);
    return url;
  }
}
