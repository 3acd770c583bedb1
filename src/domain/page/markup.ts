import type { MarkupEvents } from './markup-events.js';
import { OddReferences } from './odd-references.js';

const GT = 0x3e;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** Text is delivered in pieces of at most this many characters, each starting at a multiple of it. */
export const PIECE_CHARS = 32_768;

const isSpace = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x09 || c === 0x0d || c === 0x0c;
const endsName = (c: number): boolean => c <= GT && (c === GT || c === SLASH || isSpace(c));
const isLetter = (c: number): boolean => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;

/** Elements whose content is text up to their own end tag, and `plaintext`, which never ends. */
const RAW = ['iframe', 'noembed', 'noframes', 'plaintext', 'script', 'style', 'title', 'textarea', 'xmp'];
const NOSCRIPT = 'noscript';
/** The two in which character references are resolved. */
const REFERENCES_IN = new Set(['title', 'textarea']);
/** Whether any of them begins with a letter, by its place in the alphabet. */
const BEGINS_RAW = new Uint8Array(32);
for (const name of RAW) BEGINS_RAW[name.charCodeAt(0) & 31] = 1;

/** The most frequent references. With their semicolon they mean the same everywhere. */
const USUAL: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
  ['nbsp', 0xa0],
  ['copy', 0xa9],
  ['mdash', 0x2014],
  ['ndash', 0x2013],
  ['rsquo', 0x2019],
  ['lsquo', 0x2018],
  ['rdquo', 0x201d],
  ['ldquo', 0x201c],
  ['hellip', 0x2026],
]);
const LONGEST_USUAL = 6;
const NUMBER = /^#\d{2,5}$/;

/** Marks that change how a script continues within a comment, and those that end it (HTML standard 13.2.5.18 to 31). */
const SCRIPT_MARK = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;

/**
 * Splits HTML into tags and text, event for event as htmlparser2's tokenizer does without streaming (its tests compare
 * the two), three times as fast: it searches for the end of each tag or text, instead of testing each character in each
 * state.
 *
 * Where that tokenizer deviates from the HTML standard, this class follows the standard: in comments within scripts, in
 * attributes of end tags, in tags cut by the end of the page, and in references directly after the beginning of an end
 * tag within a title. A `noscript` ends its content, as in browsers with scripts.
 *
 * Its only state is the reading position, and every character is read a bounded number of times.
 */
export class Markup {
  private at = 0;
  private ended = false;
  /** The next `&` from the current position on, or one before it if unknown. */
  private ampersand = -1;
  /** The same for `<!--`. */
  private commentStart = -1;
  /** Position of the last `noscript` end tag; beyond the page if there is none. */
  private noscriptEnd = -1;
  /** Code point of the last reference. */
  private codePoint = 0;
  private readonly odd: OddReferences;

  constructor(
    private readonly html: string,
    private readonly events: MarkupEvents,
  ) {
    this.odd = new OddReferences(html, events);
  }

  /** Continues reading, at least up to `until`. */
  read(until: number): void {
    while (!this.ended && this.at < until) this.textAndTag();
  }

  /** Reads to the end. */
  end(): void {
    this.read(this.html.length);
    this.events.onend();
  }

  private textAndTag(): void {
    const { html } = this;
    let start = this.at;
    let from = start;
    for (;;) {
      const lt = html.indexOf('<', from);
      if (lt === -1) {
        this.text(start, html.length);
        this.ended = true;
        return;
      }
      this.text(start, lt);
      const c = lt + 1 < html.length ? html.charCodeAt(lt + 1) : 0;
      if (isLetter(c)) return this.openTag(lt + 1);
      if (c === SLASH) return this.closeTag(lt);
      if (c === EXCLAMATION) return this.declaration(lt + 2);
      if (c === QUESTION) return this.skipBehind('>', lt + 2);
      // It is text, like its continuation.
      start = lt;
      from = lt + 1;
    }
  }

  private openTag(start: number): void {
    const { html, events } = this;
    const mayBeRaw = BEGINS_RAW[html.charCodeAt(start) & 31] === 1 && !events.isInForeignContext();
    const nameEnd = this.nameEnd(start);
    if (nameEnd === html.length) {
      // A tag cut by the end of the page does not count.
      this.ended = true;
      return;
    }
    const raw = mayBeRaw ? rawName(html, start, nameEnd) : null;
    events.onopentagname(start, nameEnd);
    this.at = this.attributes(nameEnd);
    if (this.at < 0) this.ended = true;
    else if (raw !== null) this.rawText(raw);
    else if (mayBeRaw && this.at > this.noscriptEnd && isWhole(html, start, nameEnd, NOSCRIPT)) this.findNoscriptEnd();
  }

  private findNoscriptEnd(): void {
    const end = this.rawEnd(NOSCRIPT, this.at, this.html.length);
    this.noscriptEnd = end === -1 ? Number.POSITIVE_INFINITY : end;
  }

  /** The latest end of a comment or raw text that begins at `at`. */
  private bound(at: number): number {
    return at <= this.noscriptEnd ? Math.min(this.noscriptEnd, this.html.length) : this.html.length;
  }

  private nameEnd(start: number): number {
    const { html } = this;
    let at = start;
    while (at < html.length && !endsName(html.charCodeAt(at))) at++;
    return at;
  }

  /** @returns the end of the tag; -1 if the page ends before */
  private attributes(start: number): number {
    const { html, events } = this;
    const { length } = html;
    for (let at = start; at < length;) {
      let c = html.charCodeAt(at);
      if (isSpace(c)) {
        at++;
        continue;
      }
      if (c === GT) {
        events.onopentagend(at + 1);
        return at + 1;
      }
      if (c === SLASH) {
        at++;
        while (at < length && isSpace(html.charCodeAt(at))) at++;
        if (at === length) return -1;
        if (html.charCodeAt(at) !== GT) continue;
        events.onselfclosingtag(at + 1);
        return at + 1;
      }
      const name = at++;
      while (at < length && (c = html.charCodeAt(at)) !== EQUALS && !endsName(c)) at++;
      if (at === length) return -1;
      events.onattribname(name, at);
      while (isSpace(c)) {
        if (++at === length) return -1;
        c = html.charCodeAt(at);
      }
      if (c === EQUALS) {
        at = this.value(at + 1);
        if (at < 0) return -1;
      }
      events.onattribend();
    }
    return -1;
  }

  /** @returns the end of the value, including its quote; -1 if the page ends before */
  private value(start: number): number {
    const { html } = this;
    let at = start;
    while (at < html.length && isSpace(html.charCodeAt(at))) at++;
    if (at === html.length) return -1;
    const c = html.charCodeAt(at);
    if (c === DOUBLE_QUOTE || c === SINGLE_QUOTE) {
      const end = html.indexOf(c === DOUBLE_QUOTE ? '"' : "'", at + 1);
      if (end === -1) return -1;
      this.data(at + 1, end);
      return end + 1;
    }
    let end = at;
    for (; end < html.length; end++) {
      const one = html.charCodeAt(end);
      if (one === GT || isSpace(one)) break;
    }
    if (end === html.length) return -1;
    this.data(at, end);
    return end;
  }

  private data(start: number, end: number): void {
    let from = start;
    for (let amp = this.ampersandFrom(from); amp < end; amp = this.ampersandFrom(from)) {
      const behind = this.usualReference(amp, end);
      if (behind < 0) return this.odd.inValue(from, end);
      if (from < amp) this.events.onattribdata(from, amp);
      this.events.onattribentity(this.codePoint);
      from = behind;
    }
    this.events.onattribdata(from, end);
  }

  private closeTag(lt: number): void {
    const { html } = this;
    const start = lt + 2;
    if (start === html.length) {
      this.plainText(lt, start);
      this.ended = true;
      return;
    }
    const c = html.charCodeAt(start);
    if (c === GT) this.at = start + 1;
    else if (isLetter(c)) this.closeTagNamed(start);
    else this.skipBehind('>', start + 1);
  }

  private closeTagNamed(start: number): void {
    const end = this.nameEnd(start);
    if (end < this.html.length) this.closeTagBehind(start, end);
    else this.ended = true;
  }

  private closeTagBehind(start: number, end: number): void {
    const behind = this.html.charCodeAt(end) === GT ? end : this.endOfEndTag(end);
    if (behind === -1) {
      this.ended = true;
      return;
    }
    this.events.onclosetag(start, end);
    this.at = behind + 1;
  }

  /** @returns the position of the `>` of an end tag with attributes, which are ignored; -1 if the page ends before */
  private endOfEndTag(start: number): number {
    const { html } = this;
    const { length } = html;
    for (let at = start; at < length;) {
      let c = html.charCodeAt(at);
      if (c === GT) return at;
      if (c === SLASH || isSpace(c)) {
        at++;
        continue;
      }
      at++;
      while (at < length && (c = html.charCodeAt(at)) !== EQUALS && !endsName(c)) at++;
      while (at < length && isSpace(html.charCodeAt(at))) at++;
      if (at === length || html.charCodeAt(at) !== EQUALS) continue;
      at = this.endOfValue(at + 1);
      if (at === -1) return -1;
    }
    return -1;
  }

  private endOfValue(start: number): number {
    const { html } = this;
    let at = start;
    while (at < html.length && isSpace(html.charCodeAt(at))) at++;
    const c = html.charCodeAt(at);
    if (c === DOUBLE_QUOTE || c === SINGLE_QUOTE) {
      const end = html.indexOf(c === DOUBLE_QUOTE ? '"' : "'", at + 1);
      return end === -1 ? -1 : end + 1;
    }
    while (at < html.length && html.charCodeAt(at) !== GT && !isSpace(html.charCodeAt(at))) at++;
    return at;
  }

  /**
   * Skips comments, document types and CDATA sections without events. Outside of SVG, a section is a comment that ends
   * at the next `>`: its content counts (HTML standard 13.2.5.42).
   *
   * @param at index after the `!`
   */
  private declaration(at: number): void {
    const { html } = this;
    if (html.startsWith('--', at)) return this.comment(at + 2);
    if (html.startsWith('[CDATA[', at) && this.events.isInForeignContext()) return this.skipBehind(']]>', at + 7);
    // `<!>` and `<!->` end at once.
    this.skipBehind('>', at);
  }

  /** Ends at `-->` and `--!>`; `<!-->` and `<!--->` are complete comments. */
  private comment(start: number): void {
    if (this.html.startsWith('>', start) || this.html.startsWith('->', start)) return this.skipBehind('>', start);
    const bound = this.bound(start);
    // A slice without a copy: the text beyond the bound must not be searched for every comment.
    const html = bound === this.html.length ? this.html : this.html.slice(0, bound);
    for (let at = html.indexOf('--', start); at !== -1; at = html.indexOf('--', at + 1)) {
      const behind = html.charCodeAt(at + 2) === EXCLAMATION ? at + 3 : at + 2;
      if (html.charCodeAt(behind) !== GT) continue;
      this.at = behind + 1;
      return;
    }
    this.endAt(bound);
  }

  private endAt(bound: number): void {
    if (bound === this.html.length) this.ended = true;
    else this.at = bound;
  }

  private skipBehind(what: string, from: number): void {
    const found = this.html.indexOf(what, from);
    if (found === -1) this.ended = true;
    else this.at = found + what.length;
  }

  /** The content of an element that is text up to its own end tag. */
  private rawText(name: string): void {
    const start = this.at;
    const decodes = REFERENCES_IN.has(name);
    const tell = (end: number): void => {
      if (decodes) this.text(start, end);
      else this.plainText(start, end);
    };
    const bound = this.bound(start);
    let end = name === 'plaintext' ? -1 : this.rawEnd(name, start, bound);
    if (name === 'script' && end !== -1 && this.commentStartFrom(start) < end)
      end = this.escapedScriptEnd(start, bound);
    tell(end === -1 ? bound : end);
    if (end === -1) this.endAt(bound);
    else this.closeTagBehind(end + 2, end + 2 + name.length);
  }

  /** @returns the position of the first end tag with this name; -1 if there is none before `bound` */
  private rawEnd(name: string, start: number, bound: number): number {
    const { html } = this;
    for (let lt = html.indexOf('</', start); lt !== -1 && lt < bound; lt = html.indexOf('</', lt + 2)) {
      const end = lt + 2 + name.length;
      if (end < html.length && endsName(html.charCodeAt(end)) && isNamed(html, lt + 2, name)) return lt;
    }
    return -1;
  }

  /** The same for a script with a comment: a script end tag inside the comment is a part of it. */
  private escapedScriptEnd(start: number, bound: number): number {
    let inComment = false;
    let inScript = false;
    SCRIPT_MARK.lastIndex = start;
    for (let mark = SCRIPT_MARK.exec(this.html); mark !== null; mark = SCRIPT_MARK.exec(this.html)) {
      const { 0: text, 1: slash, index } = mark;
      if (index >= bound) return -1;
      if (text === '<!--') {
        inComment = true;
        // `<!-->` is a complete comment.
        SCRIPT_MARK.lastIndex = index + 2;
      } else if (text === '-->') inComment = inScript = false;
      else if (slash === '') inScript = inComment;
      else if (inScript) inScript = false;
      else return index;
    }
    return -1;
  }

  private commentStartFrom(from: number): number {
    if (this.commentStart < from) {
      const next = this.html.indexOf('<!--', from);
      this.commentStart = next === -1 ? Number.POSITIVE_INFINITY : next;
    }
    return this.commentStart;
  }

  private text(start: number, end: number): void {
    let from = start;
    for (let amp = this.ampersandFrom(from); amp < end; amp = this.ampersandFrom(from)) {
      const behind = this.usualReference(amp, end);
      if (behind < 0) return this.odd.inText(from, end);
      this.plainText(from, amp);
      this.events.ontextentity(this.codePoint);
      from = behind;
    }
    this.plainText(from, end);
  }

  private plainText(start: number, end: number): void {
    let from = start;
    for (let cut = start - (start % PIECE_CHARS) + PIECE_CHARS; cut < end; cut += PIECE_CHARS) {
      this.events.ontext(from, cut);
      from = cut;
    }
    if (from < end) this.events.ontext(from, end);
  }

  private ampersandFrom(from: number): number {
    if (this.ampersand < from) {
      const next = this.html.indexOf('&', from);
      this.ampersand = next === -1 ? Number.POSITIVE_INFINITY : next;
    }
    return this.ampersand;
  }

  /** @returns the end of a frequent reference, with its character in `codePoint`; -1 for all others */
  private usualReference(amp: number, end: number): number {
    const { html } = this;
    const longest = Math.min(end, amp + 2 + LONGEST_USUAL);
    let semicolon = amp + 1;
    while (semicolon < longest && html.charCodeAt(semicolon) !== SEMICOLON) semicolon++;
    if (semicolon >= longest) return -1;
    const name = html.slice(amp + 1, semicolon);
    const codePoint = USUAL.get(name) ?? (NUMBER.test(name) ? Number(name.slice(1)) : 0);
    if (!isCharacter(codePoint)) return -1;
    this.codePoint = codePoint;
    return semicolon + 1;
  }
}

/** Whether the number of a reference stands for its own character; some stand for others, or for none. */
const isCharacter = (codePoint: number): boolean =>
  (codePoint >= 0x20 && codePoint <= 0x7e) || (codePoint >= 0xa0 && codePoint < 0xd800);

/** Whether a name is at this position, ignoring case. */
function isNamed(html: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if ((html.charCodeAt(start + i) | 0x20) !== name.charCodeAt(i)) return false;
  return true;
}

const isWhole = (html: string, start: number, end: number, name: string): boolean =>
  name.length === end - start && isNamed(html, start, name);

/** The element of `RAW` named at this position; null for others. */
function rawName(html: string, start: number, end: number): string | null {
  for (const name of RAW) if (isWhole(html, start, end, name)) return name;
  return null;
}
