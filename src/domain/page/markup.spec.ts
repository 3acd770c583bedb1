import * as fc from 'fast-check';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { SAMPLE_PAGES } from '../../../test/support/sample-pages.js';
import { runsOf } from '../../../test/support/thoroughness.js';
import { Markup } from './markup.js';
import type { MarkupEvents } from './markup-events.js';

/** Records all events; text and data in several pieces are joined. */
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

/** If the end of the page cuts a tag, the extent of its last event is undefined. */
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
  return notes.list;
}

function tokenizerEvents(html: string): string[] {
  const notes = new Notes(html);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, notes);
  tokenizer.write(html);
  tokenizer.end();
  return notes.list;
}

/**
 * Without the tokenizer's events about a tag cut by the end of the page: its last characters as text, or the name of an
 * end tag.
 */
function* withoutSlips(list: readonly string[]): Generator<readonly string[]> {
  yield list;
  const [last = '', end = ''] = list.slice(-2);
  const before = list.slice(0, -2);
  for (let cut = 1; cut <= 'plaintext'.length && last.startsWith('text '); cut++)
    yield [...before, ...(last.length - cut > 5 ? [last.slice(0, -cut)] : []), end];
  const name = last.startsWith('text ') ? before.at(-1) : last;
  if (name?.startsWith('close ') === true) yield [...before.slice(0, name === last ? undefined : -1), end];
}

function expectSame(html: string): void {
  const ours = withoutCutTag(told(html)).join('\n');
  const theirs = tokenizerEvents(html);
  const isSame = [...withoutSlips(theirs)].some((list) => withoutCutTag(list).join('\n') === ours);
  expect(isSame ? ours : theirs.join('\n')).toBe(ours);
}

const PARTS = [
  ...['<', '</', '>', '/', '/>', '<!', '<!--', '-->', '--!>', '-', '!', '<?', ']]>', ']', '<!doctype html>'],
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

/** Intended differences: references before tags in a title, comments in scripts, quotes in end tags. */
const isLeftOut = (html: string): boolean => /<\/?[a-z]*&|<script[^]*<!--|<\/[a-z][^>]*["'=]/i.test(html);

describe('Markup', () => {
  it('tells what the tokenizer of htmlparser2 tells', () => {
    const html = fc.array(fc.constantFrom(...PARTS), { maxLength: 25, size: 'max' }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(html, (one) => {
        fc.pre(!isLeftOut(one));
        expectSame(one);
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
        expectSame(part);
      }
      expectSame(html);
    },
  );

  const textOf = (html: string): string =>
    told(html)
      .filter((event) => event.startsWith('text '))
      .map((event) => event.slice(5))
      .join('|');

  it.each([
    [
      'a script that a comment in a script holds',
      '<script>a<!-- <script>b</script>c --></script>d',
      'a<!-- <script>b</script>c -->|d',
    ],
    ['a comment that ends at once', '<script><!--><script></script>a', '<!--><script>|a'],
    ['the name of a script in a comment', '<script><!-- <scripts></script>a', '<!-- <scripts>|a'],
    ['a comment in a script without end', '<script><!--<script></script>a', '<!--<script></script>a'],
    ['an end tag with attributes', '<p>a</p title="a > b" x=\'>\' y=>b', 'a|b'],
    ['an end tag whose quote is part of a name', '<p>a</p a"b>c', 'a|c'],
    ['an end tag that is cut off', 'a</p title="x>b', 'a'],
    ['a comment in a noscript without end', '<noscript>a<!-- b</noscript>c', 'a|c'],
    ['raw text in a noscript without end', '<noscript><iframe></noscript>c<iframe></iframe>d', 'c|d'],
    ['a section of characters', 'a<![CDATA[<p>b</p>]]>c<![CDATA[d]]>e', 'ab|]]>ce'],
    ['one in SVG', '<svg><![CDATA[<p>b</p>]]></svg>c', 'c'],
    ['a noscript without end', '<noscript>a<!-- b --><noscript>c', 'a|c'],
  ])('follows the HTML standard in %s', (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    ['comments', '<noscript><!--</noscript>'],
    ['raw text', '<noscript><style></noscript>'],
    ['no end', '<noscript>'],
    ['scripts', '<script><!--<script></script>'],
    ['end tags', '</a b="'],
  ])('takes time in proportion to the page: %s', (_, part) => {
    const html = part.repeat(1_000_000 / part.length);
    expect(cpuMs(() => told(`${html}-->`))).toBeLessThan(LINEAR_MS);
  });
});
