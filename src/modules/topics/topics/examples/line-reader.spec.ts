import fc from 'fast-check';
import { type NumberedLine, readLines } from './line-reader.js';

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length];
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
async function collect(lines: AsyncIterable<NumberedLine>): Promise<NumberedLine[]> {
  const all: NumberedLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

describe('readLines', () => {
  it('gives the same lines however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }).map((s) => s.replace(/\n/g, ''))),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (lines, sizes) => {
          const bytes = new TextEncoder().encode(lines.join('\n'));
          const expected = lines.map((text, i) => ({
            number: i + 1,
            text: new TextDecoder().decode(new TextEncoder().encode(text)).trim(),
          }));
          expect(await collect(readLines(chunksOf(bytes, sizes), 1_000))).toEqual(
            expected.filter(({ text }) => text !== ''),
          );
        },
      ),
    );
  });

  it('answers a line that is too long without its text and goes on', async () => {
    const bytes = new TextEncoder().encode(`a\n${'b'.repeat(50)}\nc`);
    expect(await collect(readLines(chunksOf(bytes, [7]), 10))).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: null, fault: 'too-long' },
      { number: 3, text: 'c' },
    ]);
  });

  it.each([
    ['a byte that begins no character', [0xff]],
    ['a character cut off', [0xe2, 0x82]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['NUL in two bytes', [0xc0, 0x80]],
  ])('answers a line with %s without a text and goes on', async (_, damaged) => {
    const bytes = Buffer.concat([Buffer.from('one\n{"text":"'), Buffer.from(damaged), Buffer.from('"}\nthree')]);
    expect(await collect(readLines(chunksOf(bytes, [3]), 1_000))).toEqual([
      { number: 1, text: 'one' },
      { number: 2, text: null, fault: 'not-utf8' },
      { number: 3, text: 'three' },
    ]);
  });

  it('leaves out the byte order mark that some editors write first', async () => {
    const bytes = new TextEncoder().encode('\ufeff{"a":1}\n{"b":"\ufeff2"}');
    expect((await collect(readLines(chunksOf(bytes, [1]), 1_000))).map(({ text }) => text)).toEqual([
      '{"a":1}',
      '{"b":"\ufeff2"}',
    ]);
  });

  it('stops when told to', async () => {
    const bytes = new TextEncoder().encode('one\ntwo\nthree\nfour\n');
    const lines = await collect(readLines(chunksOf(bytes, [5]), 1_000, (total) => total <= 15));
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });
});
