import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { MarkupEvents } from './markup-events.js';

type References = Pick<MarkupEvents, 'ontext' | 'ontextentity' | 'onattribdata' | 'onattribentity'>;

const nothing = (): void => undefined;

/**
 * Reads text and attribute values with unusual character references: the two thousand names, remapped numbers, missing
 * semicolons, and bare ampersands. Uses htmlparser2's tokenizer, which knows all of them.
 */
export class OddReferences {
  private tokenizer: Tokenizer | null = null;
  /** Added to the tokenizer's offsets. */
  private shift = 0;

  constructor(
    private readonly html: string,
    private readonly references: References,
  ) {}

  /** A `<` in it stands for itself. */
  inText(start: number, end: number): void {
    const { html } = this;
    for (let from = start; from < end;) {
      if (html.charCodeAt(from) === 0x3c) {
        this.references.ontext(from, ++from);
        continue;
      }
      const lt = html.indexOf('<', from);
      const to = lt === -1 ? end : Math.min(lt, end);
      this.shift = from;
      this.read(html.slice(from, to));
      from = to;
    }
  }

  inValue(start: number, end: number): void {
    const value = this.html.slice(start, end);
    // A value with quotes of both kinds was unquoted.
    const isBare = value.includes('"') && value.includes("'");
    const quote = value.includes('"') ? "'" : '"';
    const before = isBare ? '<a b=' : `<a b=${quote}`;
    this.shift = start - before.length;
    this.read(`${before}${value}${isBare ? '>' : quote}`);
  }

  private read(part: string): void {
    this.tokenizer ??= new Tokenizer({ xmlMode: false, decodeEntities: true }, this.callbacks());
    this.tokenizer.reset();
    this.tokenizer.write(part);
    this.tokenizer.end();
  }

  private callbacks(): TokenizerCallbacks {
    const { references } = this;
    return {
      ontext: (start, end) => references.ontext(start + this.shift, end + this.shift),
      ontextentity: (codePoint) => references.ontextentity(codePoint),
      onattribdata: (start, end) => references.onattribdata(start + this.shift, end + this.shift),
      onattribentity: (codePoint) => references.onattribentity(codePoint),
      onattribend: nothing,
      onattribname: nothing,
      onopentagname: nothing,
      onopentagend: nothing,
      onselfclosingtag: nothing,
      onclosetag: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    };
  }
}
