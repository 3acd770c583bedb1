import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '../e2e/sessions-client.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const DEADLINE_MS = 300_000;
const PAGES = 40;

interface Row {
  step: number;
  outcome: string;
  free: boolean;
  relevant: boolean;
  domainName: string;
}
interface List<T> {
  items: T[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
}
interface Sums {
  fetched: number;
  failed: number;
  relevant: number;
}
interface Status extends Sums {
  state: string;
  robotsDenied: number;
  domainCount: number;
  relevantDomainCount: number;
}

/** Events of the prepared faults, one for each host and reported attempt. */
const OF_HOSTS = new Set(['ROBOTS_REFUSED', 'RETRIED']);

/**
 * A site whose pages link to one another and to faults of all kinds; few server errors, because each doubles the time
 * between two fetches.
 */
function answer(path: string, port: number): { status: number; type?: string; location?: string; body?: string } {
  if (path === '/robots.txt')
    return {
      status: 200,
      type: 'text/plain',
      body: `User-agent: *\nDisallow: /private\nSitemap: http://127.0.0.1:${port}/sitemap.xml`,
    };
  if (path === '/sitemap.xml')
    return {
      status: 200,
      type: 'application/xml',
      body: `<urlset><url><loc>http://127.0.0.1:${port}/p${PAGES + 1}</loc></url></urlset>`,
    };
  if (path.startsWith('/broken')) return { status: 500 };
  if (path.startsWith('/file')) return { status: 200, type: 'application/zip', body: 'PK' };
  if (path.startsWith('/moved')) return { status: 302, location: '/private/elsewhere' };
  if (path.startsWith('/again')) return { status: 302, location: '/p1' };
  const [, number] = /^\/p?(\d*)$/.exec(path) ?? [];
  if (number === undefined) return { status: 404 };
  const n = Number(number);
  const links = [
    `p${(n * 2 + 1) % PAGES}`,
    `p${(n * 2 + 2) % PAGES}`,
    `broken${n % 3}`,
    `missing${n}`,
    `file${n}`,
    `moved${n}`,
    `again${n}`,
    `private/${n}`,
  ].map((to) => `<a href="/${to}">${to}</a>`);
  const words = Array.from({ length: 60 }, (_, i) => `word${(n * 31 + i * 7) % 997}`).join(' ');
  // A few links to the dead host: more failures in a row would open its circuit, and the crawl would wait minutes for
  // it.
  const dead = n < 2 ? `<a href="http://127.0.0.1:1/${n}">dead</a>` : '';
  const link = `<a href="http://localhost:${port}/p${(n + 1) % PAGES}">host</a>${dead}`;
  return {
    status: 200,
    type: 'text/html',
    body: `<title>Page ${n}</title><p>${n % 2 === 0 ? 'cheese cheddar' : 'steel'} ${words} ${links.join(' ')} ${link}`,
  };
}

describe('the figures of a troubled crawl', () => {
  let service: TestService;
  let site: Server;
  let worker: Awaited<ReturnType<typeof startSharedWorker>>;
  let id: string;
  const { call, until } = restCalls(() => service.url, DEADLINE_MS);

  beforeAll(async () => {
    site = createServer((request, response) => {
      const { status, type, location, body } = answer(request.url ?? '/', (site.address() as AddressInfo).port);
      response
        .writeHead(status, {
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(location === undefined ? {} : { location }),
        })
        .end(body ?? '');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    service = await startService();
    worker = await startSharedWorker({
      DATABASE_URL: service.databaseUrl,
      CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
      COMMIT_INTERVAL_MS: '20',
    });
    const seeds = [`http://127.0.0.1:${(site.address() as AddressInfo).port}/`];
    const topic = await call<{ id: string }>('POST', '/topics', {
      name: 'cheese',
      keywords: ['cheese', 'cheddar'],
      seeds,
    });
    ({ id } = await call<{ id: string }>('POST', `/topics/${topic.id}/sessions`, {
      policy: 'random',
      budget: { fetches: 250 },
      grouping: 'host',
      hostDelayMs: 0,
      hostConcurrency: 4,
      retries: 1,
      sitemaps: true,
      hostFailureLimit: 1_000,
      hostBarrenLimit: 0,
      randomSeed: 4,
    }));
    await until<Status>(`/sessions/${id}`, ({ state }) => ['completed', 'failed'].includes(state));
  }, DEADLINE_MS);
  afterAll(async () => {
    await worker.stop();
    await service.stop();
    await new Promise((resolve) => site.close(resolve));
  }, DEADLINE_MS);

  async function all<T>(path: string): Promise<T[]> {
    const items: T[] = [];
    for (let after = ''; ;) {
      const page = await call<List<T>>(
        'GET',
        `/sessions/${id}/${path}${path.includes('?') ? '&' : '?'}first=200${after}`,
      );
      items.push(...page.items);
      if (!page.pageInfo.hasNextPage) return items;
      after = `&after=${page.pageInfo.endCursor}`;
    }
  }
  const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);

  it(
    'add up: session, pages, failures, filters, counts, report, domains, series and exports',
    async () => {
      const session = await call<Status>('GET', `/sessions/${id}`);
      const steps = await all<Row>('pages');
      const failures = await all<Row>('failures');
      const fetched = steps.filter(({ outcome }) => outcome === 'page');
      const failed = steps.filter(({ outcome, free }) => outcome !== 'page' && !free);
      // The prepared faults occurred.
      for (const outcome of ['http-error', 'robots-denied', 'duplicate', 'not-html', 'robots-unreachable', 'sitemap'])
        expect(steps.map((step) => step.outcome)).toContain(outcome);

      expect([session.fetched, session.failed, session.relevant]).toEqual([
        fetched.length,
        failed.length,
        steps.filter(({ relevant }) => relevant).length,
      ]);
      expect(failures.map(({ step }) => step)).toEqual(failed.map(({ step }) => step));
      const byOutcome = new Map<string, number>();
      for (const { outcome } of steps) byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
      for (const [outcome, count] of byOutcome) {
        expect([outcome, (await all(`pages?outcome=${outcome}`)).length]).toEqual([outcome, count]);
        expect((await all(`failures?outcome=${outcome}`)).length).toBe(
          failed.filter((step) => step.outcome === outcome).length,
        );
      }
      expect(session.robotsDenied).toBe(byOutcome.get('robots-denied'));
      expect((await all('robots-blocked')).length).toBe(
        (byOutcome.get('robots-denied') ?? 0) + (byOutcome.get('robots-unreachable') ?? 0),
      );

      const counts = (await call<List<{ outcome: string; count: number }>>('GET', `/sessions/${id}/failures/counts`))
        .items;
      expect(sum(counts, ({ count }) => count)).toBe(session.failed);
      const { outcomes } = await call<{ outcomes: { name: string; count: number }[] }>('GET', `/sessions/${id}/report`);
      expect(new Map(outcomes.map(({ name, count }) => [name, count]))).toEqual(byOutcome);

      const domains = await all<Sums & { name: string }>('domains?unvisited=true&sort=domainNo');
      for (const name of ['fetched', 'failed', 'relevant'] as const)
        expect([name, sum(domains, (domain) => domain[name])]).toEqual([name, session[name]]);
      const having = (name: keyof Sums): number => domains.filter((domain) => domain[name] > 0).length;
      expect([having('fetched'), having('relevant')]).toEqual([session.domainCount, session.relevantDomainCount]);
      for (const domain of domains) expect((await all(`failures?domain=${domain.name}`)).length).toBe(domain.failed);

      const series = (
        await call<List<Sums & { completed: number; domainCount: number }>>('GET', `/sessions/${id}/series?points=7`)
      ).items;
      expect(series.at(-1)).toMatchObject({
        completed: steps.length,
        fetched: session.fetched,
        relevant: session.relevant,
        domainCount: session.domainCount,
      });

      const exported = (await (await fetch(`${service.url}/v1/sessions/${id}/pages/export?format=jsonl`)).text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
      expect(exported.filter(({ outcome, free }) => outcome !== 'page' && !free).length).toBe(session.failed);
      expect(exported.filter(({ outcome }) => outcome === 'page').length).toBe(session.fetched);
      const [rows] = await sql<{ completed: number; rows: number }>(
        service.databaseUrl,
        'SELECT s.completed, (SELECT count(*)::int FROM pages WHERE session_id = s.id) AS rows FROM sessions s WHERE s.id = $1',
        [id],
      );
      expect(rows).toEqual({ completed: steps.length, rows: steps.length });
    },
    DEADLINE_MS,
  );

  it('are the same over GraphQL', async () => {
    const session = await call<Status>('GET', `/sessions/${id}`);
    const fields =
      'fetched failed domainCount failureCounts { count } seedOutcomes { nodes { reached outcome } } events { nodes { kind } }';
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ session(id: "${id}") { ${fields} } }` }),
    });
    const { data } = (await response.json()) as {
      data: {
        session: Status & {
          failureCounts: { count: number }[];
          seedOutcomes: { nodes: object[] };
          events: { nodes: { kind: string }[] };
        };
      };
    };
    expect(data.session).toMatchObject({
      fetched: session.fetched,
      failed: session.failed,
      domainCount: session.domainCount,
    });
    expect(sum(data.session.failureCounts, ({ count }) => count)).toBe(session.failed);
    expect(data.session.seedOutcomes.nodes).toEqual([{ reached: true, outcome: 'PAGE' }]);
    const kinds = data.session.events.nodes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => !OF_HOSTS.has(kind))).toEqual(['QUEUED', 'STARTED', 'RUNNING', 'COMPLETED']);
    expect(new Set(kinds.filter((kind) => OF_HOSTS.has(kind)))).toEqual(OF_HOSTS);
  });
});
