import { OddReferences } from './odd-references.js';

/** What is read of HTML, as offsets into it. The methods are called in document order; an attribute's data may come in pieces, and so may text. */
export interface MarkupEvents {
  /** Whether a tag that stands here is one of SVG: there is no `title` of the page then. */
  isInForeignContext(): boolean;
  ontext(start: number, end: number): void;
  ontextentity(codePoint: number): void;
  onopentagname(start: number, end: number): void;
  onattribname(start: number, end: number): void;
  onattribdata(start: number, end: number): void;
  onattribentity(codePoint: number): void;
  onattribend(): void;
  onopentagend(): void;
  onselfclosingtag(): void;
  onclosetag(start: number, end: number): void;
  onend(): void;
}

const GT = 0x3e;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** Text is told in pieces of that many characters at most, each from a multiple of them. */
export const PIECE_CHARS = 32_768;

const isSpace = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x09 || c === 0x0d || c === 0x0c;
const endsName = (c: number): boolean => c <= GT && (c === GT || c === SLASH || isSpace(c));
const isLetter = (c: number): boolean => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;

/** Elements whose content is text up to their own end tag, and `plaintext`, which never ends. */
const RAW = ['iframe', 'noembed', 'noframes', 'plaintext', 'script', 'style', 'title', 'textarea', 'xmp'];
/** The two in which character references mean something. */
const REFERENCES_IN = new Set(['title', 'textarea']);
/** Whether any of them begins so, by the letter's place in the alphabet. */
const BEGINS_RAW = new Uint8Array(32);
for (const name of RAW) BEGINS_RAW[name.charCodeAt(0) & 31] = 1;

/** References that pages are full of. With their semicolon they mean the same everywhere. */
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

/**
 * Takes HTML apart into tags and text, event for event as htmlparser2's tokenizer does without streaming (its tests compare the two), three times as fast: what
 * a tag or a text ends with is searched for, instead of asking what each character means in each state.
 *
 * Two of its slips are left out: within a title a reference right behind the beginning of an end tag (`<&amp;`) is one, and the control characters U+000F and
 * U+001C are no `/` and `<` of an end tag of a script.
 *
 * Nothing is remembered but where the reading stands, and every character is looked at a bounded number of times.
 */
export class Markup {
  private at = 0;
  private ended = false;
  /** The next `&` from `at` on, or one that lies behind. */
  private ampersand = -1;
  /** Of the reference last read. */
  private codePoint = 0;
  private readonly odd: OddReferences;

  constructor(
    private readonly html: string,
    private readonly events: MarkupEvents,
  ) {
    this.odd = new OddReferences(html, events);
  }

  /** Reads on, at least up to `until`. */
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
      // It is text, like what follows.
      start = lt;
      from = lt + 1;
    }
  }

  private openTag(start: number): void {
    const { html, events } = this;
    const mayBeRaw = BEGINS_RAW[html.charCodeAt(start) & 31] === 1 && !events.isInForeignContext();
    const nameEnd = this.nameEnd(start);
    if (nameEnd === html.length) {
      // A tag that the end of the page cuts off is none, save that of these names the tokenizer makes text.
      if (mayBeRaw && beginsRawName(html, start)) this.plainText(start, nameEnd);
      this.ended = true;
      return;
    }
    const raw = mayBeRaw ? rawName(html, start, nameEnd) : null;
    events.onopentagname(start, nameEnd);
    this.at = this.attributes(nameEnd);
    if (this.at < 0) this.ended = true;
    else if (raw !== null) this.rawText(raw);
  }

  private nameEnd(start: number): number {
    const { html } = this;
    let at = start;
    while (at < html.length && !endsName(html.charCodeAt(at))) at++;
    return at;
  }

  /** @returns where the tag has ended, -1 when the page ends before */
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
        events.onopentagend();
        return at + 1;
      }
      if (c === SLASH) {
        at++;
        while (at < length && isSpace(html.charCodeAt(at))) at++;
        if (at === length) {
          // So does the tokenizer.
          events.ontext(length - 1, length);
          return -1;
        }
        if (html.charCodeAt(at) !== GT) continue;
        events.onselfclosingtag();
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

  /** @returns where the value has ended, behind its quote if it has one; -1 when the page ends before */
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
    const { html, events } = this;
    events.onclosetag(start, end);
    this.skipBehind('>', end);
    // So does the tokenizer.
    if (this.ended) events.ontext(html.length - 1, html.length);
  }

  /** Comments, document types, sections of character data: nothing of them is told. @param at behind the `!` */
  private declaration(at: number): void {
    const { html } = this;
    if (html.startsWith('--', at)) return this.comment(at + 2);
    if (html.startsWith('[CDATA[', at)) return this.skipBehind(']]>', at + 7);
    // `<!>` and `<!->` end at once.
    this.skipBehind('>', at);
  }

  /** Ends at `-->` and `--!>`, and `<!-->` and `<!--->` are whole ones. */
  private comment(start: number): void {
    const { html } = this;
    if (html.startsWith('>', start) || html.startsWith('->', start)) return this.skipBehind('>', start);
    for (let at = html.indexOf('--', start); at !== -1; at = html.indexOf('--', at + 1)) {
      const behind = html.charCodeAt(at + 2) === EXCLAMATION ? at + 3 : at + 2;
      if (html.charCodeAt(behind) !== GT) continue;
      this.at = behind + 1;
      return;
    }
    this.ended = true;
  }

  private skipBehind(what: string, from: number): void {
    const found = this.html.indexOf(what, from);
    if (found === -1) this.ended = true;
    else this.at = found + what.length;
  }

  /** The content of an element that is text up to its own end tag. */
  private rawText(name: string): void {
    const { html } = this;
    const start = this.at;
    const decodes = REFERENCES_IN.has(name);
    const tell = (end: number): void => {
      if (decodes) this.text(start, end);
      else this.plainText(start, end);
    };
    if (name !== 'plaintext') {
      for (let lt = html.indexOf('</', start); lt !== -1; lt = html.indexOf('</', lt + 2)) {
        const end = lt + 2 + name.length;
        if (end >= html.length || !endsName(html.charCodeAt(end)) || !isNamed(html, lt + 2, name)) continue;
        tell(lt);
        return this.closeTagBehind(lt + 2, end);
      }
    }
    tell(html.length);
    this.ended = true;
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

  /** @returns where one of the usual references has ended, its character in `codePoint`; -1 for all others */
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

/** Whether a number stands for that character in a reference, too; some stand for others, or for none. */
const isCharacter = (codePoint: number): boolean =>
  (codePoint >= 0x20 && codePoint <= 0x7e) || (codePoint >= 0xa0 && codePoint < 0xd800);

/** Whether a name stands there, in whatever case. */
function isNamed(html: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if ((html.charCodeAt(start + i) | 0x20) !== name.charCodeAt(i)) return false;
  return true;
}

/** The element of `RAW` that is named there, null when it is another. */
function rawName(html: string, start: number, end: number): string | null {
  for (const name of RAW) if (name.length === end - start && isNamed(html, start, name)) return name;
  return null;
}

/** Whether the rest of the page is one of these names, or the beginning of one. */
const beginsRawName = (html: string, start: number): boolean =>
  RAW.some((name) => name.startsWith(html.slice(start).toLowerCase()));
