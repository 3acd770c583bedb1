import type { LinkPlace } from './parsed-page.js';
import { SECTIONING } from './places.js';
import { BLOCK, HEADING, ITEM, TABLE_SCOPE, TAG_COUNT, tagInfo, type TagInfo } from './tags.js';

/** Open elements that are told apart; deeper ones are read as if they were not there. Blink's own limit. */
export const MAX_DEPTH = 512;

const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']);

/** Elements that a start tag ends without an end tag, and how far up they are looked for (HTML standard 13.2.6.4). */
interface ImpliedEnd {
  readonly ends: readonly TagInfo[];
  readonly until: ReadonlySet<string>;
}
const impliedEnd = (ends: string, until: string): ImpliedEnd => ({
  ends: ends.split(' ').map(tagInfo),
  until: new Set(until.split(' ')),
});
const PARAGRAPH_END = impliedEnd('p', 'td th table caption template');
const SECTION_END = impliedEnd('thead tbody tfoot tr td th caption', 'table template');
const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', impliedEnd('li', 'ul ol menu dir table td th template')],
  ['dt', impliedEnd('dt dd', 'dl table td th template')],
  ['dd', impliedEnd('dt dd', 'dl table td th template')],
  ['td', impliedEnd('td th caption', 'tr table template')],
  ['th', impliedEnd('td th caption', 'tr table template')],
  ['tr', impliedEnd('tr td th caption', 'table template')],
  ['tbody', SECTION_END],
  ['thead', SECTION_END],
  ['tfoot', SECTION_END],
]);

/**
 * What becomes of text inside an element: `shown`; `hidden` now, but a script may show it, so that links in it keep their anchors; `silent`, no text
 * at all.
 */
export type TextKind = 'shown' | 'hidden' | 'silent';

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

  /** Ends what the start tag implies the end of. */
  endImplied(tag: TagInfo, closesParagraph: boolean): void {
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
    const staysInCell = !TABLE_PARTS.has(tag.name);
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = this.stack[i].tag;
      if (open.name === tag.name) {
        this.popTo(i);
        return true;
      }
      if (staysInCell && (open.flags & TABLE_SCOPE) !== 0) return false;
    }
    return false;
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
      if ((flags & TABLE_SCOPE) !== 0) return false;
    }
    return false;
  }

  private endNearest({ ends, until }: ImpliedEnd): void {
    if (!ends.some((tag) => this.holds(tag))) return;
    let lowest = -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const { tag } = this.stack[i];
      if (until.has(tag.name)) break;
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
