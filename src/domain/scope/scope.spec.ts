import fc from 'fast-check';
import { compileGlob } from './glob.js';
import { compileScope, type ScopeRules } from './scope.js';
import { validateScope } from './validate-scope.js';

describe('scope', () => {
  it.each<[string, ScopeRules, string, number, boolean, string]>([
    ['nothing set', {}, 'http://a.com/x', 3, true, 'default'],
    ['a listed host', { allowHosts: ['a.com'] }, 'http://a.com/x', 0, true, 'allowHosts: a.com'],
    ['a subdomain of a listed host', { allowHosts: ['A.com.'] }, 'http://b.a.com/x', 0, true, 'allowHosts: a.com'],
    ['a host that only ends alike', { allowHosts: ['a.com'] }, 'http://ba.com/x', 0, false, 'allowHosts'],
    ['a host denied within an allowed one', { allowHosts: ['a.com'], denyHosts: ['x.a.com'] }, 'http://y.x.a.com/', 0, false, 'denyHosts: x.a.com'],
    ['a pattern', { allowPatterns: ['http://a.com/blog/*'] }, 'http://a.com/blog/1', 0, true, 'allowPatterns: http://a.com/blog/*'],
    ['outside all patterns', { allowPatterns: ['http://a.com/blog/*'] }, 'http://a.com/shop', 0, false, 'allowPatterns'],
    ['an allowed pattern on a host that is not allowed', { allowHosts: ['b.com'], allowPatterns: ['*'] }, 'http://a.com/', 0, false, 'allowHosts'],
    ['denied beats allowed', { allowPatterns: ['*'], denyPatterns: ['*/private/*'] }, 'http://a.com/private/x', 0, false, 'denyPatterns: */private/*'],
    ['a picture', {}, 'http://a.com/x.JPG', 0, false, 'file-type: .jpg'],
    ['a picture named in the query', {}, 'http://a.com/show?file=x.jpg', 0, true, 'default'],
    ['a folder with a dot', {}, 'http://a.com/v1.zip/page', 0, true, 'default'],
    ['an extension of pages', {}, 'http://a.com/x.html', 0, true, 'default'],
    ['a user name as host of a file', {}, 'http://a.com/~me/talk.ps', 0, false, 'file-type: .ps'],
    ['as deep as allowed', { maxDepth: 2 }, 'http://a.com/', 2, true, 'default'],
    ['deeper than allowed', { maxDepth: 2 }, 'http://a.com/', 3, false, 'maxDepth: 2'],
    ['another scheme', {}, 'ftp://a.com/', 0, false, 'scheme'],
  ])('%s', (_, rules, url, depth, accept, rule) => {
    expect(compileScope(rules).decide(url, depth)).toEqual({ accept, rule });
  });

  it('names rules that make no sense', () => {
    expect(validateScope({ allowHosts: ['ok.com', 'http://x.com/'], denyHosts: ['a b'], denyPatterns: ['/private/*', '*.pdf'] }).map((problem) => problem.field))
      .toEqual(['allowHosts[1]', 'denyHosts[0]', 'denyPatterns[0]']);
    expect(validateScope({ allowHosts: ['münchen.de', '127.0.0.1', '[::1]', '.example.org'] })).toEqual([]);
  });
});

describe('glob', () => {
  it('agrees with the regular expression that says the same', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/', '.'), maxLength: 12 });
    fc.assert(
      fc.property(text, fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 14 }), (pattern, subject) => {
        const regex = new RegExp(`^${pattern.split('*').map((part) => part.replace(/[.]/g, '\\.')).join('.*')}$`, 's');
        expect(compileGlob(pattern).matches(subject)).toBe(regex.test(subject));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes no longer for a pattern made to backtrack', () => {
    const began = performance.now();
    expect(compileGlob(`${'*a'.repeat(200)}b`).matches('a'.repeat(100_000))).toBe(false);
    // A backtracking matcher would not end within the age of the universe; the bound leaves room for a busy machine.
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
