import { bytesInWords } from './bytes.js';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [123_456, '123 KB'],
  [999_900, '1 MB'],
  [2_340_000_000, '2.34 GB'],
  [7e18, '7,000,000 TB'],
])('%d bytes', (bytes, text) => expect(bytesInWords(bytes)).toBe(text));
