import { page, replyAndEnd, reply, type HostileCase, type HostileReport } from './hostile-case.js';

const LINKS_KEPT = 2_000;
/** Reading a megabyte takes some tens of milliseconds; quadratic work takes minutes. */
export const DIGEST_MS = 8_000;
const N = 900_000;
const many = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');
const fill = (piece: string): string => piece.repeat(Math.floor(N / piece.length));

const html = (name: string, does: string, body: string | Buffer, more: Partial<HostileCase> = {}): HostileCase => ({
  name: `page-${name}`,
  does,
  serve: page(body),
  ends: 'page',
  ...more,
});
const hasLinks =
  (...paths: readonly string[]) =>
  (report: HostileReport): void => {
    expect(report.links.map((link) => new URL(link).pathname)).toEqual(paths);
  };
const titled =
  (title: string) =>
  (report: HostileReport): void =>
    expect(report.title).toBe(title);

const LATE = '<a href="/late">late</a>';

/** Pages that attack their parser. Each is fetched and digested, and its links checked: at most 2 000, all http(s). */
export const PAGES: readonly HostileCase[] = [
  html(
    'million-links',
    '50 000 links',
    many(50_000, (n) => `<a href=/${n}>x</a>`),
    { also: (report) => expect(report.links).toHaveLength(LINKS_KEPT), so: '2 000 links are kept' },
  ),
  html('one-link-many-times', 'the same link 40 000 times', fill('<a href=/same>x</a>'), { also: hasLinks('/same') }),
  html('deep-nesting', '180 000 elements, one inside the other', fill('<div>') + LATE),
  html('deep-lists', 'nested lists and tables that nobody closes', fill('<ul><li><table><tr><td>') + LATE),
  html('deep-inline', 'formatting elements that nobody closes', fill('<b><i><font>') + LATE),
  html('deep-links', 'links inside links', fill('<a href=/x>')),
  html('closing-tags', 'closing tags that nothing opened', fill('</div></p>') + LATE, { also: hasLinks('/late') }),
  html('crossed-tags', 'tags that close in the wrong order', fill('<p><b></p></b>') + LATE, {
    also: hasLinks('/late'),
  }),
  html('long-attribute', 'an attribute of 900 KB', `<a href="/x" title="${'a'.repeat(N)}">x</a>${LATE}`, {
    also: hasLinks('/x', '/late'),
  }),
  html('long-href', 'a link of 900 KB', `<a href="/${'a'.repeat(N)}">x</a>${LATE}`, {
    also: hasLinks('/late'),
    so: 'it is passed over',
  }),
  html(
    'long-data-url',
    'an image of 900 KB in its address',
    `<img src="data:image/png;base64,${'A'.repeat(N)}">${LATE}`,
    { also: hasLinks('/late') },
  ),
  html('million-attributes', '80 000 attributes on one tag', `<div ${many(80_000, (n) => `a${n}=1 `)}>${LATE}`, {
    also: hasLinks('/late'),
  }),
  html('same-attribute', 'one attribute 150 000 times', `<div ${fill('class ')}>${LATE}`, { also: hasLinks('/late') }),
  html('unclosed-attribute', 'a quote that nobody closes', `<title>quote</title><a href="${'a'.repeat(N)}`, {
    also: hasLinks(),
  }),
  html('unclosed-comment', 'a comment that nobody closes', `<title>comment</title><!--${'-'.repeat(N)}`, {
    also: titled('comment'),
  }),
  html('comments', '120 000 comments', fill('<!-- -->') + LATE, { also: hasLinks('/late') }),
  html('half-tags', 'the start of a tag over and over', fill('<') + LATE),
  html('half-closing-tags', '`</` over and over', fill('</') + LATE),
  html('unclosed-title', 'a title that nobody closes', `<title>${'word '.repeat(N / 5)}`, {
    also: (report) => expect(report.title.length).toBeLessThan(10_000),
    so: 'the title is cut',
  }),
  html('unclosed-script', 'a script that nobody closes', `<title>script</title><script>${fill('</scrip ')}`, {
    also: titled('script'),
  }),
  html('unclosed-textarea', 'a textarea that nobody closes', `<title>area</title><textarea>${fill('<a href=/x>')}`, {
    also: titled('area'),
  }),
  html('plaintext', 'the element `plaintext`', `<plaintext>${fill('<a href=/x>x</a>')}`),
  html('cdata', 'a CDATA section that nobody closes', `<title>data</title><![CDATA[${'a'.repeat(N)}`, {
    also: titled('data'),
  }),
  html('doctype', 'a doctype of 900 KB', `<!DOCTYPE ${'a'.repeat(N)}><title>type</title>`),
  html('entities', '160 000 character references', fill('&amp;&#x41;') + LATE, { also: hasLinks('/late') }),
  html('open-entities', 'a reference that never ends', `&${'a'.repeat(N)}${LATE}`, { also: hasLinks('/late') }),
  html(
    'number-entities',
    'character references to what is no character',
    `<title>&#0;&#xD800;&#x110000;&#99999999999999999999;ok</title>${LATE}`,
    { also: hasLinks('/late') },
  ),
  html(
    'billion-laughs',
    'entities that double (XML bomb)',
    `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">${many(30, (n) => `<!ENTITY a${n} "&a;&a;">`)}]><html><title>lol</title>&a29;</html>`,
    { also: (report) => expect(report.html.length).toBeLessThan(5_000) },
  ),
  html(
    'nuls',
    'NULs between and in everything',
    `<ti\0tle>x</title>\0<a\0 hr\0ef="/a\0b">x</a>${'\0'.repeat(N)}${LATE}`,
    { also: (report) => expect(report.links.at(-1)).toMatch(/\/late$/) },
  ),
  html('nul-text', 'NULs in title and text', `<title>a\0b</title><p>c\0d</p>`, {
    also: (report) => expect(report.title).not.toContain('\0'),
    so: 'PostgreSQL takes the text',
  }),
  html(
    'not-utf8',
    'bytes that are not UTF-8',
    Buffer.concat([Buffer.from('<title>ok</title>'), Buffer.alloc(N, 0xfe), Buffer.from(LATE)]),
    { also: hasLinks('/late') },
  ),
  html(
    'cut-utf8',
    'half characters, and surrogates in UTF-8',
    Buffer.concat([Buffer.from('<title>ok</title>'), Buffer.from('eda080e282f09f98c0afed', 'hex'), Buffer.from(LATE)]),
    { also: hasLinks('/late') },
  ),
  html(
    'control-characters',
    'every control character',
    `<title>ok</title>${String.fromCharCode(...Array.from({ length: 32 }, (_, n) => n)).repeat(20_000)}${LATE}`,
    { also: hasLinks('/late') },
  ),
  html(
    'other-schemes',
    'links to `javascript:`, `data:`, `file:` and others, spelt in every way',
    [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' java\nscript:alert(1)',
      '&#106;avascript:alert(1)',
      '\x01javascript:alert(1)',
      'java\0script:alert(1)',
      'data:text/html,<p>x',
      'file:///etc/passwd',
      'vbscript:x',
      'mailto:a@b.test',
      'tel:1',
      'ftp://a.test/',
      'gopher://a.test/',
      'ws://a.test/',
      'blob:http://a.test/',
      'about:blank',
      'chrome://settings',
      'view-source:http://a.test/',
      'intent://x#Intent;end',
      'jar:http://a.test!/',
      'filesystem:http://a.test/x',
      'http://',
      'http:///',
      'https://[',
      'http://a.test:0x50/',
      'http://%00/',
      'http://a.test:-1/',
      '//',
      'http://a b/',
    ]
      .map((href) => `<a href="${href}">x</a>`)
      .join('') + LATE,
    {
      also: (report) => expect(report.links.filter((link) => !/^https?:\/\/[^/]+\.test/.test(link))).toEqual([]),
      so: 'none of them becomes a link',
    },
  ),
  html(
    'odd-urls',
    'links with NULs, CRLF, unfinished escapes and user names',
    [
      '/a%00b',
      '/a\0c',
      '/a\r\nHost: evil',
      '/%',
      '/%zz',
      '/%c0%af',
      'http://user:pw@odd.test/u',
      '/..%2f..%2fetc',
      '\\\\odd.test\\b',
      '/\u202ecba',
      '/a#b#c',
      '?x=&&&=',
    ]
      .map((href) => `<a href="${href}">x</a>`)
      .join(''),
    {
      also: (report) => expect(report.links.filter((link) => /[^!-~]|@/.test(link))).toEqual([]),
      so: 'links are printable ASCII, without user names',
    },
  ),
  html('base-javascript', 'a base of `javascript:`', `<base href="javascript:alert(1)//">${LATE}`, {
    also: hasLinks('/late'),
  }),
  html('base-file', 'a base of `file:`', `<base href="file:///etc/">${LATE}`, { also: hasLinks('/late') }),
  html('bases', 'many bases', `${many(1_000, (n) => `<base href="http://b${n}.test/">`)}${LATE}`, {
    also: hasLinks('/late'),
  }),
  html(
    'refresh',
    'meta refresh to `javascript:` and `data:`',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)"><meta http-equiv=refresh content="0;url=data:,x">',
    { also: hasLinks() },
  ),
  html(
    'frames',
    '10 000 frames',
    many(10_000, (n) => `<iframe src=/f${n}></iframe>`),
    { also: (report) => expect(report.links.length).toBeLessThanOrEqual(LINKS_KEPT) },
  ),
  html('framesets', 'framesets, one inside the other', fill('<frameset><frame src=/f>')),
  html('areas', '10 000 areas of an image map', `<map>${many(10_000, (n) => `<area href=/a${n}>`)}</map>`, {
    also: (report) => expect(report.links.length).toBeLessThanOrEqual(LINKS_KEPT),
  }),
  html('svg', 'deep SVG and MathML', fill('<svg><math>') + LATE),
  html('templates', 'templates, one inside the other', fill('<template>') + LATE),
  html('one-word', 'one word of 900 KB', 'a'.repeat(N)),
  html('one-sentence', '450 000 words of one letter', 'a '.repeat(N / 2)),
  html('white-space', '900 KB of blanks', ' '.repeat(N) + LATE, { also: hasLinks('/late') }),
  html('headings', '60 000 headings', fill('<h1>x</h1>') + LATE, { also: hasLinks('/late') }),
  html(
    'metas',
    '15 000 meta tags',
    many(15_000, (n) => `<meta name=a${n} content="${'x'.repeat(30)}">`),
  ),
  html(
    'charset-late',
    'a thousand contradicting charsets',
    many(1_000, (n) => `<meta charset=${n % 2 === 0 ? 'utf-16' : 'iso-2022-jp'}>`) + LATE,
  ),
  {
    name: 'page-utf7',
    does: 'UTF-7, in which `+ADw-` is a tag',
    serve: page('+ADw-a href=/evil+AD4-x+ADw-/a+AD4-', 'Content-Type: text/html; charset=utf-7\r\n'),
    ends: ['page', 'not-html'],
    also: (report) => expect(report.links).toEqual([]),
  },
  {
    name: 'page-utf16',
    does: 'UTF-16 with an odd number of bytes',
    serve: page(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a href=/x>x</a>', 'utf16le'), Buffer.from([0x41])]),
    ),
    ends: 'page',
    also: hasLinks('/x'),
  },
  {
    name: 'png-as-html',
    does: 'a PNG that says it is HTML',
    serve: page(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(N, 0x9d)])),
    ends: ['page', 'not-html'],
  },
  {
    name: 'html-as-png',
    does: 'HTML that says it is a PNG',
    serve: reply('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 5\r\n\r\n<html'),
    ends: 'not-html',
  },
  {
    name: 'html-as-zip',
    does: 'a ZIP without a type',
    serve: replyAndEnd(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\nPK\x03\x04'), Buffer.alloc(1_000)])),
    ends: 'not-html',
  },
  {
    name: 'html-as-json',
    does: 'HTML that says it is JSON',
    serve: reply('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n<html'),
    ends: 'not-html',
  },
  {
    name: 'text-lies',
    does: 'text/plain that holds HTML and scripts',
    serve: reply(
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 33\r\n\r\n<script>alert(1)</script> <a href',
    ),
    ends: ['page', 'not-html'],
    also: (report) => expect(report.links).toEqual([]),
  },
  {
    name: 'pdf-lies',
    does: 'a PDF that is none',
    serve: reply('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 16\r\n\r\n%PDF-1.7 garbage'),
    settings: { contentTypes: ['html', 'text', 'pdf'] },
    ends: ['page', 'not-html', 'decode'],
  },
];
