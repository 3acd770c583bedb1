import { rangeOf } from './ranged-file.js';

test.each([
  [undefined, null],
  ['bytes=0-', { from: 0, to: 100 }],
  ['bytes=10-19', { from: 10, to: 20 }],
  ['bytes=90-500', { from: 90, to: 100 }],
  ['bytes=-10', { from: 90, to: 100 }],
  ['bytes=-500', { from: 0, to: 100 }],
  ['bytes=99-99', { from: 99, to: 100 }],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=x', null],
])('%s of 100 bytes', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s lies outside', (header) => {
  expect(() => rangeOf(header, 100)).toThrow(
    expect.objectContaining({ code: 'RANGE_NOT_SATISFIABLE', details: { bytes: 100 } }),
  );
});
