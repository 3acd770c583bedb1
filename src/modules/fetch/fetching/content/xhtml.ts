import { Tokenizer, type TokenizerCallbacks, QuoteType } from 'htmlparser2';
import { escapeHtml } from './plain-text.js';

const XHTML = 'http://www.w3.org/1999/xhtml';
const XLINK = 'http://www.w3.org/1999/xlink';
/** Vocabularies whose elements HTML knows. */
const KNOWN: ReadonlySet<string> = new Set([XHTML, 'http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML']);
/** Characters searched for the root of a document; document types with their own declarations are sometimes longer. */
const PROLOGUE_CHARS = 8_192;

const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** Elements whose text is not markup in HTML. */
const CODE: ReadonlySet<string> = new Set(['script', 'style']);
/** Replacements for elements whose content HTML takes for text. */
const SHOWN_AS: Readonly<Record<string, string>> = { xmp: 'pre', listing: 'pre', plaintext: 'pre' };
/** Elements with fallback content for programs that do not know them. */
const FALLBACK: ReadonlySet<string> = new Set(['iframe', 'noembed', 'noframes']);

const CAPITAL = /[A-Z]/;

const DECLARED =
  /\sxmlns(?::[\w.-]+)?\s*=\s*(?:"http:\/\/www\.w3\.org\/1999\/xhtml"|'http:\/\/www\.w3\.org\/1999\/xhtml')/;

/** Whether the root of an XML document is `html` of XHTML. @param start of it, or all */
export function isXhtml(start: string): boolean {
  const text = start.slice(0, PROLOGUE_CHARS);
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
    if (text.startsWith('<?', at)) at = behind(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = behind(text, '-->', at + 4);
    else if (text.startsWith('<!', at)) at = behindDoctype(text, at);
    else break;
  }
  const root = /^<(?:[\w.-]+:)?html(?=[\s>])[^>]*/.exec(text.slice(at, at + 2_000))?.[0];
  return root !== undefined && DECLARED.test(root);
}

function behind(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
}

function behindDoctype(text: string, from: number): number {
  const end = behind(text, '>', from);
  const declarations = text.indexOf('[', from);
  return declarations === -1 || declarations > end ? end : behind(text, '>', behind(text, ']', declarations));
}

const ENTITY = /<!ENTITY\s+([\w.-]{1,100})\s+(?:"([^"%]{0,1000})"|'([^'%]{0,1000})')\s*>/g;
/** Most characters that references to the document's own entities add. */
const MAX_ADDED = 1_000_000;

/**
 * A document without its type's own declarations, which the tokenizer would end at their first `>`, and with the
 * entities from there. References within entities stay.
 */
function withoutDeclarations(xml: string): string {
  const start = xml.slice(0, PROLOGUE_CHARS).search(/<!DOCTYPE\s/);
  const from = start === -1 ? -1 : xml.indexOf('[', start) + 1;
  if (from <= 0 || xml.slice(start, from).includes('>')) return xml;
  let at = from;
  while (at < xml.length && xml.charAt(at) !== ']') {
    const first = xml.charAt(at);
    if (first === '"' || first === "'") at = behind(xml, first, at + 1);
    else if (xml.startsWith('<!--', at)) at = behind(xml, '-->', at);
    else at++;
  }
  const entities = new Map<string, string>();
  for (const [, name, quoted, value = quoted] of xml.slice(from, at).matchAll(ENTITY))
    if (!entities.has(name)) entities.set(name, value);
  let room = MAX_ADDED;
  const content = `${xml.slice(0, start)}${xml.slice(behind(xml, '>', at))}`;
  if (entities.size === 0) return content;
  return content.replace(/&([\w.-]{1,100});/g, (reference, name: string) => {
    const value = entities.get(name) ?? reference;
    room -= value.length;
    return room < 0 ? reference : value;
  });
}

/**
 * An XHTML document as equivalent HTML, with the end tags that HTML requires. Null if it is not well-formed, and so was
 * not written as XML.
 *
 * @param isXhtmlType whether its type says that it is XHTML, so that the namespace may be missing. @param isCut whether
 * its end is missing
 */
export function xhtmlAsHtml(document: string, isXhtmlType: boolean, isCut: boolean): string | null {
  const xml = withoutDeclarations(document);
  const writing = new Writing(xml, isXhtmlType);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, writing);
  tokenizer.write(xml);
  tokenizer.end();
  return writing.html(isCut);
}

interface Open {
  readonly name: string;
  /** The element in HTML; '' if it is omitted. */
  readonly written: string;
  readonly declared: readonly string[];
}

class Writing implements TokenizerCallbacks {
  private readonly parts: string[] = ['<!DOCTYPE html>'];
  private readonly open: Open[] = [];
  /** Namespaces by prefix, innermost last. */
  private readonly namespaces = new Map<string, string[]>();
  private isSound = true;
  private hasRoot = false;
  private name = '';
  private attributes: [name: string, value: string][] = [];
  private attribute = '';
  private value = '';
  /** Text so far of the open script or style. */
  private code = '';
  /** Enclosing elements whose content is omitted. */
  private left = 0;

  constructor(
    private readonly xml: string,
    private readonly isXhtmlType: boolean,
  ) {}

  html(isCut: boolean): string | null {
    if (!this.isSound || !this.hasRoot || (this.open.length > 0 && !isCut)) return null;
    return this.parts.join('');
  }

  ontext(start: number, end: number): void {
    this.text(this.xml.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    const character = String.fromCodePoint(codePoint);
    this.text(this.isCode ? character : escapeHtml(character));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    const text = this.xml.slice(start, end - endOffset);
    this.text(this.isCode ? text : escapeHtml(text));
  }

  onopentagname(start: number, end: number): void {
    this.name = this.xml.slice(start, end);
    this.attributes = [];
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.xml.slice(start, end);
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    this.value += this.xml.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.value += escapeHtml(String.fromCodePoint(codePoint));
  }

  onattribend(quote: QuoteType): void {
    if (quote !== QuoteType.Double && quote !== QuoteType.Single) this.isSound = false;
    this.attributes.push([this.attribute, this.value]);
  }

  onopentagend(): void {
    this.begin();
  }

  onselfclosingtag(): void {
    this.begin();
    this.end();
  }

  onclosetag(start: number, end: number): void {
    if (this.open.at(-1)?.name !== this.xml.slice(start, end)) this.isSound = false;
    else this.end();
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  private get isCode(): boolean {
    return CODE.has(this.open.at(-1)?.written ?? '');
  }

  private text(text: string): void {
    if (this.left > 0) return;
    if (this.isCode) this.code += text;
    else if (text !== '') this.parts.push(text.replaceAll('<', '&lt;'));
  }

  private begin(): void {
    const declared: string[] = [];
    for (const [name, value] of this.attributes) {
      const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : null;
      if (prefix === null) continue;
      declared.push(prefix);
      const known = this.namespaces.get(prefix);
      if (known === undefined) this.namespaces.set(prefix, [value]);
      else known.push(value);
    }
    const written = this.writtenAs();
    if (!this.hasRoot && written !== 'html') this.isSound = false;
    this.hasRoot = true;
    if (this.left === 0 && written !== '') {
      // HTML would read `HREF` as `href`, which differs in XML. Names with capitals belong to SVG.
      const isHtml = this.isHtml();
      const attributes = this.attributes.flatMap(([name, value]) =>
        isHtml && CAPITAL.test(name) ? [] : [` ${this.attributeName(name)}="${quotable(value)}"`],
      );
      this.parts.push(`<${written}${attributes.join('')}>`);
    }
    if (FALLBACK.has(written)) this.left++;
    this.open.push({ name: this.name, written, declared });
  }

  private end(): void {
    const ended = this.open.pop();
    if (ended === undefined) return;
    const { written, declared } = ended;
    for (const prefix of declared) this.namespaces.get(prefix)?.pop();
    if (FALLBACK.has(written)) this.left--;
    if (CODE.has(written)) {
      // Sequences that HTML would take for its end, or for a comment.
      this.parts.push(this.code.replace(/<(?=\/(?:script|style)|!--)/gi, '<\\'));
      this.code = '';
    }
    if (this.left === 0 && !VOID.has(written)) this.parts.push(`</${written}>`);
  }

  /** The name of the element in HTML. */
  private writtenAs(): string {
    const local = this.name.slice(this.name.indexOf(':') + 1);
    if (!KNOWN.has(this.namespace()) || (this.isHtml() && CAPITAL.test(local))) return `x-${local}`;
    return SHOWN_AS[local] ?? local;
  }

  private isHtml(): boolean {
    return this.namespace() === XHTML;
  }

  /** The namespace of the element; '' if it has none. */
  private namespace(): string {
    const colon = this.name.indexOf(':');
    return this.namespaceOf(colon === -1 ? '' : this.name.slice(0, colon)) ?? (this.isXhtmlType ? XHTML : '');
  }

  private attributeName(name: string): string {
    const colon = name.indexOf(':');
    return colon > 0 && this.namespaceOf(name.slice(0, colon)) === XLINK ? `xlink:${name.slice(colon + 1)}` : name;
  }

  private namespaceOf(prefix: string): string | undefined {
    return this.namespaces.get(prefix)?.at(-1);
  }
}

/** Entities from the document type (`&nbsp;`) stay, because HTML knows the same ones. */
const quotable = (value: string): string => value.replaceAll('"', '&quot;');
