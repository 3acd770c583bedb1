import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { parsePage } from './index.js';

it.each<[string, string, Partial<ReturnType<typeof parsePage>>]>([
  ['robots none', '<meta name=ROBOTS content=none>', { noindex: true, nofollow: true }],
  [
    'robots in two metas',
    '<meta name=robots content=noindex><meta name=robots content="nofollow">',
    { noindex: true, nofollow: true },
  ],
  ['robots of another crawler', '<meta name=googlebot content=noindex>', { noindex: false }],
  ['robots all', '<meta name=robots content="index,follow">', { noindex: false, nofollow: false }],
  [
    'Open Graph where nothing else is',
    '<meta property="og:title" content="T"><meta property="og:description" content="D">',
    { title: 'T', description: 'D' },
  ],
  ['... not where something is', '<title>A</title><meta property="og:title" content="T">', { title: 'A' }],
  [
    "previews of another vocabulary's",
    '<meta name="twitter:title" content="T"><meta name="DC.Description" content="D">',
    { title: 'T', description: 'D' },
  ],
  ["a heading over an editor's title", '<title>无标题文档</title><h1>B</h1>', { title: 'B' }],
  ['a heading of a lower rank where nothing else is', '<title></title><h2>A</h2><h2>B</h2>', { title: 'A' }],
  ["an editor's title where nothing else is", '<title>Untitled-1</title>', { title: 'Untitled-1' }],
  ['a first heading for a title where nothing else is', '<h2>A</h2><h1>B <i>c</i></h1><h1>D</h1>', { title: 'B c' }],
  ['... not where a title is', '<title>A</title><h1>B</h1>', { title: 'A' }],
  ['a heading over the name of a home page', '<title>Home</title><h1>B</h1>', { title: 'B' }],
  [
    'the name of the site, if it has no other',
    '<title>首页</title><meta name=application-name content=S>',
    { title: 'S' },
  ],
  ['a heading over an address', '<title>https://a.example/b</title><h1>B</h1>', { title: 'B' }],
  ['... not over a name with a dot', '<title>Node.js</title><h1>B</h1>', { title: 'Node.js' }],
  ['a heading over a title without its first part', '<title>| S</title><h1>B</h1>', { title: 'B' }],
  ["... or such a title's rest", '<title>| S</title>', { title: 'S' }],
  [
    'a headline in data',
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"A &amp; B"}</script><h2>no</h2>',
    { title: 'A & B' },
  ],
  ...[
    '/*<![CDATA[*/{"headline":"A [b]",}/*]]>*/',
    '<!--\n[{"@graph":[{"headline":"A\n[b]"}]}]\n-->',
    '{"headline":"A [b]"};',
    '{"a":"\\"",]</script><script type="application/ld+json">{"headline":"A [b]"}',
  ].map((data): [string, string, object] => [
    `a headline in data with mistakes: ${data}`,
    `<script type="application/ld+json">${data}</script>`,
    { title: 'A [b]' },
  ]),
  [
    'a title and a language for citations',
    '<meta name=citation_title content=T><meta name=citation_language content=de>',
    { title: 'T', language: 'de' },
  ],
  [
    'Dublin Core by colons',
    '<meta property="dc:title" content=T><meta property="dc:language" content=de>',
    { title: 'T', language: 'de' },
  ],
  ['the first of several languages in data', '<script>{"inLanguage": ["de", "en"]}</script>', { language: 'de' }],
  [
    '... in a graph, not the name of the site',
    '<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"S"},{"@type":["WebPage","FAQPage"],"name":"A"}]}</script><h2>no</h2>',
    { title: 'A' },
  ],
  [
    '... in the second block, behind a broken one',
    '<script type="application/ld+json">{,</script><script type=application/ld+json>[{"@type":"Product","name":"A"}]</script>',
    { title: 'A' },
  ],
  ...[
    '{"@type":"WebPage","mainEntity":{"@type":"Article","headline":"A"}}',
    '{"@graph":[{"@type":"WebPage","mainEntity":[{"@type":"Question","name":"no"},{"@type":"Product","name":"A"}]}]}',
    '{"headline":["","A","no"]}',
    '{"headline":{"@value":"A","@language":"en"}}',
    '{"@type":"Article","name":["A"]}',
  ].map((data): [string, string, object] => [
    `a title in data in another form: ${data}`,
    `<script type="application/ld+json">${data}</script><h2>no</h2>`,
    { title: 'A' },
  ]),
  [
    "a page's own headline rather than that of the thing that it is about",
    '<script type="application/ld+json">{"mainEntity":{"headline":"no"},"headline":"A"}</script>',
    { title: 'A' },
  ],
  [
    'no name of people',
    '<script type="application/ld+json">{"@type":"Person","name":"P"}</script><h2>no</h2>',
    { title: 'no' },
  ],
  ["a headline over an editor's title", '<title>Ohne Titel</title><b itemprop=headline>A</b>', { title: 'A' }],
  ['a name of microdata', '<meta itemprop="name" content="Tom\'s A"><h2>no</h2>', { title: "Tom's A" }],
  ['... not the name of its author', '<span itemprop="name">P</span><h2>A</h2>', { title: 'A' }],
  [
    'a heading rather than data',
    '<h1>A</h1><script type="application/ld+json">{"headline":"no"}</script>',
    { title: 'A' },
  ],
  ["a template's hole for no title", '<title>{{ page.title }}</title><h1>A</h1>', { title: 'A' }],
  ['the first title', '<title>A</title><title>B</title>', { title: 'A' }],
  ['language by header', '<meta http-equiv=Content-Language content="de_AT, en">', { language: 'de-at' }],
  ['language of a locale in quotation marks', '<html lang="&quot;pt_BR.UTF-8&quot;">', { language: 'pt-br' }],
  ['language by Dublin Core', '<meta name="DC.language" content="de">', { language: 'de' }],
  ['language by the locale', '<meta property="og:locale" content="pt_BR">', { language: 'pt-br' }],
  [
    'language by a meta rather than the locale',
    '<meta property="og:locale" content="en_US"><meta name=language content=de>',
    { language: 'de' },
  ],
  [
    'language by data',
    '<script type="application/ld+json">{"@type":"Article","inLanguage":"fr-FR"}</script>',
    { language: 'fr-fr' },
  ],
  ['language of the element around most of the text', '<main lang=fr><p>a b c</main><p lang=de>a', { language: 'fr' }],
  ['... not around half of it', '<p lang=fr>a b c</p><p lang=de>a b c</p>', { language: '' }],
  [
    'language of the version that is this page',
    '<link rel=alternate hreflang=de href="/de"><link rel="alternate" href="http://example.com/dir/page?utm_source=x" hreflang="pt-BR">',
    { language: 'pt-br' },
  ],
  [
    '... not of several',
    ['de', 'fr', 'x-default'].map((one) => `<link rel=alternate hreflang=${one} href=page>`).join(''),
    { language: '' },
  ],
  ['a language that is none', '<html lang="<%= l %>">', { language: '' }],
])('reads %s', (_, html, expected) => {
  expect(parsePage(html, 'http://example.com/dir/page')).toMatchObject(expected);
});

it.each(['<script type="application/ld+json">', '<meta itemprop="name" ', '<b itemprop=headline ', '<script ld+json'])(
  'looks for titles in bounded time in a page of %j alone',
  (piece) => {
    const html = piece.repeat(2_000_000 / piece.length);
    expect(cpuMs(() => parsePage(html, 'http://example.com/'))).toBeLessThan(2 * LINEAR_MS);
  },
);

it.each<[string, string, object]>([
  ['</c>; rel="canonical"', '', { canonical: 'http://example.com/c' }],
  ['<c>;REL=Canonical, </no>; rel=canonical', '<base href="/b/">', { canonical: 'http://example.com/dir/c' }],
  ['</no>; rel=canonical', '<link rel=canonical href=/c>', { canonical: 'http://example.com/c' }],
  ['</no>; rel=canonical; anchor="/other"', '', { canonical: '' }],
  [
    '<javascript:x>; rel=canonical, <>; rel=canonical, </de>; rel=canonical; hreflang=de, </c>; rel=canonical',
    '',
    { canonical: 'http://example.com/c' },
  ],
  [
    '</a.css>; rel=preload; as=style, <p2>; title="a, b"; rel="prev next"',
    '<base href="/b/">',
    { links: [expect.objectContaining({ url: 'http://example.com/dir/p2', place: 'navigation' })] },
  ],
  [
    '</f>; rel="alternate"; type="application/rss+xml", </de>; rel=alternate; hreflang=de',
    '<base href="http://b.example/">',
    { feeds: ['http://example.com/f'], links: [] },
  ],
  ['<', '', { links: [] }],
])('reads the header Link: %s', (link, head, expected) => {
  expect(parsePage(`${head}<p>x`, 'http://example.com/dir/page', undefined, { link })).toMatchObject(expected);
});

it.each([
  ['S', 'S', 'T', 'B', 'T'],
  ['S', 'S', 'S', 'B', 'B'],
  ['S', 'S', 'S', '', 'S'],
  ['cheese.example', '', '', 'B', 'B'],
  ['A - S', 'S', 'T', 'B', 'A - S'],
])('titles another page than the home page that has the title %s and the site %s', (title, site, social, h1, right) => {
  const previews = `<meta property="og:site_name" content="${site}"><meta property="og:title" content="${social}">`;
  const page = (url: string) => parsePage(`<title>${title}</title>${previews}<h1>${h1}</h1>`, url).title;
  expect(page('https://cheese.example/making/rind')).toBe(right);
  expect(page('https://cheese.example/de/')).toBe(title);
});

it.each([
  ['de', 'Kontakt', 'de'],
  ['jp', 'お問い合わせ', 'ja'],
  ['jp', 'Contact', ''],
  ['de', 'Контакты', ''],
  ['de', '', ''],
  ['com', 'Kontakt', ''],
  ['tw', '聯絡', 'zh'],
])('reads the language of an undeclared page by its top-level domain %s and its letters: %s', (tld, text, language) => {
  const page = (html: string) => parsePage(html, `http://a.${tld}/`).language;
  expect(page(`<p>${text}`)).toBe(language);
  expect(page(`<html lang=nl><p>${text}`)).toBe('nl');
});
