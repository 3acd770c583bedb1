import { foldPiece } from '../text/fold-space.js';
import * as attribute from './attributes.js';
import { type Box, boxOf, endsWords } from './boxes.js';
import { Curtains } from './curtains.js';
import { HeadTags } from './head-tags.js';
import { HeadingOutline } from './heading-outline.js';
import { kindByAttributes, MATH_LETTERS, MATHML, mayShow, type TextKind } from './hiding.js';
import { nextInHeader } from './link-header.js';
import { InlineText } from './inline-text.js';
import { LinkCollector, type Occurrence } from './link-collector.js';
import { LinkTags } from './link-tags.js';
import { Markup, PIECE_CHARS } from './markup.js';
import type { MarkupEvents } from './markup-events.js';
import { type OpenElement, OpenElements } from './open-elements.js';
import type { LinkPlace, ParseLimits } from './parsed-page.js';
import { LanguageSpans } from './language-spans.js';
import { noFindings } from './page-findings.js';
import { namedFromWithin, type PlaceClues, placeWithin } from './places.js';
import {
  BLOCK,
  CONTAINER,
  FRAME_DOCUMENT,
  HEADING,
  HIDDEN_TEXT,
  ITEM,
  NOTE,
  RUBY,
  SILENT,
  SPACE,
  TABLE_SCOPE,
  NO_TAG,
  tagAt,
  tagInfo,
  VOID,
  type TagInfo,
} from './tags.js';
import { TableCells } from './table-cells.js';
import { TagAttributes } from './tag-attributes.js';
import { TagPath } from './tag-path.js';
import { type BlockElement, TextFlow } from './text-flow.js';

const [PREFORMATTED, SVG, MATH, TEMPLATE, BREAK] = ['pre', 'svg', 'math', 'template', 'br'].map(tagInfo);
const TITLE = tagInfo('title');
const BLOCK_FORMULA = /^block$/i;
const FRAME = tagInfo(FRAME_DOCUMENT);
/** Signs of links in headings to the headings themselves. */
const PERMALINK_SIGN = /^[¶§#🔗⚓]\ufe0f?$/u;
const TREE_MODE = 'shadowrootmode';
const isTreeMode = (html: string, start: number, end: number): boolean =>
  end - start === TREE_MODE.length && html.slice(start, end).toLowerCase() === TREE_MODE;

/**
 * Reads a page's HTML once, token by token, without building a tree. Linear in the length of any page.
 *
 * The tag structure follows browsers only where it changes the meaning of text (`OpenElements`); inline markup needs no
 * structure.
 */
export class PageReader implements MarkupEvents {
  readonly findings = noFindings();
  readonly flow = new TextFlow();
  readonly links: LinkCollector;
  readonly open = new OpenElements((element) => this.elementEnded(element));
  private readonly path = new TagPath();
  private readonly inline: InlineText;
  /** Whether formulas are written twice: as MathML, and in letters at their places. */
  private hasMathml = false;

  private tag: TagInfo = NO_TAG;
  private tagStart = 0;
  private readonly attributes: TagAttributes;
  private readonly values: readonly (string | null)[];

  /** Whether parts of the page are shown elsewhere than in source order: `unfolded`. */
  isFolded = false;
  private readonly hiding = new Curtains();

  readonly languages = new LanguageSpans();

  private readonly outline: HeadingOutline;
  private readonly cells = new TableCells(this.flow);
  private readonly linkTags: LinkTags;
  private readonly head: HeadTags;

  /** @param shownFrom starts of elements that are shown although their attributes hide them */
  constructor(
    readonly html: string,
    limits: ParseLimits,
    readonly shownFrom: ReadonlySet<number> = new Set(),
  ) {
    this.links = new LinkCollector(limits);
    this.inline = new InlineText(html, this.open);
    this.attributes = new TagAttributes(html);
    this.values = this.attributes.values;
    this.outline = new HeadingOutline(this.findings, limits.maxHeadings);
    this.linkTags = new LinkTags(this.values, this.open, this.links, (label, place) => this.occurrence(label, place));
    this.head = new HeadTags(this.values, this.open, this.findings, this.linkTags);
  }

  /**
   * Starts of the elements that hide content until a script shows it: those faded in, or the one around the content.
   */
  get curtains(): readonly number[] {
    return this.hiding.found(this.flow.length);
  }

  /** Reads the page in steps: a page of megabytes takes too long to be read at once beside other work. */
  *read(): Generator<void, void> {
    const markup = new Markup(this.html, this);
    for (let until = PIECE_CHARS; until < this.html.length; until += PIECE_CHARS) {
      markup.read(until);
      yield;
    }
    markup.end();
  }

  isInForeignContext(): boolean {
    return this.open.has('svg');
  }

  ontext(start: number, end: number): void {
    this.text(this.html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.text(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.tag = tagAt(this.html, start, end);
    this.tagStart = start;
    this.attributes.clear();
  }

  onattribname(start: number, end: number): void {
    const index = this.attributes.begin(start, end);
    if (index === attribute.SRCDOC || (this.tag === TEMPLATE && isTreeMode(this.html, start, end)))
      this.isFolded = true;
  }

  onattribdata(start: number, end: number): void {
    this.attributes.addData(start, end);
  }

  onattribentity(codePoint: number): void {
    this.attributes.addCharacter(codePoint);
  }

  onattribend(): void {
    this.attributes.end();
  }

  onopentagend(): void {
    this.openTag(this.tag);
  }

  onselfclosingtag(): void {
    this.openTag(this.tag);
    // In HTML the slash is ignored, in SVG and MathML it ends the element.
    if (this.isInForeignContext() || this.open.holds(MATH)) this.open.close(this.tag);
  }

  onclosetag(start: number, end: number): void {
    const tag = tagAt(this.html, start, end);
    if (tag.name === 'a') {
      this.links.close(this.flow.length);
      this.linkTags.inAnchor = false;
    }
    if ((tag.flags & RUBY) !== 0) this.endRubyPart();
    this.inline.closes(tag);
    if ((tag.flags & SPACE) !== 0) this.separate(tag);
    // Browsers turn a stray `</p>` into an empty paragraph.
    if (this.open.close(tag)) return;
    this.path.endInline(tag.name);
    if (tag.name === 'p') this.separate(tag);
  }

  onend(): void {
    this.links.close(this.flow.length);
    this.open.closeAll();
    this.flow.endBlock(this.open.place, this.open.namedFrom, 0);
  }

  private text(raw: string): void {
    if (this.head.inTitle) {
      this.head.titleText(raw);
      return;
    }
    if (this.open.silent > 0) {
      if (this.links.isOpen) this.drawnText(raw);
      return;
    }
    const piece = foldPiece(this.inline.piece(raw));
    const { inAnchor } = this.linkTags;
    if (piece === '' || (this.outline.isOpen && inAnchor && PERMALINK_SIGN.test(piece))) return;
    this.links.text(piece);
    if (this.open.isHidden) {
      this.hiding.addHidden(piece.length);
      return;
    }
    this.outline.append(piece);
    this.flow.append(piece, this.links.isOpen, inAnchor);
  }

  /** The text drawn in a picture names the links in it, and its title names the picture. */
  private drawnText(raw: string): void {
    const pictures = this.open.count(SVG);
    if (this.open.silent === pictures) this.links.text(foldPiece(raw));
    else if (this.open.silent === pictures + this.open.count(TITLE) && pictures > 0) this.links.title(raw);
  }

  private endRubyPart(): void {
    const behind = this.inline.endPart();
    if (behind !== '') this.text(behind);
  }

  private openTag(tag: TagInfo): void {
    const { flags, name } = tag;
    const isStructural = (flags & (BLOCK | ITEM)) !== 0;
    if (!this.open.begin(tag)) return;
    const isBlockFormula = tag === MATH && BLOCK_FORMULA.test(this.values[attribute.DISPLAY] ?? '');
    const box = boxOf(tag, this.values[attribute.STYLE], this.open.inRow || isBlockFormula);
    if ((flags & (BLOCK | ITEM | SPACE)) !== 0) this.separate(tag);
    else if ((flags & RUBY) !== 0) {
      this.endRubyPart();
      this.inline.beginPart(name);
    } else if (box.isApart || this.inline.endsAt(tag)) this.separate(tag);
    if ((flags & VOID) === 0) {
      const textKind = this.textKindOf(tag);
      const isSeen = mayShow(this.open.unseen, name, this.values[attribute.CLASS], this.values[attribute.STYLE]);
      const isKept = this.open.keeps(tag, textKind, box, isSeen) && this.push(tag, textKind, box, isStructural, isSeen);
      this.path.push(name, this.values[attribute.ID], this.values[attribute.CLASS], isKept);
      if ((flags & HEADING) !== 0 && !this.open.isHidden && this.open.silent === 0) this.outline.begin(name);
    }
    this.hiding.hasScript ||= this.values[attribute.ONLOAD] !== null;
    this.act(name);
  }

  private push(tag: TagInfo, textKind: TextKind, box: Box, isStructural: boolean, isSeen: boolean): boolean {
    const { open, flow } = this;
    const clues = isStructural ? this.cluesOf(tag) : null;
    const place = clues === null ? open.place : placeWithin(open.place, clues);
    const namedFrom = clues === null ? open.namedFrom : namedFromWithin(open, place, clues, this.tagStart);
    const isOutermost = (textKind === 'hidden' || textKind === 'invisible') && !open.isHidden;
    if (!open.push({ tag, textKind, box, from: flow.length }, place, namedFrom, isSeen)) return false;
    this.languages.begin(this.values[attribute.LANG], flow.length);
    if (textKind === 'faded') this.hiding.addFaded(this.tagStart);
    if (isOutermost) {
      const isOnDemand =
        (tag.flags & HIDDEN_TEXT) !== 0 || tag.name === 'dialog' || this.values[attribute.POPOVER] !== null;
      this.hiding.beginHidden(this.tagStart, isOnDemand);
    }
    if (tag === FRAME) this.links.enterFrame(this.values[attribute.HREF] ?? '');
    if (tag.name === 'dt') flow.startTerm();
    this.cells.begin(tag);
    return true;
  }

  private textKindOf({ flags, name }: TagInfo): TextKind {
    if ((flags & SILENT) !== 0 || this.open.isBehindFirst) return 'silent';
    if ((flags & NOTE) !== 0 && this.open.holds(SVG)) return 'silent';
    if ((flags & HIDDEN_TEXT) !== 0) return 'hidden';
    if ((!this.attributes.hasValues && name !== 'dialog') || this.shownFrom.has(this.tagStart)) return 'shown';
    const { values } = this;
    if (values[attribute.CLASS] === MATHML) this.hasMathml = true;
    else if (values[attribute.CLASS] === MATH_LETTERS && this.hasMathml) return 'silent';
    return kindByAttributes(
      {
        hidden: values[attribute.HIDDEN],
        popover: values[attribute.POPOVER],
        open: values[attribute.OPEN],
        style: values[attribute.STYLE],
      },
      name,
      (flags & (BLOCK | ITEM | SPACE)) === 0,
    );
  }

  private cluesOf({ flags, name }: TagInfo): PlaceClues {
    const isContainer = (flags & CONTAINER) !== 0;
    return {
      name,
      role: this.values[attribute.ROLE],
      classes: isContainer ? this.values[attribute.CLASS] : null,
      id: isContainer ? this.values[attribute.ID] : null,
      label: this.values[attribute.ARIA_LABEL],
      inSection: this.open.sectioning > 0,
      isTableCell: (flags & TABLE_SCOPE) !== 0,
    };
  }

  /** Ends a block, or at least a word. */
  private separate(tag: TagInfo, isEnd = false): void {
    this.inline.endLine((tag.flags & BLOCK) !== 0);
    this.links.text(' ');
    this.outline.space();
    const { flow, open } = this;
    // Lines of code in elements of their own are one block.
    if ((tag.flags & BLOCK) !== 0 && (tag === PREFORMATTED || !open.holds(PREFORMATTED)))
      flow.endBlock(open.place, open.namedFrom, this.outline.rank, isEnd ? this.endedWith(tag) : 'other');
    else if ((tag.flags & ITEM) !== 0) flow.item();
    else if (tag === BREAK) flow.endLine();
    else flow.space();
  }

  /** @param tag of the innermost element, which ends */
  private endedWith({ name }: TagInfo): BlockElement {
    if (name === 'p') return this.open.parent.name === 'li' ? 'item' : 'paragraph';
    return name === 'pre' ? 'code' : name === 'summary' ? 'term' : 'other';
  }

  private elementEnded(element: OpenElement): void {
    const { tag, box, from } = element;
    this.languages.end(this.flow.length);
    if (this.open.isOutermostHidden(element)) this.hiding.endHidden();
    this.path.endAnchored();
    if ((tag.flags & (BLOCK | ITEM)) !== 0 || endsWords(box, this.flow.length - from)) this.separate(tag, true);
    if (tag === FRAME) this.links.leaveFrame();
    if (tag.name === 'dt') this.flow.endTerm();
    this.cells.end(tag);
    if ((tag.flags & HEADING) !== 0) this.outline.end();
    if (tag.name === 'title') this.head.endTitle();
  }

  private occurrence(label: string | null, place: LinkPlace = this.open.place): Occurrence {
    const at = this.flow.length;
    return {
      href: '',
      bases: [],
      at,
      end: at,
      heading: this.outline.nearest(),
      place,
      tagPath: this.path.toString(),
      nofollow: attribute.hasToken(this.values[attribute.REL], 'nofollow'),
      label: label ?? '',
      anchor: '',
      order: 0,
    };
  }

  /** Reads elements with a meaning of their own. */
  private act(name: string): void {
    if (this.open.holds(TEMPLATE)) return;
    if (name === 'script') this.hiding.hasScript = true;
    else if (!this.head.read(name)) this.linkTags.read(name);
  }

  /** Adds a link from a refresh header, which no `base` element concerns: browsers read it first. */
  refresh(content: string): void {
    this.linkTags.refresh(content, null);
  }

  /** Adds the links of a Link header, which no `base` element concerns. */
  headerLinks(text: string): void {
    for (const href of nextInHeader(text, this.findings)) this.links.add(href, this.occurrence('', 'navigation'), null);
  }
}
