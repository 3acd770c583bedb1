import { type Lexicon, newLexicons } from './lexicon.js';
import type { PageWords } from './link-words.js';
import type { Spider, SpiderSettings } from './spider.js';
import { type SpiderLink, type SpiderPage, toSpiderPage, trainSpider, withoutRareWords } from './training.js';

/** Most distinct words of a field during training; rare ones are dropped at the end. */
const MAX_WORDS = 500_000;
/** Most links read per page: further ones are lists of everything. */
const MAX_LINKS = 500;

/** A page of known worth, with its links. URLs have their numbers within its web. */
export interface TrainingPage extends PageWords {
  /** All URLs of the page: the one before redirects, and its own. */
  readonly urlNos: readonly number[];
  readonly relevant: boolean;
  readonly links: readonly SpiderLink[];
}

/**
 * The training data of a spider: the pages of several crawls or recorded webs as one web. URLs of different webs have
 * different numbers, so that no link leads from one into another, even if both have the page: each has its own
 * judgement of it.
 */
export class TrainingWeb {
  private readonly lexicons: readonly Lexicon[];
  private readonly pages: SpiderPage[] = [];
  /** The index of a URL's page, over all webs. */
  private readonly places = new Map<number, number>();
  private offset = 0;
  private highest = -1;

  /** @param maxLinks most links read per page */
  constructor(
    private readonly settings: SpiderSettings,
    private readonly maxLinks = MAX_LINKS,
  ) {
    this.lexicons = newLexicons(settings.text, MAX_WORDS);
  }

  get size(): number {
    return this.pages.length;
  }

  /** Begins another web: the following pages belong to it. */
  beginWeb(): void {
    this.offset = this.highest + 1;
  }

  add(page: TrainingPage): void {
    const place = this.pages.length;
    for (const urlNo of page.urlNos) this.places.set(this.number(urlNo), place);
    const links = page.links.slice(0, this.maxLinks).map((link) => ({ ...link, urlNo: this.number(link.urlNo) }));
    this.pages.push(toSpiderPage({ isTarget: page.relevant, page, links }, this.settings, this.lexicons));
  }

  /** Trains a spider on all links between these pages, in steps, and drops its rare words. */
  *train(): Generator<void, Spider> {
    const pageOf = (urlNo: number): number => this.places.get(urlNo) ?? -1;
    const { pages, settings, lexicons } = this;
    return withoutRareWords(yield* trainSpider({ pages, pageOf }, { settings, lexicons }));
  }

  private number(urlNo: number): number {
    const number = this.offset + urlNo;
    this.highest = Math.max(this.highest, number);
    return number;
  }
}
