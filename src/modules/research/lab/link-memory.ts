import type { WebStore } from './disk/index.js';
import type { LinkedPage } from './lab-graph.js';

/**
 * The target of each address, and the links between addresses of the web, by number; -1 for addresses without a page.
 */
interface Saved {
  readonly urls: readonly string[];
  readonly pageOf: readonly (readonly [url: number, page: number])[];
  readonly linksOf: readonly (readonly [page: number, links: Uint32Array])[];
}

/**
 * The links of a web that this or another process has read before: graphs from other seeds have most of their pages in
 * common.
 */
export class LinkMemory {
  private readonly pages = new Map<string, LinkedPage | null>();
  private isNew = false;

  /** @param isRecorded other links are omitted, because they lead nowhere */
  constructor(
    private readonly readAnew: (url: string) => Promise<LinkedPage | null>,
    private readonly isRecorded: (url: string) => boolean,
    private readonly store: WebStore,
  ) {
    const saved = store.recall<Saved>('links');
    if (saved) this.load(saved);
  }

  async read(url: string): Promise<LinkedPage | null> {
    if (!this.isRecorded(url)) return null;
    const known = this.pages.get(url);
    if (known !== undefined) return known;
    const page = await this.readAnew(url);
    const kept = page && { finalUrl: page.finalUrl, links: page.links.filter((link) => this.isRecorded(link)) };
    this.pages.set(url, kept);
    this.isNew = true;
    return kept;
  }

  /** Writes new data. */
  save(): void {
    if (!this.isNew) return;
    const numbers = new Map<string, number>();
    const numberOf = (url: string): number => {
      const number = numbers.get(url) ?? numbers.size;
      numbers.set(url, number);
      return number;
    };
    const linksOf = new Map<number, Uint32Array>();
    const pageOf = Array.from(this.pages, ([url, page]) => {
      const number = page === null ? -1 : numberOf(page.finalUrl);
      if (page !== null && !linksOf.has(number)) linksOf.set(number, Uint32Array.from(page.links, numberOf));
      return [numberOf(url), number] as const;
    });
    const saved: Saved = { urls: [...numbers.keys()], pageOf, linksOf: [...linksOf] };
    this.store.keep(saved, 'links');
    this.isNew = false;
  }

  private load({ urls, pageOf, linksOf }: Saved): void {
    const links = new Map(linksOf.map(([page, targets]) => [page, Array.from(targets, (target) => urls[target])]));
    for (const [url, page] of pageOf)
      this.pages.set(urls[url], page < 0 ? null : { finalUrl: urls[page], links: links.get(page) ?? [] });
  }
}
