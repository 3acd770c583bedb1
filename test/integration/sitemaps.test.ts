import { gzipSync } from 'node:zlib';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import { CrawlState, sessionConfigSchema, type SessionConfigInput } from '../../src/domain/session/index.js';
import { CrawlLoop, MemoryStore, systemClock } from '../../src/engine/index.js';
import { PLAIN_FETCH, type Fetcher, type FetchOutcome } from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { closeServer, page } from '../support/fixture-site.js';

let server: Server;
let origin: string;
let fetcher: Fetcher;
const bomb = gzipSync(`<urlset>${' '.repeat(80_000_000)}<url><loc>http://127.0.0.1/late</loc></url></urlset>`);
const asked: { path: string; accept: string }[] = [];
const urlset = (...paths: string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`;

const files: Readonly<
  Record<string, () => { type?: string; body: string | Buffer; headers?: Record<string, string>; status?: number }>
> = {
  '/robots.txt': () => ({
    type: 'text/plain',
    body: `User-agent: *\nDisallow: /private/\nSitemap: ${origin}/index.xml\nSitemap: ${origin}/private/map.xml\n`,
  }),
  '/': () => ({
    body: page('home', '<a href="/linked">linked</a>').replace(
      '</head>',
      '<link rel="alternate" type="application/rss+xml" href="/feed"></head>',
    ),
  }),
  '/index.xml': () => ({
    type: 'application/xml',
    body: `<sitemapindex>${['/a.xml.gz', '/b.txt', '/moved.xml', '/broken.xml'].map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
  }),
  '/a.xml.gz': () => ({
    type: 'application/octet-stream',
    body: gzipSync(urlset('/hidden/1', '/hidden/2', '/private/3')),
  }),
  '/marked.xml.gz': () => ({
    type: 'application/gzip',
    body: Buffer.concat([Buffer.from('efbbbf', 'hex'), gzipSync(urlset('/hidden/8'))]),
  }),
  // Of this host and of another name of it: `localhost` lists them in its robots.txt, this one does not.
  '/cross.xml': () => ({
    type: 'text/xml',
    body: `<urlset>${['localhost', '127.0.0.1', '127.0.0.2'].map((host) => `<url><loc>${origin.replace('127.0.0.1', host)}/hidden/cross</loc></url>`).join('')}</urlset>`,
  }),
  '/cross-index.xml': () => ({
    type: 'text/xml',
    body: `<sitemapindex><sitemap><loc>${origin}/cross.xml</loc></sitemap></sitemapindex>`,
  }),
  '/b.txt': () => ({
    type: 'text/plain',
    body: `${origin}/hidden/4\n${origin}/hidden/5\nhttp://elsewhere.example/x\n`,
  }),
  '/moved.xml': () => ({ status: 301, body: '', headers: { location: '/c.xml' } }),
  '/c.xml': () => ({ type: 'text/xml', body: gzipSync(urlset('/hidden/6')), headers: { 'content-encoding': 'gzip' } }),
  '/broken.xml': () => ({ type: 'text/html', body: '<!DOCTYPE html><p>Sorry, no such page' }),
  '/feed': () => ({
    type: 'application/rss+xml',
    body: `<rss><channel><item><title>News</title><link>${origin}/hidden/7</link></item></channel></rss>`,
  }),
  '/half.xml.gz': () => ({
    type: 'application/gzip',
    body: gzipSync(urlset(...Array.from({ length: 3_000 }, (_, i) => `/n${(i * 7919) % 10_007}`))).subarray(0, 5_000),
  }),
  '/bomb.xml.gz': () => ({ type: 'application/gzip', body: bomb }),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, accept: request.headers.accept ?? '' });
    const file =
      files[path]?.() ??
      (path.startsWith('/hidden/') || path === '/linked' ? { body: page(path) } : { status: 404, body: 'absent' });
    response.writeHead(file.status ?? 200, {
      'content-type': file.type ?? 'text/html; charset=utf-8',
      ...file.headers,
    });
    response.end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED });
});
afterAll(async () => {
  await fetcher.close();
  await closeServer(server);
});

const settings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  hostDelayMs: 0,
  timeoutMs: 20_000,
  maxBytes: 1_000,
  maxRedirects: 4,
};
const getSitemap = (path: string): Promise<FetchOutcome> =>
  fetcher.fetch({ url: origin + path, settings, as: 'sitemap' }, new AbortController().signal);

describe('a sitemap of another host', () => {
  it('may list pages of the host whose robots.txt names it', async () => {
    const get = (namedBy?: string): Promise<FetchOutcome> =>
      fetcher.fetch(
        { url: `${origin}/cross.xml`, settings, as: 'sitemap', ...(namedBy === undefined ? {} : { namedBy }) },
        new AbortController().signal,
      );
    const local = origin.replace('127.0.0.1', 'localhost');
    expect(await get()).toMatchObject({ links: [{ url: `${origin}/hidden/cross` }] });
    expect(await get(`${local}/`)).toMatchObject({
      links: [{ url: `${local}/hidden/cross` }, { url: `${origin}/hidden/cross` }],
    });
  });
});

describe('a sitemap fetched', () => {
  it.each([
    ['/a.xml.gz', ['/hidden/1', '/hidden/2', '/private/3']],
    ['/marked.xml.gz', ['/hidden/8']],
    ['/b.txt', ['/hidden/4', '/hidden/5']],
    ['/moved.xml', ['/hidden/6']],
    ['/feed', ['/hidden/7']],
  ])('gives the links of %s', async (path, links) => {
    const outcome = await getSitemap(path);
    expect(outcome).toMatchObject({ kind: 'sitemap', httpStatus: 200, sitemaps: [], truncated: false });
    expect(outcome.kind === 'sitemap' && outcome.links.map((link) => link.url)).toEqual(
      links.map((link) => origin + link),
    );
    expect(asked.at(-1)?.accept).toMatch(/^application\/xml/);
  });

  it('gives the titles of a feed, and the sitemaps of an index', async () => {
    expect(await getSitemap('/feed')).toMatchObject({ links: [{ title: 'News' }] });
    expect(await getSitemap('/index.xml')).toMatchObject({
      kind: 'sitemap',
      links: [],
      sitemaps: ['/a.xml.gz', '/b.txt', '/moved.xml', '/broken.xml'].map((path) => origin + path),
    });
  });

  it('is a failure where there is none, and obeys robots.txt', async () => {
    expect(await getSitemap('/broken.xml')).toMatchObject({
      kind: 'decode',
      retryable: false,
      message: 'neither a sitemap nor a feed',
    });
    expect(await getSitemap('/absent.xml')).toMatchObject({ kind: 'http-error', httpStatus: 404 });
    expect(await getSitemap('/private/map.xml')).toMatchObject({ kind: 'robots-denied' });
  });

  it('keeps what could be unpacked, and unpacks no more than the protocol allows', async () => {
    const half = await getSitemap('/half.xml.gz');
    expect(half).toMatchObject({ kind: 'sitemap', truncated: true });
    expect(half.kind === 'sitemap' && half.links.length).toBeGreaterThan(10);
    const before = process.memoryUsage.rss();
    expect(await getSitemap('/bomb.xml.gz')).toMatchObject({ kind: 'sitemap', truncated: true, links: [] });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150e6);
  });
});

describe('a session', () => {
  const crawl = async (config: Partial<SessionConfigInput>, seed = `${origin}/`): Promise<string[]> => {
    const rng = createRng(3);
    const resolved = sessionConfigSchema.parse({ budget: { fetches: 50 }, hostDelayMs: 0, concurrency: 1, ...config });
    const definition = findPolicy('breadth-first');
    if (!definition) throw new Error('no such policy');
    const policy = definition.create(definition.configSchema.parse({}), {
      rng,
      scoreText: () => 0.5,
      budget: 50,
      domainCap: Infinity,
      keywords: { inUrl: () => false, keywordIn: () => false, phraseIn: () => false },
    });
    const store = new MemoryStore();
    await new CrawlLoop({
      state: new CrawlState(resolved, policy, rng),
      seeds: [seed],
      fetcher,
      store,
      clock: systemClock,
      judge: { judge: () => ({ probability: 0.5, relevant: false }) },
      commitIntervalMs: 10,
      maxBatch: 10,
      checkpointIntervalMs: 1e9,
    }).run();
    return store.records.map(({ outcome, facts }) => `${outcome} ${new URL(facts.finalUrl).pathname}`).sort();
  };

  it("finds what a sitemap elsewhere lists, which the site's robots.txt names, also through an index", async () => {
    const site = createServer((request, response) => {
      const isRobots = request.url === '/robots.txt';
      response.writeHead(200, { 'content-type': isRobots ? 'text/plain' : 'text/html' });
      response.end(isRobots ? `Sitemap: ${origin}/cross-index.xml` : page('home'));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const seed = `http://localhost:${(site.address() as AddressInfo).port}/`;
    try {
      const steps = await crawl({ sitemaps: true }, seed);
      // On both hosts: the sitemap's, and the one whose robots.txt lists it.
      expect(steps.filter((step) => step === 'page /hidden/cross')).toHaveLength(2);
      expect(steps).toContain('sitemap /cross.xml');
    } finally {
      await closeServer(site);
    }
  });

  it('finds through sitemaps and feeds what nothing links to', async () => {
    expect(await crawl({})).toEqual(['page /', 'page /linked']);
    expect(await crawl({ sitemaps: true })).toEqual([
      'page /',
      ...['1', '2', '4', '5', '6', '7'].map((n) => `page /hidden/${n}`),
      'page /linked',
      'robots-denied /private/3',
      'sitemap /a.xml.gz',
      'sitemap /b.txt',
      'sitemap /c.xml',
      'sitemap /feed',
      'sitemap /index.xml',
      'sitemap-failed /broken.xml',
      'sitemap-failed /private/map.xml',
    ]);
  });
});
