import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { startSharedWorker } from '../support/worker-process.js';
import { looks } from '../support/looks.js';
import { type ListBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

type Row = Record<string, unknown> & { key: string; url: string; domain: string; name: string };

const PAGE_FIELDS = `topicId key url domain title publishedAt language excerpt excerptMarks probability modelId relevant label duplicateOf sessionCount monitored sessionId step firstFoundAt lastSeenAt
  changedAt goneAt tags note`;
const DOMAIN_FIELDS =
  'topicId name pages relevant duplicates share shareAtLeast unfetched expected ledTo seedDomain firstFoundAt lastFoundAt verdict tags note';

let service: TestService;
let worker: { stop(): Promise<void> };
let api: ApiClient;
let first: SessionRows;
let second: SessionRows;
let other: SessionRows;
let topicId: string;

/** The expected contents of each list: the session's pages, by their properties. */
interface Known {
  readonly url: string;
  readonly domain: string;
  readonly sessions: readonly SessionRows[];
  readonly firstAt: string;
  readonly lastAt: string;
  readonly relevant: boolean;
  readonly probability: number;
  readonly publishedAt: string | null;
  readonly title: string;
  readonly text: string;
}
let known: Known[];

beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  first = await insertSessionRows(service.databaseUrl, { steps: 200, seed: 3, domains: 20 });
  second = await insertSessionRows(service.databaseUrl, {
    ...{ steps: 200, seed: 3, domains: 20, topic: first, config: { search: 'later' } },
    session: { created_at: '2026-11-02T00:00:00Z' },
  });
  other = await insertSessionRows(service.databaseUrl, { steps: 60, seed: 5 });
  ({ topicId } = first);
  // The later session has half of the earlier one's pages, judged differently, and some of its own.
  await sql(
    service.databaseUrl,
    `UPDATE urls SET url = replace(url, '.example/', '.example/new/') WHERE session_id = $1 AND url_no % 3 = 0`,
    [second.sessionId],
  );
  await sql(
    service.databaseUrl,
    `UPDATE pages SET fetched_at = fetched_at + interval '1 day', language = CASE WHEN step % 5 = 0 THEN 'de' ELSE 'en' END WHERE session_id = $1`,
    [second.sessionId],
  );
  await sql(
    service.databaseUrl,
    `UPDATE seeds SET url = 'http://www.site-1.example/' WHERE topic_id = $1 AND position = 0`,
    [topicId],
  );
  known = await knownPages();
  worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl });
  await collected();
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

/** Straight from the rows. */
async function knownPages(): Promise<Known[]> {
  const rows = await sql<{ id: string; url: string; step: number; at: string; published: Date | null }>(
    service.databaseUrl,
    `SELECT p.session_id::text AS id, u.url, p.step, p.fetched_at::text AS at, p.published_at AS published FROM pages p
     JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no WHERE p.session_id = ANY($1::uuid[]) AND p.outcome = 'page' ORDER BY p.fetched_at`,
    [[first.sessionId, second.sessionId]],
  );
  const byUrl = new Map<string, typeof rows>();
  for (const row of rows) byUrl.set(row.url, [...(byUrl.get(row.url) ?? []), row]);
  return [...byUrl].map(([url, all]) => {
    const newest = all[all.length - 1];
    const page = (newest.id === first.sessionId ? first : second).pages.find(({ step }) => step === newest.step)!;
    return {
      url,
      domain: new URL(url).hostname.replace('www.', ''),
      sessions: [first, second].filter(({ sessionId }) => all.some(({ id }) => id === sessionId)),
      firstAt: new Date(all[0].at).toISOString(),
      lastAt: new Date(newest.at).toISOString(),
      relevant: page.relevant,
      probability: page.probability,
      publishedAt: newest.published?.toISOString() ?? null,
      title: page.title ?? '',
      text: page.text ?? '',
    };
  });
}

/** Waits until the collection has caught up. */
async function collected(): Promise<void> {
  const { pause } = looks();
  for (;;) {
    const { body } = await api.rest<{ behind: number; pages: number }>('GET', `/topics/${topicId}/collection`);
    if (body.behind === 0 && body.pages > 0) return;
    await pause();
  }
}
const list = async (path: string): Promise<ListBody<Row> & { total?: number }> => {
  const { status, body } = await api.rest<ListBody<Row>>('GET', `/topics/${topicId}/${path}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const all = async (path: string, size = 23): Promise<Row[]> => {
  const items: Row[] = [];
  for (let after = ''; ;) {
    const { items: more, pageInfo } = await list(`${path}${path.includes('?') ? '&' : '?'}first=${size}${after}`);
    items.push(...more);
    if (!pageInfo.hasNextPage) return items;
    after = `&after=${String(pageInfo.endCursor)}`;
  }
};
const urls = (rows: readonly { readonly url: string }[]): string[] => rows.map(({ url }) => url).sort();
const where = (test: (page: Known) => boolean): string[] => urls(known.filter(test));

describe('pages of a topic', () => {
  it('are those of all its sessions, each once, with what its newest session says', async () => {
    const pages = await all('pages');
    expect(pages).toHaveLength(known.length);
    const byUrl = new Map(pages.map((page) => [page.url, page]));
    for (const page of known) {
      expect(byUrl.get(page.url)).toMatchObject({
        ...{ domain: page.domain, title: page.title, relevant: page.relevant, probability: page.probability },
        ...{ sessionCount: page.sessions.length, firstFoundAt: page.firstAt, lastSeenAt: page.lastAt },
        ...{ sessionId: page.sessions.at(-1)!.sessionId, modelId: first.modelId, label: null, goneAt: null },
        excerpt: page.text.slice(0, 300),
      });
    }
    expect(known.filter(({ sessions }) => sessions.length === 2).length).toBeGreaterThan(50);
  });

  it.each([
    ['sort=firstFoundAt', 'FIRST_FOUND_AT', 'DESC', (page: Known) => page.firstAt],
    ['sort=firstFoundAt&order=asc', 'FIRST_FOUND_AT', 'ASC', (page: Known) => page.firstAt],
    ['sort=lastSeenAt', 'LAST_SEEN_AT', 'DESC', (page: Known) => page.lastAt],
    ['sort=probability', 'PROBABILITY', 'DESC', (page: Known) => page.probability],
    // Pages without a moment of publication come last in both orders.
    ['sort=publishedAt', 'PUBLISHED_AT', 'DESC', (page: Known) => page.publishedAt ?? '0'],
    ['sort=publishedAt&order=asc', 'PUBLISHED_AT', 'ASC', (page: Known) => page.publishedAt ?? '9'],
  ] as const)('%s: complete and in order; GraphQL gives the same', async (query, sort, order, valueOf) => {
    const rows = await all(`pages?${query}`);
    const values = new Map(known.map((page) => [page.url, valueOf(page)]));
    const told = rows.map(({ url }) => values.get(url));
    const sorted = [...told].sort((a, b) => (a! < b! ? -1 : a! > b! ? 1 : 0));
    expect(told).toEqual(order === 'DESC' ? sorted.reverse() : sorted);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(known.length);
    const { topic } = await api.graphql<{ topic: { pages: { nodes: Row[]; totalCount: number } } }>(
      `query ($id: ID!) { topic(id: $id) { pages(first: 50, sort: ${sort}, order: ${order}) { totalCount nodes { ${PAGE_FIELDS} } } } }`,
      { id: topicId },
    );
    expect(topic.pages.nodes).toEqual(rows.slice(0, 50));
    expect(topic.pages.totalCount).toBe(known.length);
  });

  it.each([
    ['sort=probability', () => true],
    // Most of them were published at no known time.
    ['sort=publishedAt&domain=site-1.example', (page: Known) => page.domain === 'site-1.example'],
    ['sort=publishedAt&order=asc&domain=site-1.example', (page: Known) => page.domain === 'site-1.example'],
  ])('%s: are read backwards as forwards, and a cursor of another order is refused', async (query, isListed) => {
    const forward = await list(`pages?${query}&first=9&total=true`);
    expect(forward).toMatchObject({ total: where(isListed).length, items: { length: 9 } });
    const { pageInfo } = await list(`pages?${query}&first=6`);
    const rest = await list(`pages?${query}&first=3&after=${String(pageInfo.endCursor)}`);
    expect(rest.items).toEqual(forward.items.slice(6));
    const back = await list(
      `pages?${query}&last=6&before=${String((rest.pageInfo as { startCursor?: string }).startCursor)}`,
    );
    expect(back.items).toEqual(forward.items.slice(0, 6));
    const { status, body } = await api.rest(
      'GET',
      `/topics/${topicId}/pages?sort=lastSeenAt&after=${String(pageInfo.endCursor)}`,
    );
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION_FAILED', field: 'after' }]);
  });

  it.each<[string, (page: Known) => boolean]>([
    ['relevant=true', (page) => page.relevant],
    ['relevant=false', (page) => !page.relevant],
    ['probabilityMin=0.3&probabilityMax=0.7', (page) => page.probability >= 0.3 && page.probability <= 0.7],
    ['domain=site-1.example', (page) => page.domain === 'site-1.example'],
    ['domain=HTTP%3A%2F%2FSite-1.EXAMPLE%2F', (page) => page.domain === 'site-1.example'],
    ['seedDomain=false', (page) => page.domain !== 'site-1.example'],
    ['seedDomain=true', (page) => page.domain === 'site-1.example'],
    ['foundSince=2026-11-02T00:00:00Z', (page) => page.firstAt >= '2026-11-02'],
    ['search=violin', (page) => /violin/i.test(`${page.title} ${page.text}`)],
    ['search=-violin', (page) => !/violin/i.test(`${page.title} ${page.text}`)],
    ['search=%22page%2017%22', (page) => /page 17\b/i.test(page.title)],
    ['search=nowhere', () => false],
    ['duplicate=false', () => true],
    ['gone=false', () => true],
    ['gone=true', () => false],
    ['labelled=true', () => false],
    [
      'relevant=true&search=violin&seedDomain=false',
      (page) => page.relevant && page.domain !== 'site-1.example' && /violin/i.test(`${page.title} ${page.text}`),
    ],
  ])('%s', async (query, test) => {
    const expected = where(test);
    expect(urls(await all(`pages?${query}`))).toEqual(expected);
    expect(await list(`pages?${query}&first=1&total=true`)).toMatchObject({ total: expected.length });
  });

  it('are filtered by language, and by a session that they are newer than', async () => {
    const german = await all('pages?language=de');
    for (const language of ['german', 'DE', 'de-AT']) {
      const refused = await api.rest('GET', `/topics/${topicId}/pages?language=${language}`);
      expect(refused.body).toMatchObject({
        status: 400,
        field: 'language',
        detail: expect.stringContaining('such as en'),
      });
    }
    expect(german.length).toBeGreaterThan(10);
    expect(german.every((page) => page['language'] === 'de' && page['sessionId'] === second.sessionId)).toBe(true);
    expect(urls(await all(`pages?newSinceSession=${first.sessionId}`))).toEqual(
      where(({ sessions }) => sessions.length === 1 && sessions[0] === second),
    );
    expect(await all(`pages?newSinceSession=${second.sessionId}`)).toEqual([]);
    for (const session of [other.sessionId, 'no-id']) {
      const { status, body } = await api.rest('GET', `/topics/${topicId}/pages?newSinceSession=${session}`);
      expect([status, body]).toMatchObject([400, { field: 'newSinceSession' }]);
    }
  });

  it('name the sessions that have them, with their page there', async () => {
    const shared = known.find(({ sessions }) => sessions.length === 2)!;
    const [row] = (await all('pages')).filter(({ url }) => url === shared.url);
    const { body } = await api.rest<Row & { sightings: unknown[] }>('GET', `/topics/${topicId}/pages/${row.key}`);
    expect(body).toMatchObject({
      ...row,
      sightings: [{ sessionId: second.sessionId }, { sessionId: first.sessionId }],
    });
    const { collectedPage } = await api.graphql<{ collectedPage: Record<string, unknown> }>(
      `query ($id: ID!, $key: String!) { collectedPage(topicId: $id, key: $key) { ${PAGE_FIELDS} sightings { sessionId step firstAt lastAt goneAt } page { sessionId step title } } }`,
      { id: topicId, key: row.key },
    );
    const { sightings, page, ...rest } = collectedPage;
    expect([rest, sightings]).toEqual([row, body.sightings]);
    expect(page).toEqual({ sessionId: row['sessionId'], step: row['step'], title: row['title'] });
    for (const key of ['00000000-0000-0000-0000-000000000000', 'none'])
      expect((await api.rest('GET', `/topics/${topicId}/pages/${key}`)).status).toBe(404);
  });
});

describe('domains of a topic', () => {
  it('have the pages of all sessions, and are ordered by the lower bound of their share', async () => {
    const names = [...new Set(known.map(({ domain }) => domain))];
    const domains = await all('domains?sort=share', 5);
    expect(domains.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const domain of domains) {
      const pages = known.filter((page) => page.domain === domain.name);
      const relevant = pages.filter((page) => page.relevant).length;
      expect(domain).toMatchObject({
        ...{ pages: pages.length, relevant, duplicates: 0, share: relevant / pages.length },
        ...{ seedDomain: domain.name === 'site-1.example', topicId },
        firstFoundAt: pages.map(({ firstAt }) => firstAt).sort()[0],
        lastFoundAt: pages
          .map(({ firstAt }) => firstAt)
          .sort()
          .at(-1),
      });
      expect(domain['shareAtLeast']).toBeLessThanOrEqual(relevant / pages.length);
    }
    const bounds = domains.map((domain) => Number(domain['shareAtLeast']));
    expect(bounds).toEqual([...bounds].sort((a, b) => b - a));
    // Three of three do not rank above ninety of a hundred.
    const [row] = await sql<{ few: number; many: number }>(
      service.databaseUrl,
      'SELECT share_at_least(3, 3) AS few, share_at_least(90, 100) AS many',
    );
    expect([row.few.toFixed(3), row.many.toFixed(3)]).toEqual(['0.438', '0.826']);
    const { topic } = await api.graphql<{ topic: { domains: { nodes: Row[] } } }>(
      `query ($id: ID!) { topic(id: $id) { domains(first: 100, sort: SHARE) { nodes { ${DOMAIN_FIELDS} } } } }`,
      { id: topicId },
    );
    expect(topic.domains.nodes).toEqual(
      domains.map((domain) => ({ ...domain, verdict: String(domain['verdict']).toUpperCase() })),
    );
  });

  it.each<[string, (pages: Known[]) => boolean]>([
    ['relevant=true', (pages) => pages.some(({ relevant }) => relevant)],
    ['seedDomain=false', ([{ domain }]) => domain !== 'site-1.example'],
    ['search=SITE-1', ([{ domain }]) => domain.includes('site-1')],
    ['foundSince=2026-11-02T00:00:00Z', (pages) => pages.every(({ firstAt }) => firstAt >= '2026-11-02')],
  ])('%s', async (query, test) => {
    const groups = new Map<string, Known[]>();
    for (const page of known) groups.set(page.domain, [...(groups.get(page.domain) ?? []), page]);
    const expected = [...groups].filter(([, pages]) => test(pages)).map(([name]) => name);
    expect((await all(`domains?${query}&sort=firstFoundAt`, 4)).map(({ name }) => name).sort()).toEqual(
      expected.sort(),
    );
    expect(await list(`domains?${query}&first=1&total=true`)).toMatchObject({ total: expected.length });
  });

  it('are found by their names', async () => {
    const { body } = await api.rest('GET', `/topics/${topicId}/domains/site-1.example`);
    expect(body).toMatchObject({ name: 'site-1.example', seedDomain: true });
    expect((await api.rest('GET', `/topics/${topicId}/domains/none.example`)).status).toBe(404);
  });
});

describe('exports', () => {
  const file = async (path: string): Promise<Response> => fetch(`${service.url}/v1/topics/${topicId}/${path}`);

  it.each(['pages', 'domains'] as const)('have all %s, as the lists have them', async (what) => {
    const expected = await all(`${what}?sort=firstFoundAt&order=asc`);
    const response = await file(`${what}/export?format=jsonl`);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename=topic-[\\w-]+-${what}-[\\d-]+\\.jsonl$`),
    );
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as Row)).toEqual(expected);
    const csv = await (await file(`${what}/export?format=csv&bom=true`)).arrayBuffer();
    const text = Buffer.from(csv).toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.trimEnd().split('\r\n')).toHaveLength(expected.length + 1);
  });

  it('take the filters of the lists', async () => {
    const query = 'relevant=true&seedDomain=false&search=violin';
    const text = await (await file(`pages/export?format=jsonl&${query}`)).text();
    const told = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    expect(urls(told)).toEqual(urls(await all(`pages?${query}`)));
    expect(told.length).toBeGreaterThan(5);
    expect((await file('pages/export?format=parquet&gzip=true')).status).toBe(400);
    expect((await file('domains/export?format=csv&newSinceSession=none')).status).toBe(400);
  });
});

describe('the collection of a topic', () => {
  it('is summarised in numbers, and rebuilt by a job', async () => {
    const { body } = await api.rest('GET', `/topics/${topicId}/collection`);
    const relevant = known.filter((page) => page.relevant);
    expect(body).toEqual({
      topicId,
      ...{ pages: known.length, relevant: relevant.length, duplicates: 0, behind: 0 },
      domainCount: new Set(known.map(({ domain }) => domain)).size,
      relevantDomainCount: new Set(relevant.map(({ domain }) => domain)).size,
    });
    const before = await all('pages');
    const { body: job } = await api.rest<{ id: string }>('POST', `/topics/${topicId}/collection/rebuild`);
    const { pause } = looks();
    for (;;) {
      const { body: now } = await api.rest<{ state: string; result: unknown }>('GET', `/jobs/${job.id}`);
      if (now.state === 'completed') {
        expect(now.result).toEqual({ collectedPages: known.length });
        break;
      }
      expect(now.state).not.toBe('failed');
      await pause();
    }
    expect(await all('pages')).toEqual(before);
  });

  it('forgets what only a deleted session had', async () => {
    expect((await api.rest('DELETE', `/sessions/${second.sessionId}`)).status).toBe(204);
    await collected();
    expect(urls(await all('pages'))).toEqual(where(({ sessions }) => sessions.includes(first)));
  });
});

test.each([
  ['pages', 'probability', 'desc'],
  ['pages', 'lastSeenAt', 'asc'],
  ['pages', 'publishedAt', 'desc'],
  ['pages', 'publishedAt', 'asc'],
  ['domains', 'relevant', 'desc'],
  ['domains', 'share', 'asc'],
  ['domains', 'expected', 'desc'],
] as const)('the export of %s by %s, %s, has the order of the list', async (what, sort, order) => {
  const idOf = ({ key, name }: Row): string => key ?? name;
  const { items } = await list(`${what}?sort=${sort}&order=${order}&first=200`);
  const query = new URLSearchParams({ format: 'jsonl', sort, ...(order === 'desc' ? {} : { order }) });
  const text = await (await fetch(`${service.url}/v1/topics/${topicId}/${what}/export?${query}`)).text();
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(rows.slice(0, items.length).map(idOf)).toEqual(items.map(idOf));
});

test.each([
  ['Wild bees & "friends"', 'attachment; filename=Wild-bees-friends-pages-DAY.jsonl'],
  ['蜜蜂', "attachment; filename=pages-DAY.jsonl; filename*=UTF-8''%E8%9C%9C%E8%9C%82-pages-DAY.jsonl"],
  [
    'Bienen\u202e für Käse',
    "attachment; filename=Bienen-fur-Kase-pages-DAY.jsonl; filename*=UTF-8''Bienen-f%C3%BCr-K%C3%A4se-pages-DAY.jsonl",
  ],
])('the export of the topic %s has its name', async (name, expected) => {
  await sql(service.databaseUrl, `UPDATE topics SET name = $2 WHERE id = $1`, [topicId, name]);
  const { headers } = await fetch(`${service.url}/v1/topics/${topicId}/pages/export?format=jsonl`);
  expect(headers.get('content-disposition')?.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')).toBe(expected);
});

test('reports of a topic and a session are pages for printing, which load nothing', async () => {
  await sql(service.databaseUrl, `UPDATE topics SET name = '<img src=x onerror=alert(1)>' WHERE id = $1`, [topicId]);
  for (const path of [`topics/${topicId}`, `sessions/${first.sessionId}`]) {
    const answer = await fetch(`${service.url}/v1/${path}/report.html`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename=img-src-x.*-report-[\d-]+\.html$/);
    const html = await answer.text();
    expect(html).toContain('&lt;img src=x');
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b/);
    const relevant = known.filter((page) => page.relevant && page.sessions.includes(first));
    expect(relevant.filter(({ url }) => html.includes(url)).length).toBeGreaterThan(10);
    expect(html).toContain('site-');
  }
  const nobody = await fetch(`${service.url}/v1/topics/${first.sessionId}/report.html`);
  expect(nobody.status).toBe(404);
});
