import type { LinkPlace } from './parsed-page.js';
import { SECTIONING } from './places.js';
import {
  BLOCK,
  CLOSES_PARAGRAPH,
  HEADING,
  ITEM,
  SCOPE,
  TABLE_SCOPE,
  TAG_COUNT,
  tagInfo,
  type TagInfo,
  WALL,
} from './tags.js';

/** Open elements that are told apart; deeper ones are read as if they were not there. Blink's own limit. */
export const MAX_DEPTH = 512;

const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']);

const [SVG, FOREIGN_OBJECT, SELECT] = [tagInfo('svg'), tagInfo('foreignobject'), tagInfo('select')];
/** Elements of HTML that, inside of SVG, say that its end tag was forgotten (HTML standard 13.2.6.5). */
export const BREAKS_OUT: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong ' +
    'strike sub sup table tt u ul var'
  ).split(' '),
);

/** Elements that a start tag ends without an end tag, and how far up they are looked for (HTML standard 13.2.6.4). */
interface ImpliedEnd {
  readonly ends: readonly TagInfo[];
  readonly until: ReadonlySet<string>;
}
const impliedEnd = (ends: string, until: string): ImpliedEnd => ({
  ends: ends.split(' ').map(tagInfo),
  until: new Set(until.split(' ')),
});
const PARAGRAPH_END = impliedEnd('p', 'td th table caption');
const SECTION_END = impliedEnd('thead tbody tfoot tr td th caption', 'table');
const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', impliedEnd('li', 'ul ol menu dir table td th')],
  ['dt', impliedEnd('dt dd', 'dl table td th')],
  ['dd', impliedEnd('dt dd', 'dl table td th')],
  ['td', impliedEnd('td th caption', 'tr table')],
  ['th', impliedEnd('td th caption', 'tr table')],
  ['tr', impliedEnd('tr td th caption', 'table')],
  ['tbody', SECTION_END],
  ['thead', SECTION_END],
  ['tfoot', SECTION_END],
]);

/**
 * What becomes of text inside an element: `shown`; `hidden` now, but a script may show it, so that links in it keep their anchors; `silent`, no text
 * at all.
 */
export type TextKind = 'shown' | 'hidden' | 'silent';

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Shown by a search in the page, and so a part of it (HTML standard 6.1). */
const UNTIL_FOUND = /^until-found$/i;

/** Whether an element's own attributes keep its text from being seen. */
export const isHiding = (hidden: string | null, style: string | null): boolean =>
  (hidden !== null && !UNTIL_FOUND.test(hidden)) || (style !== null && HIDING_STYLE.test(style));

export interface OpenElement {
  readonly tag: TagInfo;
  readonly textKind: TextKind;
  /** Where it stands, not where its content does. */
  readonly outerPlace: LinkPlace;
  readonly outerNamedFrom: number;
}

/**
 * The stack of open elements of a page, only those that change what its text and links mean.
 *
 * A tree builder's stack of everything costs quadratic time on hostile nesting. Here every tag costs at most `MAX_DEPTH` steps, and end tags that
 * close nothing cost one.
 */
export class OpenElements {
  /** True once something was nested too deep. */
  tooDeep = false;
  place: LinkPlace = 'main';
  /** Where in the HTML the element begins whose class or id alone says so; 0 when none does. */
  namedFrom = 0;
  /** Open elements around the present place, by what they do. */
  hidden = 0;
  silent = 0;
  sectioning = 0;

  private readonly stack: OpenElement[] = [];
  /** How many of each element are open: of those with a number, and of others by name. */
  private readonly counts = new Array<number>(TAG_COUNT).fill(0);
  private readonly otherCounts = new Map<string, number>();
  private overflow = 0;

  /** @param onEnd told of each element that ends, while its place still holds */
  constructor(private readonly onEnd: (element: OpenElement) => void) {}

  has(name: string): boolean {
    return this.holds(tagInfo(name));
  }

  holds(tag: TagInfo): boolean {
    return this.countOf(tag) > 0;
  }

  private countOf({ no, name }: TagInfo): number {
    return no === -1 ? (this.otherCounts.get(name) ?? 0) : this.counts[no];
  }

  private setCount({ no, name }: TagInfo, count: number): void {
    if (no === -1) this.otherCounts.set(name, count);
    else this.counts[no] = count;
  }

  /** Ends what a start tag implies the end of. False when it is nothing but an end. */
  begin(tag: TagInfo): boolean {
    const { flags, name } = tag;
    if (this.holds(SVG) && !this.holds(FOREIGN_OBJECT) && BREAKS_OUT.has(name)) this.closeOutermost(SVG);
    if (this.holds(SELECT) && (name === 'select' || name === 'input')) {
      this.closeOutermost(SELECT);
      if (name === 'select') return false;
    }
    if ((flags & (BLOCK | ITEM)) !== 0) this.endImplied(tag, (flags & CLOSES_PARAGRAPH) !== 0);
    return true;
  }

  /** Whether an element is to be kept. Inline ones are only while one of their name hides its text, to know which end tag is its own. */
  keeps(tag: TagInfo, textKind: TextKind): boolean {
    return (tag.flags & (BLOCK | ITEM | SCOPE | WALL)) !== 0 || textKind !== 'shown' || this.holds(tag);
  }

  private endImplied(tag: TagInfo, closesParagraph: boolean): void {
    if (closesParagraph) this.endNearest(PARAGRAPH_END);
    if (
      (tag.flags & HEADING) !== 0 &&
      this.stack.length > 0 &&
      (this.stack[this.stack.length - 1].tag.flags & HEADING) !== 0
    )
      this.pop();
    const rule = IMPLIED_ENDS.get(tag.name);
    if (rule !== undefined) this.endNearest(rule);
  }

  /** @returns false when it is too deep to be told apart */
  push(tag: TagInfo, textKind: TextKind, place: LinkPlace, namedFrom: number): boolean {
    if (this.stack.length >= MAX_DEPTH) {
      this.tooDeep = true;
      this.overflow++;
      return false;
    }
    this.stack.push({ tag, textKind, outerPlace: this.place, outerNamedFrom: this.namedFrom });
    this.setCount(tag, this.countOf(tag) + 1);
    this.place = place;
    this.namedFrom = namedFrom;
    if (textKind === 'hidden') this.hidden++;
    else if (textKind === 'silent') this.silent++;
    if (SECTIONING.has(tag.name)) this.sectioning++;
    return true;
  }

  /** Takes in an end tag. False when it closes nothing. */
  close(tag: TagInfo): boolean {
    if (this.overflow > 0 && ((tag.flags & (BLOCK | ITEM)) !== 0 || this.holds(tag))) {
      this.overflow--;
      return true;
    }
    if ((tag.flags & HEADING) !== 0) return this.closeHeading();
    if (!this.holds(tag)) return false;
    const within = TABLE_PARTS.has(tag.name) || (tag.flags & WALL) !== 0 ? WALL : WALL | SCOPE | TABLE_SCOPE;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = this.stack[i].tag;
      if (open.name === tag.name) {
        this.popTo(i);
        return true;
      }
      if ((open.flags & within) !== 0) return false;
    }
    return false;
  }

  /** How many are open. */
  count(tag: TagInfo): number {
    return this.countOf(tag);
  }

  /** Ends the outermost open element of that name and all inside it. */
  closeOutermost(tag: TagInfo): void {
    if (!this.holds(tag)) return;
    this.popTo(this.stack.findIndex((element) => element.tag.name === tag.name));
  }

  closeAll(): void {
    this.popTo(0);
  }

  /** Any heading's end tag ends whichever heading is open. */
  private closeHeading(): boolean {
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const { flags } = this.stack[i].tag;
      if ((flags & HEADING) !== 0) {
        this.popTo(i);
        return true;
      }
      if ((flags & (TABLE_SCOPE | SCOPE | WALL)) !== 0) return false;
    }
    return false;
  }

  private endNearest({ ends, until }: ImpliedEnd): void {
    if (!ends.some((tag) => this.holds(tag))) return;
    let lowest = -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const { tag } = this.stack[i];
      if ((tag.flags & WALL) !== 0 || until.has(tag.name)) break;
      if (ends.includes(tag)) lowest = i;
    }
    if (lowest !== -1) this.popTo(lowest);
  }

  private popTo(length: number): void {
    while (this.stack.length > length) this.pop();
  }

  private pop(): void {
    const element = this.stack[this.stack.length - 1];
    this.onEnd(element);
    this.stack.pop();
    this.place = element.outerPlace;
    this.namedFrom = element.outerNamedFrom;
    if (element.textKind === 'hidden') this.hidden--;
    else if (element.textKind === 'silent') this.silent--;
    const { tag } = element;
    this.setCount(tag, this.countOf(tag) - 1);
    if (SECTIONING.has(tag.name)) this.sectioning--;
  }
}
