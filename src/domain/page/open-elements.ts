import { type Box, USUAL_BOX } from './boxes.js';
import type { TextKind, Unseen } from './hiding.js';
import type { LinkPlace } from './parsed-page.js';
import { SECTIONING } from './places.js';
import {
  BLOCK,
  CLOSES_PARAGRAPH,
  HEADING,
  ITEM,
  NO_TAG,
  SCOPE,
  SHOWS_FIRST,
  TABLE_SCOPE,
  TAG_COUNT,
  tagInfo,
  type TagInfo,
  TRACKED,
  WALL,
} from './tags.js';

/** Deepest tracked nesting; deeper elements are ignored. Blink's own limit. */
const MAX_DEPTH = 512;

const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']);

const [SVG, MATH, FOREIGN_OBJECT, SELECT] = ['svg', 'math', 'foreignobject', 'select'].map(tagInfo);
const PREFORMATTED = ['pre', 'xmp', 'listing', 'plaintext'].map(tagInfo);
/** HTML elements that imply a missing end tag inside SVG and MathML (HTML standard 13.2.6.5). */
export const BREAKS_OUT: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong ' +
    'strike sub sup table tt u ul var'
  ).split(' '),
);

/** Elements that a start tag ends implicitly, and the boundaries of the search for them (HTML standard 13.2.6.4). */
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

export interface OpenElement {
  readonly tag: TagInfo;
  readonly textKind: TextKind;
  readonly box: Box;
  /** Offset of its text. */
  readonly from: number;
  /** The element's own place, not its content's. */
  readonly outerPlace: LinkPlace;
  readonly outerNamedFrom: number;
  readonly outerInvisible: boolean;
  readonly outerUnseen: Unseen | null;
}

/**
 * The stack of a page's open elements, limited to those that change the meaning of text and links.
 *
 * A tree builder's full stack costs quadratic time on hostile nesting. Here every tag costs at most `MAX_DEPTH` steps,
 * and end tags that close nothing cost one.
 */
export class OpenElements {
  /** True once an element was nested too deeply. */
  tooDeep = false;
  place: LinkPlace = 'main';
  /** Start of the element whose place follows only from its class or id; 0 if there is none. */
  namedFrom = 0;
  /** Number of open elements around the current position, by effect. */
  silent = 0;
  sectioning = 0;
  /** Whether the elements here have boxes of their own: a container of flex or grid items is the innermost one. */
  inRow = false;
  /** Whether the innermost element shows its first child alone, and whether a child of it has ended. */
  private showsFirst = false;
  private hasChild = false;

  private readonly stack: OpenElement[] = [];
  /** Number of open elements by tag: by number if it has one, otherwise by name. */
  private readonly counts = new Array<number>(TAG_COUNT).fill(0);
  private readonly otherCounts = new Map<string, number>();
  private overflow = 0;
  private hidden = 0;
  private isInvisible = false;
  /** The kind by which text at the current position is hidden. */
  unseen: Unseen | null = null;

  /** @param onEnd called for each ending element, while its place is still current */
  constructor(private readonly onEnd: (element: OpenElement) => void) {}

  /** Whether an open element hides text at the current position. */
  get isHidden(): boolean {
    return this.hidden > 0 || this.isInvisible || this.unseen !== null;
  }

  /** Whether an element that begins here is not shown, because its parent shows its first child alone. */
  get isBehindFirst(): boolean {
    return this.showsFirst && this.hasChild && this.holds(MATH);
  }

  /** Whether white space counts at the current position. */
  get keepsSpace(): boolean {
    return PREFORMATTED.some((tag) => this.holds(tag));
  }

  /** Whether an element is the outermost of those that hide the current position. */
  isOutermostHidden({ textKind, outerInvisible }: OpenElement): boolean {
    if (outerInvisible) return false;
    return textKind === 'hidden' ? this.hidden === 1 : textKind === 'invisible' && this.hidden === 0;
  }

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

  /** Ends the elements that a start tag ends implicitly. False if the tag does nothing else. */
  begin(tag: TagInfo): boolean {
    const { flags, name } = tag;
    if (this.holds(SVG) && !this.holds(FOREIGN_OBJECT)) {
      if (!BREAKS_OUT.has(name)) return true;
      this.closeOutermost(SVG);
    }
    if (this.holds(MATH) && BREAKS_OUT.has(name)) this.closeOutermost(MATH);
    if (this.holds(SELECT) && (name === 'select' || name === 'input')) {
      this.closeOutermost(SELECT);
      if (name === 'select') return false;
    }
    if ((flags & (BLOCK | ITEM)) !== 0) this.endImplied(tag, (flags & CLOSES_PARAGRAPH) !== 0);
    return true;
  }

  /**
   * Whether to track an element. Inline elements are tracked only if they have an unusual box, while one of their name
   * is tracked, to find its end tag, if they may show unseen text, or if their parent shows its first child alone.
   *
   * @param mayShow whether its text may be seen within the unseen one
   */
  keeps(tag: TagInfo, textKind: TextKind, box: Box, mayShow: boolean): boolean {
    if (box !== USUAL_BOX) return true;
    if ((tag.flags & (BLOCK | ITEM | SCOPE | WALL | TRACKED)) !== 0 || textKind !== 'shown' || this.holds(tag))
      return true;
    return this.showsFirst || (this.unseen !== null && mayShow);
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

  /**
   * @param place of its content, as is the start of the element that names it
   * @returns false if it is too deep to be tracked
   */
  push(
    { tag, textKind, box, from }: Pick<OpenElement, 'tag' | 'textKind' | 'box' | 'from'>,
    place: LinkPlace,
    namedFrom: number,
    mayShow: boolean,
  ): boolean {
    if (this.stack.length >= MAX_DEPTH) {
      this.tooDeep = true;
      this.overflow++;
      return false;
    }
    const { isInvisible, unseen } = this;
    this.stack.push({
      tag,
      textKind,
      box,
      from,
      outerPlace: this.place,
      outerNamedFrom: this.namedFrom,
      outerInvisible: isInvisible,
      outerUnseen: unseen,
    });
    if (textKind === 'tiny' || textKind === 'clear') this.unseen = textKind;
    else if (mayShow) this.unseen = null;
    this.isInvisible = textKind === 'invisible' || (isInvisible && textKind !== 'visible');
    this.setCount(tag, this.countOf(tag) + 1);
    this.place = place;
    this.namedFrom = namedFrom;
    this.inRow = box.isRow;
    this.showsFirst = (tag.flags & SHOWS_FIRST) !== 0;
    this.hasChild = false;
    if (textKind === 'hidden' || textKind === 'faded') this.hidden++;
    else if (textKind === 'silent') this.silent++;
    if (SECTIONING.has(tag.name)) this.sectioning++;
    return true;
  }

  /** Processes an end tag. False if it closes nothing. */
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

  /** The element around the innermost one. */
  get parent(): TagInfo {
    return this.stack.at(-2)?.tag ?? NO_TAG;
  }

  /** Number of open elements of this tag. */
  count(tag: TagInfo): number {
    return this.countOf(tag);
  }

  /** Ends the outermost open element with this name and all inside it. */
  closeOutermost(tag: TagInfo): void {
    if (!this.holds(tag)) return;
    this.popTo(this.stack.findIndex((element) => element.tag.name === tag.name));
  }

  closeAll(): void {
    this.popTo(0);
  }

  /** The end tag of any heading ends the open one. */
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
    const outer = this.stack.at(-1);
    this.inRow = outer !== undefined && outer.box.isRow;
    this.showsFirst = outer !== undefined && (outer.tag.flags & SHOWS_FIRST) !== 0;
    this.hasChild = true;
    this.place = element.outerPlace;
    this.namedFrom = element.outerNamedFrom;
    this.isInvisible = element.outerInvisible;
    this.unseen = element.outerUnseen;
    const { tag, textKind } = element;
    if (textKind === 'hidden' || textKind === 'faded') this.hidden--;
    else if (textKind === 'silent') this.silent--;
    this.setCount(tag, this.countOf(tag) - 1);
    if (SECTIONING.has(tag.name)) this.sectioning--;
  }
}
