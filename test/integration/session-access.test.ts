import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  PLAIN_FETCH,
  type Fetcher,
  type FetchOutcome,
  type FetchSettings,
  type SessionAccess,
} from '../../src/engine/ports.js';
import { createFetcher, UNPACED, type LookupAll } from '../../src/modules/fetch/fetching/index.js';
import { closeServer } from '../support/fixture-site.js';
import { startSocksServer, type SocksServer } from '../support/socks-server.js';

const never = new AbortController().signal;
const lookup: LookupAll = (hostname, _options, callback) => {
  if (hostname !== 'hidden.test') callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
};
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

let site: Server;
let port: number;
let fetcher: Fetcher;
const asked: IncomingMessage[] = [];
const slow: ServerResponse[] = [];
beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site.test');
    if (pathname === '/to') return void response.writeHead(302, { location: searchParams.get('url') ?? '/' }).end();
    if (pathname === '/slow') return void slow.push(response);
    const cookie = pathname === '/out' ? 'seen=deleted; Path=/; Max-Age=0' : `seen=${pathname.slice(1)}; Path=/`;
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookie });
    response.end('<title>page</title>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  port = (site.address() as AddressInfo).port;
  fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED, lookup });
});
afterAll(async () => {
  await fetcher.close();
  await closeServer(site);
});
beforeEach(() => void asked.splice(0));

const get = (url: string, access: SessionAccess, changes: Partial<FetchSettings> = {}): Promise<FetchOutcome> =>
  fetcher.fetch({ url, settings: { ...settings, access, ...changes } }, never);
const at = (host: string, path = '/'): string => `http://${host}:${port}${path}`;

describe('what a user gives for a host', () => {
  const access: SessionAccess = {
    session: 'one',
    hosts: [
      { host: 'inner.test', headers: [{ name: 'X-Token', value: 'sesame' }], cookies: ['login=secret'] },
      { host: 'third.test', headers: [{ name: 'Authorization', value: 'Basic c2VzYW1l' }] },
    ],
  };

  it('goes to that host and to no other one, behind redirects too, and into no archive', async () => {
    const outcome = await get(at('inner.test', `/to?url=${at('other.test', `/to?url=${at('inner.test')}`)}`), access);
    expect(outcome).toMatchObject({ kind: 'page', httpStatus: 200 });
    expect(asked.map(({ headers }) => [headers['x-token'], headers.cookie, headers.authorization])).toEqual([
      ['sesame', 'login=secret', undefined],
      [undefined, undefined, undefined],
      ['sesame', 'login=secret', undefined],
    ]);
    expect(outcome.exchanges).toHaveLength(3);
    expect(JSON.stringify(outcome)).not.toMatch(/sesame|secret/);
  });

  it('goes where the session keeps no cookies as well', async () => {
    await get(at('inner.test'), access, { cookies: 'off' });
    await get(at('third.test'), access);
    expect(asked.map(({ headers }) => [headers.cookie, headers.authorization])).toEqual([
      ['login=secret', undefined],
      [undefined, 'Basic c2VzYW1l'],
    ]);
  });

  it('includes the languages of the session', async () => {
    await get(at('any.test'), { session: 'one' }, { acceptLanguage: 'de-CH, de;q=0.9' });
    expect(asked[0]?.headers['accept-language']).toBe('de-CH, de;q=0.9');
  });
});

describe('the cookies of a session', () => {
  it('are kept for a site over its visits, and known to no other session and no other site', async () => {
    const keep = { cookies: 'session' } as const;
    await get(at('www.shop.test', '/a'), { session: 'one' }, keep);
    await get(at('www.shop.test', '/b'), { session: 'one' }, keep);
    await get(at('www.shop.test', '/c'), { session: 'two' }, keep);
    await get(at('www.else.test', '/d'), { session: 'one' }, keep);
    await get(at('www.shop.test', '/e'), { session: 'one' });
    expect(asked.map(({ headers }) => headers.cookie)).toEqual([undefined, 'seen=a', undefined, undefined, undefined]);
  });

  it('stay deleted for the visits after the one in which their server deleted them', async () => {
    for (const path of ['/a', '/out', '/b'])
      await get(at('out.test', path), { session: 'out' }, { cookies: 'session' });
    expect(asked.map(({ headers }) => headers.cookie)).toEqual([undefined, 'seen=a', undefined]);
  });

  it('keep the newest value when two visits overlap', async () => {
    const visit = (path: string): Promise<FetchOutcome> =>
      get(at('two.test', path), { session: 'two' }, { cookies: 'session' });
    await visit('/a');
    const first = visit('/slow');
    while (slow.length === 0) await sleep(10);
    await visit('/b');
    slow.pop()?.writeHead(200, { 'content-type': 'text/html' }).end('<title>late</title>');
    await first;
    await visit('/c');
    expect(asked.map(({ headers }) => headers.cookie)).toEqual([undefined, 'seen=a', 'seen=a', 'seen=b']);
  });
});

describe('the proxies of a session', () => {
  let socks: SocksServer;
  let tunnel: Server;
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    socks = await startSocksServer(port);
    tunnel = createServer().on('connect', (request: IncomingMessage, socket: Socket) => {
      const who = Buffer.from(
        (request.headers['proxy-authorization'] ?? '').replace('Basic ', ''),
        'base64',
      ).toString();
      tunnels.push(`${who} ${request.url ?? ''}`.trim());
      if (who !== 'me:pw') return void socket.end('HTTP/1.1 407 No\r\n\r\n');
      const status = /^(\d{3})\.test/.exec(request.url ?? '')?.[1];
      if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      const onwards = connect(port, '127.0.0.1', () => {
        socket.write(request.url?.startsWith('odd.') === true ? 'HTTP/1.0 201 Made\n\n' : 'HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(onwards).pipe(socket);
      });
      for (const one of [socket, onwards]) sockets.add(one.on('error', () => one.destroy()));
    });
    await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([socks.close(), closeServer(tunnel)]);
  });
  beforeEach(() => {
    tunnels.splice(0);
    socks.asked.splice(0);
  });
  const tunnelPort = (): number => (tunnel.address() as AddressInfo).port;
  const proxies = (): string[] => [
    `http://me:pw@127.0.0.1:${tunnelPort()}`,
    `socks5://you:word@localhost:${socks.port}`,
  ];

  it('are taken in turn, each for all that a visit asks of a host', async () => {
    const access = { session: 'turns', proxies: proxies() };
    for (const host of ['a.test', 'b.test', 'c.test']) {
      const outcome = await get(at(host, `/to?url=/there`), access);
      expect(outcome).toMatchObject({ kind: 'page', finalUrl: at(host, '/there') });
      expect(JSON.stringify(outcome)).not.toMatch(/me:pw|word/);
    }
    expect(asked).toHaveLength(6);
    expect([...new Set(tunnels)]).toEqual([`me:pw a.test:${port}`, `me:pw c.test:${port}`]);
    expect([...new Set(socks.asked)]).toEqual(['you:word b.test']);
  });

  it.each([
    ['me:50%', 'me:50%'],
    ['m%40e:%C3%A9%', 'm@e:é%'],
    [':key', ':key'],
    ['key:', 'key:'],
  ])('get the credentials %s of their URL as %s', async (written, sent) => {
    const proxy = `http://${written}@127.0.0.1:${tunnelPort()}`;
    expect(await get(at('a.test'), { session: written, proxies: [proxy] })).toMatchObject({ kind: 'proxy' });
    expect(tunnels).toEqual([`${sent} a.test:${port}`]);
  });

  it('open tunnels in their own words too', async () => {
    expect((await get(at('odd.test'), { session: 'odd', proxies: proxies().slice(0, 1) })).kind).toBe('page');
  });

  it('ask for robots.txt too', async () => {
    await get(at('robots.test'), { session: 'robots', proxies: proxies().slice(1) }, { obeyRobots: true });
    expect(asked.map(({ url }) => url)).toEqual(['/robots.txt', '/']);
    expect(socks.asked.length).toBeGreaterThan(0);
  });

  it('ask for the robots.txt that names sitemaps', async () => {
    const access = { session: 'maps', proxies: proxies().slice(1) };
    const outcome = await get(at('hidden.test'), access, { sitemaps: true });
    expect(outcome).toMatchObject({ kind: 'page', sitemaps: [at('hidden.test', '/sitemap.xml')] });
  });

  it('are no reason to leave a host alone that others reach', async () => {
    const paced = createFetcher({ allowPrivateNetworks: true, lookup });
    const ask = (url: string, access: SessionAccess, obeyRobots = true): Promise<FetchOutcome> =>
      paced.fetch({ url, patienceMs: 1_000, settings: { ...settings, access, obeyRobots } }, never);
    const dead = { session: 'dead', proxies: ['socks5://me:word@127.0.0.1:9'] };
    for (let time = 0; time < 12; time++) expect((await ask(at('shared.test'), dead, time === 0)).kind).toBe('proxy');
    expect(await ask(at('shared.test'), { session: 'other' })).toMatchObject({ kind: 'page', hostWaitMs: 0 });
    expect(await ask(at('shared.test'), { session: 'third', proxies: proxies() })).toMatchObject({ kind: 'page' });
    await paced.close();
  });

  it('end no fetch when many others have come into use meanwhile', async () => {
    const fetching = get(at('slow.test', '/slow'), { session: 'slow', proxies: proxies().slice(1) });
    while (slow.length === 0) await sleep(10);
    for (let i = 0; i < 100; i++)
      await get(at(`${i}.test`), { session: 'many', proxies: [`socks5://user${i}:word@127.0.0.1:9`] });
    slow[0]?.writeHead(200, { 'content-type': 'text/html' }).end('<title>late</title>');
    expect(await fetching).toMatchObject({ kind: 'page' });
  });

  it('end a fetch that they refuse, without a word of who asked', async () => {
    const outcome = await get(at('a.test'), { session: 'no', proxies: [`http://me:wrong@127.0.0.1:${tunnelPort()}`] });
    expect(outcome).toMatchObject({
      kind: 'proxy',
      message: `proxy 127.0.0.1:${tunnelPort()}: the proxy answered CONNECT with status 407`,
    });
    const dead = await get(at('a.test'), { session: 'no2', proxies: ['socks5://me:wrong@127.0.0.1:9'] });
    expect(dead).toMatchObject({ kind: 'proxy', message: expect.stringContaining('proxy 127.0.0.1:9: ') as string });
    expect(JSON.stringify(dead)).not.toContain('wrong');
  });

  it.each([
    [403, 'proxy'],
    [502, 'proxy'],
    [503, 'connect'],
    [504, 'connect'],
  ])('answer %s for themselves or for a host that they do not reach: %s', async (status, kind) => {
    const outcome = await get(at(`${status}.test`), { session: `${status}`, proxies: proxies().slice(0, 1) });
    expect(outcome).toMatchObject({
      kind,
      message: expect.stringContaining(`proxy 127.0.0.1:${tunnelPort()}: `) as string,
    });
  });

  it.each([
    [2, 'proxy'],
    [4, 'connect'],
    [5, 'connect'],
  ])('refuse by SOCKS reply %s for themselves or for the host: %s', async (reply, kind) => {
    socks.reply = reply;
    const outcome = await get(at(`s${reply}.test`), { session: `s${reply}`, proxies: proxies().slice(1) });
    socks.reply = 0;
    expect(outcome).toMatchObject({
      kind,
      message: expect.stringContaining(`proxy localhost:${socks.port}: `) as string,
    });
  });

  it.each([
    'http://127.0.0.1',
    'socks5://localhost',
    'http://169.254.169.254',
    'http://proxy.internal',
    'https://name-of-this-machine.test',
  ])('lead into no private network: %s', async (proxy) => {
    const guarded = createFetcher({ allowPrivateNetworks: false, lookup, pace: UNPACED });
    const outcome = await guarded.fetch(
      {
        url: 'http://public.test/',
        settings: { ...settings, access: { session: 'guard', proxies: [`${proxy}:${tunnelPort()}`] } },
      },
      never,
    );
    await guarded.close();
    expect(outcome.kind).toBe('blocked-address');
    expect(tunnels).toEqual([]);
    expect(socks.asked).toEqual([]);
  });

  it('take nobody past the guard of pages', async () => {
    const guarded = createFetcher({ allowPrivateNetworks: false, lookup, pace: UNPACED });
    const access = { session: 'guard', proxies: ['http://203.0.114.7:3128'] };
    for (const url of ['http://127.0.0.1/', 'http://printer.local/', 'http://public.test:25/'])
      expect((await guarded.fetch({ url, settings: { ...settings, access } }, never)).kind).toBe('blocked-address');
    await guarded.close();
  });
});
