import { foldSpace } from '../text/fold-space.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { withEncodedQuery } from '../url/query-encoding.js';
import { sentUrl } from '../url/sent-url.js';
import type { LinkPlace, PageLink, ParseLimits } from './parsed-page.js';
import { cutEnd, wordsAfter, wordsBefore } from './text-flow.js';

/**
 * Most link elements read per distinct target allowed: pages link most targets once or twice, calendars and forums some
 * ten times.
 */
const OCCURRENCES_PER_LINK = 10;
/** Occurrences resolved per step, within some milliseconds. */
const OCCURRENCES_PER_PIECE = 1_000;

/** Most bases that one link is resolved by. Documents in frames are read three deep. */
const MAX_BASES = 3;

/** References that lead to no other page: fragments, scripts, mailboxes, inline data. */
const NO_PAGE = /^\s*(?:#|(?!https?:)[a-z][a-z0-9+.-]*:|$)/i;

/** A script that does nothing but load another page, in `onclick` or behind `javascript:`. */
const LOADS =
  /^\s*(?:javascript:\s*)?(?:return\s+)?(?:void\s*\(?\s*)?(?:(?:window|document|self|top|parent)\s*\.\s*)*(?:location(?:\s*\.\s*href)?\s*=|location\s*\.\s*(?:assign|replace)\s*\(|open\s*\()\s*(['"])([^'"<>\s]+)\1\s*(?:$|[;,)])/i;

/** The page that such a script loads; null for other scripts. */
const loadedBy = (script: string | null): string | null => (script === null ? null : (LOADS.exec(script)?.[2] ?? null));

/** The reference of a link; if it leads to no other page, that of a script that loads one. Null if there is none. */
export const referenceOf = (href: string | null, onclick: string | null): string | null =>
  href !== null && !NO_PAGE.test(href) ? href : (loadedBy(href) ?? loadedBy(onclick) ?? href);

/** A link element, with the facts known at its position and those added later. */
export interface Occurrence {
  href: string;
  /**
   * Bases of the frames' documents around it, each relative to the one before; null if the page's counts not either.
   */
  bases: readonly string[] | null;
  /** Offset of the link in the text flow. */
  readonly at: number;
  /** Offset just after the anchor. */
  end: number;
  readonly heading: string;
  readonly place: LinkPlace;
  readonly tagPath: string;
  nofollow: boolean;
  /** The link's own name, for one without text or image text. */
  label: string;
  anchor: string;
  /** Index among the occurrences. */
  order: number;
}

const baseOf = ({ bases }: Occurrence, pageUrl: string, baseUrl: string): string =>
  bases === null ? pageUrl : bases.reduce((outer, inner) => sentUrl(inner, outer) ?? outer, baseUrl);

/**
 * Collects a page's link elements in document order; `resolve` turns them into links once the base URL and the
 * surrounding text are known.
 */
export class LinkCollector {
  truncated = false;
  private readonly occurrences: Occurrence[] = [];
  private current: Occurrence | null = null;
  /** Bases of the frames' documents around the current position; '' for those without one. */
  private readonly frames: string[] = [];
  private bases: readonly string[] = [];
  private shown = '';
  private alternative = '';
  private titles = '';

  constructor(private readonly limits: ParseLimits) {}

  /** True between an anchor's tags. */
  get isOpen(): boolean {
    return this.current !== null;
  }

  /** Begins an anchor; an open one ends here. */
  open(href: string, occurrence: Occurrence): void {
    this.close(occurrence.at);
    this.current = this.add(href, occurrence) ? occurrence : null;
    this.shown = '';
    this.alternative = '';
    this.titles = '';
  }

  /** Begins a document in a frame. @param base '' if it has none */
  enterFrame(base: string): void {
    this.frames.push(base);
    this.bases = this.frames.filter((one) => one !== '').slice(0, MAX_BASES);
  }

  leaveFrame(): void {
    this.frames.pop();
    this.bases = this.frames.filter((one) => one !== '').slice(0, MAX_BASES);
  }

  text(piece: string): void {
    if (this.current !== null && this.shown.length <= this.limits.maxAnchorChars) this.shown += piece;
  }

  image(alt: string): void {
    if (this.current !== null && this.alternative.length <= this.limits.maxAnchorChars) this.alternative += ` ${alt}`;
  }

  /** Takes the label of an element in the open anchor, which has none itself. */
  label(label: string): void {
    if (this.current?.label === '') this.current.label = foldSpace(label);
  }

  /** Adds to the titles of the pictures in the open anchor. */
  title(piece: string): void {
    if (this.current !== null && this.titles.length <= this.limits.maxAnchorChars) this.titles += piece;
  }

  close(at: number): void {
    if (this.current === null) return;
    const anchor = foldSpace(this.shown) || foldSpace(this.alternative) || this.current.label || foldSpace(this.titles);
    this.current.anchor = cutEnd(anchor, this.limits.maxAnchorChars).trimEnd();
    this.current.end = at;
    this.current = null;
  }

  /**
   * Adds a link without content: `area`, `frame`, `link`, a refresh.
   *
   * @param bases as of an `Occurrence`
   * @returns whether it is kept
   */
  add(href: string, occurrence: Occurrence, bases: Occurrence['bases'] = this.bases): boolean {
    if (NO_PAGE.test(href)) return false;
    if (this.occurrences.length >= this.limits.maxLinks * OCCURRENCES_PER_LINK) {
      this.truncated = true;
      return false;
    }
    occurrence.href = href;
    occurrence.bases = bases;
    if (occurrence.label !== '')
      occurrence.label = cutEnd(foldSpace(occurrence.label), this.limits.maxAnchorChars).trimEnd();
    occurrence.anchor = occurrence.label;
    this.occurrences.push(occurrence);
    return true;
  }

  /**
   * One link per target, in document order: the first occurrence with an anchor, or the first if none has one. A target
   * is nofollow if every occurrence is. Links to the page itself are omitted. Runs in steps, because a page may have
   * tens of thousands.
   *
   * @param text the whole text flow
   * @param charset encoding of the page
   */
  *resolve(pageUrl: string, baseUrl: string, text: string, charset: string): Generator<void, PageLink[]> {
    const self = canonicalUrl(pageUrl);
    const places = new Map<string, number>();
    const urls: string[] = [];
    const chosen: Occurrence[] = [];
    let inOrder = true;
    for (let order = 0; order < this.occurrences.length; order++) {
      if (order % OCCURRENCES_PER_PIECE === OCCURRENCES_PER_PIECE - 1) yield;
      const occurrence = this.occurrences[order];
      const base = baseOf(occurrence, pageUrl, baseUrl);
      const url = canonicalUrl(withEncodedQuery(occurrence.href, charset), base);
      if (url === null || url === self) continue;
      occurrence.order = order;
      const place = places.get(url);
      if (place === undefined) {
        if (urls.length >= this.limits.maxLinks) {
          this.truncated = true;
          continue;
        }
        places.set(url, urls.length);
        urls.push(url);
        chosen.push(occurrence);
        continue;
      }
      const known = chosen[place];
      const nofollow = known.nofollow && occurrence.nofollow;
      known.nofollow = nofollow;
      if (known.anchor !== '' || occurrence.anchor === '') continue;
      occurrence.nofollow = nofollow;
      chosen[place] = occurrence;
      inOrder = false;
    }
    const order = inOrder ? null : [...chosen.keys()].sort((a, b) => chosen[a].order - chosen[b].order);
    const { maxContextChars } = this.limits;
    const links: PageLink[] = [];
    for (let position = 0; position < urls.length; position++) {
      const place = order === null ? position : order[position];
      const { at, end, anchor, heading, place: where, tagPath, nofollow } = chosen[place];
      links.push({
        url: urls[place],
        anchor,
        before: wordsBefore(text, at, maxContextChars),
        after: wordsAfter(text, end, maxContextChars),
        heading,
        place: where,
        tagPath,
        nofollow,
        position,
      });
    }
    return links;
  }
}
