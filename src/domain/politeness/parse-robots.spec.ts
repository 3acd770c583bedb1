import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { MAX_CRAWL_DELAY_MS, parseRobots } from './index.js';

const ALL = 'User-agent: *\n';
/**
 * [description, robots.txt, path, allowed], for GleanerBot/0.1. Numbers are sections of RFC 9309; "Google" refers to
 * its published test cases.
 */
const CASES: [string, string, string, boolean][] = [
  ['empty file', '', '/a', true],
  ['no group', 'Disallow: /', '/a', true],
  ['everything disallowed', `${ALL}Disallow: /`, '/a', false],
  ['2.2.3 robots.txt itself is always allowed', `${ALL}Disallow: /`, '/robots.txt', true],
  ['empty Disallow', `${ALL}Disallow:`, '/a', true],
  ['empty Allow', `${ALL}Allow:\nDisallow: /a`, '/a', false],
  ['prefix', `${ALL}Disallow: /fish`, '/fish.html', false],
  ['prefix of a folder', `${ALL}Disallow: /fish`, '/fishheads/yummy.html', false],
  ['case counts in paths', `${ALL}Disallow: /fish`, '/Fish.asp', true],
  ['not at the beginning', `${ALL}Disallow: /fish`, '/catfish', true],
  ['folder with slash', `${ALL}Disallow: /fish/`, '/fish', true],
  ['inside the folder', `${ALL}Disallow: /fish/`, '/fish/?id=1', false],
  ['a rule as URL', `${ALL}Disallow: http://EXAMPLE.com/fish`, '/fish', false],
  ['a rule as URL of a host alone', `${ALL}Disallow: https://example.com`, '/fish', false],
  ['an exception as URL', `${ALL}Disallow: /\nAllow: https://example.com/fish$`, '/fish', true],
  ['a rule as URL of another host', `${ALL}Disallow: http://other.example/fish`, '/fish', true],
  ['star at the end means nothing', `${ALL}Disallow: /fish*`, '/fishheads', false],
  ['star in the middle', `${ALL}Disallow: /fish*.php`, '/fishheads/catfish.php?x', false],
  ['star in the middle, case', `${ALL}Disallow: /fish*.php`, '/Fish.PHP', true],
  ['star at the beginning', `${ALL}Disallow: *.php`, '/folder/filename.php', false],
  ['star after slash', `${ALL}Disallow: /*.php`, '/index.php', false],
  ['star and end', `${ALL}Disallow: /*.php$`, '/filename.php', false],
  ['star and end, longer', `${ALL}Disallow: /*.php$`, '/filename.php?x', true],
  ['star and end, slash', `${ALL}Disallow: /*.php$`, '/filename.php/', true],
  ['end alone', `${ALL}Disallow: /$`, '/', false],
  ['end alone, other page', `${ALL}Disallow: /$`, '/a', true],
  ['dollar inside is a character', `${ALL}Disallow: /a$b`, '/a$b', false],
  ['dollar inside is no end', `${ALL}Disallow: /a$b`, '/a', true],
  ['the parts may not overlap', `${ALL}Disallow: /ab*ba$`, '/aba', true],
  ['stars in a row', `${ALL}Disallow: /a***b`, '/axb', false],
  ['star matches nothing', `${ALL}Disallow: /a*b`, '/ab', false],
  ['longest match wins: allow', `${ALL}Allow: /p\nDisallow: /`, '/page', true],
  ['longest match wins: disallow', `${ALL}Allow: /folder\nDisallow: /folder/x`, '/folder/x', false],
  ['order does not count', `${ALL}Disallow: /\nAllow: /p`, '/page', true],
  ['2.2.2 allow wins a tie', `${ALL}Disallow: /folder\nAllow: /folder`, '/folder/page', true],
  ['Google: a longer pattern with star', `${ALL}Allow: /page\nDisallow: /*.htm`, '/page.htm', false],
  ['Google: allow /$ against disallow /', `${ALL}Allow: /$\nDisallow: /`, '/', true],
  ['Google: allow /$ and another page', `${ALL}Allow: /$\nDisallow: /`, '/page.htm', false],
  ['2.2.1 own group instead of star', `${ALL}Disallow: /\n\nUser-agent: GleanerBot\nDisallow: /private`, '/a', true],
  ['own group, its rule', `${ALL}Disallow: /\n\nUser-agent: GleanerBot\nDisallow: /private`, '/private', false],
  ['agent in another case', 'User-agent: gLEANERbOT\nDisallow: /', '/a', false],
  ['agent with a version', 'User-agent: GleanerBot/2.0\nDisallow: /', '/a', false],
  ['agent with text after it', 'User-agent: GleanerBot for all\nDisallow: /', '/a', false],
  ['another agent whose name begins alike', 'User-agent: Gleaner\nDisallow: /', '/a', true],
  ['another agent with a longer name', 'User-agent: GleanerBots\nDisallow: /', '/a', true],
  ['another agent', 'User-agent: Googlebot\nDisallow: /', '/a', true],
  ['several agents, one group', 'User-agent: Foo\nUser-agent: GleanerBot\nDisallow: /x', '/x', false],
  [
    'groups of one agent count together',
    'User-agent: GleanerBot\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /b\n\nUser-agent: GleanerBot\nDisallow: /c',
    '/c',
    false,
  ],
  [
    '... the first of them too',
    'User-agent: GleanerBot\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /b\n\nUser-agent: GleanerBot\nDisallow: /c',
    '/a',
    false,
  ],
  [
    '... and not the other',
    'User-agent: GleanerBot\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /b\n\nUser-agent: GleanerBot\nDisallow: /c',
    '/b',
    true,
  ],
  ['groups of star count together', `${ALL}Disallow: /a\n\n${ALL}Disallow: /b`, '/a', false],
  ['an own group without rules allows all', `${ALL}Disallow: /\n\nUser-agent: GleanerBot\n`, '/a', true],
  ['a blank line does not end a group', 'User-agent: *\n\nDisallow: /a', '/a', false],
  [
    'Crawl-delay between agents does not end the naming',
    'User-agent: GleanerBot\nCrawl-delay: 5\nUser-agent: Foo\nDisallow: /a',
    '/a',
    false,
  ],
  [
    'Sitemap between agents does not end the naming',
    'User-agent: GleanerBot\nSitemap: http://a/s\nUser-agent: Foo\nDisallow: /a',
    '/a',
    false,
  ],
  [
    'an unknown line between agents does not end the naming',
    'User-agent: GleanerBot\nNoindex: /x\nUser-agent: Foo\nDisallow: /a',
    '/a',
    false,
  ],
  ['comment line', `# no\n${ALL}# really\nDisallow: /a`, '/a', false],
  ['comment after the value', `${ALL}Disallow: /a # not here`, '/a', false],
  ['comment after an empty value', `${ALL}Disallow: # all`, '/a', true],
  ['spaces around', '  User-agent :  *  \n\t disallow  :\t/a  ', '/a', false],
  ['no space', 'User-agent:*\nDisallow:/a', '/a', false],
  ['keys in capitals', 'USER-AGENT: *\nDISALLOW: /a', '/a', false],
  ['missing colon', 'User-agent *\nDisallow /a', '/a', false],
  ['a misspelling', `${ALL}Dissallow: /a`, '/a', false],
  ['another misspelling', 'useragent: *\ndisalow: /a', '/a', false],
  ['misspelt agents', 'User-agents: *\nUser-agnet: x\nDisallow: /a', '/a', false],
  ['dashes of word processors', 'User\u2013agent: *\nDisallow: /a', '/a', false],
  ['not a key', `${ALL}Disallows: /a`, '/a', true],
  ['line ends CR LF', 'User-agent: *\r\nDisallow: /a\r\n', '/a', false],
  ['line ends CR', 'User-agent: *\rDisallow: /a\r', '/a', false],
  ['line ends mixed', 'User-agent: *\r\nDisallow: /x\rDisallow: /a\n', '/a', false],
  ['byte order mark', '\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
  ['two byte order marks', '\uFEFF\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
  ['invisible characters around lines', '\u200bUser-agent: *\u200b\n\u2060Disallow: /a', '/a', false],
  ['colons in full width', 'User-agent： *\nDisallow： /a', '/a', false],
  ['quotation marks', 'User-agent: "*"\nDisallow: \'/a\'', '/a', false],
  ['a missing colon before a value with one', `${ALL}Disallow /a:b`, '/a:b', false],
  ['byte order mark read as Latin-1', 'ï»¿User-agent: *\nDisallow: /a', '/a', false],
  ['an HTML page instead', '<!doctype html><html><body>Disallow: /</body></html>', '/a', true],
  ['2.2.2 escape of an unreserved character in the rule', `${ALL}Disallow: /%61b`, '/ab', false],
  ['... in the path', `${ALL}Disallow: /~user`, '/%7Euser', false],
  ['hexadecimal digits in either case', `${ALL}Disallow: /%e3%83`, '/%E3%83%84', false],
  ['characters outside ASCII in the rule', `${ALL}Disallow: /foo/bar/ツ`, '/foo/bar/%E3%83%84', false],
  ['characters outside ASCII in the path', `${ALL}Disallow: /foo/bar/%E3%83%84`, '/foo/bar/ツ', false],
  ['an escaped slash is not a slash', `${ALL}Disallow: /a%2Fb`, '/a/b', true],
  ['an escaped slash', `${ALL}Disallow: /a%2fb`, '/a%2Fb', false],
  ['a broken escape is text', `${ALL}Disallow: /a%zz`, '/a%zz', false],
  ['query counts', `${ALL}Disallow: /*?session=`, '/a?session=1', false],
  ['query does not hide the path', `${ALL}Disallow: /a`, '/a?b', false],
  ['a rule without a slash matches no path', `${ALL}Disallow: a`, '/a', true],
  [
    '2.2.2 the escaped form of a query',
    `${ALL}Disallow: /foo/bar?baz=https://foo.bar`,
    '/foo/bar?baz=https%3A%2F%2Ffoo.bar',
    false,
  ],
  [
    '... and the other way round',
    `${ALL}Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar`,
    '/foo/bar?baz=https://foo.bar',
    false,
  ],
  ['2.2.2 unreserved escapes in rule and path', `${ALL}Disallow: /foo/bar/%62%61%7A`, '/foo/bar/baz', false],
  [
    '2.2.3 an escaped star is a character',
    `${ALL}Disallow: /path/file-with-a-%2A.html`,
    '/path/file-with-a-*.html',
    false,
  ],
  ['... and matches nothing else', `${ALL}Disallow: /path/file-with-a-%2A.html`, '/path/file-with-a-x.html', true],
  ['2.2.3 an escaped dollar is a character', `${ALL}Disallow: /path/foo-%24`, '/path/foo-$', false],
  ['... and no end', `${ALL}Disallow: /path/foo-%24`, '/path/foo-', true],
  ['a dollar in the address', `${ALL}Disallow: /$4`, '/$4.25_Movie_Tuesday', false],
  ['a dollar in the address, escaped', `${ALL}Disallow: /$4`, '/%244.25', false],
  ['a dollar before the last', `${ALL}Disallow: /a$$`, '/a$', false],
  ['... that ends', `${ALL}Disallow: /a$$`, '/a$b', true],
  ['a star in the address is no star', `${ALL}Disallow: /a`, '/*', true],
  ['a blank in the rule', `${ALL}Disallow: /a b`, '/a%20b', false],
  ['a quotation mark in the rule', `${ALL}Disallow: /"a"`, '/%22a%22', false],
  ['a tilde escaped in the rule', `${ALL}Disallow: /%7euser`, '/~user', false],
  ['a plus is a plus', `${ALL}Disallow: /a+b`, '/a b', true],
  ['half a character in the rule', `${ALL}Disallow: /\ud800`, '/a', true],
  ['parameters of a path', `${ALL}Disallow: /*;sid=`, '/a;sid=1', false],
  ['a question mark at the end', `${ALL}Disallow: /*?$`, '/a?', false],
  ['a question mark anywhere', `${ALL}Disallow: /*?`, '/a?b=1', false],
  ['only the root allowed', `${ALL}Disallow: /\nAllow: /$`, '/', true],
  ['... with a query it is another page', `${ALL}Disallow: /\nAllow: /$`, '/?a', false],
  ['a star alone', `${ALL}Disallow: *`, '/a', false],
  ['a dollar alone', `${ALL}Disallow: $`, '/a', true],
  ['a star and the end', `${ALL}Disallow: *$`, '/a', false],
  ['a star counts as a character of length', `${ALL}Allow: /a\nDisallow: /*`, '/ab', true],
  ['the longer one with a star', `${ALL}Allow: /a\nDisallow: /*b`, '/ab', false],
  ['... even when it means the same', `${ALL}Allow: /ab\nDisallow: /ab*`, '/ab', false],
  ['the file itself, by rule', `${ALL}Disallow: /robots.txt`, '/robots.txt', true],
  ['the file with a query is a page', `${ALL}Disallow: /`, '/robots.txt?a', false],
  ['another file of that name', `${ALL}Disallow: /`, '/x/robots.txt', false],
  ['a fragment does not count', `${ALL}Disallow: /*b`, '/a#b', true],
  ['agent star with text after it', 'User-agent: * all of you\nDisallow: /a', '/a', false],
  ['agent star in a word', 'User-agent: *bot\nDisallow: /a', '/a', true],
  ['agent without a name', 'User-agent:\nDisallow: /a', '/a', true],
  ['agent without a name beside ours', 'User-agent:\nUser-agent: GleanerBot\nDisallow: /a', '/a', false],
  ['agents in one line', 'User-agent: Foo, GleanerBot\nDisallow: /a', '/a', true],
  ['agent twice in a group', 'User-agent: GleanerBot\nUser-agent: gleanerbot\nDisallow: /a', '/a', false],
  [
    'star beside ours in a group',
    'User-agent: *\nUser-agent: GleanerBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b',
    '/b',
    true,
  ],
  ['empty Disallow ends the naming', 'User-agent: GleanerBot\nDisallow:\nUser-agent: Foo\nDisallow: /a', '/a', true],
  ['rules before any group do not count', `Disallow: /a\n${ALL}Disallow: /b`, '/a', true],
  ['tabs instead of blanks', 'User-agent\t:\t*\nDisallow\t:\t/a', '/a', false],
  ['a bar', `${ALL}Disallow: /*|`, '/a|b', false],
  ['a bar for an escaped one', `${ALL}Disallow: /*|`, '/a%7Cb', false],
  ['an escaped bar', `${ALL}Disallow: /*%7c`, '/a|b', false],
  ['brackets for escaped ones', `${ALL}Disallow: /*?*f[`, '/a?x=1&f%5B0%5D=b', false],
  ['escaped brackets', `${ALL}Disallow: /*?*f%5B`, '/a?x=1&f[0]=b', false],
  ['an escaped colon in a path', `${ALL}Disallow: /wiki/Special%3A`, '/wiki/Special:Search', false],
  ['an escaped comma and at sign', `${ALL}Disallow: /a%2Cb%40`, '/a,b@c', false],
  ['a quotation mark, which parsers escape in queries', `${ALL}Disallow: /*?q='`, '/a?q=%27b', false],
  ['an escaped slash in a path, which is another path', `${ALL}Disallow: /a%2Fb`, '/a/b', true],
  ['an escaped question mark in a path', `${ALL}Disallow: /a?b`, '/a%3Fb', true],
  ['several colons', `${ALL}Disallow: /a:b`, '/a:b', false],
  ['a missing colon before three words', `${ALL}Disallow /a now`, '/a', true],
  ['no line end at the end', `${ALL}Disallow: /a`, '/a/b', false],
  ['NULs', `${ALL}\0\0\nDisallow: /a`, '/a', false],
  ['names of objects as keys and agents', 'constructor: x\nUser-agent: __proto__\nDisallow: /a', '/a', true],
  ['a rule longer than any address', `${ALL}Disallow: /${'a'.repeat(3_000)}\nDisallow: /b`, '/b', false],
  ['rules past 500 KiB are left out', `${ALL}${'#'.repeat(500 * 1024)}\nDisallow: /a`, '/a', true],
];

describe('robots.txt (RFC 9309)', () => {
  it.each(CASES)('%s', (_, text, path, allowed) => {
    expect(parseRobots(text).isAllowed(`http://example.com${path}`, 'GleanerBot/0.1 (+http://example.org/bot)')).toBe(
      allowed,
    );
  });

  it.each<[string, number | null]>([
    ['User-agent: *\nCrawl-delay: 2.5', 2_500],
    ['User-agent: *\nCrawl-delay: 1,5', 1_500],
    ['User-agent: *\nCrawl-delay:', null],
    ['User-agent: *\nCrawl-delay: 1e9', 1_000],
    ['User-agent: *\nCrawl-delay: .25', 250],
    ['User-agent: *\nCrawl-delay: ,5', 500],
    ['User-agent: *\nCrawl-delay: 3.', 3_000],
    ['User-agent: *\nCrawl-delay: 10 seconds', 10_000],
    ['User-agent: *\nCrawl-delay: 5s', 5_000],
    ['User-agent: *\nCrawl-delay: 500 ms', 500],
    ['User-agent: *\nCrawl-delay: 2m', 120_000],
    ['User-agent: *\nCrawl-delay: 1,5 Minutes', 90_000],
    ['User-agent: *\nCrawl-delay: 3 monkeys', 3_000],
    ['User-agent: *\nCrawl-delay: .', null],
    [`User-agent: *\nCrawl-delay: ${'9'.repeat(400)}`, MAX_CRAWL_DELAY_MS],
    ['User-agent: *\nCrawl_delay: 3', 3_000],
    ['User-agent: *\nCrawl-delay: "3"', 3_000],
    ['User-agent: *\nRequest-rate: 1/5', 5_000],
    ['User-agent: *\nRequest-rate: 10 / 1m 0600-0845', 6_000],
    ['User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/10s', 10_000],
    ['User-agent: *\nRequest-rate: 0/5', null],
    ['User-agent: *\nRequest-rate: 5', null],
    ['User-agent: *\nCrawl-delay: 0', 0],
    ['User-agent: *\nCrawl-delay: 9999999', MAX_CRAWL_DELAY_MS],
    ['User-agent: *\nCrawl-delay: 2 # slowly', 2_000],
    ['User-agent: GleanerBot\nCrawl-delay: 2\nUser-agent: Foo\nDisallow: /', 2_000],
    ['User-agent: GleanerBot\nUser-agent: Foo\nCrawl-delay: 2\nDisallow: /', 2_000],
    ['User-agent: GleanerBot\nDisallow: /x\nCrawl-delay: 2', 2_000],
    [
      'User-agent: GleanerBot\nCrawl-delay: 2\n\nUser-agent: Foo\nDisallow: /\n\nUser-agent: GleanerBot\nCrawl-delay: 7',
      7_000,
    ],
    ['User-agent: *\nCrawl-delay: 9\n\nUser-agent: GleanerBot\nDisallow: /x', null],
    ['User-agent: *\nCrawl-delay: soon', null],
    ['User-agent: *\nCrawl-delay: -1', null],
    ['User-agent: *\nDisallow: /', null],
    ['User-agent: *\nCrawl-delay: 9\n\nUser-agent: GleanerBot\nCrawl-delay: 3', 3_000],
    ['Crawl-delay: 9', null],
  ])('%j: delay %j', (text, expected) => {
    expect(parseRobots(text).crawlDelayMs('GleanerBot')).toBe(expected);
  });

  it.each<[string, boolean]>([
    ['gleanerbot', false],
    ['GleanerBot/9.9', false],
    ['Mozilla/5.0 (compatible; GleanerBot/1.0; +http://example.org/bot)', false],
    ['  GleanerBot  ', false],
    ['Mozilla/5.0 (X11; Linux)', true],
    ['GleanerBot2', true],
    ['', true],
  ])('asked as %j: %s', (userAgent, allowed) => {
    expect(parseRobots('User-agent: GleanerBot\nDisallow: /').isAllowed('http://example.com/a', userAgent)).toBe(
      allowed,
    );
  });

  it('takes addresses with port, without path, and bare paths', () => {
    const rules = parseRobots(`${ALL}Disallow: /a\nDisallow: /?q`);
    expect(
      ['http://example.com:8080/a', 'http://[::1]/a', '/a', 'http://example.com?q'].map((url) =>
        rules.isAllowed(url, 'x'),
      ),
    ).toEqual([false, false, false, false]);
    expect(rules.isAllowed('http://example.com', 'x')).toBe(true);
  });

  it('finds sitemaps wherever they stand', () => {
    expect(
      parseRobots('Sitemap: http://a/1.xml\nUser-agent: *\nDisallow: /\nsitemap: http://a/2.xml').sitemaps,
    ).toEqual(['http://a/1.xml', 'http://a/2.xml']);
    for (const line of [
      'Sitemap http://a/1.xml',
      'Sitemaps: <http://a/1.xml>',
      'Sitemap: sitemap: http://a/1.xml',
      'Sitemap: http://a/1.xml#x',
    ])
      expect(parseRobots(line).sitemaps).toEqual(['http://a/1.xml']);
    expect(parseRobots('Sitemap: http://a/1.xml, http://a/2.xml /3.xml').sitemaps).toEqual([
      'http://a/1.xml',
      'http://a/2.xml',
      '/3.xml',
    ]);
    expect(parseRobots('Sitemap: a.example/1.xml, b.example:81/2.xml\nSitemap: maps.xml/3').sitemaps).toEqual([
      '//a.example/1.xml',
      '//b.example:81/2.xml',
      'maps.xml/3',
    ]);
  });

  it('reads anything without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), fc.webUrl(), (text, url) => {
        const rules = parseRobots(`User-agent: *\nDisallow: ${text}`);
        expect(typeof rules.isAllowed(url, 'x')).toBe('boolean');
      }),
    );
  });

  it('takes no more room for many agents with many rules than the file has lines', () => {
    const agents = Array.from({ length: 12_000 }, (_, i) => `User-agent: a${i}`).join('\n');
    const before = process.memoryUsage().heapUsed;
    const rules = parseRobots(`${agents}\n${'Disallow: /x\n'.repeat(20_000)}`);
    expect(rules.isAllowed('http://a.com/x', 'a11999')).toBe(false);
    expect(rules.isAllowed('http://a.com/x', 'other')).toBe(true);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('merges the groups of an agent that several name together', () => {
    const rules = parseRobots(
      'User-agent: a\nUser-agent: b\nDisallow: /1\nCrawl-delay: 3\n\nUser-agent: b\nDisallow: /2\nCrawl-delay: 5',
    );
    expect(['/1', '/2'].map((path) => rules.isAllowed(path, 'a'))).toEqual([false, true]);
    expect(['/1', '/2'].map((path) => rules.isAllowed(path, 'b'))).toEqual([false, false]);
    expect([rules.crawlDelayMs('a'), rules.crawlDelayMs('b')]).toEqual([3_000, 5_000]);
  });

  it('obeys patterns past the bound by their prefix', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `Disallow: /p/${i}*x*y$`).join('\n');
    const rules = parseRobots(`${ALL}${many}\nDisallow: /late/*/secret\nAllow: /p/*`);
    expect(rules.isAllowed(`http://a.com/${'px'.repeat(900)}`, 'x')).toBe(true);
    expect(rules.isAllowed('http://a.com/p/7axby', 'x')).toBe(false);
    expect(rules.isAllowed('http://a.com/p/7', 'x')).toBe(true);
    expect(rules.isAllowed('http://a.com/late/other', 'x')).toBe(false);
  });

  it('is not slowed down by patterns made to backtrack', () => {
    const rules = parseRobots(`${ALL}${`Disallow: /${'*a'.repeat(100)}$\n`.repeat(100)}`);
    expect(cpuMs(() => expect(rules.isAllowed(`http://a.com/${'a'.repeat(1_900)}b`, 'x')).toBe(true))).toBeLessThan(
      LINEAR_MS,
    );
  });
});
