import fc from 'fast-check';
import { cpuMs } from '../../../test/support/cpu-time.js';
import { SAMPLE_PAGES } from '../../../test/support/sample-pages.js';
import { canonicalUrl } from '../url/index.js';
import { DEFAULT_PARSE_LIMITS, parsePage, type ParsedPage, type ParseLimits } from './index.js';

const URL_ = 'https://curdnerd.example/2024/03/making-ricotta/';
const PLACES = ['main', 'navigation', 'header', 'footer', 'aside'];

/** What holds of every page, whatever its HTML. */
function expectWithinBounds(page: ParsedPage, url: string, limits: ParseLimits = DEFAULT_PARSE_LIMITS): void {
  expect(page.text.length).toBeLessThanOrEqual(limits.maxTextChars);
  expect(page.mainText.length).toBeLessThanOrEqual(limits.maxTextChars);
  expect(page.title.length).toBeLessThanOrEqual(500);
  expect(page.description.length).toBeLessThanOrEqual(2_000);
  expect(page.headings.length).toBeLessThanOrEqual(limits.maxHeadings);
  expect(page.links.length).toBeLessThanOrEqual(limits.maxLinks);
  expect(page.feeds.length).toBeLessThanOrEqual(10);
  expect(page.robots.length).toBeLessThanOrEqual(200_000);
  expect(page.language).toMatch(/^$|^[a-z]{2,8}(-[a-z0-9]{1,8})*$/);
  for (const text of [page.title, page.description, page.text, ...page.headings]) expect(text).not.toMatch(/\0|\s\s|^\s|\s$/);
  for (const address of [...page.feeds, ...page.links.map((link) => link.url), ...(page.canonical === '' ? [] : [page.canonical])]) {
    expect(canonicalUrl(address)).toBe(address);
  }
  expect(new Set(page.links.map((link) => link.url)).size).toBe(page.links.length);
  for (const [i, link] of page.links.entries()) {
    expect(link.position).toBe(i);
    expect(PLACES).toContain(link.place);
    expect(link.url).not.toBe(canonicalUrl(url));
    expect(link.anchor.length).toBeLessThanOrEqual(limits.maxAnchorChars);
    expect(Math.max(link.before.length, link.after.length)).toBeLessThanOrEqual(limits.maxContextChars);
  }
}

describe('the sample pages', () => {
  const parsed = (name: string, url = URL_): ParsedPage => parsePage(SAMPLE_PAGES[name] ?? '', url);
  const urls = (page: ParsedPage): string[] => page.links.map((link) => link.url.replace(/^https?:\/\/[^/]*/, ''));

  it('reads the blog', () => {
    const page = parsed('blog', 'https://curdnerd.example/2024/03/ricotta/');
    expect(page).toMatchObject({
      title: 'Making ricotta at home – The Curd Nerd', language: 'en-us', canonical: 'https://curdnerd.example/2024/03/making-ricotta/', robots: 'max-image-preview:large',
      feeds: ['https://curdnerd.example/feed/', 'https://curdnerd.example/comments/feed/'], headings: ['Making ricotta at home', 'Archives'],
    });
    expect(page.links.find((link) => link.anchor === 'how to make paneer')).toMatchObject({ url: 'https://curdnerd.example/2024/03/02/making-paneer/', place: 'main' });
    expect(page.links.find((link) => link.anchor === 'nice blog!!!')).toMatchObject({ nofollow: true });
    expect(page.links.find((link) => link.anchor === 'March 2024')).toMatchObject({ place: 'aside', heading: 'Archives' });
    expect(urls(page)).not.toContain('/not-a-link');
    expect(page.mainText).toContain('Ricotta is made from whey left over');
    expect(page.text).not.toMatch(/dataLayer|schema|hover|Your words/);
  });

  it('reads the home page of 1996', () => {
    const page = parsed('homepage1996', 'http://www.foodsci.example/');
    expect(urls(page)).toEqual([
      '/dept/index2.html', '/dept/people.html', '/dept/courses.html', '/dept/research/', '/dept/news/96-05.html', '/dept/news/96-04.html',
    ]);
    expect(page.headings).toEqual(['Department of Food Science']);
    expect(page.text).toContain('Welcome to the Department of Food Science. We study');
  });

  it('reads frames, shop and application', () => {
    expect(urls(parsed('frameset', 'http://guild.example/'))).toEqual(['/menu.htm', '/top.htm', '/main.htm']);
    const shop = parsed('shop', 'https://hof.example/kaese?x=1');
    expect(shop).toMatchObject({ language: 'de', robots: 'noindex, follow', noindex: true, nofollow: false });
    expect(urls(shop)).toEqual([
      '/', '/kaese', '/kaese?farbe=gelb', '/kaese?farbe=gelb&sorte=hart', '/kaese?farbe=gelb&sorte=hart&reife=alt&order=preis&copy=1', '/p/4711-bergkaese', '/p/4712-weichk%C3%A4se',
      '/p/4713', '/newsletter', '/impressum',
    ]);
    expect(shop.links[5].anchor).toBe('Bergkäse');
    expect(shop.text).not.toMatch(/unsichtbar|Bild|Bald/);
    expect(parsed('application')).toMatchObject({ title: 'Loading…', text: '', links: [] });
  });
});

describe('mutated pages', () => {
  const names = Object.keys(SAMPLE_PAGES);
  const fragment = fc.oneof(
    fc.constantFrom('<', '>', '"', "'", '</', '<!--', '-->', '<![CDATA[', ']]>', '&#', '&#x110000;', '\0', '\ufeff', '<script>', '</script>', '<title>', '<base href=//', '<svg>', '</svg>', '<table>',
      '<template>', '</p>', '<plaintext>', '<select>', '<a href=', '<meta name=robots content="', '<link rel=alternate type=application/rss+xml href=', '\ud800', '\udc00', '%', '<h1>', '</td>'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const mutation = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.oneof(fc.nat(3), fc.nat(200)), copy: fc.nat(400), insert: fragment });

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
    const limits = fc.record({ maxTextChars: small, maxLinks: small, maxAnchorChars: small, maxContextChars: small, maxHeadings: small });
    fc.assert(
      fc.property(fc.constantFrom(...names), limits, (name, given) => {
        expectWithinBounds(parsePage(SAMPLE_PAGES[name] ?? '', URL_, given), URL_, given);
      }),
      { numRuns: 200 },
    );
  });
});

describe('pages of five million characters', () => {
  const CHARS = 5_000_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(CHARS / piece.length));
  const count = (make: (i: number) => string): string => {
    const parts: string[] = [];
    for (let i = 0, chars = 0; chars < CHARS; i++) {
      parts.push(make(i));
      chars += parts[i].length;
    }
    return parts.join('');
  };

  it.each<[string, () => string]>([
    ['deep nesting', () => fill('<div>')],
    ['deep nesting of all kinds', () => fill('<table><tr><td><ul><li><p><span hidden><svg><select><h1><a href=x>')],
    ['closing of what is deep', () => fill('<div>').slice(0, CHARS / 2) + fill('</div>').slice(0, CHARS / 2)],
    ['misnested pairs', () => fill('<b><p></b></p><table></p><td></table></td>')],
    ['links', () => count((i) => `<a href=/${i}>`)],
    ['links with text in one paragraph', () => count((i) => `<a href="/p${i}">anchor ${i}</a> words around it `)],
    ['one link', () => fill('<a href=/same>x</a> ')],
    ['images in one link', () => `<a href=/x>${fill('<img alt="picture">')}`],
    ['a huge attribute', () => `<a href="/x" title="${fill('y ')}">x</a>`],
    ['a huge address', () => `<a href="/${fill('%41')}">x</a>`],
    ['attributes', () => `<p ${count((i) => `a${i}=${i} `)}>x`],
    ['one attribute', () => `<p ${fill('class=x ')}>x`],
    ['a class of many names', () => `<div class="${fill('nav ')}">x`],
    ['different classes', () => count((i) => `<div class="c${i}">`)],
    ['NULs', () => fill('\0')],
    ['unclosed everything', () => fill('<script <!-- <style "')],
    ['an unclosed comment', () => `<!--${fill('- ')}`],
    ['an unclosed attribute', () => `<a href="${fill('x ')}`],
    ['unclosed tags', () => fill('<a ')],
    ['entities', () => fill('&amp&ampamp;&#x41;&notit;')],
    ['no markup', () => fill('word ')],
    ['one word', () => fill('w')],
    ['white space', () => fill(' \n\t')],
    ['control characters', () => fill('\u0001\u00ad\u200b ')],
    ['headings', () => count((i) => `<h${(i % 6) + 1}>heading ${i}`)],
    ['metas', () => count((i) => `<meta name=bot${i} content=noindex><meta name=robots content="nofollow,${i}"><meta name=description content=d${i}>`)],
    ['feeds', () => count((i) => `<link rel=alternate type=application/rss+xml href=/f${i}>`)],
    ['refreshes', () => count((i) => `<meta http-equiv=refresh content="0;url=/r${i}">`)],
    ['bases and titles', () => fill('<base href=/b><title>t</title>')],
    ['new elements', () => count((i) => `<x-${i}>`)],
    ['list items', () => fill('<li><dt><dd>')],
    ['cells', () => `<table>${fill('<td>x')}`],
    ['astral letters', () => fill('𝒳𝒴 ')],
  ])('%s', (_, make) => {
    const html = make();
    let page: ParsedPage | null = null;
    const spent = cpuMs(() => {
      page = parsePage(html, URL_);
    });
    if (page === null) throw new Error('nothing parsed');
    expectWithinBounds(page, URL_);
    // Linear work takes below half a second; what is quadratic in five million takes hours.
    expect(spent).toBeLessThan(8_000);
  });
});
