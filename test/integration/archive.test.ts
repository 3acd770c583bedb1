import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { WARCParser } from 'warcio';
import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import { CrawlState, sessionConfigSchema } from '../../src/domain/session/index.js';
import { CrawlLoop, LeaseLostError, MemoryStore, systemClock } from '../../src/engine/index.js';
import {
  PLAIN_FETCH,
  type Exchange,
  type FetchedPage,
  type Fetcher,
  type FetchOutcome,
  type FetchSettings,
} from '../../src/engine/ports.js';
import { ArchiveStore, SessionArchive } from '../../src/modules/base/archive/index.js';
import { guardedArchive } from '../../src/modules/crawl/crawling/session/guarded-archive.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { createRecordedFetcher, openRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { startFixtureSite, type FixtureSite } from '../support/fixture-site.js';

const SESSION = '01234567-89ab-4cde-8f01-23456789abcd';
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 100_000,
  maxRedirects: 4,
  archive: true,
};
const never = new AbortController().signal;

let site: FixtureSite;
let fetcher: Fetcher;
let root: string;
beforeAll(async () => {
  site = await startFixtureSite();
  fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED });
});
afterAll(async () => {
  await fetcher.close();
  await site.close();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-archive-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const storeOf = (maxFileBytes = 1e9): ArchiveStore =>
  new ArchiveStore({ ARCHIVE_DIR: root, ARCHIVE_FILE_BYTES: maxFileBytes });
const run = (number: number) => ({ sessionId: SESSION, run: number, userAgent: 'GleanerBot/0.1', robots: true });
/** archive-index.test.ts tests the indexes. */
const filesOf = async (): Promise<string[]> =>
  (await readdir(join(root, SESSION))).filter((name) => !name.endsWith('.cdxj')).sort();
const exported = async (store = storeOf()): Promise<Buffer> => {
  const content = await store.contentOf({ id: SESSION, fetched: 0, state: 'RUNNING' });
  return buffer(content.read(0, content.bytes));
};

interface SeenRecord {
  readonly type: string;
  readonly url: string | null;
  readonly id: string;
  readonly header: (name: string) => string | null | undefined;
  readonly head: string;
  readonly payload: Buffer;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const sha1 = (bytes: Buffer): string => {
  const bits = [...createHash('sha1').update(bytes).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return `sha1:${(bits.match(/.{5}/g) ?? []).map((five) => BASE32[parseInt(five, 2)]).join('')}`;
};

/** Reads an archive with another library, and checks each record's length and digests. */
async function readWithWarcio(archive: Buffer): Promise<SeenRecord[]> {
  const records: SeenRecord[] = [];
  for await (const record of new WARCParser([archive], { parseHttp: false })) {
    const block = Buffer.from(await record.readFully(false));
    const isHttp = record.warcHeader('Content-Type')?.startsWith('application/http') ?? false;
    const end = isHttp ? block.indexOf('\r\n\r\n') + 4 : 0;
    const payload = block.subarray(end);
    expect(record.warcHeaders.protocol).toBe('WARC/1.1');
    expect(record.warcHeader('Content-Length')).toBe(String(block.length));
    expect(record.warcBlockDigest).toBe(sha1(block));
    if (record.warcPayloadDigest) expect(record.warcPayloadDigest).toBe(sha1(payload));
    records.push({
      type: record.warcType ?? '',
      url: record.warcTargetURI ?? null,
      id: record.warcHeader('WARC-Record-ID') ?? '',
      header: (name) => record.warcHeader(name),
      head: block.toString('latin1', 0, end),
      payload,
    });
  }
  // Its HTTP parser must understand the headers too.
  const statuses: unknown[] = [];
  for await (const record of new WARCParser([archive])) {
    if (record.warcType === 'response') statuses.push(record.httpHeaders?.statusCode);
    await record.skipFully();
  }
  expect(statuses).toEqual(
    records.filter(({ type }) => type === 'response').map(({ head }) => Number(head.split(' ')[1])),
  );
  return records;
}

async function keep(...outcomes: FetchOutcome[]): Promise<SeenRecord[]> {
  const archive = await storeOf().open(run(1));
  for (const outcome of outcomes) await archive.append(outcome);
  await archive.close();
  return readWithWarcio(await exported());
}
const get = (path: string, changes: Partial<FetchSettings> = {}): Promise<FetchOutcome> =>
  fetcher.fetch({ url: site.url(path), settings: { ...settings, ...changes } }, never);
const madeUp = (
  body: string | Buffer,
  changes: Partial<FetchedPage> = {},
  exchange: Partial<Exchange> = {},
): FetchedPage => ({
  kind: 'page',
  finalUrl: 'http://a.example/',
  redirects: [],
  httpStatus: 200,
  fetchedAt: 1_767_225_600_000,
  durationMs: 5,
  bytes: body.length,
  contentType: 'text/html',
  charset: 'utf-8',
  html: body.toString(),
  truncated: false,
  rendered: false,
  ...changes,
  exchanges: [
    {
      url: 'http://a.example/',
      startedAt: 1_767_225_600_000,
      ip: null,
      requestHead: 'GET / HTTP/1.1\r\nhost: a.example\r\n\r\n',
      responseHead: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n',
      body: Buffer.from(body as string),
      truncated: false,
      ...exchange,
    },
  ],
});

describe('the records of a fetch', () => {
  it('are response and request of each hop and metadata, valid for other readers', async () => {
    const records = await keep(await get('/redirects/1'), await get('/gzip'), await get('/absent'));
    expect(records.map(({ type, url }) => `${type} ${url?.replace(site.origin, '') ?? ''}`.trim())).toEqual([
      'warcinfo',
      ...['/redirects/1', '/redirects/0', '/page/1'].flatMap((path) => [`response ${path}`, `request ${path}`]),
      'metadata /page/1',
      'response /gzip',
      'request /gzip',
      'metadata /gzip',
      'response /absent',
      'request /absent',
      'metadata /absent',
    ]);
    const [info, first, asked] = records;
    expect(info?.payload.toString()).toContain(`isPartOf: ${SESSION}\r\n`);
    expect(first?.head).toMatch(/^HTTP\/1\.1 301 Moved Permanently\r\n/);
    expect(first?.header('WARC-IP-Address')).toBe('127.0.0.1');
    expect(first?.header('WARC-Warcinfo-ID')).toBe(info?.id);
    expect(asked?.head).toMatch(/^GET \/redirects\/1 HTTP\/1\.1\r\nhost: 127\.0\.0\.1/);
    expect(asked?.header('WARC-Concurrent-To')).toBe(first?.id);
    const zipped = records.find(({ type, url }) => type === 'response' && url?.endsWith('/gzip'));
    expect(gunzipSync(zipped?.payload ?? '').toString()).toContain('<title>zipped</title>');
    expect(records.at(-1)?.payload.toString()).toMatch(
      /^outcome: http-error\r\nfetchTimeMs: \d+\r\nmessage: HTTP status 404\r\n$/,
    );
  });

  it('hold robots.txt where it was asked for', async () => {
    const asking = createFetcher({ allowPrivateNetworks: true });
    const polite = (path: string): Promise<FetchOutcome> =>
      asking.fetch({ url: site.url(path), settings: { ...settings, obeyRobots: true } }, never);
    const records = await keep(await polite('/page/1'), await polite('/page/2')).finally(() => asking.close());
    expect(records.filter(({ type }) => type === 'response').map(({ url }) => url?.replace(site.origin, ''))).toEqual([
      '/robots.txt',
      '/page/1',
      '/page/2',
    ]);
  });

  it('say what was cut and why', async () => {
    const records = await keep(await get('/huge', { maxBytes: 5_000 }), await get('/truncated'));
    expect(records.filter(({ type }) => type === 'response').map(({ header }) => header('WARC-Truncated'))).toEqual([
      'length',
      'disconnect',
    ]);
  });

  it('hold the page as rendered, a copy that is still good, and a body of any bytes', async () => {
    const bytes = Buffer.from([0, 1, 13, 10, 13, 10, 0, 255, 87, 65, 82, 67]);
    const records = await keep(
      madeUp('<p>sent', { rendered: true, html: '<p>r\0endered \u{1f9c0}', finalUrl: 'http://a.example/' }),
      {
        ...madeUp('', {}, { responseHead: 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n' }),
        kind: 'not-modified',
        httpStatus: 304,
      },
      madeUp(
        bytes,
        {},
        { url: 'http://a.example/bytes', responseHead: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n' },
      ),
    );
    expect(records.map(({ type }) => type)).toEqual([
      'warcinfo',
      'response',
      'request',
      'conversion',
      'metadata',
      'revisit',
      'request',
      'metadata',
      'response',
      'request',
      'metadata',
    ]);
    expect(records[3]?.payload.toString()).toBe('<p>r\0endered \u{1f9c0}');
    expect(records[3]?.header('WARC-Refers-To')).toBe(records[1]?.id);
    expect(records[3]?.header('Content-Type')).toBe('text/html; charset=utf-8');
    expect(records[5]?.header('WARC-Profile')).toMatch(/server-not-modified$/);
    expect(records[8]?.payload).toEqual(bytes);
    expect(records[8]?.head).toContain('X-Archive-Orig-Transfer-Encoding: chunked');
  });

  it('cannot be broken by what servers say', async () => {
    const records = await keep({
      ...madeUp('x'),
      kind: 'decode',
      message: 'a\r\nWARC-Type: response\r\n\r\n\0',
      retryable: false,
    });
    expect(records.map(({ type }) => type)).toEqual(['warcinfo', 'response', 'request', 'metadata']);
    expect(records[3]?.payload.toString()).toContain('message: a  WARC-Type: response     \r\n');
  });

  it('are none for fetches that sent nothing', async () => {
    const { exchanges: _, ...silent } = madeUp('x');
    const archive = await storeOf().open(run(1));
    await archive.append(silent);
    await archive.close();
    expect(await filesOf()).toEqual([]);
    expect((await readWithWarcio(await exported())).map(({ type }) => type)).toEqual(['warcinfo']);
  });
});

describe('the files of a session', () => {
  const noise = (n: number): Buffer =>
    Buffer.from(Array.from({ length: 3_000 }, (_, i) => createHash('sha1').update(`${n} ${i}`).digest()[0] ?? 0));
  const page = (n: number): FetchedPage => madeUp(noise(n), {}, { url: `http://a.example/${n}` });
  const urlsOf = (records: SeenRecord[]): string[] =>
    records.filter(({ type }) => type === 'response').map(({ url }) => url?.replace('http://a.example/', '') ?? '');

  it('rotate at their size, each with its own description, and read as one', async () => {
    const archive = await SessionArchive.open({
      folder: join(root, SESSION),
      prefix: 'x',
      maxFileBytes: 10_000,
      info: [['software', 'Gleaner']],
    });
    await Promise.all(Array.from({ length: 9 }, (_, n) => archive.append(page(n))));
    expect((await filesOf()).at(-1)).toMatch(/\.open$/);
    await archive.close();
    const files = await filesOf();
    expect(files.length).toBeGreaterThan(2);
    for (const name of files) {
      expect(name).toMatch(/^x-0000\d\.warc\.gz$/);
      const bytes = await readFile(join(root, SESSION, name));
      expect(bytes.length).toBeLessThanOrEqual(10_000);
      const records = await readWithWarcio(bytes);
      expect(records[0]).toMatchObject({ type: 'warcinfo', url: null });
      expect(records.slice(1).every(({ header }) => header('WARC-Warcinfo-ID') === records[0]?.id)).toBe(true);
    }
    expect(urlsOf(await readWithWarcio(await exported()))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('can be read while they are written, whole records only', async () => {
    const archive = await storeOf().open(run(1));
    await archive.append(page(1));
    const [name = ''] = await filesOf();
    const half = await open(join(root, SESSION, name), 'a');
    await half.write(Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 12, 0, 0x73, 0x6c]));
    await half.close();
    expect(urlsOf(await readWithWarcio(await exported()))).toEqual(['1']);
    await archive.close();
  });

  it('are ended at the next run where their writer was killed, at any byte', async () => {
    const first = await storeOf().open(run(1));
    for (const n of [1, 2, 3]) await first.append(page(n));
    const [name = ''] = await filesOf();
    const path = join(root, SESSION, name);
    const whole = await readFile(path);
    await first.close();
    const left: string[] = [];
    for (let cut = whole.length; cut > 0; cut -= 397) {
      await rm(join(root, SESSION), { recursive: true });
      await (await storeOf().open(run(1))).close();
      await writeFile(path, whole.subarray(0, cut));
      const next = await storeOf().open(run(2));
      await next.append(page(9));
      await next.close();
      left.push(urlsOf(await readWithWarcio(await exported())).join());
      expect((await filesOf()).some((file) => file.endsWith('.open'))).toBe(false);
    }
    expect([...new Set(left)]).toEqual(['1,2,3,9', '1,2,9', '1,9', '9']);
  });

  it('are no longer written by a superseded run, and keep its earlier records', async () => {
    const frozen = await storeOf().open(run(1));
    await frozen.append(page(1));
    // As in the middle of a write.
    const files = await Promise.all(
      (await readdir(join(root, SESSION))).map((name) => open(join(root, SESSION, name), 'a')),
    );
    const next = await storeOf().open(run(2));
    const bytesOf = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(join(root, SESSION))).map(
            async (name) =>
              [
                name,
                createHash('sha256')
                  .update(await readFile(join(root, SESSION, name)))
                  .digest('hex'),
              ] as const,
          ),
        ),
      );
    const before = await bytesOf();
    const late = [2, 3].map((n) => frozen.append(page(n)));
    for (const one of late) await expect(one).rejects.toBeInstanceOf(LeaseLostError);
    for (const file of files) await file.appendFile('late').finally(() => file.close());
    await next.append(page(9));
    await frozen.close();
    await next.close();
    expect(await bytesOf()).toMatchObject(before);
    expect(urlsOf(await readWithWarcio(await exported()))).toEqual(['1', '9']);
  });

  it('lose a last record whose bytes are not all there', async () => {
    const first = await storeOf().open(run(1));
    for (const n of [1, 2]) await first.append(page(n));
    const [name = ''] = await filesOf();
    const path = join(root, SESSION, name);
    const whole = await readFile(path);
    await first.close();
    await rm(path.replace(/\.open$/, ''));
    whole.fill(0, whole.length - 40);
    await writeFile(path, whole);
    await (await storeOf().open(run(2))).close();
    const records = await readWithWarcio(await exported());
    expect(urlsOf(records)).toEqual(['1', '2']);
    expect(records.at(-1)?.type).toBe('request');
  });

  it('stay when the database has gone back to before them, and the run has their number again', async () => {
    await keep(madeUp('first'));
    const urls = (await keep(madeUp('second', {}, { url: 'http://b.example/' }))).map(({ url }) => url);
    expect(urls).toEqual(expect.arrayContaining(['http://a.example/', 'http://b.example/']));
    expect((await filesOf()).map((name) => name.slice(-22))).toEqual(
      ['0001-00001.warc.gz', '0001-00002.warc.gz'].map((end) => expect.stringContaining(end) as unknown),
    );
  });

  it('are gone when they are removed', async () => {
    const archive = await storeOf().open(run(1));
    await archive.append(page(1));
    await archive.close();
    await storeOf().remove(SESSION);
    await storeOf().remove(SESSION);
    expect(await readdir(root)).toEqual([]);
    expect(() => storeOf().open({ ...run(1), sessionId: '../x' })).toThrow(RangeError);
  });
});

it('a crawl, exported and replayed, gives the same pages', async () => {
  const archive = guardedArchive(await storeOf().open(run(1)), () => undefined);
  const crawl = async (by: Fetcher, options: { archive?: typeof archive }): Promise<MemoryStore> => {
    const rng = createRng(3);
    const archived = options.archive !== undefined;
    const config = sessionConfigSchema.parse({
      budget: { fetches: 25 },
      hostDelayMs: 0,
      concurrency: 1,
      retries: 0,
      robots: false,
      archive: archived,
    });
    const policy = findPolicy('breadth-first')?.create(
      {},
      {
        rng,
        scoreText: () => 0.5,
        budget: 25,
        domainCap: Infinity,
        keywords: { inUrl: () => false, keywordIn: () => false, phraseIn: () => false },
      },
    );
    if (!policy) throw new Error('no such policy');
    const store = new MemoryStore();
    const links = [
      '/redirects/2',
      '/gzip',
      '/twice',
      '/header-charset',
      '/meta-charset',
      '/absent',
      '/circle/a',
      '/untyped',
      '/pdf',
      '/page/1',
      '/half-gzip',
    ];
    await new CrawlLoop({
      state: new CrawlState(config, policy, rng),
      seeds: links.map((path) => site.url(path)),
      fetcher: by,
      store,
      clock: systemClock,
      ...options,
      judge: { judge: () => ({ probability: 0.5, relevant: false }) },
      commitIntervalMs: 10,
      maxBatch: 10,
      checkpointIntervalMs: 1e9,
    }).run();
    return store;
  };
  const shownOf = (store: MemoryStore) =>
    store.records.map(({ facts }) => {
      const { fetchedAt: _, activeMs: _____, durationMs: __, hostWaitMs: ___, retryable: ____, ...shown } = facts;
      // Bodies that are no pages are read only up to the kept part.
      return facts.outcome === 'page' ? shown : { ...shown, bytes: 0 };
    });
  const live = await crawl(fetcher, { archive });
  await archive.close();
  const file = join(root, 'export.warc.gz');
  await writeFile(file, await exported());
  await readWithWarcio(await readFile(file));
  for (const source of [file, join(root, SESSION)]) {
    const replayed = await crawl(createRecordedFetcher(await openRecordedWeb(source)), {});
    expect(shownOf(replayed)).toEqual(shownOf(live));
  }
  expect(live.records.filter(({ outcome }) => outcome === 'page').length).toBeGreaterThan(15);
});

it('a page that was rendered is replayed as rendered, or as sent where that is wanted', async () => {
  const archive = await storeOf().open(run(1));
  const rendered = '<html><p>rendered \u{1f9c0}</p></html>';
  await archive.append(
    madeUp(
      '<p>sent',
      { rendered: true, html: rendered },
      { responseHead: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: nofollow\r\n\r\n' },
    ),
  );
  await archive.close();
  const replay = async (preferRendered: boolean): Promise<FetchOutcome> =>
    createRecordedFetcher(await openRecordedWeb(join(root, SESSION), { preferRendered })).fetch(
      { url: 'http://a.example/', settings },
      never,
    );
  expect(await replay(true)).toMatchObject({
    kind: 'page',
    html: rendered,
    rendered: true,
    robotsTag: 'nofollow',
    charset: 'utf-8',
  });
  expect(await replay(false)).toMatchObject({ kind: 'page', html: '<p>sent', rendered: false, robotsTag: 'nofollow' });
});
