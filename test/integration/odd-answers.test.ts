import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePage } from '../../src/domain/page/index.js';
import {
  PLAIN_FETCH,
  type FetchedPage,
  type Fetcher,
  type FetchOutcome,
  type FetchRequest,
  type FetchSettings,
} from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { createRecordedFetcher, openRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { ODD_ANSWERS, ODD_TEXT, type OddAnswer } from '../support/odd-answers.js';
import { httpAnswer, startRawServer, type RawServer } from '../support/raw-server.js';
import { warcOf } from '../support/warc.js';

const never = new AbortController().signal;
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 100_000,
  maxRedirects: 4,
};
const pathOf = (name: string): string => `/odd/${encodeURIComponent(name)}`;
const byPath = new Map(ODD_ANSWERS.map((answer) => [pathOf(answer.name), answer]));

/** The parts of an outcome that must be equal on the live web and in a recording. */
function told(outcome: FetchOutcome): unknown {
  if (outcome.kind !== 'page') return outcome.kind;
  const { title, text } = parsePage(outcome.html, outcome.finalUrl);
  return { title, text, contentType: outcome.contentType, charset: outcome.charset };
}

let server: RawServer;
let live: Fetcher;
let recorded: Fetcher;
let folder: string;

beforeAll(async () => {
  server = await startRawServer((path) => ({ bytes: byPath.get(path)?.bytes ?? '', end: 'close' }));
  live = createFetcher({ allowPrivateNetworks: true, pace: UNPACED });
  folder = await mkdtemp(join(tmpdir(), 'gleaner-odd-'));
  const file = join(folder, 'odd.warc');
  await writeFile(
    file,
    Buffer.concat(ODD_ANSWERS.map(({ name, bytes }) => warcOf(`${server.origin}${pathOf(name)}`, bytes))),
  );
  recorded = createRecordedFetcher(await openRecordedWeb(file));
});
afterAll(async () => {
  await live.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const fetchBy = (fetcher: Fetcher, { name }: OddAnswer): Promise<FetchOutcome> =>
  fetcher.fetch({ url: `${server.origin}${pathOf(name)}`, settings }, never);

describe('answers that a strict reader would refuse', () => {
  it.each(ODD_ANSWERS)('$name', async (answer) => {
    const outcome = await fetchBy(live, answer);
    if (answer.read) {
      expect(outcome.kind).toBe('page');
      expect(parsePage((outcome as FetchedPage).html, outcome.finalUrl).text).toContain(ODD_TEXT);
    } else expect(['decode', 'not-html']).toContain(outcome.kind);
  });

  it.each(ODD_ANSWERS.filter(({ read }) => read))('$name, as it is read from a recording', async (answer) => {
    expect(told(await fetchBy(recorded, answer))).toEqual(told(await fetchBy(live, answer)));
  });

  it.each([
    ['Content-Encoding: ISO-8859-1', 'X-A: b'],
    ['Content-Encoding: gzip', 'X-A: b'],
    ['X-Folded: a', ' b'],
    ['Content-Type: text/plain charset=utf-8', 'no colon'],
  ])('shut no host where robots.txt or a sitemap come so: %s, %s', async (one, other) => {
    const head = `HTTP/1.1 200 OK\r\n${one}\r\n${other}\r\n\r\n`;
    const site = await startRawServer((path) => ({
      bytes:
        path === '/robots.txt'
          ? `${head}User-agent: *\nDisallow: /denied\n`
          : path === '/map.xml'
            ? `${head}<urlset><url><loc>/from-map</loc></url></urlset>`
            : httpAnswer('<title>open</title>'),
      end: 'close',
    }));
    const get = (path: string, more: Partial<FetchRequest> = {}): Promise<FetchOutcome> =>
      live.fetch({ url: `${site.origin}${path}`, settings: { ...settings, obeyRobots: true }, ...more }, never);
    try {
      expect((await get('/open')).kind).toBe('page');
      expect((await get('/denied')).kind).toBe('robots-denied');
      expect(await get('/map.xml', { as: 'sitemap' })).toMatchObject({
        kind: 'sitemap',
        links: [{ url: `${site.origin}/from-map` }],
      });
    } finally {
      await site.close();
    }
  });

  it.each([
    ['UTF-16 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16, the other way round', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-8 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ])('obey a robots.txt in %s', async (_name, encoded) => {
    const site = await startRawServer((path) => ({
      bytes: httpAnswer(
        path === '/robots.txt' ? encoded('User-agent: *\r\nDisallow: /denied\r\n') : '<title>open</title>',
      ),
    }));
    const get = (path: string): Promise<FetchOutcome> =>
      live.fetch({ url: `${site.origin}${path}`, settings: { ...settings, obeyRobots: true } }, never);
    expect([(await get('/open')).kind, (await get('/denied')).kind]).toEqual(['page', 'robots-denied']);
    await site.close();
  });

  it('reports the error of a body that was read as sent', async () => {
    const [plain] = ODD_ANSWERS.filter(({ name }) => name === 'br over plain text');
    expect(await fetchBy(live, plain)).toMatchObject({
      kind: 'page',
      message: 'Content-Encoding says br, and the body is not in it',
    });
  });
});

describe('an answer that is no page', () => {
  it.each([
    ['204 No Content', 'HTTP/1.1 204 No Content\r\n\r\n', 'not-html', 'no content'],
    ['204 with a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n', 'not-html', 'no content'],
    [
      'a status of a protocol that was not asked for',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n',
      'decode',
      'malformed HTTP response: an impossible status',
    ],
    [
      'a redirect to nowhere',
      'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
      'http-error',
      'HTTP status 302: a redirect without a target',
    ],
    [
      '407 of a proxy',
      'HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n',
      'http-error',
      'HTTP status 407: a proxy asks for other credentials',
    ],
    ['404 without its body', 'HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n', 'http-error', 'HTTP status 404'],
    [
      'a redirect to a long URL',
      `HTTP/1.1 302 Found\r\nLocation: /${'x'.repeat(3_000)}\r\nContent-Length: 0\r\n\r\n`,
      'invalid-url',
      'redirect to a URL of more than 2000 characters',
    ],
  ])('says why: %s', async (_, bytes, kind, message) => {
    const site = await startRawServer(() => ({ bytes }));
    expect(await live.fetch({ url: site.origin, settings }, never)).toMatchObject({ kind, message });
    await site.close();
  });
});

it.each([
  ['', true],
  ['Content-Range: bytes 0-9/*', true],
  ['Content-Range: bytes 0-9/999', true],
  ['Content-Range: bytes 5-30/31', true],
  ['Content-Range: bytes 0-30/31', false],
])('takes a part that nobody asked for as one: %s', async (range, truncated) => {
  const page = '<title>part</title>there</html>';
  const site = await startRawServer(() => ({
    bytes: `HTTP/1.1 206 Partial\r\nContent-Type: text/html\r\n${range || 'X-A: b'}\r\nContent-Length: 31\r\n\r\n${page}`,
  }));
  expect(await live.fetch({ url: site.origin, settings }, never)).toMatchObject({
    kind: 'page',
    html: page,
    truncated,
  });
  await site.close();
});

// All at once: each waits for a whole timeout.
it('reads a whole document whose connection stays open', async () => {
  const page = '<title>whole</title>there</body>';
  const read = async (header: string, before: string): Promise<unknown[]> => {
    const site = await startRawServer((path) => ({
      bytes: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${header}\r\n\r\n${before}${page.slice(path === '/part' ? 20 : 0, path === '/part' ? 25 : undefined)}`,
    }));
    const get = (path: string): Promise<FetchOutcome> => live.fetch({ url: `${site.origin}${path}`, settings }, never);
    const [whole, part] = await Promise.all([get('/whole'), get('/part')]);
    await site.close();
    return [header, whole, part.kind];
  };
  const headers = [
    // Longer than the document.
    ['Content-Length: 900', ''],
    // Without the last chunk.
    ['Transfer-Encoding: chunked', '20\r\n'],
    // Without a length.
    ['X-A: b', ''],
  ];
  const whole = { kind: 'page', html: page, message: 'the body did not end as it was said to' };
  expect(await Promise.all(headers.map(([header, before]) => read(header, before)))).toEqual(
    headers.map(([header]) => [header, expect.objectContaining(whole), 'timeout']),
  );
});

it('follows a redirect whose body never comes, also in an archived session', async () => {
  const site = await startRawServer((path) => ({
    bytes:
      path === '/end'
        ? httpAnswer('<title>end</title>')
        : httpAnswer('', { Location: '/end', 'Content-Length': '500' }, '302 Found'),
  }));
  for (const archive of [false, true]) {
    const request = { url: `${site.origin}/start`, settings: { ...settings, archive } };
    expect(await live.fetch(request, never)).toMatchObject({ kind: 'page', finalUrl: `${site.origin}/end` });
  }
  await site.close();
});

describe('a kept connection that its server closes when the next request comes', () => {
  const walk = async (paths: readonly string[], end: 'close' | 'reset') => {
    const asked = new Map<string, number>();
    const site = await startRawServer((path) => {
      const times = (asked.get(path) ?? 0) + 1;
      asked.set(path, times);
      if (path === '/never' || (path === '/later' && times === 1)) return { bytes: '', end };
      return { bytes: httpAnswer(`<title>${path}</title>`) };
    });
    const fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED });
    const kinds: string[] = [];
    for (const path of paths) {
      kinds.push((await fetcher.fetch({ url: `${site.origin}${path}`, settings }, never)).kind);
      // The client takes the connection back after the end of the answer.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    await fetcher.close();
    await site.close();
    return { kinds, asked: Object.fromEntries(asked) };
  };

  it.each(['close', 'reset'] as const)('is no failure of the page: %s', async (end) => {
    expect(await walk(['/first', '/later', '/last'], end)).toEqual({
      kinds: ['page', 'page', 'page'],
      asked: { '/first': 1, '/later': 2, '/last': 1 },
    });
  });

  it('is one if a new connection ends as well', async () => {
    expect(await walk(['/never', '/first', '/never'], 'close')).toEqual({
      kinds: ['reset', 'page', 'reset'],
      asked: { '/never': 3, '/first': 1 },
    });
  });
});
