import { createRng } from '../base/rng.js';
import { mainHtml } from './main-html.js';

const URL = 'https://cheese.example/a/b';
const htmlOf = (body: string): string => mainHtml(body, URL, 1_000_000).html;

/** The deepest nesting of HTML in which all elements are closed in order; -1 otherwise. */
function nesting(html: string): number {
  const open: string[] = [];
  let deepest = 0;
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'hr', 'img'].includes(name)) continue;
    if (slash === '') deepest = Math.max(deepest, open.push(name));
    else if (open.pop() !== name) return -1;
  }
  return open.length === 0 ? deepest : -1;
}

it.each([
  ['inline elements that overlap', '<p><b>a<i>b</b>c</i>d</p>', '<p><b>a<i>b</i></b>cd</p>'],
  ['a paragraph that ends where a block begins', '<p>a<div>b</div>', '<p>a</p><div>b</div>'],
  [
    'items and cells without end tags',
    '<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>',
    '<ul><li>a</li><li>b</li></ul><table><tr><td>c</td><td>d</td></tr></table>',
  ],
  ['elements nobody knows', '<x-y>a<font>b</font></x-y>', 'ab'],
  [
    'values that would end a tag',
    '<a href="/x" title="&quot;>&lt;b>">a</a>',
    '<a href="https://cheese.example/x" title="&quot;><b>">a</a>',
  ],
  ['a link around a block', '<a href="/x"><div>a</div></a>', '<a href="https://cheese.example/x"><div>a</div></a>'],
])('takes %s as browsers do', (_, html, expected) => {
  expect(htmlOf(html)).toBe(expected);
});

it('writes well-nested elements, at most a hundred deep, whatever it reads', () => {
  const tags = 'p b i div span ul li table tr td th h1 a pre code nav svg select title script dialog'.split(' ');
  for (let seed = 0; seed < 300; seed++) {
    const rng = createRng(seed);
    const soup = Array.from({ length: 400 }, () => {
      const tag = tags[rng.below(tags.length)];
      return [`<${tag}>`, `<${tag} href="/x" class="nav" hidden`, `</${tag}>`, ' word ', '&amp;<', '<br>'][
        rng.below(6)
      ];
    }).join('');
    const { html } = mainHtml(soup, URL, 5_000);
    expect([seed, nesting(html)]).not.toEqual([seed, -1]);
    expect(nesting(html)).toBeLessThanOrEqual(100);
  }
  expect(nesting(htmlOf('<div><b>'.repeat(5_000) + 'x'))).toBe(100);
});

it.each([
  ['the first of two bases', '<base href="/1/"><base href="/2/"><a href="p">p</a>', 'https://cheese.example/1/p'],
  ['a base behind a link', '<a href="p">p</a><base href="/1/">', 'https://cheese.example/1/p'],
  ['a base of another scheme', '<base href="data:x"><a href="p">p</a>', 'https://cheese.example/a/p'],
  ['an empty base', '<base href=""><base href="/1/"><a href="p">p</a>', 'https://cheese.example/a/p'],
  ['a base without an address', '<base target=_top><base href="/1/"><a href="p">p</a>', 'https://cheese.example/1/p'],
])('resolves links against %s', (_, body, url) => {
  expect(htmlOf(body)).toContain(`<a href="${url}">`);
});

it('writes the queries of links in the encoding of the page, as browsers request them', () => {
  const page =
    '<base href="/ж/"><p><a href="п?q=сыр#ы">a</a><img src="?сыр"><a href="mailto:a@b.example?subject=сыр">b</a>';
  const { html } = mainHtml(page, URL, 10_000, 'windows-1251');
  expect(html).toContain('href="https://cheese.example/%D0%B6/%D0%BF?q=%F1%FB%F0#%D1%8B"');
  expect(html).toContain('src="https://cheese.example/%D0%B6/?%F1%FB%F0"');
  expect(html).toContain('href="mailto:a@b.example?subject=%D1%81%D1%8B%D1%80"');
});

it('has what a script shows, as the text has it', () => {
  const body = `<body style="display:none"><p>${'Rennet sets milk. '.repeat(10)}</p><p hidden>no</p><script>show()</script>`;
  expect(htmlOf(body)).toMatch(/^<p>(?:Rennet sets milk. ){10}<\/p>$/);
});

it.each([
  ['its picture', '<picture><source srcset="/a.webp 1x"><source srcset="/b.png"><img alt=a></picture>', 'a.webp'],
  ['its picture, late', '<picture><source data-srcset="/a.webp"><img alt=a src="data:,"></picture>', 'a.webp'],
  [
    'itself, beside those of its picture',
    '<picture><source srcset="/b.webp"><img alt=a src="/a.png"></picture>',
    'a.png',
  ],
  [
    'what browsers without scripts show',
    '<img alt=b src="data:,"><noscript>x<img alt=a src="/a.png"></noscript>',
    'a.png',
  ],
])('has images with the source of %s', (_, body, file) => {
  expect(htmlOf(body)).toMatch(new RegExp(`^<img src="https://cheese.example/${file}" alt="a">$`));
});

it('keeps items of flex containers and placed elements apart, but not a drop cap', () => {
  const item = '<i style="float:left">';
  expect(htmlOf(`<p style="display:flex"><b>a</b>b</p><p>${item}C</i>heese, ${item}a</i>`)).toBe(
    '<p><b>a</b><br>b</p><p><i>C</i>heese, <i><br>a</i></p>',
  );
});

it('has images once that have their source, and none of other pictures', () => {
  expect(
    htmlOf(
      '<picture><source srcset="/b"></picture><picture><img alt=c></picture><img alt=a src="/a"><noscript><img src="/d"></noscript>',
    ),
  ).toBe('<img src="https://cheese.example/a" alt="a">');
});

it.each([
  '<span class="lineno">1</span>a\n<span class="lineno">2</span>  b',
  '<span class="line"><span class="ln">1</span>a</span>\n<span class="line"><span class="ln">2</span>  b</span>',
  '<span style="color:red;user-select:none">1</span>a\n<span style="user-select: none">2</span>  b',
  '<code class="ln">a\n  b</code>',
])('leaves numbers of lines out of code: %s', (code) => {
  expect(htmlOf(`<pre>${code}</pre>`).replaceAll(/<\/?code>/g, '')).toBe('<pre>a\n  b</pre>');
});
