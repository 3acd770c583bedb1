import { type Lexicon, newLexicons } from './lexicon.js';
import type { PageWords } from './link-words.js';
import type { Spider, SpiderSettings } from './spider.js';
import { type NumberedLink, type SpiderPage, toSpiderPage, trainSpider, withoutRareWords } from './training.js';

/** Words of a field that are told apart while training; the rare ones among them are left out in the end. */
const MAX_WORDS = 500_000;
/** Links of one page that are read: what comes after them is a list of everything. */
const MAX_LINKS = 500;

/** A page whose worth is known, with its links. URLs have their numbers within its web. */
export interface TrainingPage extends PageWords {
  /** All URLs that lead to the page: that before redirects, and its own. */
  readonly urlNos: readonly number[];
  readonly relevant: boolean;
  readonly links: readonly NumberedLink[];
}

/**
 * What a spider is trained on: the pages of several crawls or recorded webs as one web. URLs of different ones have different numbers, so that no link leads
 * from one into another, even where both know the page: each stands for what was said of it there.
 */
export class TrainingWeb {
  private readonly lexicons: readonly Lexicon[];
  private readonly pages: SpiderPage[] = [];
  /** The place of the page of a URL, of all webs. */
  private readonly places = new Map<number, number>();
  private offset = 0;
  private highest = -1;

  /** @param maxLinks links that are read of one page */
  constructor(
    private readonly settings: SpiderSettings,
    private readonly maxLinks = MAX_LINKS,
  ) {
    this.lexicons = newLexicons(settings.text, MAX_WORDS);
  }

  get size(): number {
    return this.pages.length;
  }

  /** The pages that follow are of another web. */
  beginWeb(): void {
    this.offset = this.highest + 1;
  }

  add(page: TrainingPage): void {
    const place = this.pages.length;
    for (const urlNo of page.urlNos) this.places.set(this.number(urlNo), place);
    const links = page.links.slice(0, this.maxLinks).map((link) => ({ ...link, urlNo: this.number(link.urlNo) }));
    this.pages.push(toSpiderPage(page.relevant, page, links, [], this.settings, this.lexicons));
  }

  /** Trains a spider on all links between these pages, in pieces, and leaves its rare words out. */
  *train(): Generator<void, Spider> {
    const pageOf = (urlNo: number): number => this.places.get(urlNo) ?? -1;
    return withoutRareWords(yield* trainSpider(this.pages, pageOf, this.settings, this.lexicons));
  }

  private number(urlNo: number): number {
    const number = this.offset + urlNo;
    this.highest = Math.max(this.highest, number);
    return number;
  }
}
