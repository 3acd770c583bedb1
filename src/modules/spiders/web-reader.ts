import {
  type Lexicon,
  newLexicons,
  type SpiderPage,
  type SpiderSettings,
  toSpiderPage,
} from '../../domain/spiders/index.js';
import type { CrawledPage } from './crawled-webs.repository.js';

/** Words of a field that are told apart while training; the rare ones among them are left out in the end. */
const MAX_WORDS = 500_000;
/** Links of one page that are read: what comes after them is a list of everything. */
const MAX_LINKS = 500;

/**
 * Gathers the pages of several crawls as one web. URLs of different crawls have different numbers, so that no link leads from one crawl into another, even
 * where both know the page: each stands for what its model judged.
 */
export class WebReader {
  readonly lexicons: readonly Lexicon[];
  readonly pages: SpiderPage[] = [];
  /** The place of the page of a URL, of all crawls. */
  private readonly places = new Map<number, number>();
  private offset = 0;
  private highest = -1;

  constructor(private readonly settings: SpiderSettings) {
    this.lexicons = newLexicons(settings.text, MAX_WORDS);
  }

  /** The pages that follow are of another crawl. */
  beginCrawl(): void {
    this.offset = this.highest + 1;
  }

  add(page: CrawledPage): void {
    const place = this.pages.length;
    for (const urlNo of [page.urlNo, page.finalUrlNo]) this.places.set(this.number(urlNo), place);
    const links = page.links.slice(0, MAX_LINKS).map((link) => ({ ...link, urlNo: this.number(link.urlNo) }));
    this.pages.push(toSpiderPage(page.relevant, page, links, [], this.settings, this.lexicons));
  }

  readonly pageOf = (urlNo: number): number => this.places.get(urlNo) ?? -1;

  private number(urlNo: number): number {
    const number = this.offset + urlNo;
    this.highest = Math.max(this.highest, number);
    return number;
  }
}
