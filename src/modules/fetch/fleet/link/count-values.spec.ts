import { encode, ExtData } from '@msgpack/msgpack';
import fc from 'fast-check';
import { countValues } from './count-values.js';

const countOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countOf(one), 1);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || value instanceof ExtData) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + countOf(one), 1);
};

it('counts the values of every message', () => {
  const leaf = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.double(),
    fc.maxSafeInteger(),
    fc.integer({ min: -200, max: 70_000 }),
    fc.boolean(),
    fc.constant(null),
    fc.nat(300).map((length) => new Uint8Array(length)),
    fc.nat(300).map((length) => new ExtData(7, new Uint8Array(length))),
    fc.nat(300).map((length) => 'x'.repeat(length)),
    fc.nat(20).map((length) => Array.from({ length }, () => 1)),
    fc.nat(20).map((length) => Object.fromEntries(Array.from({ length }, (_, no) => [`k${no}`, no]))),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value'), { maxLength: 5 })),
  }));
  // More than two bytes can count.
  const long = [
    'x'.repeat(70_000),
    new Uint8Array(70_000),
    Array.from({ length: 70_000 }, () => null),
    Object.fromEntries(Array.from({ length: 70_000 }, (_, no) => [no, no])),
    new ExtData(7, new Uint8Array(70_000)),
  ];
  for (const one of [...long, long]) expect(countValues(encode(one), Infinity)).toBe(countOf(one));
  fc.assert(
    fc.property(value, (one) => {
      expect(countValues(encode(one), Infinity)).toBe(countOf(one));
    }),
    { numRuns: 100 },
  );
});

it('ends at once where there are too many, and with what is no message', () => {
  // A list that claims four thousand million values.
  expect(countValues(Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff, 0x90), 1_000)).toBeGreaterThan(1_000);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(countValues(bytes, 1_000)).toBeGreaterThanOrEqual(1);
    }),
  );
});
