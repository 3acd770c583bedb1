import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../../test/support/cpu-time.js';
import { compileRule, fieldOf, ruleSchema, shortField, type Rule } from './rule.js';

const page = {
  url: 'http://shop.example/recipes/soup',
  title: 'Soup recipes',
  description: '',
  text: 'A soup. Another SOUP, and bread.',
};
const holds = (rule: Rule, document = page): number => compileRule(ruleSchema.parse(rule))(fieldOf(document), false);
const complaints = (rule: unknown): string[] =>
  (ruleSchema.safeParse(rule).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('rules', () => {
  it.each<[string, Rule, number]>([
    ['a pattern in a field', { field: 'url', pattern: '/recipes/' }, 1],
    ['another field', { field: 'title', pattern: '/recipes/' }, 0],
    ['any field', { field: 'any', pattern: 'bread' }, 1],
    ['without regard to case', { field: 'text', pattern: 'soup', atLeast: 2 }, 1],
    ['with regard to case', { field: 'text', pattern: 'soup', atLeast: 2, caseSensitive: true }, 0.5],
    ['not', { field: 'text', pattern: 'casino', not: true }, 1],
    [
      'all',
      {
        all: [
          { field: 'title', pattern: 'soup' },
          { field: 'text', pattern: 'casino' },
        ],
      },
      0.5,
    ],
    [
      'any',
      {
        any: [
          { field: 'title', pattern: 'soup' },
          { field: 'text', pattern: 'casino' },
        ],
      },
      1,
    ],
    [
      'groups in groups',
      {
        all: [
          {
            any: [
              { field: 'url', pattern: 'x' },
              { field: 'title', pattern: '^soup' },
            ],
          },
          { field: 'text', pattern: 'casino', not: true },
        ],
      },
      1,
    ],
    [
      'not of a group that holds in part',
      {
        all: [
          { field: 'title', pattern: 'soup' },
          { field: 'text', pattern: 'casino' },
        ],
        not: true,
      },
      1,
    ],
  ])('%s', (_, rule, expected) => {
    expect(holds(rule)).toBe(expected);
  });

  it('try every pattern on a short text', () => {
    const rule = compileRule({
      all: [
        { field: 'url', pattern: 'soup' },
        { field: 'text', pattern: 'recipes?', atLeast: 1 },
      ],
    });
    expect(rule(shortField('my soup recipe'), true)).toBe(1);
    expect(rule(shortField('my soup'), true)).toBe(0.5);
  });

  it.each([
    ['nothing', {}, ''],
    ['two forms', { field: 'url', pattern: 'a', any: [{ field: 'url', pattern: 'a' }] }, ''],
    ['no field', { pattern: 'a' }, 'field'],
    ['an unknown field', { field: 'body', pattern: 'a' }, 'field'],
    [
      'an open bracket',
      {
        any: [
          { field: 'url', pattern: 'a' },
          { field: 'url', pattern: '(' },
        ],
      },
      'any.1.pattern',
    ],
    ['a back-reference', { all: [{ any: [{ field: 'url', pattern: '(a)\\1' }] }] }, 'all.0.any.0.pattern'],
    ['too many repetitions', { field: 'text', pattern: 'a{5000}' }, 'pattern'],
    ['a pattern too long', { field: 'text', pattern: 'a'.repeat(501) }, 'pattern'],
    [
      'patterns too large together',
      { any: Array.from({ length: 5 }, () => ({ field: 'text', pattern: '[ab]{400}' })) },
      '',
    ],
    ['too many patterns', { any: Array.from({ length: 51 }, () => ({ field: 'text', pattern: 'a' })) }, 'any'],
    [
      'too many patterns in groups',
      {
        any: Array.from({ length: 6 }, () => ({
          any: Array.from({ length: 10 }, () => ({ field: 'text', pattern: 'a' })),
        })),
      },
      '',
    ],
    ['matches without a pattern', { atLeast: 2, any: [{ field: 'text', pattern: 'a' }] }, 'atLeast'],
    ['an empty group', { any: [] }, 'any'],
    ['groups too deep', { any: [{ any: [{ any: [{ field: 'text', pattern: 'a' }] }] }] }, 'any.0.any.0'],
  ])('are refused with %s, naming the place', (_, rule, path) => {
    expect(complaints(rule)[0]).toBe(path);
  });

  it.each(['(a+)+b', '(a|aa)+$b', '(a?){30}a{30}b', '(.*)*x'])('match %s in bounded time', (pattern) => {
    const text = 'a'.repeat(2_000_000);
    // With backtracking it would take longer than the age of the universe.
    expect(cpuMs(() => expect(holds({ field: 'text', pattern }, { ...page, text })).toBe(0))).toBeLessThan(LINEAR_MS);
  });

  it('agree with the engine of the language on plain patterns', () => {
    const plain = fc.stringMatching(/^[ab]{1,3}[?*+]?[ab|.]{0,3}$/);
    fc.assert(
      fc.property(plain, fc.stringMatching(/^[abc]{0,12}$/), (pattern, text) => {
        if (complaints({ field: 'text', pattern }).length > 0) return true;
        return (holds({ field: 'text', pattern }, { ...page, text }) === 1) === new RegExp(pattern, 'iu').test(text);
      }),
    );
  });
});
