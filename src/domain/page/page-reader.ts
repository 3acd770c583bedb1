import { foldPiece } from '../text/fold-space.js';
import * as attribute from './attributes.js';
import { kindByAttributes, MATH_LETTERS, MATHML, mayShow, type TextKind } from './hiding.js';
import { nextInHeader } from './link-header.js';
import { InlineText } from './inline-text.js';
import { LinkCollector, type Occurrence, referenceOf } from './link-collector.js';
import { Markup, PIECE_CHARS } from './markup.js';
import type { MarkupEvents } from './markup-events.js';
import { type OpenElement, OpenElements } from './open-elements.js';
import type { LinkPlace, ParseLimits } from './parsed-page.js';
import { LanguageSpans } from './language-spans.js';
import { foldedWithin, MAX_TITLE_CHARS, isFeedType, noFindings, noteMeta } from './page-findings.js';
import { namedFromWithin, type PlaceClues, placeWithin } from './places.js';
import {
  BLOCK,
  CONTAINER,
  FRAME_DOCUMENT,
  HEADING,
  HIDDEN_TEXT,
  ITEM,
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
import { TagPath } from './tag-path.js';
import { TextFlow } from './text-flow.js';

/**
 * Longest attribute value: four times the longest URL, and longer than any description. `data:` URLs can have
 * megabytes.
 */
const MAX_VALUE_CHARS = 8_000;
/** Most feed elements read; the same feed is often declared twice. */
const MAX_FEED_ELEMENTS = 50;
/**
 * A page that hides at least this many characters in one element, and this multiple of its visible text, shows them by
 * a script.
 */
const LEAST_BEHIND_CURTAIN = 100;
const SHARE_BEHIND_CURTAIN = 10;
/** The types of documents in `object` and `embed` that browsers show as they show frames. */
const DOCUMENT_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/** `5; url=/next`, as lenient as HTML standard 4.2.5.3. */
const REFRESH = /^[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;
const [PREFORMATTED, SVG, TEMPLATE, PARAGRAPH, BREAK] = ['pre', 'svg', 'template', 'p', 'br'].map(tagInfo);
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
  private readonly values = new Array<string | null>(attribute.ATTRIBUTE_COUNT).fill(null);
  private hasValues = false;
  private valueIndex = -1;
  private value = '';

  /** Whether parts of the page are shown elsewhere than in source order: `unfolded`. */
  isFolded = false;
  private hasScript = false;
  /**
   * Start of the outermost element around the current position that its attributes hide, and the characters in it so
   * far; -1 if there is none.
   */
  private hiddenFrom = -1;
  private hiddenChars = 0;
  /** Starts of the elements that are hidden unless the page has a script. */
  private readonly faded: number[] = [];
  /** The hidden element with the most characters. */
  private thickest = { from: -1, chars: 0 };

  readonly languages = new LanguageSpans();

  private titleText: string | null = null;
  /** True between the tags of a link, including links within the page. */
  private inAnchor = false;
  private headingText: string | null = null;
  private headingLevel = 0;
  /** The numbers of the tables around the current position, and the number of blocks before each of their cells. */
  private readonly tables: number[] = [];
  private readonly cells: number[] = [];
  private tableCount = 0;
  /** The current heading of each level from 1, '' if there is none. */
  private readonly headingsAbove = ['', '', '', '', '', '', ''];

  /** @param shownFrom starts of elements that are shown although their attributes hide them */
  constructor(
    readonly html: string,
    private readonly limits: ParseLimits,
    readonly shownFrom: ReadonlySet<number> = new Set(),
  ) {
    this.links = new LinkCollector(limits);
    this.inline = new InlineText(html, this.open);
  }

  /**
   * Starts of the elements that hide content until a script shows it: those faded in, or the one around the content.
   */
  get curtains(): readonly number[] {
    const { thickest, hasScript, faded, flow } = this;
    if (!hasScript || faded.length > 0) return hasScript ? faded : [];
    return thickest.chars >= Math.max(LEAST_BEHIND_CURTAIN, flow.length * SHARE_BEHIND_CURTAIN) ? [thickest.from] : [];
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
    if (!this.hasValues) return;
    const { values } = this;
    for (let i = 0; i < attribute.ATTRIBUTE_COUNT; i++) values[i] = null;
    this.hasValues = false;
  }

  onattribname(start: number, end: number): void {
    const index = attribute.attributeAt(this.html, start, end);
    // The first of repeated attributes counts.
    this.valueIndex = index !== -1 && this.values[index] === null ? index : -1;
    this.value = '';
    if (index === attribute.SRCDOC || (this.tag === TEMPLATE && isTreeMode(this.html, start, end)))
      this.isFolded = true;
  }

  onattribdata(start: number, end: number): void {
    if (this.valueIndex === -1 || this.value.length >= MAX_VALUE_CHARS) return;
    this.value += this.html.slice(start, Math.min(end, start + MAX_VALUE_CHARS - this.value.length));
  }

  onattribentity(codePoint: number): void {
    if (this.valueIndex !== -1 && this.value.length < MAX_VALUE_CHARS) this.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.valueIndex === -1) return;
    this.values[this.valueIndex] = this.value;
    this.hasValues = true;
    this.valueIndex = -1;
  }

  onopentagend(): void {
    this.openTag(this.tag);
  }

  onselfclosingtag(): void {
    this.openTag(this.tag);
    // In HTML the slash is ignored, in SVG it ends the element.
    if (this.isInForeignContext()) this.open.close(this.tag);
  }

  onclosetag(start: number, end: number): void {
    const tag = tagAt(this.html, start, end);
    if (tag.name === 'a') {
      this.links.close(this.flow.length);
      this.inAnchor = false;
    }
    if ((tag.flags & RUBY) !== 0) this.endRubyPart();
    if (this.inline.closes(tag) || (tag.flags & SPACE) !== 0) this.separate(tag);
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
    if (this.titleText !== null) {
      if (this.titleText.length < MAX_TITLE_CHARS) this.titleText += raw;
      return;
    }
    if (this.open.silent > 0) {
      // The text drawn in a picture names the links in it.
      if (this.links.isOpen && this.open.silent === this.open.count(SVG)) this.links.text(foldPiece(raw));
      return;
    }
    const piece = foldPiece(this.inline.piece(raw));
    if (piece === '' || (this.headingText !== null && this.inAnchor && PERMALINK_SIGN.test(piece))) return;
    this.links.text(piece);
    if (this.open.isHidden) {
      this.hiddenChars += piece.length;
      return;
    }
    if (this.headingText !== null && this.headingText.length < MAX_TITLE_CHARS) this.headingText += piece;
    this.flow.append(piece, this.links.isOpen, this.inAnchor);
  }

  private endRubyPart(): void {
    const behind = this.inline.endPart();
    if (behind !== '') this.text(behind);
  }

  private openTag(tag: TagInfo): void {
    const { flags, name } = tag;
    const isStructural = (flags & (BLOCK | ITEM)) !== 0;
    if (!this.open.begin(tag)) return;
    if ((flags & (BLOCK | ITEM | SPACE)) !== 0) this.separate(tag);
    else if ((flags & RUBY) !== 0) {
      this.endRubyPart();
      this.inline.beginPart(name);
    } else if (this.inline.opens(tag, this.values[attribute.STYLE])) this.separate(tag);
    if ((flags & VOID) === 0) {
      const textKind = this.textKindOf(tag);
      const isSeen = mayShow(this.open.unseen, name, this.values[attribute.CLASS], this.values[attribute.STYLE]);
      const isKept = this.open.keeps(tag, textKind, isSeen) ? this.push(tag, textKind, isStructural, isSeen) : false;
      this.path.push(name, this.values[attribute.ID], this.values[attribute.CLASS], isKept);
      if ((flags & HEADING) !== 0 && !this.open.isHidden && this.open.silent === 0) {
        this.headingText = '';
        this.headingLevel = name.charCodeAt(1) - 0x30;
      }
    }
    this.hasScript ||= this.values[attribute.ONLOAD] !== null;
    this.act(name);
  }

  private push(tag: TagInfo, textKind: TextKind, isStructural: boolean, isSeen: boolean): boolean {
    const { open, flow } = this;
    const clues = isStructural ? this.cluesOf(tag) : null;
    const place = clues === null ? open.place : placeWithin(open.place, clues);
    const namedFrom = clues === null ? open.namedFrom : namedFromWithin(open, place, clues, this.tagStart);
    const isOutermost = (textKind === 'hidden' || textKind === 'invisible') && !open.isHidden;
    if (!open.push(tag, textKind, place, namedFrom, isSeen)) return false;
    this.languages.begin(this.values[attribute.LANG], flow.length);
    if (textKind === 'faded') this.faded.push(this.tagStart);
    if (isOutermost) {
      const isOnDemand =
        (tag.flags & HIDDEN_TEXT) !== 0 || tag.name === 'dialog' || this.values[attribute.POPOVER] !== null;
      this.hiddenFrom = isOnDemand ? -1 : this.tagStart;
      this.hiddenChars = 0;
    }
    if (tag === FRAME) this.links.enterFrame(this.values[attribute.HREF] ?? '');
    if (tag.name === 'dt') flow.startTerm();
    if (tag.name === 'table') this.tables.push(++this.tableCount);
    else if ((tag.flags & TABLE_SCOPE) !== 0) this.cells.push(flow.blocks.length);
    return true;
  }

  private textKindOf({ flags, name }: TagInfo): TextKind {
    if ((flags & SILENT) !== 0) return 'silent';
    if ((flags & HIDDEN_TEXT) !== 0) return 'hidden';
    const isClosed = name === 'dialog' && this.values[attribute.OPEN] === null;
    if ((!this.hasValues && !isClosed) || this.shownFrom.has(this.tagStart)) return 'shown';
    const { values } = this;
    if (values[attribute.CLASS] === MATHML) this.hasMathml = true;
    else if (values[attribute.CLASS] === MATH_LETTERS && this.hasMathml) return 'silent';
    return kindByAttributes(
      { hidden: values[attribute.HIDDEN], popover: values[attribute.POPOVER], style: values[attribute.STYLE] },
      isClosed,
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
    if (this.headingText !== null) this.headingText += ' ';
    const { flow, open } = this;
    const rank = this.headingText === null ? 0 : this.headingLevel;
    // Lines of code in elements of their own are one block.
    if ((tag.flags & BLOCK) !== 0 && (tag === PREFORMATTED || !open.holds(PREFORMATTED)))
      flow.endBlock(open.place, open.namedFrom, rank, isEnd && tag === PARAGRAPH);
    else if ((tag.flags & ITEM) !== 0) flow.item();
    else if (tag === BREAK) flow.endLine();
    else flow.space();
  }

  private elementEnded(element: OpenElement): void {
    const { tag } = element;
    this.languages.end(this.flow.length);
    if (this.open.isOutermostHidden(element)) {
      if (this.hiddenFrom !== -1 && this.hiddenChars > this.thickest.chars)
        this.thickest = { from: this.hiddenFrom, chars: this.hiddenChars };
      this.hiddenFrom = -1;
    }
    this.path.endAnchored();
    if ((tag.flags & (BLOCK | ITEM)) !== 0) this.separate(tag, true);
    if (tag === FRAME) this.links.leaveFrame();
    if (tag.name === 'dt') this.flow.endTerm();
    if (tag.name === 'table') this.tables.pop();
    else if ((tag.flags & TABLE_SCOPE) !== 0) this.flow.endCell(this.tables.at(-1) ?? 0, this.cells.pop() ?? 0);
    if ((tag.flags & HEADING) !== 0) this.endHeading();
    if (tag.name === 'title') this.endTitle();
  }

  private endTitle(): void {
    if (this.titleText === null) return;
    this.findings.title = foldedWithin(this.titleText, MAX_TITLE_CHARS);
    this.titleText = null;
  }

  private endHeading(): void {
    if (this.headingText === null) return;
    const heading = foldedWithin(this.headingText, MAX_TITLE_CHARS);
    this.headingText = null;
    if (heading === '') return;
    if (this.headingLevel === 1) this.findings.firstHeading ||= heading;
    if (this.findings.headings.length < this.limits.maxHeadings) this.findings.headings.push(heading);
    this.headingsAbove[this.headingLevel] = heading;
    this.headingsAbove.fill('', this.headingLevel + 1);
  }

  /**
   * The heading above the current position; inside a heading, the nearest one of a higher rank, because its own text is
   * the anchor.
   */
  private headingAbove(): string {
    for (let level = this.headingText === null ? 6 : this.headingLevel - 1; level > 0; level--)
      if (this.headingsAbove[level] !== '') return this.headingsAbove[level];
    return '';
  }

  private occurrence(label: string | null, place: LinkPlace = this.open.place): Occurrence {
    const at = this.flow.length;
    return {
      href: '',
      bases: [],
      at,
      end: at,
      heading: this.headingAbove(),
      place,
      tagPath: this.path.toString(),
      nofollow: attribute.hasToken(this.values[attribute.REL], 'nofollow'),
      label: label ?? '',
      anchor: '',
      order: 0,
    };
  }

  /** Handles elements with a meaning of their own. */
  private act(name: string): void {
    const { values, findings } = this;
    if (this.open.holds(TEMPLATE)) return;
    switch (name) {
      case 'a': {
        const written = values[attribute.HREF] ?? (this.open.holds(SVG) ? values[attribute.XLINK_HREF] : null);
        const href = referenceOf(written, values[attribute.ONCLICK]);
        if (href !== null) {
          this.inAnchor = true;
          this.links.open(href, this.occurrence(values[attribute.ARIA_LABEL] ?? values[attribute.TITLE]));
        }
        break;
      }
      case 'script':
        this.hasScript = true;
        break;
      case 'area':
        this.addLink(attribute.HREF, values[attribute.ALT] ?? values[attribute.TITLE]);
        break;
      case 'img':
        if (values[attribute.ALT] !== null) this.links.image(values[attribute.ALT]);
        break;
      case 'frame':
        this.addLink(attribute.SRC, values[attribute.TITLE]);
        break;
      case 'iframe':
        // Frames for browsers without scripts are visitor counters.
        if (!this.open.has('noscript')) this.addLink(attribute.SRC, values[attribute.TITLE]);
        break;
      case 'object':
      case 'embed': {
        const type = values[attribute.TYPE];
        if (type === null || DOCUMENT_TYPE.test(type))
          this.addLink(name === 'object' ? attribute.DATA : attribute.SRC, values[attribute.TITLE]);
        break;
      }
      case 'title':
        if (findings.title === '' && !this.open.has('svg')) this.titleText = '';
        break;
      case 'base':
        if (!this.open.holds(SVG) && !this.open.has('noscript')) findings.baseHref ||= values[attribute.HREF] ?? '';
        break;
      case 'html':
      case 'body':
        if (findings.language === '') findings.language = attribute.declaredLanguage(values[attribute.LANG] ?? '');
        break;
      case 'link':
        if (attribute.hasToken(values[attribute.REL], 'next'))
          this.addLink(attribute.HREF, values[attribute.TITLE], 'navigation');
        else if (findings.canonicalHref === '' && attribute.hasToken(values[attribute.REL], 'canonical'))
          findings.canonicalHref = values[attribute.HREF] ?? '';
        else if (attribute.hasToken(values[attribute.REL], 'alternate'))
          this.feed(values[attribute.HREF], values[attribute.TYPE]);
        break;
      case 'meta':
        this.meta(values[attribute.CONTENT] ?? '');
        break;
      default:
        if (values[attribute.ONCLICK] !== null) this.scriptedLink(values[attribute.ONCLICK]);
    }
  }

  private addLink(source: number, label: string | null, place?: LinkPlace): void {
    const href = this.values[source];
    if (href !== null) this.links.add(href, this.occurrence(label, place));
  }

  private scriptedLink(onclick: string): void {
    const href = referenceOf(null, onclick);
    if (href !== null)
      this.links.add(href, this.occurrence(this.values[attribute.ARIA_LABEL] ?? this.values[attribute.TITLE]));
  }

  private feed(href: string | null, type: string | null): void {
    const { feedHrefs } = this.findings;
    if (href !== null && type !== null && isFeedType(type) && feedHrefs.length < MAX_FEED_ELEMENTS)
      feedHrefs.push(href);
  }

  /** Adds a link from a refresh meta or header. */
  refresh(content: string): void {
    const match = REFRESH.exec(content.trim());
    const target = match?.[1] ?? match?.[2] ?? match?.[3];
    if (target !== undefined) this.links.add(target, this.occurrence(''));
  }

  /** Adds the links of a Link header, which no `base` element concerns. */
  headerLinks(text: string): void {
    for (const href of nextInHeader(text, this.findings)) this.links.add(href, this.occurrence('', 'navigation'), null);
  }

  private meta(content: string): void {
    const equivalent = this.values[attribute.HTTP_EQUIV]?.trim().toLowerCase();
    if (equivalent === 'refresh') this.refresh(content);
    else noteMeta(this.findings, equivalent ?? (this.values[attribute.NAME] ?? '').trim().toLowerCase(), content);
  }
}
