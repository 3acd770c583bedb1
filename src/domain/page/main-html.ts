import { asciiBytes } from '../base/ascii-bytes.js';
import { allOf } from '../text/pieces.js';
import { boxOf, endsWords } from './boxes.js';
import { kindByAttributes, MATH_LETTERS, MATHML, mayShow, type TextKind } from './hiding.js';
import { InlineText } from './inline-text.js';
import { codeLanguage, FORMULA, formulaOfScript, isBesideCode, keptAs, plainTag, SOURCES } from './main-tags.js';
import { Markup } from './markup.js';
import type { MarkupEvents } from './markup-events.js';
import { OpenElements } from './open-elements.js';
import { namedContent } from './main-text.js';
import { withEncodedQuery } from '../url/query-encoding.js';
import { titleOf } from './page-findings.js';
import { readPage } from './read-page.js';
import { DEFAULT_PARSE_LIMITS } from './parsed-page.js';
import { namedFromWithin, type PlaceClues, placeWithin } from './places.js';
import {
  BLOCK,
  CONTAINER,
  FRAME_DOCUMENT,
  HIDDEN_TEXT,
  ITEM,
  RUBY,
  SILENT,
  SPACE,
  TABLE_SCOPE,
  tagAt,
  type TagInfo,
  VOID,
} from './tags.js';
import { TagReader } from './tag-reader.js';
import { cutEnd } from './text-flow.js';

/** The main content of a page as plain, well-nested HTML. */
interface MainHtml {
  readonly html: string;
  readonly title: string;
  /** Whether it was cut. */
  readonly truncated: boolean;
}

/** Deeper elements are ignored: consumers of the result may walk it recursively. */
const MAX_DEPTH = 100;
/** Longest attribute value: twice the longest crawled URL. */
const MAX_VALUE_CHARS = 4_000;
/** Attributes that are read. */
const READ = new Set([
  'href',
  ...SOURCES,
  'value',
  'alt',
  'title',
  'start',
  'reversed',
  'align',
  'colspan',
  'rowspan',
  'class',
  'id',
  'role',
  'aria-label',
  'hidden',
  'popover',
  'style',
  'open',
  'type',
  'checked',
  'data-lang',
  'data-language',
  'encoding',
  'display',
]);

/**
 * The page without navigation, header, footer, asides, scripts and hidden parts: only tags with a meaning in plain
 * text, with absolute http links. It keeps the same parts as the main text. A page whose whole text lies in omitted
 * parts is kept whole.
 *
 * Linear in the page's length for any page.
 *
 * @param url of the page
 * @param maxChars longest result, not counting the end tags of open elements
 * @param charset encoding of the page, which queries of its links use
 */
export function mainHtml(html: string, url: string, maxChars: number, charset = ''): MainHtml {
  const page = allOf(readPage(html, DEFAULT_PARSE_LIMITS, {}));
  const text = page.flow.toString();
  const content = namedContent(text, asciiBytes(text), page.flow.blocks, DEFAULT_PARSE_LIMITS.maxTextChars);
  const base = webUrl(page.findings.baseHref ?? '', url) ?? url;
  const read = (kept: ReadonlySet<number> | null): MainReader =>
    new MainReader(page.html, base, kept, { charset, maxChars, shownFrom: page.shownFrom }).read();
  const main = read(content);
  const { html: kept, truncated } = main.hasText ? main : read(null);
  return { html: kept, title: titleOf(page.findings, html, url), truncated };
}

/** A formula in TeX. */
interface Formula {
  /** Of the element with the source. */
  readonly tag: TagInfo;
  source: string;
  readonly isBlock: boolean;
  /** Index of the first part that shows it already; null if none does. */
  readonly from: number | null;
}
const MAX_FORMULA_CHARS = 10_000;

interface MainReaderOptions {
  /** Encoding of the page, which queries of its links use. */
  readonly charset: string;
  readonly maxChars: number;
  /** Starts of elements that are shown although their attributes hide them. */
  readonly shownFrom: ReadonlySet<number>;
}

/** Reads HTML token by token, like `PageReader`, and writes the kept parts. */
class MainReader extends TagReader implements MarkupEvents {
  hasText = false;
  truncated = false;
  private readonly parts: string[] = [];
  private length = 0;
  /** Names of written elements that are open. */
  private readonly written: string[] = [];
  /** For each element of `open`: number of elements written before it. */
  private readonly marks: number[] = [];
  /** For each element of `open`: the language of code that it, or an element around it, names. */
  private readonly languages: string[] = [];
  /** The bases of the page and of the frames' documents around the current position. */
  private readonly bases: string[];
  /** The source of a formula that is being read. */
  private formula: Formula | null = null;
  /** The last formula in MathML: what was written before it, and whether it has a line of its own. */
  private mathml: { readonly parts: number; readonly written: number; readonly isBlock: boolean } | null = null;
  private readonly open = new OpenElements(({ tag, box, from }) => {
    if ((tag.flags & (BLOCK | ITEM)) !== 0) this.endLine(tag);
    else if (endsWords(box, this.textChars - from)) this.breaks = this.hasLine;
    if (tag.name === FRAME_DOCUMENT) this.bases.pop();
    if (this.formula !== null && tag === this.formula.tag) this.endFormula(this.formula);
    this.closeTo(this.marks.pop() ?? 0);
    this.languages.pop();
  });
  private readonly inline: InlineText;
  private hasMathml = false;
  private pictureSource = '';
  /** Whether the last element is an image without a source; then one for browsers without scripts may follow. */
  private lostImage = false;
  /** Whether the current line has text, and whether the next text is on a line of its own. */
  private hasLine = false;
  private breaks = false;
  /** Characters of text before the current position. */
  private textChars = 0;

  constructor(
    source: string,
    base: string,
    /** Elements outside of the main content, by their start, that are kept nevertheless; null if everything is kept. */
    private readonly content: ReadonlySet<number> | null,
    private readonly options: MainReaderOptions,
  ) {
    super(source, READ, MAX_VALUE_CHARS);
    this.bases = [base];
    this.inline = new InlineText(source, this.open);
  }

  private get base(): string {
    return this.bases[this.bases.length - 1];
  }

  get html(): string {
    return this.parts.join('');
  }

  read(): this {
    new Markup(this.source, this).end();
    return this;
  }

  isInForeignContext(): boolean {
    return this.open.has('svg');
  }

  ontext(start: number, end: number): void {
    this.text(this.source.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.text(String.fromCodePoint(codePoint));
  }

  onopentagend(): void {
    this.openTag(this.tag);
  }

  onselfclosingtag(): void {
    this.openTag(this.tag);
    if (this.isInForeignContext()) this.open.close(this.tag);
  }

  onclosetag(start: number, end: number): void {
    const tag = tagAt(this.source, start, end);
    // Browsers turn `</br>` into a line break, and a stray `</p>` into an empty paragraph.
    if (tag.name === 'br' || (tag.name === 'p' && !this.open.holds(tag))) this.openTag(tag);
    if ((tag.flags & RUBY) !== 0) this.endRubyPart();
    if (tag.name === 'math') this.mathml = null;
    this.inline.closes(tag);
    if ((tag.flags & SPACE) !== 0) this.separate(tag);
    if (this.open.close(tag)) return;
    const kept = keptAs(tag.name);
    // Inline elements end only within their block.
    const at = kept === null ? -1 : this.written.lastIndexOf(kept);
    if (at >= (this.marks.at(-1) ?? 0)) this.closeTo(at);
  }

  onend(): void {
    this.open.closeAll();
    this.closeTo(0);
  }

  private text(raw: string): void {
    if (this.formula !== null) this.formula.source += raw.slice(0, MAX_FORMULA_CHARS - this.formula.source.length);
    if (!this.isShown()) return;
    const piece = this.inline.piece(raw);
    const cut = cutEnd(piece, Math.max(0, this.options.maxChars - this.length));
    this.truncated ||= cut.length < piece.length && /\S/.test(piece);
    this.hasText ||= /\S/.test(cut);
    if (cut === '') return;
    if (/\S/.test(cut)) {
      this.lostImage = false;
      if (this.breaks) this.write('<br>');
      this.hasLine = !/[\n\r]$/.test(cut) || !this.open.keepsSpace;
      this.breaks = false;
    }
    this.textChars += cut.length;
    this.write(escapeHtml(cut));
  }

  private isShown(): boolean {
    const { silent, isHidden, place, namedFrom } = this.open;
    return silent === 0 && !isHidden && (this.content === null || place === 'main' || this.content.has(namedFrom));
  }

  /** Ends a line, or at least a word. */
  private separate(tag: TagInfo): void {
    if ((tag.flags & (SPACE | VOID)) === SPACE && this.isShown() && !this.open.keepsSpace) this.write(' ');
    this.endLine(tag);
  }

  private endLine({ flags }: TagInfo): void {
    this.inline.endLine((flags & BLOCK) !== 0);
    this.hasLine = this.breaks = false;
  }

  private endRubyPart(): void {
    const behind = this.inline.endPart();
    if (behind !== '') this.text(behind);
  }

  private openTag(tag: TagInfo): void {
    const { flags, name } = tag;
    const isStructural = (flags & (BLOCK | ITEM)) !== 0;
    if (!this.open.begin(tag)) return;
    const style = this.values.get('style') ?? null;
    const box = boxOf(tag, style, this.open.inRow);
    if ((flags & (BLOCK | ITEM | SPACE)) !== 0) this.separate(tag);
    else if ((flags & RUBY) !== 0) {
      this.endRubyPart();
      this.inline.beginPart(name);
    } else if (box.isApart || this.inline.endsAt(tag)) this.breaks = this.hasLine;
    const textKind = this.textKindOf(tag);
    const before = this.written.length;
    const formula = this.isShown() ? this.formulaIn(tag) : null;
    const isSeen = mayShow(this.open.unseen, name, this.values.get('class') ?? null, style);
    if ((flags & VOID) === 0 && this.open.keeps(tag, textKind, box, isSeen)) {
      const { open } = this;
      const clues = isStructural ? this.cluesOf(tag) : null;
      const place = clues === null ? open.place : placeWithin(open.place, clues);
      const namedFrom = clues === null ? open.namedFrom : namedFromWithin(open, place, clues, this.tagStart);
      if (open.push({ tag, textKind, box, from: this.textChars }, place, namedFrom, isSeen)) {
        this.marks.push(before);
        if (name === FRAME_DOCUMENT) this.bases.push(webUrl(this.values.get('href') ?? '', this.base) ?? this.base);
        this.languages.push(codeLanguage(name, this.values) || this.language);
        this.formula ??= formula;
      }
    }
    const isSubstitute = name === 'img' && this.lostImage && this.open.has('noscript');
    if (!(this.isShown() || isSubstitute) || this.length >= this.options.maxChars) return;
    this.addPictureSource(name);
    const kept = keptAs(name);
    const isVoid = (flags & VOID) !== 0 || kept === 'img';
    if (kept === null || (!isVoid && before >= MAX_DEPTH)) return;
    const start = plainTag(kept, this.values, (reference) => this.absolute(reference), this.language);
    this.lostImage = kept === 'img' && start === null;
    if (start === null) return;
    this.write(start);
    if (!isVoid) this.written.push(kept);
  }

  private get language(): string {
    return this.languages[this.languages.length - 1] ?? '';
  }

  /** The formula whose source is in an element: a script of MathJax, or what its writer noted beside MathML. */
  private formulaIn(tag: TagInfo): Formula | null {
    const { values, written, parts } = this;
    if (tag.name === 'script') {
      const place = formulaOfScript(values.get('type') ?? '');
      return place === null ? null : { tag, source: '', isBlock: place === 'block', from: null };
    }
    if (tag.name === 'math')
      this.mathml = { parts: parts.length, written: written.length, isBlock: values.get('display') === 'block' };
    const { mathml } = this;
    const isSource = tag.name === 'annotation' && /^application\/x-tex$/i.test(values.get('encoding') ?? '');
    if (!isSource || mathml === null || mathml.written !== written.length) return null;
    return { tag, source: '', isBlock: mathml.isBlock, from: mathml.parts };
  }

  /** Writes a formula by its source, in place of its signs. */
  private endFormula({ source, isBlock, from }: Formula): void {
    this.formula = this.mathml = null;
    const code = escapeHtml(source.trim());
    if (code === '' || this.length + code.length > this.options.maxChars) return;
    if (from !== null) for (const part of this.parts.splice(from)) this.length -= part.length;
    this.hasText = true;
    const name = isBlock ? 'pre' : 'code';
    this.write(`<${name} class="language-${FORMULA}">${code}</${name}>`);
  }

  /** An image without a source of its own has the first one of its picture. */
  private addPictureSource(name: string): void {
    if (name === 'picture') this.pictureSource = '';
    else if (name === 'source')
      this.pictureSource ||= this.values.get('srcset') ?? this.values.get('data-srcset') ?? '';
    else if (name === 'img') {
      if (!this.values.has('srcset')) this.values.set('srcset', this.pictureSource);
      this.pictureSource = '';
    }
  }

  /** Other schemes than those of the web always use UTF-8 (URL Standard, "query state"). */
  private absolute(reference: string): string | null {
    return webUrl(withEncodedQuery(reference, this.options.charset), this.base) ?? absolute(reference, this.base);
  }

  private textKindOf({ flags, name }: TagInfo): TextKind {
    if ((flags & SILENT) !== 0) return 'silent';
    if ((flags & HIDDEN_TEXT) !== 0) return 'hidden';
    if (this.open.keepsSpace && isBesideCode(name, this.values)) return 'silent';
    if (this.options.shownFrom.has(this.tagStart)) return 'shown';
    const names = this.values.get('class');
    if (names === MATHML) this.hasMathml = true;
    else if (names === MATH_LETTERS && this.hasMathml) return 'silent';
    const isInline = (flags & (BLOCK | ITEM | SPACE)) === 0;
    return kindByAttributes(this.hidingAttributes(), name, isInline);
  }

  private cluesOf({ flags, name }: TagInfo): PlaceClues {
    const isContainer = (flags & CONTAINER) !== 0;
    return {
      name,
      role: this.values.get('role') ?? null,
      classes: isContainer ? (this.values.get('class') ?? null) : null,
      id: isContainer ? (this.values.get('id') ?? null) : null,
      label: this.values.get('aria-label') ?? null,
      inSection: this.open.sectioning > 0,
      isTableCell: (flags & TABLE_SCOPE) !== 0,
    };
  }

  private closeTo(count: number): void {
    while (this.written.length > count) this.write(`</${this.written.pop() ?? ''}>`);
  }

  private write(part: string): void {
    this.parts.push(part);
    this.length += part.length;
  }
}

/** A URL of the web; null for others. */
function webUrl(reference: string, base: string): string | null {
  const url = absolute(reference, base);
  return url !== null && /^https?:/.test(url) ? url : null;
}

const absolute = (reference: string, base: string): string | null =>
  reference.trim() !== '' && URL.canParse(reference, base) ? new URL(reference, base).href : null;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
