import { foldSpace } from '../text/fold-space.js';
import { canonicalUrl } from '../url/canonical-url.js';
import type { LinkPlace, PageLink, ParseLimits } from './parsed-page.js';
import { cutEnd, wordsAfter, wordsBefore } from './text-flow.js';

/** Link elements looked at, per distinct target allowed: pages link most targets once or twice, calendars and forums some ten times. */
const OCCURRENCES_PER_LINK = 10;
/** Resolved at once, within some milliseconds. */
const OCCURRENCES_PER_PIECE = 1_000;

/** References that lead to no other page: to a place on this one, to a script, a mailbox, inline data. */
const NO_PAGE = /^\s*(?:#|(?!https?:)[a-z][a-z0-9+.-]*:|$)/i;

/** What the reader knows of a link while it stands at it. */
export interface LinkSetting {
  /** Offset of the link in the text flow. */
  readonly at: number;
  readonly heading: string;
  readonly place: LinkPlace;
  readonly tagPath: string;
  readonly nofollow: boolean;
  /** What to call the link when it shows neither text nor image text. */
  readonly label: string;
}

interface Occurrence extends LinkSetting {
  readonly href: string;
  anchor: string;
  /** Offset just behind the anchor. */
  end: number;
}

/** Gathers a page's link elements in document order; `resolve` makes links of them once the base URL and the text around them are known. */
export class LinkCollector {
  truncated = false;
  private readonly occurrences: Occurrence[] = [];
  private current: Occurrence | null = null;
  private shown = '';
  private alternative = '';

  constructor(private readonly limits: ParseLimits) {}

  /** True between an anchor's tags. */
  get isOpen(): boolean {
    return this.current !== null;
  }

  /** Begins an anchor; one still open ends here. */
  open(href: string, setting: LinkSetting): void {
    this.close(setting.at);
    this.current = this.add(href, setting);
    this.shown = '';
    this.alternative = '';
  }

  text(piece: string): void {
    if (this.current !== null && this.shown.length <= this.limits.maxAnchorChars) this.shown += piece;
  }

  image(alt: string): void {
    if (this.current !== null && this.alternative.length <= this.limits.maxAnchorChars) this.alternative += ` ${alt}`;
  }

  close(at: number): void {
    if (this.current === null) return;
    const anchor = foldSpace(this.shown) || foldSpace(this.alternative) || this.current.label;
    this.current.anchor = cutEnd(anchor, this.limits.maxAnchorChars).trimEnd();
    this.current.end = at;
    this.current = null;
  }

  /** A link without content: `area`, `frame`, `link`, a refresh. */
  add(href: string, setting: LinkSetting): Occurrence | null {
    if (NO_PAGE.test(href)) return null;
    if (this.occurrences.length >= this.limits.maxLinks * OCCURRENCES_PER_LINK) {
      this.truncated = true;
      return null;
    }
    const { at, heading, place, tagPath, nofollow } = setting;
    const label = setting.label === '' ? '' : cutEnd(foldSpace(setting.label), this.limits.maxAnchorChars).trimEnd();
    const occurrence: Occurrence = { href, at, end: at, heading, place, tagPath, nofollow, label, anchor: label };
    this.occurrences.push(occurrence);
    return occurrence;
  }

  /**
   * One link per target, in document order: the first occurrence with an anchor, or the first when none has one. A target is nofollow when every
   * occurrence is. Links to the page itself are left out. Done in pieces, since a page may have tens of thousands.
   *
   * @param text the whole text flow
   */
  *resolve(pageUrl: string, baseUrl: string, text: string): Generator<void, PageLink[]> {
    const self = canonicalUrl(pageUrl);
    const chosen = new Map<string, { occurrence: Occurrence; order: number; nofollow: boolean }>();
    let inOrder = true;
    for (let order = 0; order < this.occurrences.length; order++) {
      if (order % OCCURRENCES_PER_PIECE === OCCURRENCES_PER_PIECE - 1) yield;
      const occurrence = this.occurrences[order];
      const url = canonicalUrl(occurrence.href, baseUrl);
      if (url === null || url === self) continue;
      const known = chosen.get(url);
      if (known === undefined) {
        if (chosen.size < this.limits.maxLinks) chosen.set(url, { occurrence, order, nofollow: occurrence.nofollow });
        else this.truncated = true;
        continue;
      }
      known.nofollow &&= occurrence.nofollow;
      if (known.occurrence.anchor !== '' || occurrence.anchor === '') continue;
      known.occurrence = occurrence;
      known.order = order;
      inOrder = false;
    }
    const entries = [...chosen];
    if (!inOrder) entries.sort(([, a], [, b]) => a.order - b.order);
    const { maxContextChars } = this.limits;
    return entries.map(([url, { occurrence, nofollow }], position) => ({
      url,
      anchor: occurrence.anchor,
      before: wordsBefore(text, occurrence.at, maxContextChars),
      after: wordsAfter(text, occurrence.end, maxContextChars),
      heading: occurrence.heading,
      place: occurrence.place,
      tagPath: occurrence.tagPath,
      nofollow,
      position,
    }));
  }
}
