import fc from 'fast-check';
import { describeGiants, expectWithinBounds } from '../../../test/support/page-giants.js';
import { SAMPLE_PAGES } from '../../../test/support/sample-pages.js';
import { parsePage, type ParsedPage } from './index.js';

const URL_ = 'https://curdnerd.example/2024/03/making-ricotta/';
describe('the sample pages', () => {
  const parsed = (name: string, url = URL_): ParsedPage => parsePage(SAMPLE_PAGES[name] ?? '', url);
  const urls = (page: ParsedPage): string[] => page.links.map((link) => link.url.replace(/^https?:\/\/[^/]*/, ''));

  it('reads the blog', () => {
    const page = parsed('blog', 'https://curdnerd.example/2024/03/ricotta/');
    expect(page).toMatchObject({
      title: 'Making ricotta at home – The Curd Nerd',
      language: 'en-us',
      canonical: 'https://curdnerd.example/2024/03/making-ricotta/',
      robots: 'max-image-preview:large',
      feeds: ['https://curdnerd.example/feed/', 'https://curdnerd.example/comments/feed/'],
      headings: ['Making ricotta at home', 'Archives'],
    });
    expect(page.links.find((link) => link.anchor === 'how to make paneer')).toMatchObject({
      url: 'https://curdnerd.example/2024/03/02/making-paneer/',
      place: 'main',
    });
    expect(page.links.find((link) => link.anchor === 'nice blog!!!')).toMatchObject({ nofollow: true });
    expect(page.links.find((link) => link.anchor === 'March 2024')).toMatchObject({
      place: 'aside',
      heading: 'Archives',
    });
    expect(urls(page)).not.toContain('/not-a-link');
    expect(page.mainText).toContain('Ricotta is made from whey left over');
    expect(page.text).not.toMatch(/dataLayer|schema|hover|Your words/);
  });

  it('reads the home page of 1996', () => {
    const page = parsed('homepage1996', 'http://www.foodsci.example/');
    expect(urls(page)).toEqual([
      '/dept/index2.html',
      '/dept/people.html',
      '/dept/courses.html',
      '/dept/research/',
      '/dept/news/96-05.html',
      '/dept/news/96-04.html',
    ]);
    expect(page.headings).toEqual(['Department of Food Science']);
    expect(page.text).toContain('Welcome to the Department of Food Science. We study');
  });

  it('reads frames, shop and application', () => {
    expect(urls(parsed('frameset', 'http://guild.example/'))).toEqual(['/menu.htm', '/top.htm', '/main.htm']);
    const shop = parsed('shop', 'https://hof.example/kaese?x=1');
    expect(shop).toMatchObject({ language: 'de', robots: 'noindex, follow', noindex: true, nofollow: false });
    expect(urls(shop)).toEqual([
      '/',
      '/kaese',
      '/kaese?farbe=gelb',
      '/kaese?farbe=gelb&sorte=hart',
      '/kaese?farbe=gelb&sorte=hart&reife=alt&order=preis&copy=1',
      '/p/4711-bergkaese',
      '/p/4712-weichk%C3%A4se',
      '/p/4713',
      '/newsletter',
      '/impressum',
    ]);
    expect(shop.links[5].anchor).toBe('Bergkäse');
    expect(shop.text).not.toMatch(/unsichtbar|Bild|Bald/);
    expect(parsed('application')).toMatchObject({ title: 'Loading…', text: '', links: [] });
  });
});

describe('mutated pages', () => {
  const names = Object.keys(SAMPLE_PAGES);
  const fragment = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '</',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&#',
      '&#x110000;',
      '\0',
      '\ufeff',
      '<script>',
      '</script>',
      '<title>',
      '<base href=//',
      '<svg>',
      '</svg>',
      '<table>',
      '<template>',
      '</p>',
      '<plaintext>',
      '<select>',
      '<a href=',
      '<meta name=robots content="',
      '<link rel=alternate type=application/rss+xml href=',
      '\ud800',
      '\udc00',
      '%',
      '<h1>',
      '</td>',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const mutation = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof(fc.nat(3), fc.nat(200)),
    copy: fc.nat(400),
    insert: fragment,
  });

  it('are read within bounds, whatever is cut, copied and put in', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(mutation, { minLength: 1, maxLength: 12 }), (name, mutations) => {
        let html = SAMPLE_PAGES[name] ?? '';
        for (const { at, cut, copy, insert } of mutations) {
          const place = Math.floor(at * html.length);
          html = html.slice(0, place) + insert + html.slice(Math.max(0, place - copy), place) + html.slice(place + cut);
        }
        expectWithinBounds(parsePage(html, URL_), URL_);
      }),
      { numRuns: 600 },
    );
  });

  it('are read within limits however narrow', () => {
    const small = fc.nat(30);
    const limits = fc.record({
      maxTextChars: small,
      maxLinks: small,
      maxAnchorChars: small,
      maxContextChars: small,
      maxHeadings: small,
    });
    fc.assert(
      fc.property(fc.constantFrom(...names), limits, (name, given) => {
        expectWithinBounds(parsePage(SAMPLE_PAGES[name] ?? '', URL_, given), URL_, given);
      }),
      { numRuns: 200 },
    );
  });
});

// Five millions of each in `npm run test:long`.
describeGiants(1_000_000);
