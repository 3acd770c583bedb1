import { parseRobots } from './index.js';

/**
 * The example of RFC 9309 section 5, the cases of Google's open-source parser (google/robotstxt, robots_test.cc, with
 * its names), and the tables of Google's documentation of robots.txt. Where Google deviates from RFC 9309, which this
 * parser follows, the name says so and `google` has its answer.
 */
interface Case {
  readonly name: string;
  readonly robots: string;
  readonly agent: string;
  readonly path: string;
  readonly allowed: boolean;
  readonly google: boolean;
}
type Path = readonly [path: string, allowed: boolean, google?: boolean];

const cases = (name: string, robots: string, agent: string, ...paths: readonly Path[]): Case[] =>
  paths.map(([path, allowed, google = allowed]) => ({
    name: `${google === allowed ? '' : 'Google differs: '}${name}, ${agent || 'no agent'} at ${path}`,
    robots,
    agent,
    path,
    allowed,
    google,
  }));

const EXAMPLE = [
  'User-Agent: *',
  'Disallow: *.gif$',
  'Disallow: /example/',
  'Allow: /publications/',
  '',
  'User-Agent: foobot',
  'Disallow:/',
  'Allow:/example/page.html',
  'Allow:/example/allowed.gif',
  '',
  'User-Agent: barbot',
  'User-Agent: bazbot',
  'Disallow: /example/page.html',
  '',
  'User-Agent: quxbot',
  '',
  'EOF',
].join('\n');

const GROUPS = [
  'allow: /foo/bar/',
  '',
  'user-agent: FooBot',
  'disallow: /',
  'allow: /x/',
  'user-agent: BarBot',
  'disallow: /',
  'allow: /y/',
  '',
  '',
  'allow: /w/',
  'user-agent: BazBot',
  '',
  'user-agent: FooBot',
  'allow: /z/',
  'disallow: /',
].join('\n');

const foo = (...lines: string[]): string => ['User-agent: FooBot', ...lines].join('\n');

const CASES: Case[] = [
  ...cases(
    'RFC 9309 5.1',
    EXAMPLE,
    'foobot',
    ['/example/page.html', true],
    ['/example/allowed.gif', true],
    ['/', false],
    ['/publications/', false],
  ),
  ...cases('RFC 9309 5.1', EXAMPLE, 'barbot', ['/example/page.html', false], ['/example/', true]),
  ...cases('RFC 9309 5.1', EXAMPLE, 'bazbot', ['/example/page.html', false], ['/a.gif', true]),
  ...cases('RFC 9309 5.1', EXAMPLE, 'quxbot', ['/example/page.html', true], ['/a.gif', true]),
  ...cases(
    'RFC 9309 5.1',
    EXAMPLE,
    'otherbot',
    ['/example/page.html', false],
    ['/a.gif', false],
    ['/a.gif?b', true],
    ['/publications/', true],
    ['/', true],
  ),
  ...cases(
    'RFC 9309 5.2',
    'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif',
    'foobot',
    ['/example/page/', true],
    ['/example/page/disallowed.gif', false],
    ['/example/page/allowed.gif', true],
  ),

  ...cases('GoogleOnly_SystemTest: empty file', '', 'FooBot', ['/', true]),
  ...cases('GoogleOnly_SystemTest', foo('disallow: /'), '', ['/', true]),
  ...cases('ID_LineSyntax_Line: the syntax', 'user-agent: FooBot\ndisallow: /\n', 'FooBot', ['/x/y', false]),
  ...cases('ID_LineSyntax_Line: other keys', 'foo: FooBot\nbar: /\n', 'FooBot', ['/x/y', true]),
  ...cases('ID_LineSyntax_Line: no colons', 'user-agent FooBot\ndisallow /\n', 'FooBot', ['/x/y', false]),
  ...cases(
    'ID_LineSyntax_Groups',
    GROUPS,
    'FooBot',
    ['/x/b', true],
    ['/z/d', true],
    ['/y/c', false],
    ['/foo/bar/', false],
  ),
  ...cases(
    'ID_LineSyntax_Groups',
    GROUPS,
    'BarBot',
    ['/y/c', true],
    ['/w/a', true],
    ['/z/d', false],
    ['/foo/bar/', false],
  ),
  ...cases('ID_LineSyntax_Groups', GROUPS, 'BazBot', ['/z/d', true], ['/foo/bar/', false]),
  ...cases(
    'ID_LineSyntax_Groups_OtherRules: Sitemap',
    'User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n',
    'FooBot',
    ['/', false],
  ),
  ...cases(
    'ID_LineSyntax_Groups_OtherRules: Sitemap',
    'User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n',
    'BarBot',
    ['/', false],
  ),
  ...cases(
    'ID_LineSyntax_Groups_OtherRules: unknown',
    'User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n',
    'FooBot',
    ['/', false],
  ),
  ...cases(
    'ID_LineSyntax_Groups_OtherRules: unknown',
    'User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n',
    'BarBot',
    ['/', false],
  ),
  ...cases(
    'ID_REPLineNamesCaseInsensitive: upper',
    'USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n',
    'FooBot',
    ['/x/y', true],
    ['/a/b', false],
  ),
  ...cases(
    'ID_REPLineNamesCaseInsensitive: lower',
    'user-agent: FooBot\nallow: /x/\ndisallow: /\n',
    'FooBot',
    ['/x/y', true],
    ['/a/b', false],
  ),
  ...cases(
    'ID_REPLineNamesCaseInsensitive: camel',
    'uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n',
    'FooBot',
    ['/x/y', true],
    ['/a/b', false],
  ),
  ...cases(
    'ID_UserAgentValueCaseInsensitive: upper',
    'User-Agent: FOO BAR\nAllow: /x/\nDisallow: /\n',
    'Foo',
    ['/x/y', true],
    ['/a/b', false],
  ),
  ...cases(
    'ID_UserAgentValueCaseInsensitive: lower',
    'User-Agent: foo bar\nAllow: /x/\nDisallow: /\n',
    'foo',
    ['/x/y', true],
    ['/a/b', false],
  ),
  ...cases(
    'GoogleOnly_AcceptUserAgentUpToFirstSpace',
    'User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n',
    'Foo',
    ['/x/y', true],
  ),
  ...cases(
    'ID_GlobalGroups_Secondary: own group',
    'user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n',
    'FooBot',
    ['/x/y', false],
  ),
  ...cases(
    'ID_GlobalGroups_Secondary: global group',
    'user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n',
    'BarBot',
    ['/x/y', true],
  ),
  ...cases(
    'ID_GlobalGroups_Secondary: none',
    'user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n',
    'QuxBot',
    ['/x/y', true],
  ),
  ...cases('ID_AllowDisallow_Value_CaseSensitive', foo('disallow: /x/'), 'FooBot', ['/x/y', false]),
  ...cases('ID_AllowDisallow_Value_CaseSensitive, upper', foo('disallow: /X/'), 'FooBot', ['/x/y', true]),

  ...cases('ID_LongestMatch: the page', foo('disallow: /x/page.html', 'allow: /x/'), 'FooBot', ['/x/page.html', false]),
  ...cases(
    'ID_LongestMatch: the page allowed',
    foo('allow: /x/page.html', 'disallow: /x/'),
    'FooBot',
    ['/x/page.html', true],
    ['/x/', false],
  ),
  ...cases('ID_LongestMatch: both empty', foo('disallow: ', 'allow: '), 'FooBot', ['/x/page.html', true]),
  ...cases('ID_LongestMatch: both everything', foo('disallow: /', 'allow: /'), 'FooBot', ['/x/page.html', true]),
  ...cases(
    'ID_LongestMatch: with and without slash',
    foo('disallow: /x', 'allow: /x/'),
    'FooBot',
    ['/x', false],
    ['/x/', true],
  ),
  ...cases('ID_LongestMatch: both the page', foo('disallow: /x/page.html', 'allow: /x/page.html'), 'FooBot', [
    '/x/page.html',
    true,
  ]),
  ...cases(
    'ID_LongestMatch: a star is longer',
    foo('allow: /page', 'disallow: /*.html'),
    'FooBot',
    ['/page.html', false],
    ['/page', true],
  ),
  ...cases(
    'ID_LongestMatch: a star is shorter',
    foo('allow: /x/page.', 'disallow: /*.html'),
    'FooBot',
    ['/x/page.html', true],
    ['/x/y.html', false],
  ),
  ...cases(
    'ID_LongestMatch: own group',
    ['User-agent: *', 'Disallow: /x/', foo('Disallow: /y/')].join('\n'),
    'FooBot',
    ['/x/page', true],
    ['/y/page', false],
  ),

  ...cases('ID_Encoding: a query', foo('Disallow: /', 'Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par'), 'FooBot', [
    '/foo/bar?qux=taz&baz=http://foo.bar?tar&par',
    true,
  ]),
  ...cases(
    'ID_Encoding: three bytes',
    foo('Disallow: /', 'Allow: /foo/bar/ツ'),
    'FooBot',
    ['/foo/bar/%E3%83%84', true],
    ['/foo/bar/ツ', true, false],
  ),
  ...cases(
    'ID_Encoding: escaped',
    foo('Disallow: /', 'Allow: /foo/bar/%E3%83%84'),
    'FooBot',
    ['/foo/bar/%E3%83%84', true],
    ['/foo/bar/ツ', true, false],
  ),
  ...cases(
    'ID_Encoding: needlessly escaped',
    foo('Disallow: /', 'Allow: /foo/bar/%62%61%7A'),
    'FooBot',
    ['/foo/bar/baz', true, false],
    ['/foo/bar/%62%61%7A', true],
  ),
  ...cases(
    'ID_SpecialCharacters: star',
    foo('Disallow: /foo/bar/quz', 'Allow: /foo/*/qux'),
    'FooBot',
    ['/foo/bar/quz', false],
    ['/foo/quz', true],
    ['/foo//quz', true],
    ['/foo/bax/quz', true],
  ),
  ...cases(
    'ID_SpecialCharacters: end',
    foo('Disallow: /foo/bar$', 'Allow: /foo/bar/qux'),
    'FooBot',
    ['/foo/bar', false],
    ['/foo/bar/qux', true],
    ['/foo/bar/', true],
    ['/foo/bar/baz', true],
  ),
  ...cases(
    'ID_SpecialCharacters: comment',
    foo('# Disallow: /', 'Disallow: /foo/quz#qux', 'Allow: /'),
    'FooBot',
    ['/foo/bar', true],
    ['/foo/quz', false],
  ),
  ...cases(
    'GoogleOnly_IndexHTMLisDirectory',
    foo('Allow: /allowed-slash/index.html', 'Disallow: /'),
    'FooBot',
    ['/allowed-slash/', false, true],
    ['/allowed-slash/index.htm', false],
    ['/allowed-slash/index.html', true],
    ['/anyother-url', false],
  ),
  ...cases(
    'GoogleOnly_LineTooLong',
    foo(`disallow: /${'x'.repeat(1_900)}/qux`),
    'FooBot',
    [`/${'x'.repeat(1_900)}/qux`, false],
    ['/fux', true],
  ),
  ...cases(
    'GoogleOnly_LineTooLong: past its limit a line is cut',
    foo('disallow: /', `allow: /${'x'.repeat(16_700)}/qux`),
    'FooBot',
    [`/${'x'.repeat(16_700)}/fux`, false, true],
  ),
  ...cases(
    'ID_UTF8ByteOrderMarkIsSkipped',
    '\uFEFFUser-Agent: foo\nAllow: /AnyValue\nDisallow: /',
    'foo',
    ['/AnyValue', true],
    ['/x', false],
  ),
  ...cases(
    'ID_UTF8ByteOrderMarkIsSkipped: where files were joined, too',
    'User-Agent: foo\n\uFEFFAllow: /AnyValue\nDisallow: /',
    'foo',
    ['/AnyValue', true, false],
    ['/x', false],
  ),

  ...cases(
    'documentation: /fish',
    foo('allow: /fish', 'disallow: /'),
    'FooBot',
    ['/fish', true],
    ['/fish.html', true],
    ['/fish/salmon.html', true],
    ['/fishheads', true],
    ['/fishheads/yummy.html', true],
    ['/fish.html?id=anything', true],
    ['/bar', false],
    ['/Fish.asp', false],
    ['/catfish', false],
    ['/?id=fish', false],
  ),
  ...cases(
    'documentation: /fish*',
    foo('allow: /fish*', 'disallow: /'),
    'FooBot',
    ['/fish', true],
    ['/fish.html', true],
    ['/fish/salmon.html', true],
    ['/fishheads', true],
    ['/fish.html?id=anything', true],
    ['/Fish.bar', false],
    ['/catfish', false],
    ['/?id=fish', false],
  ),
  ...cases(
    'documentation: /fish/',
    foo('allow: /fish/', 'disallow: /'),
    'FooBot',
    ['/fish/', true],
    ['/fish/salmon', true],
    ['/fish/?salmon', true],
    ['/fish/salmon.html', true],
    ['/fish/?id=anything', true],
    ['/fish', false],
    ['/fish.html', false],
    ['/Fish/Salmon.html', false],
  ),
  ...cases(
    'documentation: /*.php',
    foo('allow: /*.php', 'disallow: /'),
    'FooBot',
    ['/filename.php', true],
    ['/folder/filename.php', true],
    ['/folder/filename.php?parameters', true],
    ['/folder/any.php.file.html', true],
    ['/filename.php/', true],
    ['/', false],
    ['/windows.PHP', false],
  ),
  ...cases(
    'documentation: /*.php$',
    foo('allow: /*.php$', 'disallow: /'),
    'FooBot',
    ['/filename.php', true],
    ['/folder/filename.php', true],
    ['/filename.php?parameters', false],
    ['/filename.php/', false],
    ['/filename.php5', false],
    ['/php/', false],
    ['/filename?php', false],
    ['/windows.PHP', false],
  ),
  ...cases(
    'documentation: /fish*.php',
    foo('allow: /fish*.php', 'disallow: /'),
    'FooBot',
    ['/fish.php', true],
    ['/fishheads/catfish.php?parameters', true],
    ['/Fish.PHP', false],
  ),
  ...cases('documentation, precedence: /p', foo('allow: /p', 'disallow: /'), 'FooBot', ['/page', true]),
  ...cases('documentation, precedence: /folder', foo('allow: /folder', 'disallow: /folder'), 'FooBot', [
    '/folder/page',
    true,
  ]),
  ...cases('documentation, precedence: /*.htm', foo('allow: /page', 'disallow: /*.htm'), 'FooBot', [
    '/page.htm',
    false,
  ]),
  ...cases('documentation, precedence: /*.ph', foo('allow: /page', 'disallow: /*.ph'), 'FooBot', ['/page.php5', true]),
  ...cases(
    'documentation, precedence: /$',
    foo('allow: /$', 'disallow: /'),
    'FooBot',
    ['/', true],
    ['/page.htm', false],
  ),
];

describe('robots.txt as published by the RFC and by Google', () => {
  it.each(CASES)('$name', ({ robots, agent, path, allowed }) => {
    expect(parseRobots(robots).isAllowed(`http://foo.bar${path}`, agent)).toBe(allowed);
  });

  it('differs from Google in what is marked, and nothing else', () => {
    expect(CASES.length).toBeGreaterThan(120);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(CASES.filter(({ allowed, google }) => allowed !== google).map(({ name }) => name.slice(0, 60))).toHaveLength(
      6,
    );
  });
});
