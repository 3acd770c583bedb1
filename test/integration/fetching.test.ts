import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLAIN_FETCH, type FetchOutcome, type FetchSettings, type Fetcher } from '../../src/engine/ports.js';
import { createFetcher, UNPACED, type FetchingOptions } from '../../src/modules/fetch/fetching/index.js';
import {
  createRecordedFetcher,
  openRecordedWeb,
  serveRecordedWeb,
} from '../../src/modules/research/recorded-web/index.js';
import { closeServer, startFixtureSite, type FixtureSite } from '../support/fixture-site.js';
import { writeWarc } from '../support/warc.js';

const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1 (+https://gleaner.example/bot)',
  obeyRobots: false,
  render: 'never',
  hostDelayMs: 0,
  timeoutMs: 3_000,
  maxBytes: 1_000_000,
  maxRedirects: 4,
};
const never = new AbortController().signal;

let site: FixtureSite;
let fetcher: Fetcher;
const extra: Fetcher[] = [];
const another = (options: Partial<FetchingOptions> = {}): Fetcher => {
  const made = createFetcher({ allowPrivateNetworks: true, pace: UNPACED, ...options });
  extra.push(made);
  return made;
};
beforeAll(async () => {
  site = await startFixtureSite();
  fetcher = createFetcher({ allowPrivateNetworks: true, perHostConcurrency: 50, pace: UNPACED });
});
afterAll(async () => {
  await Promise.all([fetcher, ...extra].map((one) => one.close()));
  await site.close();
});

const get = (path: string, changes: Partial<FetchSettings> = {}, by = fetcher): Promise<FetchOutcome> =>
  by.fetch({ url: path.startsWith('/') ? site.url(path) : path, settings: { ...settings, ...changes } }, never);

describe('pages', () => {
  it('gives a page with what was sent and when', async () => {
    const before = Date.now();
    const outcome = await get('/page/1');
    expect(outcome).toMatchObject({
      kind: 'page',
      httpStatus: 200,
      finalUrl: site.url('/page/1'),
      redirects: [],
      contentType: 'text/html; charset=utf-8',
      charset: 'utf-8',
      truncated: false,
      rendered: false,
    });
    expect(outcome.kind === 'page' && outcome.html).toContain('<title>page 1</title>');
    expect(outcome.fetchedAt).toBeGreaterThanOrEqual(before);
    expect(outcome.bytes).toBeGreaterThan(50);
  });

  it.each(['gzip', 'deflate', 'raw-deflate', 'br', 'twice', 'xhtml', 'untyped'])('reads /%s', async (path) => {
    const outcome = await get(`/${path}`);
    expect(outcome).toMatchObject({
      kind: 'page',
      html: expect.stringMatching(/<title>(zipped|xhtml|untyped)<\/title>/),
    });
  });

  it.each([
    ['/header-charset', 'windows-1251', '<p>Привет'],
    ['/meta-charset', 'shift_jis', '<meta charset="shift_jis"><p>日本'],
    ['/wrong-charset', 'utf-8', '<p>“café”'],
  ])('decodes %s as %s', async (path, charset, html) => {
    expect(await get(path)).toMatchObject({ kind: 'page', charset, html });
  });

  it('says who is asking', async () => {
    expect(await get('/agent')).toMatchObject({
      html: expect.stringContaining('GleanerBot/0.1 (+https://gleaner.example/bot)'),
    });
  });

  it('follows redirects by the canonical rules and reports the path', async () => {
    expect(await get('/redirects/2#top')).toMatchObject({
      kind: 'page',
      finalUrl: site.url('/page/1'),
      redirects: ['/redirects/2', '/redirects/1', '/redirects/0'].map(site.url),
    });
  });
});

describe('failures are values', () => {
  it.each([
    ['/absent', 'http-error', { httpStatus: 404, retryable: false }],
    ['/status/500', 'http-error', { httpStatus: 500, retryable: true }],
    ['/status/501', 'http-error', { httpStatus: 501, retryable: false }],
    ['/status/401', 'forbidden', { httpStatus: 401, retryable: false }],
    ['/status/403', 'forbidden', { httpStatus: 403, retryable: false, message: 'HTTP status 403' }],
    // A body that is only probed may end in any way.
    ['/closed-long', 'forbidden', { httpStatus: 403, bytes: 40_960 }],
    ['/closed-coded', 'forbidden', { httpStatus: 403 }],
    ['/closed-broken', 'forbidden', { httpStatus: 403 }],
    ['/wall/403', 'challenge', { httpStatus: 403, retryable: false }],
    ['/wall/503', 'challenge', { httpStatus: 503, retryable: true }],
    ['/wall/200', 'challenge', { httpStatus: 200, retryable: false, message: 'a challenge under HTTP status 200' }],
    ['/told-wall', 'challenge', { httpStatus: 200 }],
    ['/busy', 'throttled', { httpStatus: 429, retryable: true, retryAfterMs: 3_000 }],
    ['/drop', 'reset', { httpStatus: null, retryable: true }],
    ['/truncated', 'truncated', { retryable: true, httpStatus: 200 }],
    [
      '/circle/a',
      'redirect-limit',
      { redirects: expect.arrayContaining([expect.stringContaining('/circle/a')]), retryable: false },
    ],
    ['/endless/0', 'redirect-limit', { message: 'more than 4 redirects' }],
    ['/to/javascript%3Aalert(1)', 'invalid-url', {}],
    ['/pdf', 'not-html', { httpStatus: 200, message: 'content type application/pdf' }],
    ['/untyped-binary', 'not-html', {}],
    ['/not-gzip', 'decode', {}],
    ['/garbage', 'decode', { message: expect.stringContaining('malformed HTTP') }],
    ['/huge-headers', 'too-large', {}],
    ['ftp://127.0.0.1/', 'invalid-url', {}],
    ['http://127.0.0.1:1/', 'connect', { retryable: true, message: expect.stringContaining('ECONNREFUSED') }],
    ['http://no-such-host.invalid/', 'dns', { retryable: true }],
  ])('%s is %s', async (path, kind, facts) => {
    expect(await get(path)).toMatchObject({ kind, ...facts });
  });

  it('goes on with a server that knows no secure renegotiation, as browsers do', async () => {
    // The first message of such a server: TLS 1.2, with a usual cipher, and no extension.
    const hello = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32, 7), Buffer.from([0, 0xc0, 0x2f, 0])]);
    const message = Buffer.concat([Buffer.from([2, 0, 0, hello.length]), hello]);
    const HANDSHAKE_FAILURE = '15030300020228';
    const replies: string[] = [];
    const old = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.on('data', (reply) => replies.push(reply.toString('hex')));
        socket.write(Buffer.concat([Buffer.from([22, 3, 3, 0, message.length]), message]));
        setTimeout(() => socket.end(), 200);
      });
    });
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const outcome = await get(`https://127.0.0.1:${(old.address() as AddressInfo).port}/`);
    old.close();
    expect(outcome.kind).not.toBe('page');
    expect(replies).not.toContain(HANDSHAKE_FAILURE);
  });

  it('classifies an untrusted certificate, and plain text where TLS should be, as tls', async () => {
    const plain = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('HTTP/1.1 200 OK\r\n\r\n'),
    );
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const outcome = await get(`https://127.0.0.1:${(plain.address() as AddressInfo).port}/`);
    await new Promise((resolve) => plain.close(resolve));
    expect(outcome).toMatchObject({ kind: 'tls', retryable: false });
  });

  it.each(['/silent', '/drip', '/delay/5000'])('gives %s up at the deadline', async (path) => {
    expect(await get(path, { timeoutMs: 200 })).toMatchObject({ kind: 'timeout', retryable: true });
  });

  it('holds the deadline over all redirects together', async () => {
    expect(await get('/to/%2Fdelay%2F300', { timeoutMs: 200 })).toMatchObject({
      kind: 'timeout',
      redirects: [site.url('/to/%2Fdelay%2F300')],
    });
  });
});

describe('bounds', () => {
  it('cuts a huge page at the limit', async () => {
    expect(await get('/huge', { maxBytes: 10_000 })).toMatchObject({ kind: 'page', truncated: true, bytes: 10_000 });
  });

  it('cuts a compression bomb at the limit of decoded bytes, without the memory it asks for', async () => {
    await get('/bomb');
    const before = process.memoryUsage().rss;
    const outcome = await get('/bomb', { maxBytes: 200_000 });
    expect(outcome).toMatchObject({ kind: 'page', truncated: true, bytes: 200_000 });
    expect(process.memoryUsage().rss - before).toBeLessThan(30e6);
  });

  it('keeps what could be unpacked of a broken stream', async () => {
    const outcome = await get('/half-gzip');
    expect(outcome).toMatchObject({ kind: 'page', truncated: true });
    expect(outcome.kind === 'page' && outcome.html).toContain('<title>half</title>');
  });

  it('answers aborted soon, in flight and while waiting, and gives the turn back', async () => {
    const one = another({ perHostConcurrency: 1 });
    const stop = new AbortController();
    const inFlight = one.fetch({ url: site.url('/silent'), settings }, stop.signal);
    const waiting = one.fetch({ url: site.url('/page/1'), settings }, stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect((await Promise.all([inFlight, waiting])).map((outcome) => outcome.kind)).toEqual(['aborted', 'aborted']);
    expect(await get('/page/1', {}, one)).toMatchObject({ kind: 'page' });
    expect(await one.fetch({ url: site.url('/page/1'), settings }, AbortSignal.abort())).toMatchObject({
      kind: 'aborted',
    });
  });

  it('ends fetches in flight as aborted when it is closed', async () => {
    const closing = another();
    const pending = get('/silent', {}, closing);
    setTimeout(() => void closing.close(), 30);
    expect(await pending).toMatchObject({ kind: 'aborted' });
    expect(await get('/page/1', {}, closing)).toMatchObject({ kind: 'aborted' });
  });
});

describe('a crawl among misbehaving hosts', () => {
  it('classifies every fetch, sticks nowhere and leaves no turn taken', async () => {
    const kinds: Readonly<Record<string, string>> = {
      '/page/1': 'page',
      '/gzip': 'page',
      '/huge': 'page',
      '/bomb': 'page',
      '/drop': 'reset',
      '/truncated': 'truncated',
      '/silent': 'timeout',
      '/drip': 'timeout',
      '/status/503': 'http-error',
      '/busy': 'throttled',
      '/circle/a': 'redirect-limit',
      '/garbage': 'decode',
      '/huge-headers': 'too-large',
      '/pdf': 'not-html',
    };
    const paths = Object.keys(kinds);
    const crowd = another({ maxConnections: 16, perHostConcurrency: 16 });
    const fetched = await Promise.all(
      Array.from({ length: 210 }, async (_, n) => {
        const path = paths[n % paths.length] ?? '';
        return [
          path,
          (await get(path, { timeoutMs: kinds[path] === 'timeout' ? 200 : 10_000, maxBytes: 50_000 }, crowd)).kind,
        ] as const;
      }),
    );
    expect(fetched.filter(([path, kind]) => kind !== kinds[path])).toEqual([]);
    expect(await get('/page/1', {}, crowd)).toMatchObject({ kind: 'page' });
  });
});

describe('politeness', () => {
  it('keeps the host delay between starts and the limit of connections', async () => {
    const polite = another({ perHostConcurrency: 2 });
    const from = site.requests.length;
    await Promise.all([0, 1, 2, 3].map((n) => get(`/page/1${n}`, { hostDelayMs: 600 }, polite)));
    const starts = site.requests.slice(from).map((request) => request.at);
    // A request arrives later than it was sent: by half a second at most, also on a busy machine.
    starts.slice(1).forEach((at, index) => expect(at - (starts[index] ?? 0)).toBeGreaterThanOrEqual(100));
    expect((starts[3] ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(3 * 600 - 500);
  });

  it('opens no more connections to one host than allowed', async () => {
    const fresh = await startFixtureSite();
    const polite = another({ perHostConcurrency: 3 });
    await Promise.all(Array.from({ length: 12 }, () => polite.fetch({ url: fresh.url('/delay/30'), settings }, never)));
    expect(fresh.mostAtOnce).toBe(3);
    await fresh.close();
  });
});

describe('robots.txt', () => {
  const robotsSite = async (
    run: (
      url: (path: string) => string,
      setRobots: FixtureSite['setRobots'],
      requests: FixtureSite['requests'],
    ) => Promise<void>,
  ): Promise<void> => {
    const fresh = await startFixtureSite();
    try {
      await run(fresh.url, fresh.setRobots, fresh.requests);
    } finally {
      await fresh.close();
    }
  };
  const obeying = { ...settings, obeyRobots: true };

  it('is asked once per origin, before the page, and obeyed', () =>
    robotsSite(async (url, setRobots, requests) => {
      setRobots('User-agent: GleanerBot\nDisallow: /page/2\n');
      const one = another();
      const outcomes = await Promise.all(
        ['/page/1', '/page/2', '/page/3'].map((path) => one.fetch({ url: url(path), settings: obeying }, never)),
      );
      expect(outcomes.map((outcome) => outcome.kind)).toEqual(['page', 'robots-denied', 'page']);
      expect(requests.map((request) => request.path)).toEqual([
        '/robots.txt',
        expect.stringMatching('/page/[13]'),
        expect.stringMatching('/page/[13]'),
      ]);
    }));

  it('is obeyed at every redirect', () =>
    robotsSite(async (url, setRobots) => {
      setRobots('User-agent: *\nDisallow: /page/\n');
      expect(await another().fetch({ url: url('/redirects/0'), settings: obeying }, never)).toMatchObject({
        kind: 'robots-denied',
        finalUrl: url('/page/1'),
        redirects: [url('/redirects/0')],
      });
    }));

  it.each([
    ['is absent', null, 'page'],
    ['is forbidden', { status: 403 }, 'page'],
    ['fails', { status: 503, headers: { 'retry-after': '120' } }, 'robots-unreachable'],
    ['is asked too often', { status: 429 }, 'robots-unreachable'],
    ['redirects in a circle', { status: 302, headers: { location: '/robots.txt' } }, 'page'],
    ['redirects to a page', { status: 301, headers: { location: '/page/7' } }, 'page'],
  ])('that %s', async (_what, robots, kind) =>
    robotsSite(async (url, setRobots, requests) => {
      setRobots(robots);
      const one = another();
      const outcome = await one.fetch({ url: url('/page/1'), settings: obeying }, never);
      expect(outcome.kind).toBe(kind);
      await one.fetch({ url: url('/page/2'), settings: obeying }, never);
      // Cached as unreachable: the second fetch does not request robots.txt again.
      const asked = requests.filter((request) => request.path === '/robots.txt').length;
      expect(asked).toBe(_what === 'redirects in a circle' ? 6 : 1);
    }),
  );

  it('that cannot be reached is asked again after a back-off that Retry-After lengthens', () =>
    robotsSite(async (url, setRobots) => {
      const clock = { time: 1_000_000, now: () => clock.time, monotonic: () => clock.time };
      const one = another({ clock });
      setRobots({ status: 503, headers: { 'retry-after': '120' } });
      expect(await one.fetch({ url: url('/page/1'), settings: obeying }, never)).toMatchObject({
        kind: 'robots-unreachable',
        retryable: true,
        retryAfterMs: 120_000,
      });
      setRobots(null);
      clock.time += 119_000;
      expect(await one.fetch({ url: url('/page/1'), settings: obeying }, never)).toMatchObject({
        kind: 'robots-unreachable',
        retryAfterMs: 1_000,
      });
      clock.time += 2_000;
      expect(await one.fetch({ url: url('/page/1'), settings: obeying }, never)).toMatchObject({ kind: 'page' });
    }));

  it('sets a longer delay by Crawl-delay', () =>
    robotsSite(async (url, setRobots, requests) => {
      setRobots('User-agent: *\nCrawl-delay: 1\n');
      const one = another();
      await Promise.all(['/page/1', '/page/2'].map((path) => one.fetch({ url: url(path), settings: obeying }, never)));
      const [first, second] = requests.filter((request) => request.path !== '/robots.txt');
      // Either may arrive late on a busy machine.
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(500);
    }));

  it('is ignored when the settings say so', () =>
    robotsSite(async (url, setRobots, requests) => {
      setRobots('User-agent: *\nDisallow: /\n');
      expect(await another().fetch({ url: url('/page/1'), settings }, never)).toMatchObject({ kind: 'page' });
      expect(requests).toHaveLength(1);
    }));
});

describe('address guard', () => {
  /** Names resolve as the test says; nothing is sent to any of these addresses. */
  const names = (...answers: string[][]): { lookup: FetchingOptions['lookup']; asked: () => number } => {
    let asked = 0;
    return {
      asked: () => asked,
      lookup: (_host, _options, callback) => {
        const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
        callback(
          null,
          answer.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      },
    };
  };

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://localhost/',
    'http://a.localhost/',
    'http://intranet/',
    'http://[::1]/',
    'http://[::7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
    'http://example.com:22/',
  ])('blocks %s unasked', async (url) => {
    const { lookup, asked } = names(['93.184.215.14']);
    expect(await get(url, {}, another({ allowPrivateNetworks: false, ...(lookup ? { lookup } : {}) }))).toMatchObject({
      kind: 'blocked-address',
      retryable: false,
    });
    expect(asked()).toBe(0);
  });

  it('blocks a name when any of its addresses is private', async () => {
    const { lookup } = names(['93.184.215.14', '127.0.0.1']);
    const guarded = another({ allowPrivateNetworks: false, allowedPorts: [], ...(lookup ? { lookup } : {}) });
    const from = site.requests.length;
    expect(await get(`http://site.example:${site.port}/page/1`, {}, guarded)).toMatchObject({
      kind: 'blocked-address',
    });
    expect(await get(`http://site.example:${site.port}/page/1`, { obeyRobots: true }, guarded)).toMatchObject({
      kind: 'blocked-address',
    });
    expect(site.requests).toHaveLength(from);
  });

  it('checks the address a socket is connected to, whatever the lookup said before', async () => {
    const flipping = {
      family: 4,
      reads: 0,
      get address() {
        return this.reads++ <= 1 ? '93.184.215.14' : '127.0.0.1';
      },
    };
    const guarded = another({
      allowPrivateNetworks: false,
      allowedPorts: [],
      lookup: (_host, _options, callback) => callback(null, [flipping]),
    });
    const from = site.requests.length;
    expect(await get(`http://site.example:${site.port}/page/1`, {}, guarded)).toMatchObject({
      kind: 'blocked-address',
      message: '127.0.0.1 is not a public address',
    });
    expect(site.requests).toHaveLength(from);
  });

  it('blocks redirects into private networks, robots.txt redirects too', async () => {
    // The first hop is allowed through a proxy on loopback; the second must not leave the crawler.
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(302, { location: 'http://127.0.0.1:6379/' }).end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const guarded = another({
      allowPrivateNetworks: false,
      proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
    expect(await get('http://site.example/', {}, guarded)).toMatchObject({
      kind: 'blocked-address',
      redirects: ['http://site.example/'],
    });
    expect(await get('http://site.example/', { obeyRobots: true }, guarded)).toMatchObject({ kind: 'blocked-address' });
    expect(seen).toEqual(['http://site.example/', 'http://site.example/robots.txt']);
    await closeServer(proxy);
  });
});

describe('proxy', () => {
  it('gives the same outcomes over a recorded web as the direct fetcher, https too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-proxy-'));
    await writeWarc(join(folder, 'web.warc.gz'), [
      { url: 'http://a.example/', body: '<html>a</html>' },
      { url: 'http://a.example/go', status: 301, headers: { Location: 'https://b.example/' } },
      {
        url: 'https://b.example/',
        headers: { 'Content-Type': 'text/html' },
        body: Buffer.from('<p>caf\xe9', 'latin1'),
      },
      { url: 'https://b.example/x.ps', headers: { 'Content-Type': 'application/postscript' } },
    ]);
    const web = await openRecordedWeb(join(folder, 'web.warc.gz'));
    const served = await serveRecordedWeb(web, { port: 0 });
    const recorded = createRecordedFetcher(web);
    try {
      for (const proxyMode of ['auto', 'absolute'] as const) {
        const viaProxy = another({ allowPrivateNetworks: false, proxyUrl: served.url, proxyMode });
        for (const url of [...web.urls(), 'https://c.example/', 'http://a.example/absent']) {
          const lived = await get(url, { obeyRobots: true }, viaProxy);
          const { fetchedAt, durationMs, bytes, hostWaitMs = 0 } = lived;
          const expected: FetchOutcome = {
            ...(await get(url, {}, recorded)),
            fetchedAt,
            durationMs,
            bytes,
            hostWaitMs,
          };
          expect(lived).toEqual('message' in lived ? { ...expected, message: lived.message } : expected);
        }
      }
      const tunnel = another({ allowPrivateNetworks: false, proxyUrl: served.url, proxyMode: 'tunnel' });
      expect(await get('https://b.example/', {}, tunnel)).toMatchObject({
        kind: 'connect',
        message: expect.stringContaining('501'),
      });
      expect(await get('http://a.example/', {}, tunnel)).toMatchObject({ kind: 'page' });
    } finally {
      await served.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is named when it cannot be reached, and never asked for a private address', async () => {
    const dead = another({ allowPrivateNetworks: false, proxyUrl: 'http://127.0.0.1:1' });
    expect(await get('http://a.example/', {}, dead)).toMatchObject({ kind: 'connect' });
    expect(await get('https://a.example/', {}, dead)).toMatchObject({ kind: 'connect' });
    expect(await get('http://10.0.0.1/', {}, dead)).toMatchObject({ kind: 'blocked-address' });
  });
});
