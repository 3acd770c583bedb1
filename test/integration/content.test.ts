import { gzipSync } from 'node:zlib';
import {
  PLAIN_FETCH,
  type Fetcher,
  type FetchOutcome,
  type FetchRequest,
  type FetchSettings,
} from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { httpAnswer, startRawServer, type RawAnswer, type RawServer } from '../support/raw-server.js';

const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 1_000,
  maxRedirects: 4,
};
const HTML = '<title>page</title>';
const WHOLE = `<html>${HTML}</HTML >\n<!-- cached -->\n`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunked = (bytes: string): Buffer => httpAnswer(bytes, { 'Transfer-Encoding': 'chunked' });
const chunkedAndClosed = (bytes: string): Buffer =>
  httpAnswer(bytes, { 'Transfer-Encoding': 'chunked', Connection: 'close' });
const packed = gzipSync(HTML.repeat(20));

const answers: Readonly<Record<string, RawAnswer>> = {
  '/plain': { bytes: httpAnswer(HTML) },
  '/until-close': { bytes: httpAnswer(HTML, { Connection: 'close' }), end: 'close' },
  '/chunked': { bytes: chunked(`${chunk(HTML)}0\r\n\r\n`) },
  '/short': { bytes: httpAnswer(HTML, { 'Content-Length': '500' }), end: 'close' },
  '/short-closing': { bytes: httpAnswer(HTML, { 'Content-Length': '500', Connection: 'close' }), end: 'close' },
  '/whole': { bytes: httpAnswer(WHOLE, { 'Content-Length': '500' }), end: 'close' },
  '/whole-packed': {
    bytes: httpAnswer(gzipSync(WHOLE), { 'Content-Length': '500', 'Content-Encoding': 'gzip' }),
    end: 'close',
  },
  '/packed-length-of-unpacked': {
    bytes: httpAnswer(gzipSync(HTML.repeat(9)), {
      'Content-Length': String(HTML.length * 9),
      'Content-Encoding': 'gzip',
    }),
    end: 'close',
  },
  '/packed-and-absent': {
    bytes: httpAnswer('', { 'Content-Length': '9', 'Content-Encoding': 'gzip' }),
    end: 'close',
  },
  '/packed-and-cut': {
    bytes: httpAnswer(gzipSync(HTML.repeat(9)).subarray(0, -12), {
      'Content-Length': String(HTML.length * 9),
      'Content-Encoding': 'gzip',
    }),
    end: 'close',
  },
  '/whole-no-last-chunk': { bytes: chunked(chunk(WHOLE)), end: 'close' },
  '/short-reset': { bytes: httpAnswer(HTML, { 'Content-Length': '500' }), end: 'reset' },
  '/no-last-chunk': { bytes: chunked(chunk(HTML)), end: 'close' },
  '/no-last-chunk-closing': { bytes: chunkedAndClosed(chunk(HTML)), end: 'close' },
  '/half-chunk': { bytes: chunked(chunk(HTML).slice(0, 9)), end: 'close' },
  '/only-head': { bytes: httpAnswer('', { 'Content-Length': '9' }), end: 'close' },
  '/half-head': { bytes: 'HTTP/1.1 200 OK\r\nContent-Type: text', end: 'close' },
  '/long': { bytes: httpAnswer(`<title>long</title>${'x'.repeat(5_000)}`) },
  '/long-short': {
    bytes: httpAnswer(`<title>long</title>${'x'.repeat(5_000)}`, { 'Content-Length': '90000' }),
    end: 'close',
  },
  '/text': { bytes: httpAnswer('Notes\n\nsee http://b.example/x', { 'Content-Type': 'text/plain' }) },
  '/csv': { bytes: httpAnswer('a,b', { 'Content-Type': 'text/csv' }) },
  '/facts': {
    bytes: httpAnswer(HTML, {
      ETag: '"v1"',
      'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'X-Robots-Tag': 'noindex\r\nX-Robots-Tag: otherbot: nofollow',
    }),
  },
  '/moved': { bytes: httpAnswer('moved', { Location: '/facts' }, '301 Moved') },
  '/packed': { bytes: httpAnswer('', { 'Content-Encoding': 'gzip', 'Content-Length': String(packed.length) }) },
  '/absent': { bytes: httpAnswer('<p>not here', {}, '404 Not Found') },
  '/odd-head': {
    bytes: httpAnswer(HTML, { 'x-OdD': 'caf\xe9', 'Set-Cookie': 'a=1\r\nSet-Cookie: b=2' }, '200 Fine indeed'),
  },
};

let server: RawServer;
let fetcher: Fetcher;
beforeAll(async () => {
  server = await startRawServer((path, head) => {
    if (path === '/facts' && /^if-none-match: "v1"/im.test(head))
      return { bytes: 'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n' };
    const answer = answers[path] ?? answers['/absent'] ?? { bytes: '' };
    return path === '/packed' ? { bytes: Buffer.concat([Buffer.from(answer.bytes as string), packed]) } : answer;
  });
  fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED });
});
afterAll(async () => {
  await fetcher.close();
  await server.close();
});

const get = (
  path: string,
  changes: Partial<FetchSettings> = {},
  request: Partial<FetchRequest> = {},
): Promise<FetchOutcome> =>
  fetcher.fetch(
    { url: server.origin + path, settings: { ...settings, ...changes }, ...request },
    new AbortController().signal,
  );

describe('bodies that end early', () => {
  it.each(['/plain', '/until-close', '/chunked'])('%s is whole', async (path) => {
    expect(await get(path)).toMatchObject({ kind: 'page', html: HTML, truncated: false });
  });

  it.each([
    '/short',
    '/short-closing',
    '/short-reset',
    '/no-last-chunk',
    '/no-last-chunk-closing',
    '/half-chunk',
    '/only-head',
  ])('%s is truncated', async (path) => {
    expect(await get(path)).toMatchObject({
      kind: 'truncated',
      httpStatus: 200,
      retryable: true,
      message: expect.stringContaining('broke off'),
    });
  });

  it.each(['/whole', '/whole-packed', '/whole-no-last-chunk'])(
    '%s is a page, shorter than it was said to be',
    async (path) => {
      expect(await get(path)).toMatchObject({
        ...{ kind: 'page', html: WHOLE, truncated: false },
        message: 'the body did not end as it was said to',
      });
    },
  );

  it('takes a packed body for whole that ends itself, if its length is that of the unpacked one', async () => {
    expect(await get('/packed-length-of-unpacked')).toMatchObject({
      ...{ kind: 'page', html: HTML.repeat(9), truncated: false },
      message: 'the body did not end as it was said to',
    });
    expect(await get('/packed-and-cut')).toMatchObject({ kind: 'truncated' });
    expect(await get('/packed-and-absent')).toMatchObject({ kind: 'truncated' });
  });

  it('has no status before the head is whole', async () => {
    expect(await get('/half-head')).toMatchObject({ kind: 'reset', httpStatus: null, retryable: true });
  });

  it.each(['/long', '/long-short'])('cut at our own limit, %s stays a page', async (path) => {
    expect(await get(path)).toMatchObject({ kind: 'page', bytes: 1_000, truncated: true });
  });
});

describe('kinds of content', () => {
  it('reads text where it counts, and reports its type', async () => {
    expect(await get('/text')).toMatchObject({
      kind: 'page',
      contentType: 'text/plain',
      html: expect.stringContaining('<a href="http://b.example/x">'),
      rendered: false,
    });
    expect(await get('/text', { contentTypes: ['html'] })).toMatchObject({
      kind: 'not-html',
      message: 'content type text/plain',
    });
    expect(await get('/csv', { contentTypes: ['html', 'text', 'pdf'] })).toMatchObject({
      kind: 'not-html',
      retryable: false,
    });
  });
});

describe('what the server says of a page', () => {
  it('is repeated', async () => {
    expect(await get('/facts')).toMatchObject({
      kind: 'page',
      etag: '"v1"',
      lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
      robotsTag: 'noindex\notherbot: nofollow',
    });
  });

  it('is sent back, and 304 means not modified', async () => {
    const from = server.heads.length;
    const validators = { etag: '"v1"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' };
    expect(await get('/facts', {}, { validators })).toMatchObject({ kind: 'not-modified', httpStatus: 304, bytes: 0 });
    expect(await get('/facts', {}, { validators: { etag: '"v0"', lastModified: null } })).toMatchObject({
      kind: 'page',
    });
    expect(await get('/facts', {}, { validators: { etag: '"a\r\nInjected: 1"', lastModified: null } })).toMatchObject({
      kind: 'page',
    });
    expect(await get('/moved', {}, { validators })).toMatchObject({
      kind: 'not-modified',
      finalUrl: `${server.origin}/facts`,
    });
    const [first = '', second = '', third = '', , behindRedirect = ''] = server.heads.slice(from);
    expect(first).toMatch(/^if-none-match: "v1"\r\nif-modified-since: Thu, 01 Jan 2026 00:00:00 GMT\r\n/m);
    expect(second).not.toContain('if-modified-since');
    expect(third).not.toMatch(/injected|if-none-match/i);
    expect(behindRedirect).toContain('if-none-match');
    expect(behindRedirect).not.toContain('if-modified-since');
  });
});

describe('exchanges', () => {
  it('are taken down only where they are asked for', async () => {
    expect(await get('/plain')).not.toHaveProperty('exchanges');
  });

  it('hold what went over the wire, redirects first', async () => {
    const from = server.heads.length;
    const before = Date.now();
    const { exchanges = [] } = await get('/moved', { archive: true });
    expect(exchanges.map((exchange) => exchange.url)).toEqual(['/moved', '/facts'].map((path) => server.origin + path));
    expect(exchanges.map((exchange) => exchange.requestHead)).toEqual(server.heads.slice(from));
    for (const { responseHead, body, url, startedAt, ip, truncated } of exchanges) {
      const sent = Buffer.from(answers[new URL(url).pathname]?.bytes as Buffer).toString('latin1');
      expect(responseHead + Buffer.from(body).toString('latin1')).toBe(sent);
      expect([ip, truncated]).toEqual(['127.0.0.1', false]);
      expect(startedAt).toBeGreaterThanOrEqual(before);
    }
  });

  it('keep odd heads as they came, codings, and bodies of failures', async () => {
    const [odd] = (await get('/odd-head', { archive: true })).exchanges ?? [];
    expect(odd?.responseHead).toBe(
      Buffer.from(answers['/odd-head']?.bytes as Buffer)
        .toString('latin1')
        .replace(HTML, ''),
    );
    const [zipped] = (await get('/packed', { archive: true })).exchanges ?? [];
    expect(Buffer.from(zipped?.body ?? [])).toEqual(packed);
    const [absent] = (await get('/nowhere', { archive: true })).exchanges ?? [];
    expect(Buffer.from(absent?.body ?? []).toString()).toBe('<p>not here');
  });

  it('say when a body was cut, by whom ever', async () => {
    const long = await get('/long', { archive: true });
    expect(long.exchanges).toMatchObject([{ truncated: true, body: { length: 1_000 } }]);
    const short = await get('/short', { archive: true });
    expect(short).toMatchObject({ kind: 'truncated', exchanges: [{ truncated: true, body: { length: HTML.length } }] });
  });

  it('hold no credentials of a proxy, and no address behind one', async () => {
    const proxy = await startRawServer(() => ({ bytes: httpAnswer(HTML) }));
    const behind = createFetcher({
      allowPrivateNetworks: true,
      proxyUrl: proxy.origin.replace('//', '//user:secret@'),
    });
    const { exchanges = [] } = await behind.fetch(
      { url: 'http://a.example/', settings: { ...settings, archive: true } },
      new AbortController().signal,
    );
    expect(proxy.heads[0]).toMatch(/^proxy-authorization: Basic /im);
    expect(exchanges).toMatchObject([
      { ip: null, requestHead: expect.stringMatching(/^GET http:\/\/a\.example\/ HTTP\/1\.1\r\n/) },
    ]);
    expect(exchanges[0]?.requestHead).not.toMatch(/proxy-authorization/i);
    await behind.close();
    await proxy.close();
  });
});
