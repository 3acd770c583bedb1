import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PLAIN_FETCH, type FetchOutcome, type FetchSettings } from '../../src/engine/ports.js';
import {
  createFetcher,
  createGuardedClient,
  UNPACED,
  type FetchingOptions,
  type GuardedClient,
  type GuardedClientOptions,
  type LookupAll,
} from '../../src/modules/fetch/fetching/index.js';
import { closeServer } from '../support/fixture-site.js';

/**
 * Attempts to lead the crawler into a private network. The internal service is on loopback; the outside world is a
 * proxy on loopback, so that no traffic leaves the machine: the guard checks names and addresses before it asks the
 * proxy.
 */

const PUBLIC = '93.184.215.14';
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 5_000,
  maxBytes: 100_000,
  maxRedirects: 5,
};
const never = new AbortController().signal;

const closing: { close(): Promise<void> }[] = [];
const reached: string[] = [];
let internal: Server;
let internalPort = 0;
/** Responses of the outside world by URL, and its requests. */
const world = new Map<string, string>();
const asked: string[] = [];
let outside: Server;
let proxyUrl = '';

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  internal = createServer((request, response) => {
    reached.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>secret</title>');
  });
  internal.on('connection', () => reached.push('connection'));
  internalPort = await listen(internal);
  outside = createServer((request, response) => {
    asked.push(request.url ?? '');
    const location = world.get(request.url ?? '');
    if (location === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('absent');
    else if (location.startsWith('<')) response.writeHead(200, { 'content-type': 'text/html' }).end(location);
    else if (location.startsWith('User-agent')) response.writeHead(200, { 'content-type': 'text/plain' }).end(location);
    else response.writeHead(302, { location }).end();
  });
  outside.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    const through = connect(internalPort, '127.0.0.1');
    through
      .on('error', () => socket.destroy())
      .on('connect', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
      .pipe(socket)
      .on('error', () => through.destroy());
    socket.pipe(through);
  });
  proxyUrl = `http://127.0.0.1:${await listen(outside)}`;
});
afterAll(async () => {
  await Promise.all(closing.map((one) => one.close()));
  await Promise.all([closeServer(internal), closeServer(outside)]);
});
beforeEach(() => {
  world.clear();
  asked.length = 0;
  reached.length = 0;
});

const fetchOnce = async (
  url: string,
  options: Partial<FetchingOptions> = {},
  changes: Partial<FetchSettings> = {},
): Promise<FetchOutcome> => {
  const fetcher = createFetcher({ allowPrivateNetworks: false, allowedPorts: [], ...options });
  try {
    return await fetcher.fetch({ url, settings: { ...settings, ...changes } }, never);
  } finally {
    await fetcher.close();
  }
};
const sitemapOnce = async (url: string, options: Partial<FetchingOptions> = {}): Promise<FetchOutcome> => {
  const fetcher = createFetcher({ allowPrivateNetworks: false, allowedPorts: [], ...options });
  try {
    return await fetcher.fetch({ url, settings, as: 'sitemap' }, never);
  } finally {
    await fetcher.close();
  }
};
const address = (text: string): LookupAddress => ({ address: text, family: text.includes(':') ? 6 : 4 });
/** Responses in turn; the last one repeats. */
const lookupOf = (...answers: string[][]): LookupAll => {
  let turn = 0;
  return (_host, _options, callback) =>
    callback(null, (answers[Math.min(turn++, answers.length - 1)] ?? []).map(address));
};
const blocked = { kind: 'blocked-address', retryable: false };

describe('names that resolve into private networks', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['mapped loopback', ['::ffff:127.0.0.1']],
    ['a private and a public address', [PUBLIC, '10.0.0.1']],
    ['a public and a private one the other way round', ['10.0.0.1', PUBLIC]],
    ['a public IPv4 and a link-local IPv6 address', [PUBLIC, 'fe80::1%1']],
    ['a metadata service', ['169.254.169.254']],
    ['no address at all', ['localhost']],
  ])('%s', async (_what, addresses) => {
    expect(await fetchOnce(`http://a.example:${internalPort}/`, { lookup: lookupOf(addresses) })).toMatchObject(
      blocked,
    );
    expect(await fetchOnce(`https://a.example:${internalPort}/`, { lookup: lookupOf(addresses) })).toMatchObject(
      blocked,
    );
    expect(
      await fetchOnce(`http://a.example:${internalPort}/`, { lookup: lookupOf(addresses) }, { obeyRobots: true }),
    ).toMatchObject(blocked);
    expect(
      await sitemapOnce(`http://a.example:${internalPort}/sitemap.xml`, { lookup: lookupOf(addresses) }),
    ).toMatchObject(blocked);
    expect(reached).toEqual([]);
  });

  it('an answer that changes from one look-up to the next', async () => {
    let turn = 0;
    // Answers and failures are cached for a while; an hour later the name is resolved and checked again.
    const rebinding: LookupAll = (_host, _options, callback) => {
      if (turn++ === 0) callback(Object.assign(new Error('not yet'), { code: 'ENOTFOUND' }), []);
      else callback(null, [address('127.0.0.1')]);
    };
    const clock = { time: 1_000_000, now: () => clock.time, monotonic: () => clock.time };
    const fetcher = createFetcher({
      allowPrivateNetworks: false,
      allowedPorts: [],
      lookup: rebinding,
      clock,
      pace: UNPACED,
    });
    closing.push(fetcher);
    const url = `http://a.example:${internalPort}/`;
    expect(await fetcher.fetch({ url, settings }, never)).toMatchObject({ kind: 'dns' });
    clock.time += 3_600_000;
    expect(await fetcher.fetch({ url, settings }, never)).toMatchObject(blocked);
    expect([turn, reached]).toEqual([2, []]);
  });

  it('an answer that changes between the check and the connection', async () => {
    const flipping = {
      family: 4,
      reads: 0,
      get address() {
        return this.reads++ === 0 ? PUBLIC : '127.0.0.1';
      },
    };
    const lookup: LookupAll = (_host, _options, callback) => callback(null, [flipping]);
    expect(await fetchOnce(`http://a.example:${internalPort}/secret`, { lookup })).toMatchObject({
      ...blocked,
      message: '127.0.0.1 is not a public address',
    });
    // An established connection is dropped before a byte is sent on it.
    expect(reached.filter((what) => what !== 'connection')).toEqual([]);
  });
});

describe('redirects', () => {
  const targets = (): string[] => [
    `http://127.0.0.1:${internalPort}/`,
    `http://localhost:${internalPort}/`,
    `http://0x7f.1:${internalPort}/`,
    `http://2130706433:${internalPort}/`,
    `http://[::ffff:7f00:1]:${internalPort}/`,
    `//127.0.0.1:${internalPort}/`,
    `\\\\127.0.0.1:${internalPort}\\`,
    `http:127.0.0.1:${internalPort}`,
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://[fd00:ec2::254]/',
  ];

  it('from a page into the private network are not followed, at whatever hop', async () => {
    for (const target of targets()) {
      world.set('http://out.example/', 'http://out.example/two').set('http://out.example/two', target);
      const outcome = await fetchOnce('http://out.example/', { proxyUrl });
      // `http:host` without slashes is relative to a page of the same scheme: it stays outside.
      expect([target, outcome.kind]).toEqual([target, target.startsWith('http:1') ? 'http-error' : 'blocked-address']);
      expect(outcome.redirects).toContain('http://out.example/two');
    }
    expect(asked.every((url) => url.startsWith('http://out.example/'))).toBe(true);
    expect(reached).toEqual([]);
  });

  it('from robots.txt and from sitemaps are not followed either', async () => {
    for (const target of targets().filter((one) => !one.startsWith('http:1'))) {
      world
        .set('http://out.example/robots.txt', target)
        .set('http://out.example/', '<p>page')
        .set('http://out.example/sitemap.xml', target);
      expect(await fetchOnce('http://out.example/', { proxyUrl }, { obeyRobots: true })).toMatchObject({
        kind: expect.stringMatching(/blocked-address|robots-unreachable/),
      });
      expect(await sitemapOnce('http://out.example/sitemap.xml', { proxyUrl })).toMatchObject({
        kind: 'blocked-address',
      });
    }
    expect(asked).not.toContain('http://out.example/');
    expect(reached).toEqual([]);
  });

  it('to ports that are not on the list are not followed', async () => {
    for (const port of [22, 25, 5_432, 6_379]) {
      world.set('http://out.example/', `http://out.example:${port}/`);
      expect(await fetchOnce('http://out.example/', { proxyUrl, allowedPorts: [80, 443] })).toMatchObject({
        ...blocked,
        message: `port ${port} is not allowed`,
      });
    }
  });
});

describe('through a proxy', () => {
  it.each([
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'http://metadata.google.internal/',
    'http://0xa9fea9fe/',
    'https://intranet/',
  ])('%s is not asked for', async (url) => {
    expect(await fetchOnce(url, { proxyUrl })).toMatchObject(blocked);
    expect(asked).toEqual([]);
  });
});

describe('the guarded client', () => {
  const client = (options: Partial<GuardedClientOptions> = {}): GuardedClient => {
    const made = createGuardedClient({
      allowPrivateNetworks: false,
      allowedPorts: [],
      userAgent: 'Gleaner/0.1',
      ...options,
    });
    closing.push(made);
    return made;
  };

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://kubernetes.default.svc/',
    'https://10.0.0.1/',
  ])('does not go to %s', async (url) => {
    expect(await client().request({ url, method: 'POST', body: 'x' })).toMatchObject({ kind: 'blocked-address', url });
  });

  it('does not go where a name leads into the private network, before or after a redirect', async () => {
    const url = `http://hook.example:${internalPort}/`;
    expect(await client({ lookup: lookupOf(['127.0.0.1']) }).request({ url })).toMatchObject({
      kind: 'blocked-address',
    });
    expect(await client({ lookup: lookupOf([PUBLIC, '127.0.0.1']) }).request({ url })).toMatchObject({
      kind: 'blocked-address',
    });
    expect(reached).toEqual([]);
  });

  it('goes to an origin that the operator trusts, and not on from there', async () => {
    const trusted = createServer((request, response) =>
      response
        .writeHead(request.url === '/go' ? 302 : 200, { location: `http://127.0.0.1:${internalPort}/` })
        .end('trusted'),
    );
    const origin = `http://127.0.0.1:${await listen(trusted)}`;
    const one = client({ trustedOrigins: [`${origin}/ignored`] });
    expect(await one.request({ url: `${origin}/` })).toMatchObject({
      kind: 'response',
      status: 200,
      body: Buffer.from('trusted'),
    });
    expect(await one.request({ url: `${origin}/go`, maxRedirects: 3 })).toMatchObject({
      kind: 'blocked-address',
      url: `http://127.0.0.1:${internalPort}/`,
    });
    expect(await one.request({ url: `${origin}/go` })).toMatchObject({ kind: 'response', status: 302 });
    expect(reached).toEqual([]);
    await one.close();
    await closeServer(trusted);
  });

  describe('on an open network', () => {
    const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
    let server: Server;
    let origin = '';
    let other = '';
    let open: GuardedClient;
    beforeAll(async () => {
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (data: Buffer) => {
          body += data.toString();
        });
        request.on('end', () => {
          seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
          const [, what = '', rest = ''] = (request.url ?? '').split('/');
          if (what === 'redirect') response.writeHead(Number(rest), { location: `${other}/landed` }).end();
          else if (what === 'circle') response.writeHead(302, { location: '/circle' }).end();
          else if (what === 'large') response.end('x'.repeat(50_000));
          else if (what === 'drop') request.socket.destroy();
          else if (what !== 'silent') response.writeHead(201, { 'x-answer': ['a', 'b'] }).end('created');
        });
      });
      const port = await listen(server);
      origin = `http://127.0.0.1:${port}`;
      other = `http://localhost:${port}`;
      open = client({ allowPrivateNetworks: true });
    });
    beforeEach(() => {
      seen.length = 0;
    });
    afterAll(() => closeServer(server));

    it('sends method, headers and body, and gives status, headers and body', async () => {
      const answer = await open.request({
        url: `${origin}/hook?x=1`,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Signature': 'abc' },
        body: '{"a":1}',
      });
      expect(answer).toMatchObject({ kind: 'response', status: 201, body: Buffer.from('created'), truncated: false });
      expect(answer.kind === 'response' && answer.headers.get('x-answer')).toBe('a, b');
      expect(seen).toMatchObject([
        {
          method: 'POST',
          url: '/hook?x=1',
          body: '{"a":1}',
          headers: {
            'user-agent': 'Gleaner/0.1',
            'content-type': 'application/json',
            'x-signature': 'abc',
            'content-length': '7',
          },
        },
      ]);
    });

    it.each([
      [301, 'GET', ''],
      [302, 'GET', ''],
      [303, 'GET', ''],
      [307, 'POST', 'body'],
      [308, 'POST', 'body'],
    ])('follows %i with %s, without secrets for another origin', async (status, method, body) => {
      const secrets = { authorization: 'Bearer x', cookie: 'a=b', 'x-signature': 'abc', accept: 'text/plain' };
      expect(
        await open.request({
          url: `${origin}/redirect/${status}`,
          method: 'POST',
          headers: secrets,
          body: 'body',
          maxRedirects: 1,
        }),
      ).toMatchObject({ kind: 'response', status: 201, url: `${other}/landed` });
      expect(seen[1]).toMatchObject({ method, url: '/landed', body });
      expect(Object.keys(seen[1]?.headers ?? {})).toEqual(
        expect.not.arrayContaining(['authorization', 'cookie', 'x-signature']),
      );
      expect(seen[1]?.headers).toMatchObject({ accept: 'text/plain', 'user-agent': 'Gleaner/0.1' });
    });

    it('bounds time, bytes and redirects, and distinguishes failures', async () => {
      expect(await open.request({ url: `${origin}/silent`, timeoutMs: 200 })).toMatchObject({ kind: 'timeout' });
      expect(await open.request({ url: `${origin}/circle`, maxRedirects: 3 })).toMatchObject({
        kind: 'redirect-limit',
      });
      expect(seen.filter(({ url }) => url === '/circle')).toHaveLength(4);
      const large = await open.request({ url: `${origin}/large`, maxBytes: 1_000 });
      expect(large).toMatchObject({ kind: 'response', truncated: true });
      expect(large.kind === 'response' && large.body.length).toBe(1_000);
      expect(await open.request({ url: `${origin}/drop` })).toMatchObject({ kind: 'reset' });
      expect(await open.request({ url: 'http://127.0.0.1:1/' })).toMatchObject({ kind: 'connect' });
      expect(await open.request({ url: 'http://no-such-host.invalid/' })).toMatchObject({ kind: 'dns' });
      for (const url of ['ftp://a.example/', 'javascript:alert(1)', 'nonsense', '', 'http://user:secret@a.example/'])
        expect(await open.request({ url })).toMatchObject({ kind: 'invalid-url' });
      expect(await open.request({ url: `${origin}/silent`, signal: AbortSignal.abort() })).toMatchObject({
        kind: 'aborted',
      });
    });

    it.each([
      ['X\r\nY', 'a'],
      ['x', 'a\r\nHost: b'],
      ['x', '\0'],
      ['host', 'b'],
      ['Transfer-Encoding', 'chunked'],
      ['content-length', '5'],
    ])('refuses to send %j: %j', async (name, value) => {
      await expect(open.request({ url: origin, headers: { [name]: value } })).rejects.toThrow(/^headers: /);
      expect(seen).toEqual([]);
    });

    it('answers aborted when it is closed', async () => {
      const one = client({ allowPrivateNetworks: true });
      const pending = one.request({ url: `${origin}/silent` });
      await new Promise((resolve) => server.once('request', resolve));
      await one.close();
      expect(await pending).toMatchObject({ kind: 'aborted' });
      expect(await one.request({ url: origin })).toMatchObject({ kind: 'aborted' });
    });
  });
});
