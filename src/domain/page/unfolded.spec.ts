import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { runsOf } from '../../../test/support/thoroughness.js';
import { mainHtml } from './main-html.js';
import { parsePage } from './parse-page.js';
import { allOf } from '../text/pieces.js';
import { unfolded } from './unfolded.js';

const URL = 'https://cheese.example/a/b';
const read = (html: string) => parsePage(html, URL);
const tree = (content: string, mode = 'open'): string => `<template shadowrootmode=${mode}>${content}</template>`;

describe('declared shadow trees', () => {
  it.each<[string, string, string]>([
    ['text of a tree', `<x-a>${tree('<p>one</p>two')}</x-a>three`, 'one twothree'],
    ['a closed one', `<x-a>${tree('one', 'CLOSED')}</x-a>`, 'one'],
    [
      'children in their slots',
      `<x-a>${tree('<slot name=b></slot>-<slot></slot>')}rest<b slot=b>first</b></x-a>`,
      'first-rest',
    ],
    ['several children in a slot, in their order', `<x-a>${tree('<slot></slot>.')}<i>1</i>2<i>3</i></x-a>`, '123.'],
    [
      'what a slot holds itself where no child is for it',
      `<x-a>${tree('<slot>own</slot><slot name=b>own b</slot>')}<i>1</i></x-a>`,
      '1own b',
    ],
    ['the first of two slots with a name', `<x-a>${tree('<slot></slot>-<slot>own</slot>')}1</x-a>`, '1-own'],
    ['no children without a slot', `<x-a>${tree('in<slot name=b></slot>')}no<b slot=c>no</b></x-a>out`, 'inout'],
    ['a tree within a tree', `<x-a>${tree(`1<x-b>${tree('2<slot></slot>4')}<slot></slot></x-b>5`)}3</x-a>`, '12345'],
    [
      'a slot handed on',
      `<x-a>${tree(`<x-b>${tree('<slot name=t></slot>')}<slot name=s slot=t></slot></x-b>`)}<i slot=s>on</i></x-a>`,
      'on',
    ],
    [
      'children before the tree',
      `<x-a>1<b slot=b>2<i>3</i></b>4<img slot=b>${tree('[<slot name=b></slot>]<slot></slot>')}5<b slot=b>6</b></x-a>`,
      '[236]145',
    ],
    [
      'children before the tree that have trees',
      `<div><p slot=b>no${tree('in')}</p>${tree('<slot name=b></slot>')}</div>`,
      'in',
    ],
    ['no tree of an element that may have none', `<ul>${tree('no')}<li>1</ul><button>${tree('no')}2</button>`, '1 2'],
    ['a hidden slot', `<x-a>${tree('<slot hidden></slot>yes')}no</x-a>`, 'yes'],
    ['a host that is hidden', `<x-a hidden>${tree('no')}</x-a>yes`, 'yes'],
    ['end tags that do not reach out of a tree', `<div>${tree('1</div>2')}</div>3`, '12 3'],
    [
      'nothing of children that would end what is around them',
      `<p><x-a>${tree('<slot name=b></slot>1')}<p>no</p><li>no</x-a>2`,
      '1 2',
    ],
    ['one tree for each host', `<x-a>${tree('1')}${tree('no')}</x-a>`, '1'],
    ['no tree in a template', `<template><x-a>${tree('no')}</x-a></template>yes`, 'yes'],
    ['no tree of another mode', `<x-a>${tree('no', 'shut')}</x-a>yes`, 'yes'],
    ['no tree without a host', `${tree('no')}yes`, 'yes'],
    ['no slots outside of a tree', '<slot>1</slot><b slot=x>2</b>', '12'],
    [
      'scripts and references as they are',
      `<x-a>${tree('<script>a<b</script>&lt;i&gt; &amp;amp; x < y')}</x-a>`,
      '<i> &amp; x < y',
    ],
    ['a tree that the page cuts off', `<x-a>${tree('1<p>2').slice(0, -11)}`, '1 2'],
  ])('show %s', (_, html, text) => {
    expect(read(html).text).toBe(text);
  });

  it('have links, titles and headings, and those of children that are not shown have links', () => {
    const html = `<x-a>${tree('<h1>Milk</h1><a href="c">in</a><slot></slot>')}<a href="/d">child</a><a slot=no href="/e">left</a></x-a>`;
    const { links, headings } = read(html);
    expect(headings).toEqual(['Milk']);
    expect(links.map(({ url, anchor }) => [url, anchor])).toEqual([
      ['https://cheese.example/a/c', 'in'],
      ['https://cheese.example/d', 'child'],
      ['https://cheese.example/e', 'left'],
    ]);
    expect(mainHtml(html, URL, 1_000).html).toContain('<h1>Milk</h1><a href="https://cheese.example/a/c">in</a>');
  });
});

describe('documents within frames', () => {
  it.each<[string, string, string]>([
    ['text of a document', 'a<iframe srcdoc="<p>b</p>c"></iframe>d', 'a b c d'],
    ['references once more', '<iframe srcdoc="&lt;b&gt;a &amp;lt; b"></iframe>', 'a < b'],
    ['a document within a document', '<iframe srcdoc="a<iframe srcdoc=&quot;b&quot;></iframe>c"></iframe>', 'a b c'],
    ['nothing of a hidden frame', '<iframe hidden srcdoc="no"></iframe>yes', 'yes'],
    ['nothing of a frame for those without scripts', '<noscript><iframe srcdoc="no"></iframe></noscript>yes', 'yes'],
    ['nothing that reaches out of it', '<div>a<iframe srcdoc="</div><textarea>no<b>"></iframe>c</div>d', 'a c d'],
    ['items in an item', '<ul><li>a<iframe srcdoc="<li>b<li>c"></iframe>d</ul>', 'a b c d'],
    ['nothing of its scripts', '<iframe srcdoc="a<script><!--<script>"></iframe>b', 'a b'],
    ['plain text', '<iframe srcdoc="<plaintext><i>"></iframe>b', '<i> b'],
    ['nothing of half a comment', '<iframe srcdoc="a<!-- no"></iframe>b', 'a b'],
    ['its shadow trees', `<iframe srcdoc="<x-a>${tree('<slot></slot>2')}1</x-a>"></iframe>`, '12'],
  ])('show %s', (_, html, text) => {
    expect(read(html).text).toBe(text);
  });

  it('have links, and say nothing of the page', () => {
    const inner =
      "<html lang=de><head><title>Frame</title><base href='/z/'><meta name=robots content=noindex></head><body><a href=c>c</a>";
    const page = read(`<title>Page</title><iframe srcdoc="${inner}"></iframe><a href=d>d</a>`);
    expect(page).toMatchObject({ title: 'Page', language: '', noindex: false });
    expect(page.links.map(({ url }) => url)).toEqual(['https://cheese.example/z/c', 'https://cheese.example/a/d']);
  });
});

it.each([
  ['<base href="y/">', '/x/y/c'],
  ['<base href="http://b.example/?a&amp;amp;b">', 'http://b.example/c'],
  ['<template><base href="/no/"></template>', '/x/c'],
  ['<base href="/y/"><base href="/no/">', '/y/c'],
  ['<base href=""><base href="/no/">', '/x/c'],
  ['', '/x/c'],
])("links of a document in a frame count from its own base, or the page's: %s", (base, link) => {
  const html = `<base href="/x/"><iframe srcdoc='${base}<a href=c>c</a>'></iframe><a href=d>d</a>`;
  const expected = [link, '/x/d'].map((one) => (one.startsWith('/') ? `https://cheese.example${one}` : one));
  expect(read(html).links.map(({ url }) => url)).toEqual(expected);
  const markdown = mainHtml(html, URL, 10_000).html;
  expect(Array.from(markdown.matchAll(/href="([^"]*)"/g), ([, url]) => url)).toEqual(expected);
});

it('resolves the links in many documents in bounded time', () => {
  const html = '<gleaner-frame href="x/">'.repeat(500) + '<a href=y></a>'.repeat(20_000);
  expect(cpuMs(() => read(html))).toBeLessThan(2 * LINEAR_MS);
});

const parts = [
  ...[
    '<x-a>',
    '</x-a>',
    tree('').slice(0, -11),
    '</template>',
    '<slot>',
    '<slot name=b>',
    '</slot>',
    '<b slot=b>',
    '</b>',
    '<p>',
    '</p>',
    '<li>',
  ],
  ...[
    '<iframe srcdoc="',
    '<iframe srcdoc="a&lt;p>',
    '"></iframe>',
    '<template>',
    '<noscript>',
    '</noscript>',
    '<svg>',
    '</svg>',
    '<br/>',
    '<script>',
  ],
  ...[
    '</script>',
    '<!--',
    '-->',
    '<plaintext>',
    'word ',
    '&amp;',
    '<',
    '>',
    '"',
    '<a href=/x>',
    '</a>',
    '<textarea>',
    '<title>',
    '<table><td>',
  ],
];

it('reads HTML again behind a picture without an end', () => {
  const { text } = read('<svg><iframe srcdoc=""></iframe><p><plaintext><iframe srcdoc="<b>a');
  expect(text.trim()).toBe('<iframe srcdoc="<b>a');
});

it.each([
  ['<x-a>' + tree('<li><plaintext>a<b>&amp;'), 'a<b>&amp;</template>'],
  ['<svg><template shadowrootmode=open><noscript><li><plaintext><template><x-a>', '<template><x-a>'],
])('shows no end tags in plain text: %s', (html, text) => expect(read(html).text.trim()).toBe(text));

it('shows no document of an element of a picture', () =>
  expect(read('<svg><iframe srcdoc="a&lt;p>b"></iframe></svg>c').text).toBe('c'));

it('ends nothing around a picture by elements of the picture', () =>
  expect(read('<p><svg><plaintext><plaintext>a</plaintext></plaintext></svg>b<p>c').text).toBe('b c'));

it('any page has no more text unfolded than it has characters, and links of the web', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40, size: 'max' }), (pieces) => {
      const html = pieces.join('');
      const { text, links } = read(html);
      expect(text.length).toBeLessThanOrEqual(html.length);
      expect(links.length).toBeLessThanOrEqual(pieces.length);
    }),
    runsOf(5_000),
  );
});

it.each([
  ['hosts in hosts', `<x-a>${tree('').slice(0, -11)}<slot>`],
  ['children without slots', `<x-a>${tree('')}a<b slot=`],
  ['frames in frames', '<iframe srcdoc="&lt;iframe srcdoc='],
  ['slots', `<x-a>${tree('<slot>a</slot>'.repeat(20))}`],
  ['unclosed elements', '<b>'],
])('takes time in proportion to the page: %s', (_, part) => {
  const html = `<x-a>${tree('a')}</x-a>${part.repeat(1_000_000 / part.length)}`;
  let shown = '';
  expect(cpuMs(() => (shown = allOf(unfolded(html))))).toBeLessThan(LINEAR_MS);
  expect(shown.length).toBeLessThan(3 * html.length);
});
