import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import {
  compileScope,
  MAX_PATTERN_CHARS,
  MAX_SCOPE_HOSTS,
  MAX_SCOPE_PATTERNS,
  validateScope,
  type ScopeRules,
} from './index.js';
import { canonicalUrl } from '../url/index.js';
import { runsOf } from '../../../test/support/thoroughness.js';

it.each([
  ['https://de.example.org/wiki/Käse*', 'https://de.example.org/wiki/K%C3%A4se'],
  ['https://Example.org/A*', 'https://example.org/Ab'],
  ['HTTPS://example.org/*', 'https://example.org/a'],
  ['bücher.example/*', 'https://xn--bcher-kva.example/x'],
  ['*://*.Bücher.example/*', 'https://www.xn--bcher-kva.example/x'],
  ['*.bücher.example/*', 'https://www.xn--bcher-kva.example/x'],
  ['https://example.org:443/*', 'https://example.org/a'],
  ['http://*.123.example.org:8080/*', 'http://a.123.example.org:8080/'],
  ['/wiki/%c3%a4*', 'https://a.example/wiki/%C3%A4b'],
  ['/a b/*', 'https://a.example/a%20b/c'],
  ['/%7Euser/*', 'https://a.example/~user/x'],
  ["/s?q='*", 'https://a.example/s?q=%27x'],
  ['*日本*', 'https://a.example/s?q=%E6%97%A5%E6%9C%AC'],
  ['example.org', 'https://example.org/'],
  ['https://example.org?q=*', 'https://example.org/?q=1'],
  ['https://example.org*', 'https://example.org/a'],
  ['https://example.org/a#top', 'https://example.org/a'],
  ['*.PDF*', 'https://a.example/x.PDF'],
  ['*\ud800*', 'https://a.example/%EF%BF%BD'],
])('a pattern spelled %j stands for %s', (pattern, url) => {
  const [canonical, scope] = [canonicalUrl(url), compileScope({ allowPatterns: [pattern] }, ['pdf'])];
  expect(canonical).toBe(url);
  expect(scope.decide(url, 0)).toEqual({ accept: true, rule: `allowPatterns: ${pattern}` });
  expect(scope.decide('https://b.example/', 0).accept).toBe(false);
});

describe('scope', () => {
  it.each<[string, ScopeRules, string, number, boolean, string]>([
    ['nothing set', {}, 'http://a.com/x', 3, true, 'default'],
    ['a listed host', { allowHosts: ['a.com'] }, 'http://a.com/x', 0, true, 'allowHosts: a.com'],
    ['a subdomain of a listed host', { allowHosts: ['A.com.'] }, 'http://b.a.com/x', 0, true, 'allowHosts: a.com'],
    ['a host that only ends alike', { allowHosts: ['a.com'] }, 'http://ba.com/x', 0, false, 'allowHosts'],
    [
      'a host denied within an allowed one',
      { allowHosts: ['a.com'], denyHosts: ['x.a.com'] },
      'http://y.x.a.com/',
      0,
      false,
      'denyHosts: x.a.com',
    ],
    [
      'a pattern',
      { allowPatterns: ['http://a.com/blog/*'] },
      'http://a.com/blog/1',
      0,
      true,
      'allowPatterns: http://a.com/blog/*',
    ],
    [
      'outside all patterns',
      { allowPatterns: ['http://a.com/blog/*'] },
      'http://a.com/shop',
      0,
      false,
      'allowPatterns',
    ],
    [
      'an allowed pattern on a host that is not allowed',
      { allowHosts: ['b.com'], allowPatterns: ['*'] },
      'http://a.com/',
      0,
      false,
      'allowHosts',
    ],
    [
      'denied beats allowed',
      { allowPatterns: ['*'], denyPatterns: ['*/private/*'] },
      'http://a.com/private/x',
      0,
      false,
      'denyPatterns: */private/*',
    ],
    ['a picture', {}, 'http://a.com/x.JPG', 0, false, 'file-type: .jpg'],
    ['a picture named in the query', {}, 'http://a.com/show?file=x.jpg', 0, true, 'default'],
    ['a folder with a dot', {}, 'http://a.com/v1.zip/page', 0, true, 'default'],
    ['an extension of pages', {}, 'http://a.com/x.html', 0, true, 'default'],
    ...[
      'https://de.a.com/wiki/Datei:K%C3%A4se.jpg',
      'https://ru.a.com/wiki/%D0%A4%D0%B0%D0%B9%D0%BB:A.jpg',
      'https://a.com/File%3AA.svg',
      'https://en.a.com/wiki/File_talk:A.pdf',
      'https://en.a.com/wiki/Kernel32.dll',
      'https://git.a.com/owner/project/blob/main/package.json',
      'https://git.a.com/group/part/project/-/blob/v1.2/docs/logo.png',
      'https://git.a.com/owner/project/src/branch/main/style.css',
      'https://git.a.com/platform/build/+/refs/heads/main/a.xml',
    ].map((url): [string, ScopeRules, string, number, boolean, string] => [
      'a page about a file',
      {},
      url,
      0,
      true,
      'default',
    ]),
    ...[
      'https://en.a.com/wiki/images/a/ab/File.jpg',
      'https://en.a.com/wiki/Special:FilePath/A.jpg',
      'https://a.com/12:30/a.jpg',
      'https://git.a.com/owner/project/raw/main/logo.png',
      'https://git.a.com/owner/project/src/assets/logo.png',
      'https://a.com/blob/a.png',
    ].map((url): [string, ScopeRules, string, number, boolean, string] => [
      'a file like a page about one',
      {},
      url,
      0,
      false,
      `file-type: ${url.slice(-4)}`,
    ]),
    ['a page about a library', {}, 'https://en.a.com/wiki/Node.js?oldid=7', 0, true, 'default'],
    ['a page of a library with its owner', {}, 'https://a.com/mrdoob/three.js', 0, true, 'default'],
    ['a script', {}, 'https://a.com/main.js?v=3', 0, false, 'file-type: .js'],
    ['a script in its folder', {}, 'https://a.com/wp-content/x/app.js', 0, false, 'file-type: .js'],
    ['a script made smaller', {}, 'https://a.com/x/app.min.js', 0, false, 'file-type: .js'],
    ['a page about a site', {}, 'https://a.com/tools/character.ai', 0, true, 'default'],
    ['a user name as host of a file', {}, 'http://a.com/~me/talk.ps', 0, false, 'file-type: .ps'],
    ['as deep as allowed', { maxDepth: 2 }, 'http://a.com/', 2, true, 'default'],
    ['deeper than allowed', { maxDepth: 2 }, 'http://a.com/', 3, false, 'maxDepth: 2'],
    ['a file type that is let through', { anyFileType: true }, 'http://a.com/x.jpg', 0, true, 'default'],
    ['a host that looks like a file', {}, 'http://example.ps/', 0, true, 'default'],
    ['a file type inside a title', {}, 'http://a.com/wiki/About_Node.js_modules', 0, true, 'default'],
    [
      'the longest of several hosts',
      { denyHosts: ['a.com', 'b.a.com'] },
      'http://c.b.a.com/',
      0,
      false,
      'denyHosts: b.a.com',
    ],
    ['a host with a port', { allowHosts: ['a.com'] }, 'http://a.com:8080/', 0, true, 'allowHosts: a.com'],
    [
      'a host as people write it',
      { denyHosts: ['https://*.Bücher.de/'] },
      'http://x.xn--bcher-kva.de/',
      0,
      false,
      'denyHosts: xn--bcher-kva.de',
    ],
    ['an IPv6 host', { denyHosts: ['[::1]'] }, 'http://[::1]:80/', 0, false, 'denyHosts: [::1]'],
    ['the parent of an allowed host', { allowHosts: ['b.a.com'] }, 'http://a.com/', 0, false, 'allowHosts'],
    [
      'a pattern without scheme',
      { denyPatterns: ['a.com/x/*'] },
      'https://a.com/x/1',
      0,
      false,
      'denyPatterns: a.com/x/*',
    ],
    ['... on another host', { denyPatterns: ['a.com/x/*'] }, 'https://ba.com/x/1', 0, true, 'default'],
    [
      'a pattern of paths',
      { denyPatterns: ['/calendar/*'] },
      'https://a.com/calendar/2031',
      0,
      false,
      'denyPatterns: /calendar/*',
    ],
    ['... matches the whole path', { denyPatterns: ['/calendar'] }, 'https://a.com/calendar/2031', 0, true, 'default'],
    [
      'a pattern with a query',
      { denyPatterns: ['*?*replytocom=*'] },
      'https://a.com/p?replytocom=7',
      0,
      false,
      'denyPatterns: *?*replytocom=*',
    ],
    ['a pattern without star', { allowPatterns: ['http://a.com/x'] }, 'http://a.com/xy', 0, false, 'allowPatterns'],
    [
      'denied hosts beat allowed patterns',
      { allowPatterns: ['*'], denyHosts: ['a.com'] },
      'http://a.com/',
      0,
      false,
      'denyHosts: a.com',
    ],
    [
      'the file type does not make up for a missing permission',
      { allowHosts: ['b.com'], anyFileType: true },
      'http://a.com/x.jpg',
      0,
      false,
      'allowHosts',
    ],
    ['another scheme', {}, 'ftp://a.com/', 0, false, 'scheme'],
  ])('%s', (_, rules, url, depth, accept, rule) => {
    expect(compileScope(rules).decide(url, depth)).toEqual({ accept, rule });
  });

  it('lets PDFs through where they count as pages', () => {
    const decide = (contentTypes: readonly string[], url: string) =>
      compileScope({}, contentTypes).decide(url, 0).accept;
    expect(decide(['html', 'pdf'], 'http://a.com/paper.PDF')).toBe(true);
    expect(decide(['html', 'text'], 'http://a.com/paper.pdf')).toBe(false);
    expect(decide(['html', 'pdf'], 'http://a.com/paper.ps')).toBe(false);
  });

  it('names what is wrong with rules, field by field', () => {
    const errors = validateScope({
      allowHosts: ['ok.com', 'http://x.com/path'],
      denyHosts: ['a b', '', 'x.com:80', 'user@x.com'],
      allowPatterns: ['x'.repeat(MAX_PATTERN_CHARS + 1)],
      denyPatterns: ['/private/*', '*.pdf', '  '],
      maxDepth: -1,
    });
    expect(errors.map(({ field }) => field)).toEqual([
      'allowHosts.1',
      'denyHosts.0',
      'denyHosts.1',
      'denyHosts.2',
      'denyHosts.3',
      'allowPatterns.0',
      'denyPatterns.2',
      'maxDepth',
    ]);
    for (const { message } of errors) expect(message).toMatch(/must|at most/);
  });

  it('takes hosts as people write them', () => {
    const hosts = [
      'münchen.de',
      '127.0.0.1',
      '[::1]',
      '.example.org',
      '*.example.org',
      'https://example.org/',
      'localhost',
    ];
    expect(validateScope({ allowHosts: hosts })).toEqual([]);
  });

  it('refuses lists that are too long', () => {
    const tooLong = { field: 'denyHosts', message: expect.stringContaining('at most') };
    expect(validateScope({ denyHosts: new Array<string>(MAX_SCOPE_HOSTS + 1).fill('a.com') })).toEqual([tooLong]);
    expect(validateScope({ denyPatterns: new Array<string>(MAX_SCOPE_PATTERNS + 1).fill('*') })).toEqual([
      { ...tooLong, field: 'denyPatterns' },
    ]);
  });

  it('does not compile what is invalid', () => {
    expect(() => compileScope({ maxDepth: 1.5 })).toThrow(RangeError);
    expect(() => compileScope({ allowHosts: ['no host'] })).toThrow('allowHosts.0');
  });

  it('compiles or names a field, and then decides, whatever the rules and the URL', () => {
    const text = fc.oneof(
      fc.domain(),
      fc.webUrl(),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('*', '', '/', '*.', '[::1]', '://', '/*', 'a*b*c', '%', '\0', 'http://', '.'),
    );
    const rules = fc.record(
      {
        allowHosts: fc.array(text, { maxLength: 3 }),
        denyHosts: fc.array(text, { maxLength: 3 }),
        allowPatterns: fc.array(text, { maxLength: 3 }),
        denyPatterns: fc.array(text, { maxLength: 3 }),
        maxDepth: fc.oneof(fc.integer(), fc.double()),
        anyFileType: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(rules, text, fc.nat(20), (given, url, depth) => {
        const errors = validateScope(given);
        if (errors.length > 0) {
          for (const { field } of errors)
            expect(field).toMatch(/^(allowHosts|denyHosts|allowPatterns|denyPatterns)(\.\d+)?$|^maxDepth$/);
          expect(() => compileScope(given)).toThrow(RangeError);
          return;
        }
        const scope = compileScope(given);
        const { accept, rule } = scope.decide(url, depth);
        expect(scope.decide(url, depth)).toEqual({ accept, rule });
        if (accept) expect(url).toMatch(/^https?:\/\//);
        expect(rule).not.toBe('');
      }),
      runsOf(1_000),
    );
  });

  it('takes time linear in URL and patterns', () => {
    const denyPatterns = Array.from({ length: 100 }, (_, i) => `${'*a'.repeat(200)}b${i}`);
    const scope = compileScope({ denyPatterns });
    const spent = cpuMs(() => {
      for (let i = 0; i < 100; i++) expect(scope.decide(`http://a.com/${'a'.repeat(1_900)}`, 0).accept).toBe(true);
    });
    // A hundred URLs against a hundred patterns; backtracking would take far too long for one.
    expect(spent).toBeLessThan(LINEAR_MS);
  });
});
