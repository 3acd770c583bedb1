import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { foldSpace } from '../text/fold-space.js';
import * as attribute from './attributes.js';
import { LinkCollector, type LinkSetting } from './link-collector.js';
import { OpenElements } from './open-elements.js';
import type { LinkPlace, ParseLimits } from './parsed-page.js';
import { placeWithin } from './places.js';
import { BLOCK, CLOSES_PARAGRAPH, CONTAINER, HEADING, ITEM, MUTE, SPACE, TABLE_SCOPE, tagInfo, VOID, type TagInfo } from './tags.js';
import { cutEnd, foldPiece, TextFlow } from './text-flow.js';

/** Attribute values are cut here: four times the longest URL, and more than any description. `data:` URLs run to megabytes. */
const MAX_VALUE_CHARS = 8_000;
/** Titles, headings and descriptions are cut here: a heading that is never closed takes in the rest of the page. */
const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** `5; url=/next`, as lenient as HTML standard 4.2.5.3. */
const REFRESH = /^[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;
/** Elements of HTML that, inside these, say that their end tag was forgotten (HTML standard 13.2.6.5). */
const BROKEN_OUT_OF = ['svg', 'math', 'select'] as const;

/** What one pass over the HTML finds beside text and links; raw as the page says it. */
export interface PageFindings {
  title: string;
  description: string;
  /** Open Graph's, for pages that give no other. */
  socialTitle: string;
  socialDescription: string;
  language: string;
  canonicalHref: string;
  baseHref: string;
  /** Contents of all robots metas, joined by commas. */
  robots: string;
  readonly headings: string[];
}

/**
 * Reads a page's HTML once, from token to token, without building a tree. Linear in the page's length, whatever the page.
 *
 * The tag structure is taken as browsers do only where it changes what text means (`OpenElements`); inline markup needs no structure.
 */
export class PageReader implements TokenizerCallbacks {
  readonly findings: PageFindings = {
    title: '', description: '', socialTitle: '', socialDescription: '', language: '', canonicalHref: '', baseHref: '', robots: '', headings: [],
  };
  readonly flow = new TextFlow();
  readonly links: LinkCollector;
  readonly open = new OpenElements(({ tag }) => this.elementEnded(tag));

  private tag: TagInfo = { name: '', flags: 0 };
  private readonly values = new Array<string | null>(attribute.ATTRIBUTE_COUNT).fill(null);
  private hasValues = false;
  private valueIndex = -1;
  private value = '';

  private titleText: string | null = null;
  private headingText: string | null = null;
  private headingLevel = 0;
  /** The last heading of each level from 1 that still holds, '' when there is none. */
  private readonly headingsAbove = ['', '', '', '', '', '', ''];

  constructor(
    private readonly html: string,
    private readonly limits: ParseLimits,
  ) {
    this.links = new LinkCollector(limits);
  }

  read(): void {
    const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this);
    tokenizer.write(this.html);
    tokenizer.end();
  }

  isInForeignContext(): boolean {
    return this.open.has('svg') || this.open.has('math');
  }

  ontext(start: number, end: number): void {
    this.text(this.html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.text(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.tag = tagInfo(this.html.slice(start, end));
    if (!this.hasValues) return;
    this.values.fill(null);
    this.hasValues = false;
  }

  onattribname(start: number, end: number): void {
    const index = attribute.attributeIndex(this.html.slice(start, end));
    // Of a repeated attribute the first counts.
    this.valueIndex = index !== -1 && this.values[index] === null ? index : -1;
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.valueIndex === -1 || this.value.length >= MAX_VALUE_CHARS) return;
    this.value += this.html.slice(start, Math.min(end, start + MAX_VALUE_CHARS));
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
    const isForeign = this.isInForeignContext() || this.tag.name === 'svg' || this.tag.name === 'math';
    this.openTag(this.tag);
    // In HTML the slash means nothing, in SVG and MathML it ends the element.
    if (isForeign) this.open.close(this.tag);
  }

  onclosetag(start: number, end: number): void {
    const tag = tagInfo(this.html.slice(start, end));
    if (tag.name === 'a') this.links.close(this.flow.length);
    // Browsers make an empty paragraph of a stray `</p>`, and a line break of `</br>`.
    if (!this.open.close(tag) && (tag.name === 'p' || tag.name === 'br')) this.separate(tag);
  }

  onend(): void {
    this.links.close(this.flow.length);
    this.open.closeAll();
    this.flow.endBlock(this.open.place, false);
  }

  /** CDATA exists in SVG and MathML only. */
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private text(raw: string): void {
    if (this.titleText !== null) {
      if (this.titleText.length < MAX_TITLE_CHARS) this.titleText += raw;
      return;
    }
    const isMuted = this.open.muted > 0;
    if (isMuted && !(this.links.isOpen && (this.tag.flags & MUTE) === 0)) return;
    const piece = foldPiece(raw);
    this.links.text(piece);
    if (isMuted) return;
    if (this.headingText !== null && this.headingText.length < MAX_TITLE_CHARS) this.headingText += piece;
    this.flow.append(piece, this.links.isOpen);
  }

  private openTag(tag: TagInfo): void {
    const { flags, name } = tag;
    const isStructural = (flags & (BLOCK | ITEM)) !== 0;
    if (isStructural) {
      for (const broken of BROKEN_OUT_OF) this.open.closeOutermost(broken);
      this.open.endImplied(tag, (flags & CLOSES_PARAGRAPH) !== 0);
    }
    if ((flags & (BLOCK | ITEM | SPACE)) !== 0) this.separate(tag);
    if ((flags & VOID) === 0) {
      const hides = this.hasValues || name === 'dialog' ? this.hides(name) : false;
      const mutes = hides || (flags & MUTE) !== 0;
      // Inline elements are kept only while one of their name hides its text, to know which end tag ends it.
      if (isStructural || mutes || this.open.has(name)) this.open.push(tag, mutes, isStructural ? this.placeInside(tag) : this.open.place);
    }
    this.readTag(tag);
  }

  /** Separates blocks or words at the boundary of an element. */
  private separate(tag: TagInfo): void {
    if ((tag.flags & BLOCK) !== 0) this.flow.endBlock(this.open.place, this.headingText !== null);
    else this.flow.space();
  }

  private elementEnded(tag: TagInfo): void {
    if ((tag.flags & (BLOCK | ITEM)) !== 0) this.separate(tag);
    if (tag.name === 'title' && this.titleText !== null) {
      this.findings.title ||= cutEnd(foldSpace(this.titleText), MAX_TITLE_CHARS);
      this.titleText = null;
    }
    if ((tag.flags & HEADING) === 0 || this.headingText === null) return;
    const heading = cutEnd(foldSpace(this.headingText), MAX_TITLE_CHARS);
    this.headingText = null;
    if (heading === '') return;
    if (this.findings.headings.length < this.limits.maxHeadings) this.findings.headings.push(heading);
    this.headingsAbove.fill('', this.headingLevel);
    this.headingsAbove[this.headingLevel] = heading;
  }

  private hides(name: string): boolean {
    if (name === 'dialog' && this.values[attribute.OPEN] === null) return true;
    const { [attribute.HIDDEN]: hidden, [attribute.STYLE]: style } = this.values;
    return (hidden !== null && hidden.toLowerCase() !== 'until-found') || (style !== null && HIDING_STYLE.test(style));
  }

  private placeInside(tag: TagInfo): LinkPlace {
    const isContainer = (tag.flags & CONTAINER) !== 0;
    return placeWithin(this.open.place, {
      name: tag.name,
      role: this.values[attribute.ROLE],
      classes: isContainer ? this.values[attribute.CLASS] : null,
      id: isContainer ? this.values[attribute.ID] : null,
      inSection: this.open.sectioning > 0,
      isTableCell: (tag.flags & TABLE_SCOPE) !== 0 && tag.name !== 'table',
    });
  }

  private readTag({ name, flags }: TagInfo): void {
    const { values } = this;
    if ((flags & HEADING) !== 0) {
      this.headingText = '';
      this.headingLevel = Number(name[1]);
      return;
    }
    switch (name) {
      case 'a':
        if (values[attribute.HREF] !== null) this.links.open(values[attribute.HREF], this.linkSetting());
        break;
      case 'area':
        if (values[attribute.HREF] !== null) this.links.add(values[attribute.HREF], this.linkSetting());
        break;
      case 'frame':
      case 'iframe':
        if (values[attribute.SRC] !== null) this.links.add(values[attribute.SRC], this.linkSetting());
        break;
      case 'img':
        this.links.image(values[attribute.ALT] ?? '');
        break;
      case 'link':
        this.readLinkElement();
        break;
      case 'base':
        this.findings.baseHref ||= values[attribute.HREF] ?? '';
        break;
      case 'meta':
        this.readMeta();
        break;
      case 'html':
      case 'body':
        this.findings.language ||= values[attribute.LANG] ?? '';
        break;
      case 'title':
        if (this.findings.title === '' && !this.open.has('svg')) this.titleText = '';
        break;
    }
  }

  private linkSetting(): LinkSetting {
    const { values } = this;
    return {
      at: this.flow.length,
      heading: this.headingsAbove.findLast((heading) => heading !== '') ?? '',
      place: this.open.place,
      nofollow: /\bnofollow\b/i.test(values[attribute.REL] ?? ''),
      label: values[attribute.ALT] || values[attribute.TITLE] || values[attribute.ARIA_LABEL] || '',
    };
  }

  private readLinkElement(): void {
    const href = this.values[attribute.HREF];
    const relations = (this.values[attribute.REL] ?? '').toLowerCase().split(/\s+/);
    if (href === null) return;
    if (relations.includes('canonical')) this.findings.canonicalHref ||= href;
    if (relations.includes('next')) this.links.add(href, this.linkSetting());
  }

  private readMeta(): void {
    const content = this.values[attribute.CONTENT] ?? '';
    switch ((this.values[attribute.NAME] ?? '').toLowerCase()) {
      case 'description':
        this.findings.description ||= cutEnd(foldSpace(content), MAX_DESCRIPTION_CHARS);
        break;
      case 'og:title':
        this.findings.socialTitle ||= cutEnd(foldSpace(content), MAX_TITLE_CHARS);
        break;
      case 'og:description':
        this.findings.socialDescription ||= cutEnd(foldSpace(content), MAX_DESCRIPTION_CHARS);
        break;
      case 'robots':
        if (this.findings.robots.length < MAX_TITLE_CHARS) this.findings.robots += `,${cutEnd(content, MAX_TITLE_CHARS)}`;
        break;
    }
    switch ((this.values[attribute.HTTP_EQUIV] ?? '').toLowerCase()) {
      case 'content-language':
        this.findings.language ||= content;
        break;
      case 'refresh': {
        const target = REFRESH.exec(content);
        const href = target?.[1] ?? target?.[2] ?? target?.[3] ?? '';
        if (href !== '') this.links.add(href, this.linkSetting());
        break;
      }
    }
  }
}
