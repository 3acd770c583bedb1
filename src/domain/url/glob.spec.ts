import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { compileGlob } from './glob.js';
import { runsOf } from '../../../test/support/thoroughness.js';

describe('glob', () => {
  it('agrees with the regular expression that says the same', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/', '.'), maxLength: 12 });
    fc.assert(
      fc.property(text, fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 14 }), (pattern, subject) => {
        const regex = new RegExp(
          `^${pattern
            .split('*')
            .map((part) => part.replace(/[.]/g, '\\.'))
            .join('.*')}$`,
          's',
        );
        expect(compileGlob(pattern, true).matches(subject)).toBe(regex.test(subject));
      }),
      runsOf(2_000),
    );
  });

  it('takes no longer for a pattern made to backtrack', () => {
    const spent = cpuMs(() =>
      expect(compileGlob(`${'*a'.repeat(200)}b`, true).matches('a'.repeat(100_000))).toBe(false),
    );
    // A backtracking matcher would not end within the age of the universe; the bound leaves room for a busy machine.
    expect(spent).toBeLessThan(LINEAR_MS);
  });

  it('lets anything follow when it need not reach the end', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 }),
        (pattern, subject) => {
          expect(compileGlob(pattern, false).matches(subject)).toBe(compileGlob(`${pattern}*`, true).matches(subject));
        },
      ),
      runsOf(1_000),
    );
  });

  it('is linear where a plain search of a part is quadratic', () => {
    const glob = compileGlob(`*${'a'.repeat(30_000)}b*`, true);
    const spent = cpuMs(() => expect(glob.matches('a'.repeat(200_000))).toBe(false));
    // 6 billion comparisons with the naive algorithm.
    expect(spent).toBeLessThan(LINEAR_MS);
  });

  it('refuses patterns beyond any URL', () => {
    expect(() => compileGlob('a'.repeat(70_000), true)).toThrow(RangeError);
  });
});
