import { LINEAR_MS, cpuMs } from '../../../test/support/cpu-time.js';
import { parsePage } from './parse-page.js';

const published = (html: string): string | null => {
  const { published: time } = parsePage(html, 'http://a.example/');
  return time === null ? null : new Date(time).toISOString();
};
const MAY = '2024-05-01T10:00:00.000Z';

it.each<[string | null, string]>([
  [MAY, '<meta property="article:published_time" content="2024-05-01T12:00:00+02:00">'],
  [MAY, '<meta name=DC.date.issued content="2024-05-01 10:00:00">'],
  [MAY, '<meta name="citation_publication_date" content="2024/05/01 10:00">'],
  [MAY, '<meta name="date" content="Wed, 01 May 2024 12:00:00 +0200">'],
  ['2024-05-01T00:00:00.000Z', '<meta name="pubdate" content="20240501">'],
  ['2024-05-01T00:00:00.000Z', '<meta name="publish-date" content="May 1, 2024">'],
  [
    MAY,
    '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished" : "2024-05-01T10:00:00Z"}</script>',
  ],
  [MAY, '<time itemprop="datePublished" datetime="2024-05-01T10:00:00Z">1 May</time>'],
  [MAY, '<meta itemprop="datePublished" content="2024-05-01T10:00Z">'],
  [MAY, '<time class="entry-date published" datetime="2024-05-01T10:00:00+00:00">1 May</time>'],
  [MAY, '<time datetime="2024-05-01T10:00:00Z" pubdate>1 May</time>'],
  [MAY, '<script type="application/ld+json">{"datePublished":"2024-05-01T12:00:00\\u002B02:00"}</script>'],
  [MAY, '<script>{"datePublished":"soon"}</script><script>{"datePublished":["2024-05-01T10:00:00Z"]}</script>'],
  [MAY, '<time itemprop="dateModified datePublished" datetime=2024-05-01T10:00>1 May</time>'],
  [MAY, '<meta name="dc:date" content="2024-05-01T12:00:00+02">'],
  [MAY, '<meta name="dcterms.available" content="2024-05-01T12:00:00 +0200">'],
  [MAY, '<meta property="og:article:published_time" content="Wed, 01 May 2024 12:00:00 CEST">'],
  ...['2024.05.01', '2024年5月1日', 'Wednesday, May 1, 2024'].map((date): [string, string] => [
    '2024-05-01T00:00:00.000Z',
    `<meta name="date" content="${date}">`,
  ]),
  ...['20240501T100000Z', '20240501T1000', '20240501T12:00+0200'].map((date): [string, string] => [
    MAY,
    `<meta name="date" content="${date}">`,
  ]),
  [MAY, '<span property="schema:dateModified schema:datePublished" content="2024-05-01T10:00Z">1 May</span>'],
  [MAY, '<time property="datePublished" datetime="2024-05-01T10:00Z">1 May</time>'],
  [MAY, '<time property="https://schema.org/datePublished">2024-05-01T10:00Z</time>'],
  ...['2024-05-01', ' May 1, 2024\n', '1 May 2024'].flatMap((date): [string, string][] =>
    ['time pubdate', 'time datetime="1. 5. 24" class=published', 'b itemprop=datePublished'].map((tag) => [
      '2024-05-01T00:00:00.000Z',
      `<${tag}>${date}</time>`,
    ]),
  ),
  [MAY, '<meta itemprop=datePublished content=""><meta itemprop=datePublished content="2024-05-01T10:00Z">'],
  ...[
    '{"mainEntity":{"@type":"Article","datePublished":"2024-05-01T10:00Z"}}',
    '{"datePublished":{"@type":"DateTime", "@value":"2024-05-01T10:00Z"}}',
    '{"datePublished":[{"@value":"2024-05-01T10:00Z"}]}',
  ].map((data): [string, string] => [MAY, `<script type="application/ld+json">${data}</script>`]),
  // Dates of comments and of other pages stand before that of the page.
  ...[
    ['{"@type":"Article","comment":[{"datePublished":"2025-01-01"}],"datePublished":"2024-05-01T10:00Z"}'],
    ['{"itemListElement":[{"datePublished":"2025-01-01"}]}', '{"datePublished":{"@value":"2024-05-01T10:00Z"}}'],
    ['{"@graph":[{"review":{"datePublished":"2025-01-01"}},{"datePublished":["2024-05-01T10:00Z"]}]}'],
    ['{"mainEntity":{"answer":{"datePublished":"2025-01-01"},"datePublished":"2024-05-01T10:00Z"}}'],
    ['{"comment":[{"datePublished":"2024-05-01T10:00Z"},{"datePublished":"2025-01-01"}]}'],
  ].map((blocks): [string, string] => [
    MAY,
    blocks.map((data) => `<script type="application/ld+json">${data}</script>`).join(''),
  ]),
  // The first statement counts, and metas come before marks.
  [
    MAY,
    '<time pubdate datetime="2020-01-01">x</time><meta property="article:published_time" content="2024-05-01T10:00Z">',
  ],
  [null, '<time datetime="2024-05-01">The fair begins</time>'],
  [null, '<time>2024-05-01</time>'],
  [null, '<time pubdate>1 May</time>'],
  [null, '<meta property="article:modified_time" content="2024-05-01T10:00:00Z">'],
  [null, '<meta name="date" content="01.05.2024">'],
  [null, '<meta name="date" content="1714557600">'],
  [null, '<meta name="date" content="2024-13-41">'],
  [null, '<meta name="date" content="0001-01-01T00:00:00Z">'],
  [null, '<p>datePublished: 2024-05-01'],
])('is %s for %s', (expected, html) => {
  expect(published(html)).toBe(expected);
});

it.each(['<time ', '<time datetime="', '"datePublished":', '<a itemprop=datePublished ', '<time pubdate '])(
  'is found in bounded time in a page of %j alone',
  (piece) => {
    expect(cpuMs(() => published(`<time datePublished${piece.repeat(2_000_000 / piece.length)}`))).toBeLessThan(
      2 * LINEAR_MS,
    );
  },
);
