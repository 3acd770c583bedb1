import fc from 'fast-check';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { FAILURE_KINDS } from '../../src/domain/fetching/index.js';
import { PLAIN_FETCH, type Fetcher } from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { readOutcome } from '../../src/modules/fetch/fleet/link/answer-schema.js';
import { isThorough } from '../support/thoroughness.js';

/** Correct responses with cuts, repeats and overwrites: the fetcher returns a value and keeps working. */

const SEEDS = [
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 18\r\nConnection: keep-alive\r\n\r\n<title>good</title',
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nTrailer: x\r\n\r\n',
  'HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\nContent-Length: 3\r\n\r\nabc',
  'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nKeep-Alive: timeout=5, max=1\r\n\r\n',
];
const SCRIBBLES = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '-',
  '0',
  '9999999999999999999',
  '000',
  'HTTP/1.1 ',
  'Content-Length: 1\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Connection: upgrade\r\nUpgrade: x\r\n',
  'Connection: close\r\n',
  '100 ',
  '101 ',
  '204 ',
  '\xff\xfe',
  'chunked',
  'ffffffff\r\n',
  '-1\r\n',
  'x'.repeat(70_000),
];

const anyEdit = fc.record({
  at: fc.noBias(fc.integer({ min: 0, max: 999 })).map((n) => n / 1_000),
  cut: fc.nat(12),
  insert: fc.constantFrom('', ...SCRIBBLES),
});
const anyAnswer = fc.record({
  seed: fc.constantFrom(...SEEDS),
  edits: fc.array(anyEdit, { minLength: 1, maxLength: 2 }),
  keeps: fc.boolean(),
});

let server: Server;
let answer: { bytes: string; keeps: boolean } = { bytes: '', keeps: false };
let fetcher: Fetcher;
beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      if (answer.keeps) socket.write(answer.bytes, 'latin1');
      else socket.end(answer.bytes, 'latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED });
});
afterAll(async () => {
  await fetcher.close();
  await new Promise((resolve) => server.close(resolve));
});

it('gives a value for every answer, however it was maimed, and for the right one after it', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = {
    ...PLAIN_FETCH,
    userAgent: 'GleanerBot/0.1',
    obeyRobots: false,
    hostDelayMs: 0,
    timeoutMs: 5_000,
    maxBytes: 100_000,
    maxRedirects: 2,
    archive: true,
  };
  const never = new AbortController().signal;
  // A worker accepts it as a fetcher's answer, too.
  const get = async (timeoutMs: number): Promise<string> =>
    readOutcome(await fetcher.fetch({ url, settings: { ...settings, timeoutMs } }, never)).kind;
  const kinds = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyAnswer, async ({ seed, edits, keeps }) => {
      let bytes = seed;
      for (const { at, cut, insert } of edits) {
        const place = Math.floor(at * bytes.length);
        bytes = bytes.slice(0, place) + insert + bytes.slice(place + cut);
      }
      answer = { bytes, keeps };
      const kind = await get(100);
      expect(['page', ...FAILURE_KINDS]).toContain(kind);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }),
    { numRuns: isThorough ? 400 : 80 },
  );
  answer = { bytes: SEEDS[0] ?? '', keeps: false };
  expect(await get(30_000)).toBe('page');
  // The responses were bad in many ways, not in one.
  expect(kinds.size).toBeGreaterThan(3);
});
