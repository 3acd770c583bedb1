import { canonicalUrl } from '../../src/domain/url/index.js';
import {
  DEFAULT_PARSE_LIMITS,
  parsePage,
  type PageLink,
  type ParsedPage,
  type ParseLimits,
} from '../../src/domain/page/index.js';
import { cpuMs, LINEAR_MS } from './cpu-time.js';

const URL_ = 'https://giants.example/page/';
const PLACES = ['main', 'navigation', 'header', 'footer', 'aside'];

/** Invariants of every page, whatever its HTML. */
export function expectWithinBounds(page: ParsedPage, url: string, limits: ParseLimits = DEFAULT_PARSE_LIMITS): void {
  expect(page.text.length).toBeLessThanOrEqual(limits.maxTextChars);
  expect(page.mainText.length).toBeLessThanOrEqual(limits.maxTextChars);
  expect(page.title.length).toBeLessThanOrEqual(500);
  expect(page.description.length).toBeLessThanOrEqual(2_000);
  expect(page.headings.length).toBeLessThanOrEqual(limits.maxHeadings);
  expect(page.links.length).toBeLessThanOrEqual(limits.maxLinks);
  expect(page.feeds.length).toBeLessThanOrEqual(10);
  expect(page.robots.length).toBeLessThanOrEqual(200_000);
  expect(page.language).toMatch(/^$|^[a-z]{2,8}(-[a-z0-9]{1,8})*$/);
  const texts = [page.title, page.description, page.text, ...page.headings];
  expect(texts.filter((text) => /\0|\s\s|^\s|\s$/.test(text))).toEqual([]);
  // Checked together: separate expectations take longer than reading the page.
  const addresses = [
    ...page.feeds,
    ...page.links.map((link) => link.url),
    ...(page.canonical === '' ? [] : [page.canonical]),
  ];
  expect(addresses.filter((address) => canonicalUrl(address) !== address)).toEqual([]);
  expect(new Set(page.links.map((link) => link.url)).size).toBe(page.links.length);
  const here = canonicalUrl(url);
  const isWithin = ({ url: target, place, anchor, before, after, position }: PageLink, i: number): boolean =>
    position === i &&
    PLACES.includes(place) &&
    target !== here &&
    anchor.length <= limits.maxAnchorChars &&
    Math.max(before.length, after.length) <= limits.maxContextChars;
  expect(page.links.filter((link, i) => !isWithin(link, i))).toEqual([]);
}

/** Defines the tests of pages that repeat one construct. */
export const describeGiants = (chars: number): void =>
  describe(`pages of ${chars} characters`, () => {
    const fill = (piece: string): string => piece.repeat(Math.ceil(chars / piece.length));
    const count = (make: (i: number) => string): string => {
      const parts: string[] = [];
      for (let i = 0, length = 0; length < chars; i++) {
        parts.push(make(i));
        length += parts[i].length;
      }
      return parts.join('');
    };

    it.each<[string, () => string]>([
      ['deep nesting', () => fill('<div>')],
      ['deep nesting of all kinds', () => fill('<table><tr><td><ul><li><p><span hidden><svg><select><h1><a href=x>')],
      ['closing of what is deep', () => fill('<div>').slice(0, chars / 2) + fill('</div>').slice(0, chars / 2)],
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
      [
        'metas',
        () =>
          count(
            (i) =>
              `<meta name=bot${i} content=noindex><meta name=robots content="nofollow,${i}"><meta name=description content=d${i}>`,
          ),
      ],
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
      // Linear work takes below half a second for five million characters; quadratic work takes minutes for one, and
      // hours for five.
      expect(spent).toBeLessThan(LINEAR_MS);
    });
  });
