import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { DEFAULT_PARSE_LIMITS, parsePage, parsePageInPieces } from './index.js';
import { runsOf } from '../../../test/support/thoroughness.js';

const URL_ = 'http://example.com/dir/page';
const page = (body: string, head = ''): ReturnType<typeof parsePage> =>
  parsePage(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, URL_);
const hrefs = (html: string): string[] => parsePage(html, URL_).links.map((link) => link.url);

describe('parsePage', () => {
  it('reads what the head says', () => {
    const parsed = parsePage(
      `<html lang="en-GB"><head><title>Soft &amp; <b>hard</b> cheese</title><meta name=description content=" About  cheese "><link rel=canonical href="/c#x">
       <meta name="robots" content="noindex, NOFOLLOW"><base href="/base/"></head><body><a href="x">x</a></body></html>`,
      URL_,
    );
    expect(parsed).toMatchObject({
      title: 'Soft & <b>hard</b> cheese',
      description: 'About cheese',
      language: 'en-gb',
      canonical: 'http://example.com/c',
      noindex: true,
      nofollow: true,
    });
    expect(parsed.links.map((link) => link.url)).toEqual(['http://example.com/base/x']);
  });

  it('gives each link its anchor, the words around it, its heading and its place', () => {
    const parsed =
      page(`<nav><a href="/home">Home</a></nav><h1>Cheese</h1><p>The finest is <a href="/brie" rel="external nofollow,ugc"><i>Brie</i> de Meaux</a>, they say.</p>
      <h2>Hard</h2><p><a href="/parm"><img src=p.gif alt="Parmesan"></a></p><footer><a href="/imprint">Imprint</a></footer>`);
    expect(parsed.links).toEqual([
      expect.objectContaining({
        url: 'http://example.com/home',
        anchor: 'Home',
        place: 'navigation',
        heading: '',
        position: 0,
      }),
      expect.objectContaining({
        url: 'http://example.com/brie',
        anchor: 'Brie de Meaux',
        after: expect.stringMatching(/^, they say\. Hard/),
        place: 'main',
        heading: 'Cheese',
        nofollow: true,
      }),
      expect.objectContaining({ url: 'http://example.com/parm', anchor: 'Parmesan', heading: 'Hard', nofollow: false }),
      expect.objectContaining({ url: 'http://example.com/imprint', place: 'footer' }),
    ]);
    expect(parsed.links[1].before).toMatch(/The finest is$/);
    expect(parsed.headings).toEqual(['Cheese', 'Hard']);
  });

  it('keeps a target once: the first link with an anchor', () => {
    const parsed = page('<a href="/a#1"></a><a href="/b">b</a><a href="/a">about</a><a href="/a#2">again</a>');
    expect(parsed.links.map(({ url, anchor, position }) => [url, anchor, position])).toEqual([
      ['http://example.com/b', 'b', 0],
      ['http://example.com/a', 'about', 1],
    ]);
  });

  it('resolves a Refresh header against the page, whatever base it names', () => {
    const html = '<base href="/d/"><meta http-equiv=refresh content="0;url=y">';
    const { links } = parsePage(html, URL_, undefined, { refresh: '0;url=x' });
    expect(links.map(({ url }) => url)).toEqual([new URL('x', URL_).href, new URL('/d/y', URL_).href]);
  });

  it('finds frames, areas, next links and refreshes', () => {
    expect(
      hrefs(
        `<head><link rel="next" href="/2"><meta http-equiv=refresh content="5; URL='/moved'"></head><map><area href="/area"></map><iframe src="/frame"></iframe>`,
      ),
    ).toEqual([
      'http://example.com/2',
      'http://example.com/moved',
      'http://example.com/area',
      'http://example.com/frame',
    ]);
  });

  it.each([
    ...["5; URL='/a'", '0 /a', '.5,url=/a', '0.0.0;/a'].map((content) => [
      `<meta http-equiv=refresh content="${content}">`,
      '/a',
    ]),
    ...[';url=/a', 'url=/a', '.;url=/a', '-1;url=/a', '0url=/a'].map((content) => [
      `<meta http-equiv=refresh content="${content}">`,
      '',
    ]),
    ['<meta http-equiv=" refresh " content="0;url=/a"><meta http-equiv=REFRESH content="0;url=/b">', '/b'],
    ['<noscript><meta http-equiv=refresh content="0;url=/a"></noscript>', ''],
    ['<object data=/a></object><embed src=/b><object data=/c type=application/pdf></object>', '/a /b'],
    ['<object type="text/html" data=/a>', '/a'],
    [`<a href="#" onclick="location.href='/a'">x</a><a onclick='window.location="/b";return false'>y</a>`, '/a /b'],
    [`<a href="javascript:document.location = '/a';">x</a><a href="javascript:location.replace('/b')">y</a>`, '/a /b'],
    [`<a href="/a" onclick="location='/b'">x</a><a href="javascript:void(window.open('/c','w'))">y</a>`, '/a /c'],
    [`<tr onclick="location.assign('/a')"><td><button onclick="location='/b?id=' + id">no</button>`, '/a'],
    [
      `<a href="javascript:show('/a')">no</a><p onclick="alert('location')">no<a onclick="f()" href="javascript:">no`,
      '',
    ],
  ])('finds the documents that %s shows or loads', (html, paths) => {
    expect(hrefs(html).map((url) => url.replace('http://example.com', ''))).toEqual(paths.split(' ').filter(Boolean));
  });

  it.each([
    'javascript:void(0)',
    'mailto:a@b.c',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://x/',
    '#top',
    '',
    'http://',
    'tel:1',
  ])('passes over the link %j', (href) => {
    expect(hrefs(`<a href="${href}">x</a>`)).toEqual([]);
  });

  it('leaves scripts, styles and hidden parts out of the text', () => {
    expect(
      page(
        'a<script>var x="<p>no</p>"</script><style>p{}</style> b<template>no</template><p hidden>no</p><p style="display: none">no</p>c',
      ).text,
    ).toBe('a b c');
  });

  it('takes boilerplate out of the main text', () => {
    const sentence =
      'Cheese is a dairy product made in a wide range of flavours, textures and forms by coagulation of the milk protein casein. ';
    const parsed =
      page(`<div id="nav"><a href=/1>One</a> <a href=/2>Two</a></div><div class="site-header">Welcome to all of our dear guests</div><h1>Cheese</h1>
      <p>${sentence.repeat(3)}</p><p>${sentence.repeat(2)}</p><ul class=menu><li><a href=/3>Three</a></ul><footer>Copyright by nobody at all</footer>`);
    expect(parsed.mainText.startsWith('Cheese Cheese is a dairy product')).toBe(true);
    for (const noise of ['One', 'Welcome', 'Three', 'Copyright']) expect(parsed.mainText).not.toContain(noise);
  });

  it('never gives an empty main text for a page with text', () => {
    expect(page('<nav><a href=/a>All</a> <a href=/b>links</a></nav>').mainText).toBe('All links');
    expect(page('short').mainText).toBe('short');
  });

  it.each<[string, string, string]>([
    ['nav element', '<nav>@</nav>', 'navigation'],
    ['menu by role', '<div role=navigation>@</div>', 'navigation'],
    ['nothing', '<div>@</div>', 'main'],
    ['page header', '<header>@</header>', 'header'],
    ['header of an article', '<article><header>@</header></article>', 'main'],
    ['page footer', '<footer><div><p>@</div></footer>', 'footer'],
    ['nav inside the header', '<header><nav>@</nav></header>', 'navigation'],
    ['after a part has ended', '<nav>x</nav>@', 'main'],
    ['main inside a wrapper named like a header', '<div class="header"><main>@</main></div>', 'main'],
    ['aside', '<aside>@</aside>', 'aside'],
    ['sidebar by class', '<div class="left-sidebar">@</div>', 'aside'],
    ["sidebar's own list of links", '<div id="sidebar"><ul class="footer-links"><li>@</ul></div>', 'aside'],
    ['class in camel case', '<ul class="mainNav">@</ul>', 'navigation'],
    ['id', '<div id="footer">@</div>', 'footer'],
    ['a cell of a layout table', '<table><tr><td class="nav">@</td><td>text</table>', 'navigation'],
    ['a cell headed by class', '<table><tr><td class="header">@</td></table>', 'main'],
    ['a class about something else', '<div class="has-sidebar no-nav article-header">@</div>', 'main'],
    ['classes of the body', '<body class="nav sidebar">@</body>', 'main'],
    ['content by id in a frame named header', '<div id="header"><div id="content">@</div></div>', 'main'],
    ['forgotten end tags', '<nav><ul><li><a href=/z>z<li>@</nav>', 'navigation'],
    [
      'an end tag in a cell does not reach out of it',
      '<div class="footer"><table><tr><td></div>@</table></div>',
      'footer',
    ],
  ])('sees where a link stands: %s', (_, html, place) => {
    const link = parsePage(html.replace('@', '<a href="/link">l</a>'), URL_).links.find(({ url }) =>
      url.endsWith('/link'),
    );
    expect(link?.place).toBe(place);
  });

  it.each<[string, string, string]>([
    ['the last heading', '<h1>A</h1><h2>B</h2><p>@', 'B'],
    ['of the section, not of one that is over', '<h1>A</h1><h3>C</h3><h2>B</h2>@', 'B'],
    ['the higher one for a link in a heading', '<h1>A</h1><h2>B</h2><h2>@ c</h2>', 'A'],
    ['none above', '@<h1>A</h1>', ''],
    ['a heading with markup', '<h1> A <i>b</i><br>c</h1>@', 'A b c'],
    ['a heading ended by another level', '<h2>A</h3>@', 'A'],
    ['a hidden heading does not count', '<h1>A</h1><h2 hidden>B</h2>@', 'A'],
  ])('finds the heading above a link: %s', (_, html, heading) => {
    expect(parsePage(html.replace('@', '<a href="/link">l</a>'), URL_).links[0].heading).toBe(heading);
  });

  it.each<[string, string, string]>([
    ['image text', '<a href=/x><img alt="Pic"></a>', 'Pic'],
    ['text before image text', '<a href=/x><img alt="Pic">Text</a>', 'Text'],
    ['a label', '<a href=/x aria-label="Next  page"><svg><title>no</title></svg></a>', 'Next page'],
    ['a title', '<a href=/x title=T></a>', 'T'],
    ['blocks inside', '<a href=/x><div>One</div><div>two</div></a>', 'One two'],
    ['ended by the next anchor', '<a href=/x>One <a href=/y>two</a>', 'One'],
    ['a named anchor inside', '<a href=/x><a name=n>One</a>', 'One'],
    ['entities', '<a href=/x>Caf&eacute; &#38; &lt;Bar&gt;</a>', 'Café & <Bar>'],
    ['a script inside', '<a href=/x>One<script>no()</script></a>', 'One'],
    ['hidden now', '<div style="display:none"><a href=/x>Menu</a></div>', 'Menu'],
    ['a title for an empty label', '<a href=/x aria-label=" " title=T></a>', 'T'],
    ['the title of an image', '<a href=/x><img title=Pic></a>', 'Pic'],
    ['a title of an area', '<area href=/x alt="" title=Region>', 'Region'],
    ['area', '<area href=/x alt="Region">', 'Region'],
    ['a link in a picture', '<svg><a xlink:href=/x><title>no</title><text>Region</text></a></svg>', 'Region'],
    ['the title of a picture', '<a href=/x><svg><title>Next  page</title><path d="M0"/></svg></a>', 'Next page'],
    [
      '... and no note in it',
      '<a href=/x><svg><title>Pic</title><desc>no</desc><metadata>no</metadata></svg></a>',
      'Pic',
    ],
    ['the titles of pictures', '<a href=/x><svg><title>A &amp;</title></svg><svg><title>B</title></svg></a>', 'A & B'],
    ['... not below a label', '<a href=/x><svg aria-label=A><title>no</title></svg><i aria-label=no></i></a>', 'A'],
    ['the label of a part', '<a href=/x><i aria-label=Search></i></a>', 'Search'],
    ['... not beside text', '<a href=/x><i aria-label=no></i><svg><title>no</title></svg>Text</a>', 'Text'],
    ['the label of an image', '<a href=/x><img aria-label=Pic></a>', 'Pic'],
    ['the label of an area', '<area href=/x aria-label=Region title=no>', 'Region'],
    ['text of a button that is an image', '<a href=/x><input type=IMAGE alt=Go></a>', 'Go'],
    ['... with a script', `<input type=image alt=Go onclick="location='/x'">`, 'Go'],
    ['no text of another field', '<a href=/x><input alt=no></a>', ''],
    ['nothing', '<a href=/x></a>', ''],
  ])('reads the anchor: %s', (_, html, anchor) => {
    expect(parsePage(html, URL_).links[0].anchor).toBe(anchor);
  });

  it.each<[string, string, Partial<ReturnType<typeof parsePage>>]>([
    ['a canonical link to no page', '<link rel=canonical href="javascript:x">', { canonical: '' }],
    ...[
      'href="javascript:x"',
      'href=" "',
      'href=ftp://a/',
      '',
      'href=/x media=print',
      'href=/x hreflang=de',
      'href=/x type=text/plain',
    ].map((first): [string, string, object] => [
      `the canonical link behind one with ${first}`,
      `<link rel=canonical ${first}><link rel=canonical href=/a><link rel=canonical href=/no>`,
      { canonical: 'http://example.com/a' },
    ]),
    [
      'no canonical link in pictures and formulas, and for browsers without scripts',
      ['svg', 'math', 'noscript'].map((name) => `<${name}><link rel=canonical href=/no></${name}>`).join(''),
      { canonical: '' },
    ],
    [
      'a base that is no page',
      '<base href="data:x"><a href=y>y</a>',
      { links: [expect.objectContaining({ url: 'http://example.com/dir/y' })] },
    ],
    [
      'a base behind links',
      '<a href=y>y</a><base href="//o.org/b/">',
      { links: [expect.objectContaining({ url: 'http://o.org/b/y' })] },
    ],
    [
      'no base in drawings and templates',
      '<svg><base href="/svg/"></svg><template><base href="/template/"></template><base href="/b/"><a href=y>y</a>',
      { links: [expect.objectContaining({ url: 'http://example.com/b/y' })] },
    ],
    [
      'no base for browsers without scripts',
      '<noscript><base href="/old/"></noscript><base href="/b/"><a href=y>y</a>',
      { links: [expect.objectContaining({ url: 'http://example.com/b/y' })] },
    ],
    [
      'no title and base in formulas',
      '<math><title>a</title><base href="/math/"></math><title>b</title><base href="/b/"><a href=y>y</a>',
      { title: 'b', links: [expect.objectContaining({ url: 'http://example.com/b/y' })] },
    ],
    [
      'a title behind a formula without an end',
      '<math><mi>x</mi><p>y</p><title>b</title>',
      { title: 'b', text: 'x y' },
    ],
    ['no title for browsers without scripts', '<noscript><title>a</title></noscript><title>b</title>', { title: 'b' }],
    [
      'no base in shadow trees',
      '<x-y><template shadowrootmode=open><p><base href="/tree/"></p></template></x-y><a href=y>y</a>',
      { links: [expect.objectContaining({ url: 'http://example.com/dir/y' })] },
    ],
    [
      'the first of repeated attributes',
      '<a href=/1 href=/2>x</a>',
      { links: [expect.objectContaining({ url: 'http://example.com/1' })] },
    ],
    [
      'entities in addresses',
      '<a href="/?a=1&amp;b=2&copy=3">x</a>',
      { links: [expect.objectContaining({ url: 'http://example.com/?a=1&b=2&copy=3' })] },
    ],
    [
      'tags in capitals',
      '<A HREF="/X">x</A>',
      { links: [expect.objectContaining({ url: 'http://example.com/X', anchor: 'x' })] },
    ],
    [
      'nofollow only when every link is',
      '<a href=/x rel=nofollow>x</a><a href=/x>x</a>',
      { links: [expect.objectContaining({ nofollow: false })] },
    ],
    ['no link in another language', '<a xlink:href=/x>x</a>', { links: [] }],
    [
      'the newer of two links in SVG',
      '<svg><a xlink:href=/1 href=/2>',
      { links: [expect.objectContaining({ url: 'http://example.com/2' })] },
    ],
    ['links in templates', '<template><a href=/x>x</a></template>', { links: [] }],
    ['frames that count visitors', '<noscript><iframe src="http://t.org/"></iframe></noscript>', { links: [] }],
    ['a link to the page itself', '<a href="page">x</a><a href="?">x</a>', { links: [] }],
  ])('reads %s', (_, html, expected) => {
    expect(parsePage(html, URL_)).toMatchObject(expected);
  });

  it('takes nothing in a template for a fact about the page', () => {
    const unused = '<title>x</title><meta name=robots content=noindex><link rel=canonical href=/x>';
    expect(page('', `<template>${unused}</template><title>a</title>`)).toMatchObject({
      ...{ title: 'a', noindex: false, canonical: '' },
    });
  });

  it('encodes the query of a canonical link in the encoding of the page', () => {
    const html = '<link rel=canonical href="/?q=сыр">';
    expect(parsePage(html, URL_, undefined, { charset: 'windows-1251' }).canonical).toBe(
      'http://example.com/?q=%F1%FB%F0',
    );
  });

  it('finds words around a link without leaving its neighbourhood', () => {
    const { links } = page(`${'far '.repeat(100)}near before <a href=/x>x</a> near after ${'far '.repeat(100)}`);
    expect(links[0].before).toMatch(/^far (far )+near before$/);
    expect(links[0].after).toMatch(/^near after (far )+far$/);
    for (const words of [links[0].before, links[0].after]) {
      expect(words.length).toBeLessThanOrEqual(DEFAULT_PARSE_LIMITS.maxContextChars);
      expect(words.length).toBeGreaterThan(DEFAULT_PARSE_LIMITS.maxContextChars - 5);
    }
  });

  it.each<[string, string, Partial<ReturnType<typeof parsePage>>]>([
    ['deep nesting', '<div>'.repeat(200_000) + 'deep', { text: 'deep', truncated: true }],
    ['a million brackets', '<'.repeat(1_000_000), {}],
    ['unclosed everything', '<table><tr><td><a href=/x>x<p><b><i>y', {}],
    ['NULs', 'a\0b', {}],
    ['a huge attribute', `<a href="/x" data-x="${'y'.repeat(2_000_000)}">x</a>`, {}],
    ['a huge URL', `<a href="/${'y'.repeat(2_000_000)}">x</a>`, { links: [] }],
    [
      'many links in one endless word',
      Array.from({ length: 20_000 }, (_, i) => `<a href="/${i % 2_000}">${'x'.repeat(100)}</a>`).join(''),
      {},
    ],
    [
      'hidden inline elements below a cell',
      `<p><table><td>${'<b hidden>'.repeat(500)}${'<div></div>'.repeat(100_000)}`,
      {},
    ],
    ['nested forms, lists and anchors', '<form><ul><li><a href=/x>'.repeat(50_000), {}],
    [
      'endless attributes',
      `<a ${'a=b '.repeat(300_000)}href=/x>x</a>`,
      { links: [expect.objectContaining({ anchor: 'x' })] },
    ],
    ['endless entities', '&amp;&notanentity;&#0;&#xD800;&#99999999;'.repeat(30_000), {}],
    ['endless comments', '<!--'.repeat(300_000), {}],
    ['a title never closed', `<title>${'t '.repeat(300_000)}`, {}],
    ['a heading never closed', `<h1>${'t<p>'.repeat(300_000)}`, {}],
    ['closing what is not open', '</p></div></html></body>'.repeat(50_000) + 'text', { text: 'text' }],
  ])('stands %s', (_, html, expected) => {
    let parsed: ReturnType<typeof parsePage> | undefined;
    expect(cpuMs(() => (parsed = parsePage(html, URL_)))).toBeLessThan(LINEAR_MS);
    expect(parsed).toMatchObject(expected);
    expect(parsed?.text).not.toContain('\0');
  });

  it('keeps within its limits', () => {
    const html = Array.from(
      { length: 20_000 },
      (_, i) => `<h2>heading ${i}</h2><a href="/p${i}">${'anchor '.repeat(80)}</a> text`,
    ).join('');
    const limits = { ...DEFAULT_PARSE_LIMITS, maxTextChars: 5_000 };
    const parsed = parsePage(html, URL_, limits);
    expect(parsed.truncated).toBe(true);
    expect(parsed.links).toHaveLength(limits.maxLinks);
    expect(parsed.text.length).toBeLessThanOrEqual(5_000);
    expect(parsed.headings).toHaveLength(limits.maxHeadings);
    expect(Math.max(...parsed.links.map((link) => link.anchor.length))).toBeLessThanOrEqual(limits.maxAnchorChars);
    expect(Math.max(...parsed.links.map((link) => link.before.length))).toBeLessThanOrEqual(limits.maxContextChars);
  });

  it('reads any mutation of a page, and answers with folded text and links within bounds', () => {
    const whole =
      '<!doctype html><html lang=en><head><title>T</title><base href="/b/"></head><body><nav><a href="x?a=1&amp;b">A</a></nav><table><tr><td><p>one<p>two</table><svg><a href=y>z</a></svg></body></html>';
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 8 })), {
          maxLength: 8,
        }),
        (cuts) => {
          let html = whole;
          for (const [at, length, insert] of cuts) html = html.slice(0, at) + insert + html.slice(at + length);
          const parsed = parsePage(html, URL_);
          expect(parsed.text).not.toMatch(/\s\s|^\s|\s$/);
          expect(parsed.links.filter((link) => !/^https?:\/\//.test(link.url))).toEqual([]);
        },
      ),
      runsOf(500),
    );
  });

  it('reads any text and any run of tags', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a href=/x>',
        '</a>',
        '<p>',
        '</p>',
        '<table>',
        '<td>',
        '</table>',
        '<h1>',
        '</h2>',
        '<svg>',
        '<select>',
        '<template>',
        '</template>',
        '<span hidden>',
        '</span>',
        '<nav>',
        '</nav>',
        '<title>',
        '</title>',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '<base href=//b>',
        '<meta http-equiv=refresh content="0;url=/r">',
        '<dialog>',
        '<li>',
        '</ul>',
        '&amp',
        '<',
        '"',
        '>',
        '\0',
        '\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.oneof(fc.constant(URL_), fc.string()), (pieces, url) => {
        const parsed = parsePage(pieces.join(''), url);
        const texts = [
          parsed.text,
          parsed.title,
          ...parsed.headings,
          ...parsed.links.flatMap(({ anchor, before, after }) => [anchor, before, after]),
        ];
        expect(texts.filter((text) => /\0|\s\s|^\s|\s$/.test(text))).toEqual([]);
        expect(parsed.links.map(({ position }) => position)).toEqual(parsed.links.map((_, i) => i));
        expect(new Set(parsed.links.map((link) => link.url)).size).toBe(parsed.links.length);
        if (parsed.text !== '') expect(parsed.mainText).not.toBe('');
      }),
      runsOf(1_000),
    );
  });
});

describe('a page read in pieces', () => {
  const bodyOf = (i: number): string =>
    `<h2>Head  ing &amp; more ${i}</h2><p title="a &lt; b">some   text &eacute;t&#233; <a href="/x?a=${i}&amp;b=2" rel=nofollow>an <b>anchor</b> here</a> after</p>` +
    '<!-- comment > --><script>if (a < b) { "</p>" }</script><style>p > a { }</style><textarea>raw <b></textarea><svg><title>no</title></svg>';
  const html = `<title>The  title</title>${Array.from({ length: 700 }, (_, i) => bodyOf(i)).join('')}<p data-x='${'v'.repeat(20_000)}'>end<meta name=description content="${'d '.repeat(9_000)}">`;

  it('is the same wherever it is cut', () => {
    const page = parsePage(html, 'http://site.example/');
    expect(page).toMatchObject({
      title: 'The title',
      text: expect.stringMatching(/^Head ing & more 0 some text été an anchor here after Head ing & more 1 /),
      truncated: false,
    });
    expect(page.links.map(({ url, anchor, nofollow }) => [url, anchor, nofollow])).toEqual(
      Array.from({ length: 700 }, (_, i) => [`http://site.example/x?a=${i}&b=2`, 'an anchor here', true]),
    );
    // Leading blanks move the piece boundaries across all constructs.
    for (let shift = 1; shift < 330; shift += 27)
      expect(parsePage(' '.repeat(shift) + html, 'http://site.example/')).toEqual(page);
  });

  it('lets other work have its turn', () => {
    const pieces = parsePageInPieces(html, 'http://site.example/');
    let turns = 0;
    while (pieces.next().done !== true) turns++;
    expect(turns).toBe(Math.ceil(html.length / 32_768) - 1);
  });
});
