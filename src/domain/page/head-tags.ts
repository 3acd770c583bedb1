import * as attribute from './attributes.js';
import type { LinkTags } from './link-tags.js';
import type { OpenElements } from './open-elements.js';
import { foldedWithin, isFeed, MAX_TITLE_CHARS, noteCanonical, noteMeta, type PageFindings } from './page-findings.js';
import { tagInfo } from './tags.js';

/** Most feed elements read; the same feed is often declared twice. */
const MAX_FEED_ELEMENTS = 50;
const VERSION = [attribute.LANG, attribute.HREFLANG, attribute.MEDIA, attribute.TYPE];
const [SVG, MATH] = ['svg', 'math'].map(tagInfo);

/** Takes facts about the page from elements of its head, wherever they stand. */
export class HeadTags {
  /** The text of the open title; null outside of it. */
  private title: string | null = null;

  /** @param values attributes of the current tag */
  constructor(
    private readonly values: readonly (string | null)[],
    private readonly open: OpenElements,
    private readonly findings: PageFindings,
    private readonly links: LinkTags,
  ) {}

  get inTitle(): boolean {
    return this.title !== null;
  }

  /** Reads the start tag of an element with this name. @returns false if it is none of these elements */
  read(name: string): boolean {
    const { values, findings } = this;
    switch (name) {
      case 'title':
        if (findings.title === '' && !this.isElsewhere()) this.title = '';
        return true;
      case 'base':
        if (!this.isElsewhere()) findings.baseHref ??= values[attribute.HREF];
        return true;
      case 'html':
      case 'body':
        if (findings.language === '') findings.language = attribute.declaredLanguage(values[attribute.LANG] ?? '');
        return true;
      case 'link':
        this.link();
        return true;
      case 'meta':
        this.meta(values[attribute.CONTENT] ?? '');
        return true;
      default:
        return false;
    }
  }

  /** Whether browsers that run scripts see no element of the page here. */
  private isElsewhere(): boolean {
    return this.open.holds(SVG) || this.open.holds(MATH) || this.open.has('noscript');
  }

  titleText(raw: string): void {
    if (this.title !== null && this.title.length < MAX_TITLE_CHARS) this.title += raw;
  }

  endTitle(): void {
    if (this.title === null) return;
    this.findings.title = foldedWithin(this.title, MAX_TITLE_CHARS);
    this.title = null;
  }

  private link(): void {
    const { values, findings } = this;
    const [href, rel] = [values[attribute.HREF], values[attribute.REL]];
    if (attribute.hasToken(rel, 'next')) this.links.add(attribute.HREF, values[attribute.TITLE], 'navigation');
    else if (attribute.hasToken(rel, 'canonical')) {
      const version = VERSION.map((one) => values[one]);
      if (!this.isElsewhere()) noteCanonical(findings.canonicalHrefs, href ?? '', version);
    } else if (attribute.hasToken(rel, 'alternate')) this.feed(href);
  }

  private feed(href: string | null): void {
    const { findings, values } = this;
    const { feedHrefs } = findings;
    if (
      href !== null &&
      isFeed(values[attribute.TYPE] ?? '', values[attribute.TITLE] ?? '') &&
      feedHrefs.length < MAX_FEED_ELEMENTS
    )
      feedHrefs.push(href);
  }

  private meta(content: string): void {
    const equivalent = this.values[attribute.HTTP_EQUIV]?.toLowerCase();
    if (equivalent !== 'refresh')
      noteMeta(this.findings, (equivalent ?? this.values[attribute.NAME] ?? '').trim().toLowerCase(), content);
    else if (!this.isElsewhere()) this.links.refresh(content);
  }
}
