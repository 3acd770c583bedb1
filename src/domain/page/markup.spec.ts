import * as fc from 'fast-check';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { SAMPLE_PAGES } from '../../../test/support/sample-pages.js';
import { runsOf } from '../../../test/support/thoroughness.js';
import { Markup, type MarkupEvents } from './markup.js';

/** Notes all events; text and data that come in pieces are joined. */
class Notes implements TokenizerCallbacks, MarkupEvents {
  readonly list: string[] = [];
  private depth = 0;
  private tag = '';

  constructor(private readonly html: string) {}

  private note(kind: string, start = 0, end = 0): void {
    this.add(kind, this.html.slice(start, end));
  }
  private add(kind: string, what: string): void {
    const last = this.list.at(-1);
    if ((kind === 'text' || kind === 'data') && last?.startsWith(`${kind} `) === true)
      this.list[this.list.length - 1] = last + what;
    else this.list.push(`${kind} ${what}`);
  }
  isInForeignContext = (): boolean => this.depth > 0;
  ontext = (start: number, end: number): void => this.note('text', start, end);
  ontextentity = (codePoint: number): void => this.add('text', `{${codePoint}}`);
  onopentagname = (start: number, end: number): void => {
    this.tag = this.html.slice(start, end).toLowerCase();
    this.note('open', start, end);
  };
  onattribname = (start: number, end: number): void => this.note('name', start, end);
  onattribdata = (start: number, end: number): void => this.note('data', start, end);
  onattribentity = (codePoint: number): void => this.add('data', `{${codePoint}}`);
  onattribend = (): void => this.note('end of value');
  onopentagend = (): void => {
    if (this.tag === 'svg') this.depth++;
    this.note('end of tag');
  };
  onselfclosingtag = (): void => this.note('self-closing');
  onclosetag = (start: number, end: number): void => {
    if (this.html.slice(start, end).toLowerCase() === 'svg') this.depth = Math.max(0, this.depth - 1);
    this.note('close', start, end);
  };
  onend = (): void => this.note('end');
  oncdata = (): void => undefined;
  oncomment = (): void => undefined;
  ondeclaration = (): void => undefined;
  onprocessinginstruction = (): void => undefined;
}

/** Of a tag that the end of the page cuts off, how far it was read means nothing. */
function withoutCutTag(list: readonly string[]): string[] {
  const kept = [...list];
  const end = kept.pop() ?? '';
  const isTold = (event: string): boolean => /^(?:text|close|end of tag|self-closing)/.test(event);
  const last = kept.findLastIndex(isTold);
  const rest = kept.slice(last + 1);
  return [...kept.slice(0, last + 1), ...rest.filter((event) => event.startsWith('open')), end];
}

function told(html: string): string[] {
  const notes = new Notes(html);
  const markup = new Markup(html, notes);
  for (let until = 1; until < html.length; until += 7) markup.read(until);
  markup.end();
  return withoutCutTag(notes.list);
}

function toldByTokenizer(html: string): string[] {
  const notes = new Notes(html);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, notes);
  tokenizer.write(html);
  tokenizer.end();
  return withoutCutTag(notes.list);
}

const PARTS = [
  ...[
    '<',
    '</',
    '>',
    '/',
    '/>',
    '<!',
    '<!--',
    '-->',
    '--!>',
    '-',
    '!',
    '<?',
    '<![CDATA[',
    ']]>',
    ']',
    '<!doctype html>',
  ],
  ...[
    '<a',
    '<p>',
    '</p>',
    '<b ',
    ' href=',
    ' c="',
    "'",
    '"',
    '=',
    ' ',
    '\n',
    '\t',
    '<svg>',
    '</svg>',
    '<br/>',
    '</a x',
    'é',
    '日',
  ],
  ...[
    '<script',
    '<SCRIPT>',
    '</script',
    '</scrip',
    '<style>',
    '</style>',
    '<title>',
    '</TITLE >',
    '</t',
    '<textarea>',
    '</textarea>',
  ],
  ...[
    '<xmp>',
    '</xmp>',
    '<iframe>',
    '</iframe>',
    '<noembed>',
    '</noembed>',
    '<noframes>',
    '</noframes>',
    '<plaintext',
    '<plain',
  ],
  ...[
    '&amp;',
    '&amp',
    '&',
    '&#',
    '&#39;',
    '&#x27;',
    '&#128;',
    '&#0;',
    '&#55555;',
    '&nbsp;',
    '&notit;',
    '&not',
    '&NotEqualTilde;',
    '&lt',
    ';',
    'x',
    'ab',
    '&#99999999;',
  ],
] as const;

/** Where it differs on purpose: a reference right behind the beginning of an end tag, within a title, is one here. */
const isLeftOut = (html: string): boolean => /<\/?[a-z]*&/i.test(html);

describe('Markup', () => {
  it('tells what the tokenizer of htmlparser2 tells', () => {
    const html = fc.array(fc.constantFrom(...PARTS), { maxLength: 25, size: 'max' }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(html, (one) => {
        fc.pre(!isLeftOut(one));
        expect(told(one)).toEqual(toldByTokenizer(one));
      }),
      runsOf(20_000),
    );
  });

  it.each(Object.entries(SAMPLE_PAGES))(
    'reads the sample page %s as the tokenizer does, wherever it is cut off',
    (_, html) => {
      const step = Math.ceil(html.length / 100);
      for (let end = 0; end <= html.length; end += step) {
        const part = html.slice(0, end);
        expect(told(part)).toEqual(toldByTokenizer(part));
      }
      expect(told(html)).toEqual(toldByTokenizer(html));
    },
  );
});
