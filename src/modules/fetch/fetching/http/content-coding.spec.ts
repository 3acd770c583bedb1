import fc from 'fast-check';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ACCEPTED_CODINGS, ContentCodingError, decodeContent } from './content-coding.js';

const coders: readonly (readonly [string, (body: Buffer) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['', (body) => body],
  ['identity', (body) => body],
];

const anyBody = fc.uint8Array({ minLength: 1, maxLength: 2_000 });
const anyCoder = fc.constantFrom(...coders);

it('undoes every coding, alone and in pairs', async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, anyCoder, anyCoder, async (bytes, inner, outer) => {
      const body = Buffer.from(bytes);
      const decoded = await decodeContent(outer[1](inner[1](body)), `${inner[0]}, ${outer[0]}`, 10_000);
      expect(decoded).toEqual({ body, truncated: false });
    }),
    { numRuns: 60 },
  );
});

it.each(coders)('%s gives at most the limit, however far the body would expand', async (coding, encode) => {
  const decoded = await decodeContent(encode(Buffer.alloc(5_000_000, 'a')), coding, 1_000);
  expect(decoded.truncated).toBe(true);
  expect(decoded.body).toEqual(Buffer.alloc(1_000, 'a'));
});

it('keeps what came before a break, and refuses what holds nothing', async () => {
  const whole = gzipSync(
    Buffer.from(Array.from({ length: 50_000 }, (_, i) => String.fromCharCode(97 + ((i * i) % 26))).join('')),
  );
  const half = await decodeContent(whole.subarray(0, whole.length / 2), 'gzip', 1e6);
  expect(half.truncated).toBe(true);
  expect(half.body.length).toBeGreaterThan(1_000);
  await expect(decodeContent(Buffer.from([0, 1, 2, 3]), 'gzip', 1e6)).rejects.toThrow(ContentCodingError);
  await expect(decodeContent(Buffer.from('x'), 'gzip,gzip,gzip,gzip', 1e6)).rejects.toThrow('4 content codings');
  expect(await decodeContent(Buffer.alloc(0), 'gzip', 1e6)).toEqual({ body: Buffer.alloc(0), truncated: false });
});

it.each<[string, string, (body: Buffer) => Buffer]>([
  ['br', '', brotliCompressSync],
  ['br', 'gzip', brotliCompressSync],
  ['deflate', '', deflateSync],
  ['gzip', '', gzipSync],
])('reads a text in %s that says to be in "%s"', async (_, said, encode) => {
  const text = Buffer.from('<title>Cheese</title><p>Cheese and more cheese and cheddar, and all of it is cheese.');
  expect((await decodeContent(encode(text), said, 1e6)).body).toEqual(text);
  const pixels = Buffer.from([0, 1, 2, 250, 251, 7]);
  expect((await decodeContent(encode(pixels), '', 1e6)).body).not.toEqual(text);
  expect((await decodeContent(pixels, '', 1e6)).body).toEqual(pixels);
});

it.each<[string, (body: Buffer) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
])('%s: a wrong checksum costs nothing', async (coding, encode) => {
  const packed = encode(Buffer.from('<p>whole'));
  packed.fill(0, packed.length - (coding === 'gzip' ? 8 : 4));
  expect(await decodeContent(packed, coding, 1e6)).toEqual({ body: Buffer.from('<p>whole'), truncated: false });
});

it.each(coders.filter(([coding]) => coding !== '' && coding !== 'identity'))(
  '%s: what follows a whole stream is dropped, and what came before damage is kept',
  async (coding, encode) => {
    const text = Buffer.from(Array.from({ length: 3_000 }, (_, i) => `${i * i} `).join(''));
    const packed = encode(text);
    const followed = await decodeContent(Buffer.concat([packed, Buffer.from('<!-- 1 ms -->')]), coding, 1e6);
    expect(followed).toEqual({ body: text, truncated: false });
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, Math.floor(packed.length / 2));
    const kept = await decodeContent(damaged, coding, 1e6);
    expect(kept.body.subarray(0, 1_000)).toEqual(text.subarray(0, 1_000));
  },
);

it('joins the members of a gzip file, and passes over codings that nobody knows', async () => {
  const two = Buffer.concat([gzipSync('one '), gzipSync('two'), Buffer.from('rubbish')]);
  expect((await decodeContent(two, 'UTF-8, gzip, sevenfold', 1e6)).body.toString()).toBe('one two');
  await expect(decodeContent(Buffer.from([1, 2, 3, 4]), 'sevenfold', 1e6)).rejects.toThrow('"sevenfold"');
  await expect(decodeContent(two.subarray(0, 9), 'gzip', 1e6)).rejects.toThrow(ContentCodingError);
});

it('marks a gzip file as truncated that has more members than are tried', async () => {
  const packed = (members: number): Buffer =>
    Buffer.concat([...Array.from({ length: members }, () => gzipSync('<p>a</p>')), Buffer.from('behind')]);
  expect(await decodeContent(packed(3), 'gzip', 1e6)).toMatchObject({ truncated: false });
  expect(await decodeContent(packed(2_000), 'gzip', 1e6)).toMatchObject({ truncated: true });
  const { body, truncated } = await decodeContent(packed(100), 'gzip', 1e6);
  expect([body.toString(), truncated]).toEqual(['<p>a</p>'.repeat(100), false]);
});

it('gives a body as it was sent that is in none of the codings told, if it is text', async () => {
  const body = Buffer.from('plain text');
  for (const coding of ['gzip', 'br', 'deflate'])
    expect(await decodeContent(body, coding, 1e6)).toEqual({ body, truncated: false, notIn: coding });
  expect(await decodeContent(gzipSync(body), 'gzip, gzip', 1e6)).toEqual({ body, truncated: false, notIn: 'gzip' });
});

it('unpacks gzip under another name, or under none', async () => {
  const page = Buffer.from('<p>page');
  for (const coding of ['', 'gzip;q=1', 'identity', 'gzip'])
    expect(await decodeContent(gzipSync(coding === 'gzip' ? gzipSync(page) : page), coding, 1e6)).toEqual({
      ...{ body: page, truncated: false },
    });
  for (const coding of ['br', 'deflate'])
    expect(await decodeContent(gzipSync(page), coding, 1e6)).toEqual({ body: page, truncated: false, notIn: coding });
  // A compressed file above the limit is left to readers that unpack it piece by piece.
  const file = gzipSync(Buffer.alloc(2_000, 'a'));
  expect(await decodeContent(file, '', 1_000)).toEqual({ body: file, truncated: false });
});

const MARK = Buffer.from('\ufeff');
it.each<[string, (page: Buffer) => Buffer, string]>([
  ['a mark before gzip', (page) => Buffer.concat([MARK, gzipSync(page)]), ''],
  ['a mark before declared gzip', (page) => Buffer.concat([MARK, gzipSync(page)]), 'gzip'],
  ['a mark before gzip within gzip', (page) => gzipSync(Buffer.concat([MARK, gzipSync(page)])), 'gzip'],
  ['a warning before gzip', (page) => Buffer.concat([Buffer.from('Warning: date()\r\n'), gzipSync(page)]), 'gzip'],
  ['a mark before brotli', (page) => Buffer.concat([MARK, brotliCompressSync(page)]), 'br'],
  ['a mark before deflate', (page) => Buffer.concat([MARK, deflateSync(page)]), ''],
  ['gzip twice, undeclared', (page) => gzipSync(gzipSync(page)), ''],
  ['brotli within gzip, in the wrong order', (page) => gzipSync(brotliCompressSync(page)), 'gzip, br'],
  ['gzip three times', (page) => gzipSync(gzipSync(gzipSync(page))), 'gzip'],
])('unpacks %s', async (_, pack, coding) => {
  const page = Buffer.from(`<!doctype html><p>${'Cheese and cheddar. '.repeat(20)}`);
  expect((await decodeContent(pack(page), coding, 1e6)).body).toEqual(page);
  expect((await decodeContent(Buffer.concat([MARK, page]), coding, 1e6)).body).toEqual(Buffer.concat([MARK, page]));
});

it('offers zstd only where Node can decode it', () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  expect(ACCEPTED_CODINGS.includes('zstd')).toBe(
    major > 23 || (major === 23 && minor >= 8) || (major === 22 && minor >= 15),
  );
});
