import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ACCEPTED_CODINGS } from '../../src/modules/fetch/fetching/http/content-coding.js';
import { HOSTILE_MAX_BYTES, page, sized, type HostileCase } from './hostile-case.js';

const MEBI = 1024 * 1024;
/**
 * Decoding holds the limit, its double while it is joined, and the resulting text; an undetected bomb takes hundreds of
 * MB.
 */
const BOMB_MB = 48;

const START = Buffer.from('<title>bomb</title>');
const piece = Buffer.alloc(10 * MEBI, 'a');
const member = gzipSync(piece);

/** Gzip members may be concatenated: ten mebibytes each, a hundred thousand to one in total. */
const gzipMembers = (count: number): Buffer =>
  Buffer.concat([gzipSync(START), ...Array.from({ length: count }, () => member)]);

/** Full flushes end on a byte and reset the state, so that pieces can be repeated. */
const rawDeflate = (count: number): Buffer => {
  const flushed = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    deflateRawSync(START, { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array.from({ length: count }, () => flushed),
    deflateRawSync(''),
  ]);
};

const brotli = (mebibytes: number): Buffer =>
  brotliCompressSync(Buffer.alloc(mebibytes * MEBI, 'a'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/**
 * Handwritten Zstandard, which this Node may be unable to write: blocks of one repeated byte, 128 KiB in four bytes
 * (RFC 8878).
 */
const zstd = (blocks: number, windowLog: number): Buffer => {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (windowLog - 10) << 3]);
  const block = (last: number): Buffer => {
    const bits = last | (1 << 1) | ((128 * 1024) << 3);
    return Buffer.from([bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff, 0x61]);
  };
  return Buffer.concat([header, ...Array.from({ length: blocks - 1 }, () => block(0)), block(1)]);
};
const speaksZstd = ACCEPTED_CODINGS.includes('zstd');

const made = new Map<() => Buffer, Buffer>();
/** Built on the first request, so that other runs do not pay. */
const coded =
  (coding: string, build: () => Buffer): HostileCase['serve'] =>
  (socket, onRequest) =>
    onRequest(() => {
      const known = made.get(build) ?? build();
      made.set(build, known);
      socket.write(sized(known, `Content-Encoding: ${coding}\r\n`));
    });

const bomb = (name: string, does: string, coding: string, build: () => Buffer): HostileCase => ({
  name,
  does,
  serve: coded(coding, build),
  ends: 'page',
  truncated: true,
  memoryMb: BOMB_MB,
  also: (report) => expect(report.bytes).toBe(HOSTILE_MAX_BYTES),
  so: 'exactly the byte limit is decoded',
});

/** Compression bombs, each measured alone. */
export const BOMBS: readonly HostileCase[] = [
  bomb('gzip-bomb', '1 GiB of one letter, gzip', 'gzip', () => gzipMembers(102)),
  bomb('gzip-bomb-small', '50 MiB of one letter in 50 KB of gzip, which would be undone in one go', 'gzip', () =>
    gzipSync(Buffer.alloc(50 * MEBI, 'a')),
  ),
  bomb('deflate-bomb', '100 MiB of one letter, zlib format', 'deflate', () =>
    deflateSync(Buffer.alloc(100 * MEBI, 'a')),
  ),
  bomb('raw-deflate-bomb', '900 MiB of one letter, bare deflate', 'deflate', () => rawDeflate(90)),
  bomb('brotli-bomb', '128 MiB of one letter, Brotli', 'br', () => brotli(128)),
  bomb('nested-bomb', '1 GiB in gzip in gzip', 'gzip, gzip', () => gzipSync(gzipMembers(102))),
  bomb('thrice-nested-bomb', '10 GiB in gzip in gzip in Brotli', 'gzip, gzip, br', () =>
    brotliCompressSync(gzipSync(gzipMembers(1_000))),
  ),
  bomb('bomb-with-broken-tail', 'a gzip bomb that breaks off in rubbish', 'gzip', () =>
    Buffer.concat([gzipMembers(50), Buffer.from('rubbish')]),
  ),
  {
    name: 'zstd-bomb',
    does: '4 GiB of one letter in 128 KB of Zstandard',
    serve: coded('zstd', () => zstd(32_768, 20)),
    memoryMb: BOMB_MB,
    ends: ['page', 'decode'],
    truncated: 'any',
    also: (report) => expect([report.kind, report.truncated]).toEqual(speaksZstd ? ['page', true] : ['decode', false]),
    so: 'truncated; a failure where Node has no Zstandard',
  },
  {
    name: 'zstd-huge-window',
    does: 'a Zstandard frame that asks for a window of 128 MiB',
    serve: coded('zstd', () => zstd(4, 27)),
    memoryMb: BOMB_MB,
    ends: 'decode',
    so: 'windows above 8 MiB are refused (RFC 9659)',
  },
  {
    name: 'four-codings',
    does: 'four content codings one over another',
    serve: page(gzipSync(gzipSync(gzipSync(gzipSync('a')))), 'Content-Encoding: gzip, gzip, gzip, gzip\r\n'),
    ends: 'decode',
  },
  {
    name: 'gzip-of-nothing',
    does: 'the content coding gzip over plain text',
    serve: page('<title>plain</title>', 'Content-Encoding: gzip\r\n'),
    ends: 'page',
    so: 'read as it was sent, with a remark',
  },
  {
    name: 'unknown-coding',
    does: 'a content coding nobody knows',
    serve: page('<title>x</title>', 'Content-Encoding: sevenfold\r\n'),
    ends: 'page',
    so: 'passed over',
  },
  {
    name: 'cut-gzip',
    does: 'gzip that ends in the middle, its length in order',
    ends: 'page',
    truncated: true,
    serve: (socket, onRequest) =>
      onRequest(() => {
        const whole = gzipSync(
          `<title>cut</title>${Array.from({ length: 20_000 }, (_, i) => `word${(i * 7_919) % 10_007} `).join('')}`,
        );
        socket.write(sized(whole.subarray(0, whole.length / 2), 'Content-Encoding: gzip\r\n'));
      }),
    also: (report) => expect(report.title).toBe('cut'),
    so: 'what could be decoded is kept',
  },
];
