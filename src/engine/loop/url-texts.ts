import type { NewUrl } from '../../domain/session/index.js';
import type { CrawlStore } from '../crawl-store.js';
import { BLOCK_SIZE, PackedUrls } from './packed-urls.js';

/** URLs kept as strings: what is chosen next was most often found lately. About 5 MB. */
const KEPT = 32_768;
/** Of older URLs, compressed: about two million of them. */
const MAX_PACKED_BYTES = 32 * 1024 * 1024;

/** The texts of URLs by number: those not yet committed, a bounded number of later ones, and the store for the rest. */
export class UrlTexts {
  private readonly uncommitted = new Map<number, string>();
  private readonly kept = new Map<number, string>();
  private readonly packed: PackedUrls;

  constructor(
    private readonly store: Pick<CrawlStore, 'urlsOf'>,
    private readonly capacity = KEPT,
    maxPackedBytes = MAX_PACKED_BYTES,
  ) {
    this.packed = new PackedUrls(maxPackedBytes);
  }

  add(urls: readonly NewUrl[]): void {
    for (const { urlNo, url } of urls) this.uncommitted.set(urlNo, url);
  }

  /** The store has them now: they may be forgotten. */
  committed(urls: readonly NewUrl[]): void {
    for (const { urlNo, url } of urls) {
      this.uncommitted.delete(urlNo);
      this.kept.set(urlNo, url);
    }
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.capacity) break;
      this.pack(Math.floor(oldest / BLOCK_SIZE));
    }
  }

  async textOf(urlNo: number): Promise<string> {
    const known = this.uncommitted.get(urlNo) ?? this.kept.get(urlNo) ?? this.packed.get(urlNo);
    if (known !== undefined) return known;
    const url = (await this.store.urlsOf([urlNo])).get(urlNo);
    if (url === undefined) throw new Error(`URL ${urlNo} is in the frontier and not in the store`);
    return url;
  }

  private pack(block: number): void {
    const urls = Array.from({ length: BLOCK_SIZE }, (_, i) => {
      const urlNo = block * BLOCK_SIZE + i;
      const url = this.kept.get(urlNo) ?? '';
      this.kept.delete(urlNo);
      return url;
    });
    this.packed.add(block, urls);
  }
}
