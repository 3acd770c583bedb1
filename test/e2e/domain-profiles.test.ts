import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';
import { looks } from '../support/looks.js';
import { sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface Profile {
  home: {
    url: string;
    title: string | null;
    description: string | null;
    language: string;
    failure: string | null;
  } | null;
  summary: string | null;
  words: string[];
  bestPages: { url: string; probability: number; relevant: boolean; domain: string }[];
  shareAtMost: number;
  path: { name: string; url: string; title: string }[];
  linkedFrom: { name: string; pages: number; collected: boolean }[];
  linksTo: { name: string; pages: number; collected: boolean }[];
  icon: string;
  robots: string;
}
interface Domain {
  name: string;
  pages: number;
  relevant: number;
  shareAtLeast: number;
  unfetched: number;
  expected: number;
  ledTo: number;
  profile: Profile;
}

const PROFILE = `home { url title description language failure fetchedAt } summary words bestPages { url probability relevant domain } shareAtMost path { name url title }
  linkedFrom { name pages collected } linksTo { name pages collected } icon robots`;
const domainOf = (url: string): string => new URL(url).hostname.replace('www.', '');

let service: TestService;
let worker: WorkerProcess;
let web: Server;
let asked: string[];
let api: ApiClient;
let rows: SessionRows;
let topicId: string;

beforeAll(async () => {
  asked = [];
  // A proxy for all hosts that records requests.
  web = createServer((request, response) => {
    asked.push(String(request.url));
    const { hostname, pathname } = new URL(String(request.url));
    if (pathname === '/robots.txt')
      return response.end(hostname === 'www.site-3.example' ? 'User-agent: *\nDisallow: /' : 'User-agent: *\nAllow: /');
    response.setHeader('content-type', 'text/html');
    return response.end(
      `<html lang="en"><head><title>Site</title><meta name="description" content="All about ${hostname}."><link rel="icon" href="/cheese.png"></head>` +
        '<body><p>The guild has ripened its cheese in caves for more than a hundred years, and tells here how that is done.</p></body></html>',
    );
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 300, seed: 3, domains: 8 });
  ({ topicId } = rows);
  // One domain has a word of its own.
  await sql(
    service.databaseUrl,
    `UPDATE pages SET text = text || ' Gorgonzola stands here: gorgonzola.', main_text = NULL, main_ranges = '{}' WHERE session_id = $1 AND domain_no = (SELECT domain_no FROM domains WHERE session_id = $1 AND name = 'site-2.example')`,
    [rows.sessionId],
  );
  worker = startWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
  });
  const { pause } = looks();
  for (;;) {
    const { body } = await api.rest<{ behind: number; pages: number }>('GET', `/topics/${topicId}/collection`);
    if (body.behind === 0 && body.pages > 0) return;
    await pause();
  }
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  web.close();
});

const domain = async (name: string): Promise<Domain> =>
  (await api.rest<Domain>('GET', `/topics/${topicId}/domains/${name}`)).body;
const readHome = async (name: string): Promise<unknown> => {
  const { status, body: job } = await api.rest<{ id: string }>('POST', `/topics/${topicId}/domains/${name}/home`);
  expect(status).toBe(202);
  const { pause } = looks();
  for (;;) {
    const { body } = await api.rest<{ state: string; result: unknown }>('GET', `/jobs/${job.id}`);
    if (body.state === 'completed') return body.result;
    expect(body.state).not.toBe('failed');
    await pause();
  }
};

/** Straight from the rows. */
const urlOf = (urlNo: number): string => rows.urls[urlNo].url;
const pagesOf = (name: string) =>
  rows.pages.filter(({ outcome, final_url_no }) => outcome === 'page' && domainOf(urlOf(final_url_no)) === name);

describe('the profile of a domain', () => {
  it('has its share within an interval, its best pages, and a word that others do not have', async () => {
    const { pages, relevant, shareAtLeast, profile } = await domain('site-2.example');
    expect(shareAtLeast).toBeLessThan(relevant / pages);
    expect(profile.shareAtMost).toBeGreaterThan(relevant / pages);
    expect(profile.words[0]).toBe('gorgonzola');
    expect((await domain('site-1.example')).profile.words).not.toContain('gorgonzola');
    const best = pagesOf('site-2.example')
      .filter((page) => page.relevant)
      .map(({ probability }) => probability)
      .sort((a, b) => b - a);
    expect(profile.bestPages.map(({ probability }) => probability)).toEqual(best.slice(0, 3));
    expect(profile.bestPages.every((page) => page.relevant && page.domain === 'site-2.example')).toBe(true);
  });

  it('shows the path from the seed, and the domains it led to', async () => {
    for (const name of ['site-2.example', 'site-4.example']) {
      const { profile, ledTo } = await domain(name);
      const first = pagesOf(name).reduce((a, b) => (a.fetched_at < b.fetched_at ? a : b));
      const hosts: string[] = [];
      for (let step = first.step; step >= 0; step = rows.pages[step].source) {
        const host = domainOf(urlOf(rows.pages[step].final_url_no));
        if (hosts[0] !== host) hosts.unshift(host);
      }
      expect(profile.path.map((one) => one.name)).toEqual(hosts);
      expect(profile.path.at(-1)).toMatchObject({ url: urlOf(first.final_url_no), title: first.title });
      // Each URL counts once, by the first step that brought it.
      const seen = new Set<number>();
      const led = [...rows.pages]
        .sort((a, b) => a.seq - b.seq)
        .filter(({ outcome, final_url_no: no }) => outcome === 'page' && !seen.has(no) && seen.add(no))
        .filter(({ relevant, source, final_url_no: no }) => {
          if (!relevant || source < 0) return false;
          const from = domainOf(urlOf(rows.pages[source].final_url_no));
          return from === name && domainOf(urlOf(no)) !== name;
        });
      expect(ledTo).toBe(led.length);
    }
  });

  it('has its neighbours, and marks those in the collection', async () => {
    const { profile } = await domain('site-2.example');
    const newest = new Set(
      pagesOf('site-2.example')
        .sort((a, b) => (a.fetched_at < b.fetched_at ? 1 : -1))
        .slice(0, 30)
        .map(({ step }) => step),
    );
    const to = new Map<string, Set<number>>();
    for (const { source, url_no } of rows.links) {
      const name = domainOf(urlOf(url_no));
      if (newest.has(source) && name !== 'site-2.example') to.set(name, (to.get(name) ?? new Set()).add(source));
    }
    expect(new Map(profile.linksTo.map(({ name, pages }) => [name, pages]))).toEqual(
      new Map([...to].map(([name, pages]) => [name, pages.size])),
    );
    expect(profile.linksTo.length).toBeGreaterThan(2);
    expect(profile.linkedFrom.length).toBeGreaterThan(2);
    const { body } = await api.rest<{ items: Domain[] }>('GET', `/topics/${topicId}/domains`);
    const names = new Set(body.items.map(({ name }) => name));
    for (const { name, collected } of [...profile.linksTo, ...profile.linkedFrom])
      expect(collected).toBe(names.has(name));
  });

  it('has a home page once somebody has it fetched, and only then', async () => {
    const before = await domain('site-1.example');
    expect(before.profile).toMatchObject({ home: null, summary: null, robots: 'unknown' });
    expect(asked).toEqual([]);
    expect(await readHome('site-1.example')).toEqual({ topicId, domain: 'site-1.example', read: true });
    // The state of robots.txt is written after the fetches.
    const { pause } = looks();
    while ((await domain('site-1.example')).profile.robots !== 'allowed') await pause();
    const { profile } = await domain('site-1.example');
    expect(profile).toMatchObject({
      home: { url: 'http://www.site-1.example/', title: 'Site', language: 'en', failure: null },
      summary: 'All about www.site-1.example.',
      icon: 'http://www.site-1.example/cheese.png',
    });
    // It exists now: no request is sent.
    const times = asked.length;
    await readHome('site-1.example');
    expect(asked).toHaveLength(times);
    const { collectedDomain } = await api.graphql<{ collectedDomain: { profile: Profile } }>(
      `query ($id: ID!) { collectedDomain(topicId: $id, name: "site-1.example") { profile { ${PROFILE} } } }`,
      { id: topicId },
    );
    expect(collectedDomain.profile).toEqual({
      ...profile,
      robots: profile.robots.toUpperCase(),
      bestPages: profile.bestPages.map(({ url, probability, relevant, domain: name }) => ({
        url,
        probability,
        relevant,
        domain: name,
      })),
    });
  });

  it('heeds robots.txt, and says that it does', async () => {
    expect(await readHome('site-3.example')).toMatchObject({ read: false });
    const { profile } = await domain('site-3.example');
    expect(profile.home).toMatchObject({ failure: expect.stringMatching(/^robots-denied/) as string, title: null });
    expect(profile.summary).toBeNull();
    expect(asked.filter((url) => url.includes('site-3'))).toEqual(['http://www.site-3.example/robots.txt']);
  });

  it('is not there of a domain that the collection does not have', async () => {
    expect((await api.rest('GET', `/topics/${topicId}/domains/none.example`)).status).toBe(404);
    expect((await api.rest('POST', `/topics/${topicId}/domains/none.example/home`)).status).toBe(404);
  });

  it.each(['expected', 'ledTo'] as const)('domains are ordered by %s', async (sort) => {
    const { body } = await api.rest<{ items: Domain[] }>('GET', `/topics/${topicId}/domains?sort=${sort}`);
    const values = body.items.map((one) => one[sort]);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(values[0]).toBeGreaterThan(0);
    for (const { unfetched, shareAtLeast, expected } of body.items)
      expect(expected).toBeCloseTo(unfetched * shareAtLeast, 9);
    const first = await api.rest<{ items: Domain[]; pageInfo: { endCursor: string } }>(
      'GET',
      `/topics/${topicId}/domains?sort=${sort}&first=3`,
    );
    const rest = await api.rest<{ items: Domain[] }>(
      'GET',
      `/topics/${topicId}/domains?sort=${sort}&after=${first.body.pageInfo.endCursor}`,
    );
    expect(rest.body).toMatchObject({ pageInfo: {} });
    expect([...first.body.items, ...rest.body.items]).toEqual(body.items);
  });
});
