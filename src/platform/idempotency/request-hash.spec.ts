import { requestHash } from './request-hash.js';

test('the order of fields does not matter to the hash of a request, their values do', () => {
  expect(requestHash({ a: 1, b: { c: [1, 2], d: undefined } })).toBe(requestHash({ b: { c: [1, 2] }, a: 1 }));
  expect(requestHash({ a: [1, 2] })).not.toBe(requestHash({ a: [2, 1] }));
  const at = (iso: string): object => ({ until: new Date(iso) });
  expect(requestHash(at('2026-01-01'))).not.toBe(requestHash(at('2027-01-01')));
});
