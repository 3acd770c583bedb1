import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { AddressGuard } from '../../src/modules/fetch/fetching/http/address-guard.js';
import { bundledChromium } from '../../src/modules/fetch/fetching/chromium/bundled-chromium.js';
import { locateChromium } from '../../src/modules/fetch/fetching/chromium/locate-chromium.js';
import {
  GREETING_URL,
  MAX_PAGE_BYTES,
  MAX_PAGE_REQUESTS,
  startGuardProxy,
  type GuardProxy,
} from '../../src/modules/fetch/fetching/chromium/guard-proxy.js';
import { Dialer } from '../../src/modules/fetch/fetching/http/dialer.js';
import { compiledProduct } from '../support/build.js';
import { looks } from '../support/looks.js';
import { browserPids, cacheDir, eventuallyGone, lookupLoopback, startPageSite, type PageSite } from './support.js';

let site: PageSite;
beforeAll(async () => {
  site = await startPageSite({
    '/page': '<p>page</p>',
    '/held': () => undefined,
    '/megabyte': (_request, response) => response.end(Buffer.alloc(1024 * 1024, 'x')),
  });
});
afterAll(() => site.close());

describe('the browser', () => {
  it('ends with the process that owns it, killed as it may be', async () => {
    const dist = compiledProduct();
    const program = `
      import { createFetcher } from ${JSON.stringify(join(dist, 'modules/fetch/fetching/index.js'))};
      import { PLAIN_FETCH } from ${JSON.stringify(join(dist, 'engine/ports.js'))};
      const fetcher = createFetcher({ allowPrivateNetworks: true, chromium: { cacheDir: ${JSON.stringify(cacheDir)}, sandbox: 'auto' }, warn: () => undefined });
      const settings = { ...PLAIN_FETCH, render: 'always', userAgent: 'x', obeyRobots: false, hostDelayMs: 0, timeoutMs: 20000, maxBytes: 1e6, maxRedirects: 1 };
      const outcome = await fetcher.fetch({ url: ${JSON.stringify(site.url('/page'))}, settings }, new AbortController().signal);
      console.log(outcome.kind, outcome.rendered);
      setInterval(() => 0, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    try {
      const [said] = (await once(owner.stdout, 'data')) as [Buffer];
      expect(said.toString().trim()).toBe('page true');
      const pids = await browserPids(owner.pid ?? -1);
      expect(pids.length).toBeGreaterThan(1);
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      await eventuallyGone(pids);
    } finally {
      owner.kill('SIGKILL');
    }
  });
});

describe('the browser to render with', () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-locate-'));
    for (const name of ['explicit', 'playwright', 'system']) await writeFile(path(name), '');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is the explicit one, else Playwright's own, else the system's, else the bundled one", async () => {
    const none = path('none');
    expect(await locateChromium(path('explicit'), path('playwright'), cacheDir, [path('system')])).toMatchObject({
      origin: 'explicit',
      executablePath: path('explicit'),
    });
    expect(await locateChromium(undefined, path('playwright'), cacheDir, [path('system')])).toMatchObject({
      origin: 'playwright',
      executablePath: path('playwright'),
    });
    expect(await locateChromium(undefined, none, cacheDir, [none, path('system')])).toMatchObject({
      origin: 'system',
      executablePath: path('system'),
    });
    expect(await locateChromium(undefined, none, cacheDir, [none])).toMatchObject({
      origin: 'bundled',
      executablePath: expect.stringContaining(cacheDir),
    });
  });

  it('is no other when the explicit one is missing', async () => {
    await expect(locateChromium(path('none'), path('playwright'), cacheDir, [])).rejects.toThrow('no Chromium at');
  });

  it('is unpacked whole after a process was killed while it unpacked, and nothing of that one stays', async () => {
    const cache = path('cache');
    await mkdir(cache);
    // The browser runs as another user if tests run as root.
    await chmod(folder, 0o755);
    const module = join(compiledProduct(), 'modules/fetch/fetching/chromium/bundled-chromium.js');
    const program = `(await import(${JSON.stringify(module)})).bundledChromium(${JSON.stringify(cache)})`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: 'inherit',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const files = async (): Promise<string[]> => readdir(cache, { recursive: true }).catch(() => []);
    for (const { pause } = looks(); !(await files()).some((name) => basename(name) === 'chromium');) await pause();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const { executablePath } = await bundledChromium(cache);
    expect(await readdir(cache)).toEqual([basename(dirname(executablePath))]);
  });
});

describe('the guard proxy', () => {
  let proxy: GuardProxy;
  beforeEach(async () => {
    const guard = new AddressGuard({ allowPrivateNetworks: true, allowedPorts: [] });
    proxy = await startGuardProxy({
      dialer: new Dialer(guard, null, lookupLoopback),
      guard,
      upstream: null,
      through: () => new Dialer(guard, null),
    });
    proxy.begin({ host: 'a.test', blockTrackers: true });
  });
  afterEach(() => proxy.close());

  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  /** Status and size of what a client of the proxy gets; status 0 when the connection ends. */
  function get(
    url: string,
    authorization: string | undefined = basic(`${proxy.username}:${proxy.password}`),
  ): Promise<{ status: number; bytes: number }> {
    return new Promise((resolve) => {
      let bytes = 0;
      const headers = authorization === undefined ? {} : { 'proxy-authorization': authorization };
      const outgoing = request(
        { host: '127.0.0.1', port: proxy.port, path: url, headers: { ...headers, host: 'a.test' }, agent: false },
        (response) => {
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
          });
          response.on('close', () => resolve({ status: response.complete ? (response.statusCode ?? 0) : 0, bytes }));
          response.on('error', () => undefined);
        },
      );
      outgoing.on('error', () => resolve({ status: 0, bytes }));
      outgoing.end();
    });
  }
  function connect(authority: string, authorization?: string): Promise<number> {
    return new Promise((resolve) => {
      const headers = authorization === undefined ? {} : { 'proxy-authorization': authorization };
      const outgoing = request({
        host: '127.0.0.1',
        port: proxy.port,
        method: 'CONNECT',
        path: authority,
        headers,
        agent: false,
      });
      outgoing.on('connect', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      });
      outgoing.on('error', () => resolve(0));
      outgoing.end();
    });
  }

  it('serves nobody without its password, which differs from proxy to proxy', async () => {
    const from = site.requests.length;
    const wrong = [
      basic('chromium:'),
      basic(`chromium:${proxy.password.slice(1)}`),
      basic(`x:${proxy.password}`),
      proxy.password,
      'Basic',
      '',
    ];
    for (const authorization of wrong) {
      expect(await get(site.url('/page'), authorization)).toMatchObject({ status: 407 });
      expect(await connect(`127.0.0.1:${site.port}`, authorization)).toBe(407);
    }
    expect(await connect(`127.0.0.1:${site.port}`)).toBe(407);
    expect(site.requests.length).toBe(from);
    expect(await get(site.url('/page'))).toEqual({ status: 200, bytes: 11 });
    expect(await get(GREETING_URL)).toMatchObject({ status: 204 });
    expect(await connect(`127.0.0.1:${site.port}`, basic(`${proxy.username}:${proxy.password}`))).toBe(200);
    const guard = new AddressGuard({ allowPrivateNetworks: true, allowedPorts: [] });
    const other = await startGuardProxy({
      dialer: new Dialer(guard, null),
      guard,
      upstream: null,
      through: () => new Dialer(guard, null),
    });
    expect(other.password).not.toBe(proxy.password);
    await other.close();
  });

  it('passes its password on to nobody', async () => {
    const seen: unknown[] = [];
    const echo = await startPageSite({
      '/': (incoming, response) => {
        seen.push(incoming.headers['proxy-authorization']);
        response.end();
      },
    });
    await get(echo.url('/'));
    await echo.close();
    expect(seen).toEqual([undefined]);
  });

  it('knows trackers, by plain request and by tunnel', async () => {
    expect(await get(`http://www.google-analytics.com:${site.port}/page`)).toMatchObject({ status: 403 });
    expect(await connect(`www.google-analytics.com:${site.port}`, basic(`${proxy.username}:${proxy.password}`))).toBe(
      403,
    );
    proxy.begin({ host: 'a.test', blockTrackers: false });
    expect(await get(`http://www.google-analytics.com:${site.port}/page`)).toMatchObject({ status: 200 });
  });

  it('asks nobody between two pages, and cuts off what the last one still loads', async () => {
    expect((await get(site.url('/page'))).status).toBe(200);
    const held = get(site.url('/held'));
    while (!site.requests.includes('/held')) await new Promise((resolve) => setTimeout(resolve, 10));
    proxy.rest();
    expect(await held).toEqual({ status: 502, bytes: expect.any(Number) });
    const from = site.requests.length;
    expect((await get(site.url('/page'))).status).toBe(403);
    expect(await connect(`127.0.0.1:${site.port}`, basic(`${proxy.username}:${proxy.password}`))).toBe(403);
    expect(site.requests.length).toBe(from);
    proxy.begin({ host: 'a.test', blockTrackers: true });
    expect((await get(site.url('/page'))).status).toBe(200);
  });

  it('limits the requests and bytes of each page separately', async () => {
    for (let i = 0; i < MAX_PAGE_REQUESTS; i++) expect((await get(site.url('/page'))).status).toBe(200);
    expect((await get(site.url('/page'))).status).toBe(403);
    proxy.begin({ host: 'a.test', blockTrackers: true });
    let bytes = 0;
    for (let i = 0; i < 40; i++) bytes += (await get(site.url('/megabyte'))).bytes;
    expect(bytes).toBeGreaterThan(MAX_PAGE_BYTES - 1024 * 1024);
    expect(bytes).toBeLessThan(MAX_PAGE_BYTES + 2 * 1024 * 1024);
    proxy.begin({ host: 'a.test', blockTrackers: true });
    expect((await get(site.url('/page'))).status).toBe(200);
  });
});
