import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { parsePage, robotsDirectives } from './index.js';
import { isRobotsContent } from './robots-directives.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const AGENT = 'GleanerBot/0.1 (+https://example.org/about)';

describe('robotsDirectives', () => {
  it.each<[string, string[], string]>([
    ['nothing', [], ''],
    ['an empty header', [''], ''],
    ['noindex', ['noindex'], 'noindex'],
    ['case and blanks', ['  NoIndex ,NOFOLLOW '], 'noindex nofollow'],
    ['none', ['none'], 'noindex nofollow'],
    ['all', ['all'], ''],
    ['index, follow', ['index, follow'], ''],
    ['what concerns no crawl', ['noarchive, max-snippet: 20, max-image-preview:large, notranslate'], ''],
    ['a directive nobody knows', ['nosuchthing'], ''],
    ['blanks for commas, as some pages have it', ['noindex nofollow'], 'noindex nofollow'],
    ['semicolons for commas', ['noindex; nofollow'], 'noindex nofollow'],
    ['a semicolon behind the name of a crawler', ['otherbot: noarchive; noindex'], ''],
    ['two texts add up', ['noindex', 'nofollow'], 'noindex nofollow'],
    ['a restriction beats a permission for the same audience', ['index, noindex'], 'noindex'],
    ['this crawler', ['gleanerbot: noindex'], 'noindex'],
    ['this crawler, in another case', ['GleanerBot:noindex,nofollow'], 'noindex nofollow'],
    ['another crawler', ['googlebot: noindex'], ''],
    ['another crawler, whose list goes on', ['googlebot: noindex, nofollow'], ''],
    ['a name that only begins alike', ['gleanerbot-news: noindex'], ''],
    ['the name of its first part', ['gleaner: noindex'], ''],
    ['another crawler with a version', ['otherbot/1.0: noindex'], ''],
    ['another crawler with a name of two words', ['Other Favicon: noindex, nofollow'], ''],
    ['this crawler with a version', ['GleanerBot/1.0: noindex'], 'noindex'],
    ['a date behind a blank', ['noindex unavailable_after: 1 Jan 2050'], 'noindex'],
    ['a date in Central Europe', ['unavailable_after: 21 Nov 2026 12:59:00 CET'], 'noindex'],
    ['... to come', ['unavailable_after: 21 Nov 2026 13:01:00 CET'], ''],
    ['one crawler after another', ['otherbot: noindex, gleanerbot: nofollow'], 'nofollow'],
    ['everybody first, then another', ['nofollow, otherbot: noindex'], 'nofollow'],
    ['everybody by star', ['otherbot: noindex, *: nofollow'], 'nofollow'],
    ['a name does not reach into the next text', ['otherbot: nosnippet', 'noindex'], 'noindex'],
    ['restrictions to all and to this one add up', ['noindex', 'gleanerbot: nofollow'], 'noindex nofollow'],
    ['a permission by name beats a restriction to all', ['noindex, nofollow', 'gleanerbot: index'], 'nofollow'],
    ['"all" by name', ['none', 'gleanerbot: all'], ''],
    ['a permission to all does not beat a restriction by name', ['all', 'gleanerbot: none'], 'noindex nofollow'],
    ['a date that has passed', ['unavailable_after: 25 Jun 2010 15:00:00 PST'], 'noindex'],
    ['a date to come', ['unavailable_after: 25 Jun 2050 15:00:00 PST'], ''],
    ['RFC 850, cut at its comma', ['unavailable_after: Friday, 25-Jun-10 15:00:00 EST, nofollow'], 'noindex nofollow'],
    ['RFC 822', ['unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT'], 'noindex'],
    ['ISO 8601', ['unavailable_after: 2026-11-21T11:59:59Z'], 'noindex'],
    ['ISO 8601, not yet', ['unavailable_after: 2026-11-21T12:00:01Z'], ''],
    ['ISO 8601 with an offset', ['unavailable_after: 2026-11-21T13:30:00+02:00'], 'noindex'],
    ['a time without zone is UTC', ['unavailable_after: 2026-11-21T11:59:00'], 'noindex'],
    ['... wherever this runs', ['unavailable_after: 2026-11-21T12:01:00'], ''],
    ['a day', ['unavailable_after: 2026-11-20'], 'noindex'],
    ['a date that is none', ['unavailable_after: soon'], ''],
    ['a date for this crawler', ['gleanerbot: unavailable_after: 25 Jun 2010 15:00:00 UTC'], 'noindex'],
    ['a date for another', ['otherbot: unavailable_after: 25 Jun 2010 15:00:00 UTC'], ''],
  ])('%s', (_, texts, expected) => {
    const { noindex, nofollow } = robotsDirectives(texts, AGENT, NOW);
    expect([noindex && 'noindex', nofollow && 'nofollow'].filter(Boolean).join(' ')).toBe(expected);
  });

  it('knows the agent by its token or by its whole header', () => {
    for (const agent of [
      'gleanerbot',
      'GleanerBot/2.0',
      'Mozilla/5.0 (compatible; GleanerBot/2.0; +https://example.org)',
    ]) {
      expect(robotsDirectives(['gleanerbot: noindex'], agent, NOW).noindex).toBe(true);
    }
  });

  it('stands any text, and long ones in no time', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'noindex',
        ',',
        ':',
        'unavailable_after:',
        'gleanerbot:',
        ' ',
        '25 Jun 2010',
        'none',
        '*',
        '\0',
        '-',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece).map((list) => list.join(''))), (texts) => {
        const { noindex, nofollow } = robotsDirectives(texts, AGENT, NOW);
        expect([typeof noindex, typeof nofollow]).toEqual(['boolean', 'boolean']);
      }),
    );
    const spent = cpuMs(() => {
      for (const piece of [
        'noindex,',
        ',',
        'a:',
        'unavailable_after:',
        ' ',
        'unavailable_after: Friday, ',
        'x'.repeat(50),
      ]) {
        robotsDirectives([piece.repeat(5_000_000 / piece.length)], AGENT, NOW);
      }
    });
    expect(spent).toBeLessThan(LINEAR_MS);
  });
});

describe('robots metas of a page', () => {
  const robots = (head: string): string => parsePage(`<head>${head}</head>`, 'http://example.com/').robots;

  it.each([
    ['<meta name=robots content=" NOINDEX ,  nofollow">', 'NOINDEX , nofollow'],
    ['<meta name=googlebot content="noindex"><meta name=robots content=nofollow>', 'nofollow, googlebot: noindex'],
    [
      '<meta name=GleanerBot content="unavailable_after: Friday, 25-Jun-10 15:00:00 EST">',
      'gleanerbot: unavailable_after: Friday, 25-Jun-10 15:00:00 EST',
    ],
    ['<meta name=robots content=noarchive><meta name=robots content=none>', 'noarchive, none'],
    [
      '<meta name=viewport content="width=device-width"><meta name=author content="Index"><meta name=keywords content="cheese, follow">',
      '',
    ],
    ['<meta name="a b" content=noindex><meta name="" content=noindex><meta content=noindex>', ''],
    ['', ''],
  ])('%s', (head, expected) =>
    expect(robots(head)).toBe(head.includes('content="Index"') ? 'author: Index' : expected),
  );

  it('keeps a bounded number of them', () => {
    const many = robots(
      Array.from(
        { length: 10_000 },
        (_, i) => `<meta name=bot${i} content=noindex><meta name=robots content=noindex>`,
      ).join(''),
    );
    expect(many.length).toBeLessThan(12_000);
    expect(robotsDirectives([many], AGENT, NOW).noindex).toBe(true);
  });

  it.each([
    ['noindex', true],
    ['index, follow', true],
    ['max-snippet:-1, noarchive', true],
    ['noindex, cheese', false],
    ['', false],
    ['width=device-width', false],
    ['2010', false],
  ])('%j is about robots: %s', (content, expected) => expect(isRobotsContent(content)).toBe(expected));
});

describe('feeds of a page', () => {
  it('are the RSS and Atom feeds it declares, each once, ten at most', () => {
    const feed = (href: string, type = 'application/rss+xml'): string =>
      `<link rel="alternate" type="${type}" href="${href}">`;
    const feeds = (head: string): readonly string[] =>
      parsePage(`<head>${head}</head>`, 'http://example.com/dir/').feeds;
    expect(
      feeds(
        feed('rss.xml') +
          feed('/atom', ' Application/Atom+XML; charset=utf-8') +
          feed('rss.xml#again') +
          feed('/rdf', 'application/rdf+xml'),
      ),
    ).toEqual(['http://example.com/dir/rss.xml', 'http://example.com/atom', 'http://example.com/rdf']);
    expect(
      feeds(
        feed('/de', 'text/html') +
          feed('javascript:x') +
          feed('ftp://x/') +
          '<link rel=alternate href=/x><link rel=stylesheet type=application/rss+xml href=/x>',
      ),
    ).toEqual([]);
    const titled = (type: string, title: string, href: string): string =>
      `<link rel=alternate type="${type}" title="${title}" href="${href}">`;
    expect(
      feeds(
        titled('text/xml', 'RSS .92', '/1') +
          titled('application/xml', 'News feed', '/2') +
          titled('text/xml', 'Data', '/3') +
          titled('text/html', 'RSS', '/4'),
      ),
    ).toEqual(['http://example.com/1', 'http://example.com/2']);
    expect(feeds(`<base href="http://other.example/">${feed('rss')}`)).toEqual(['http://other.example/rss']);
    expect(feeds(Array.from({ length: 1_000 }, (_, i) => feed(`/f${i}`)).join(''))).toHaveLength(10);
  });
});
