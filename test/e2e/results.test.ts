import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import { appendPages, insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { type ListBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

type Row = Record<string, unknown> & { step: number };

const PAGE_FIELDS = `sessionId step seq url finalUrl urlNo finalUrlNo domainName domainNo sourceStep depth outcome message httpStatus redirects contentType charset
  fetchedAt durationMs bytes truncated rendered renderReason attempt duplicateOf noindex change title description publishedAt language excerpt excerptMarks linkCount probability relevant reward free hasScreenshot`;
const DOMAIN_FIELDS = 'sessionId domainNo name fetched relevant failed harvestRate firstStep firstRelevantStep';
const LINK_FIELDS =
  'sessionId sourceStep position sourceUrl urlNo url anchor before after heading place tagPath nofollow outOfScope targetStep';
/** A REST page, visit or link in the form of GraphQL, with enum values. */
const upper = (value: unknown): string | null =>
  (value as string | null)?.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') ?? null;
const linkInGraphql = (link: Row): Row => ({ ...link, place: upper(link['place']) });
const inGraphql = (row: Row): Row => ({
  ...row,
  change: upper(row['change']),
  renderReason: upper(row['renderReason']),
  outcome: upper(row['outcome']),
});
const WHY_FIELDS = `policy policyVersion value exploration features { name value } terms { name value } leaf { id rules } rank options chosenAfter link { ${LINK_FIELDS} }
  path { step url title relevant probability reward }`;

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
let other: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 300, seed: 11 });
  // Rows of others in every index, which must never appear.
  other = await insertSessionRows(service.databaseUrl, { steps: 120, seed: 12 });
});
afterAll(() => service.stop());

const list = async <T = Row>(path: string): Promise<ListBody<T>> => {
  const { status, body } = await api.rest<ListBody<T>>('GET', `/sessions/${rows.sessionId}/${path}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
/** All items of a list, read in pieces. */
const all = async <T = Row>(path: string, first = 37): Promise<T[]> => {
  const items: T[] = [];
  for (let after = ''; ;) {
    const { items: more, pageInfo } = await list<T>(`${path}${path.includes('?') ? '&' : '?'}first=${first}${after}`);
    items.push(...more);
    if (!pageInfo.hasNextPage) return items;
    after = `&after=${String(pageInfo.endCursor)}`;
  }
};
const onSession = async <T>(fields: string, id = rows.sessionId): Promise<T> =>
  (await api.graphql<{ session: T }>(`query ($id: ID!) { session(id: $id) { ${fields} } }`, { id })).session;
const urlOf = (urlNo: number): string => rows.urls[urlNo].url;
const matching = (test: (page: PageRow) => boolean): number[] => rows.pages.filter(test).map(({ step }) => step);
const steps = (pages: readonly Row[]): number[] => pages.map(({ step }) => step);

describe('pages', () => {
  it.each<[string, string, (a: PageRow, b: PageRow) => number]>([
    ['sort=step', 'sort: STEP', (a, b) => a.step - b.step],
    ['sort=step&order=desc', 'sort: STEP, order: DESC', (a, b) => b.step - a.step],
    ['sort=completion', 'sort: COMPLETION', (a, b) => a.seq - b.seq],
    ['sort=probability', 'sort: PROBABILITY', (a, b) => b.probability - a.probability || b.step - a.step],
    [
      'sort=probability&order=asc',
      'sort: PROBABILITY, order: ASC',
      (a, b) => a.probability - b.probability || a.step - b.step,
    ],
    [
      'sort=fetchedAt&order=desc',
      'sort: FETCHED_AT, order: DESC',
      (a, b) => b.fetched_at.localeCompare(a.fetched_at) || b.step - a.step,
    ],
    [
      'sort=publishedAt',
      'sort: PUBLISHED_AT',
      (a, b) => (b.published_at ?? '0').localeCompare(a.published_at ?? '0') || b.step - a.step,
    ],
    [
      'sort=publishedAt&order=asc',
      'sort: PUBLISHED_AT, order: ASC',
      (a, b) => (a.published_at ?? '9').localeCompare(b.published_at ?? '9') || a.step - b.step,
    ],
    ['sort=depth', 'sort: DEPTH', (a, b) => a.depth - b.depth || a.step - b.step],
  ])('%s: complete, in order, each once; GraphQL gives the same', async (query, args, compare) => {
    const expected = [...rows.pages].sort(compare).map(({ step }) => step);
    expect(steps(await all(`pages?${query}`))).toEqual(expected);
    const rest = await list(`pages?${query}&first=50`);
    const { pages } = await onSession<{ pages: { nodes: Row[]; pageInfo: object } }>(
      `pages(first: 50, ${args}) { nodes { ${PAGE_FIELDS} } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } }`,
    );
    expect(pages).toEqual({ nodes: rest.items.map(inGraphql), pageInfo: rest.pageInfo });
  });

  it.each<[string, (page: PageRow) => boolean]>([
    ['relevant=true', (p) => p.relevant],
    ['relevant=false', (p) => !p.relevant],
    ['domain=site-0.example', (p) => rows.domains[p.domain_no].name === 'site-0.example'],
    ['domain=Site-0.Example', (p) => rows.domains[p.domain_no].name === 'site-0.example'],
    ['domain=nowhere.example', () => false],
    ['outcome=timeout', (p) => p.outcome === 'timeout'],
    ['httpStatus=404', (p) => p.http_status === 404],
    ['duplicate=true', (p) => p.duplicate_of !== null],
    ['duplicate=false&relevant=true', (p) => p.duplicate_of === null && p.relevant],
    ['rendered=true', (p) => p.rendered],
    ['sourceStep=1', (p) => p.source === 1],
    ['sourceStep=1&relevant=true', (p) => p.source === 1 && p.relevant],
    ['probabilityMin=0.3&probabilityMax=0.7', (p) => p.probability >= 0.3 && p.probability <= 0.7],
    ['depthMin=2&depthMax=3', (p) => p.depth >= 2 && p.depth <= 3],
    ['fetchedFrom=2026-11-01T12:00:30Z&fetchedTo=2026-11-01T12:00:40Z', (p) => p.seq >= 120 && p.seq < 160],
    [
      'relevant=true&depthMax=2&domain=site-0.example',
      (p) => p.relevant && p.depth <= 2 && rows.domains[p.domain_no].name === 'site-0.example',
    ],
    ['search=violin', (p) => /violin/.test(p.text ?? '')],
    ['search=stadiums', (p) => /stadium/.test(p.text ?? '')],
    [
      `search=${encodeURIComponent('"page 17" or "page 23"')}`,
      (p) => p.outcome === 'page' && [17, 23].includes(p.step),
    ],
    [
      `search=${encodeURIComponent('violin -river')}`,
      (p) => /violin/.test(p.text ?? '') && !/river/.test(p.text ?? ''),
    ],
    [`search=${encodeURIComponent("'); DROP TABLE pages; --")}`, () => false],
    ['search=%20', () => true],
  ])('filters by %s', async (query, test) => {
    expect(steps(await all(`pages?${query}`))).toEqual(matching(test));
  });

  it('stays in place while a session adds pages: nothing is skipped or given twice', async () => {
    const growing = await insertSessionRows(service.databaseUrl, { steps: 60, seed: 3 });
    const path = `/sessions/${growing.sessionId}/pages?first=7`;
    for (const [sort, order] of [
      ['probability', 'desc'],
      ['step', 'desc'],
      ['completion', 'asc'],
      ['depth', 'asc'],
    ]) {
      const before = (
        await api.rest<ListBody<Row>>(
          'GET',
          `/sessions/${growing.sessionId}/pages?first=200&sort=${sort}&order=${order}`,
        )
      ).body.items.map((p) => p.step);
      const seen: number[] = [];
      for (let after = ''; ;) {
        const { body } = await api.rest<ListBody<Row>>('GET', `${path}&sort=${sort}&order=${order}${after}`);
        seen.push(...steps(body.items));
        const [{ next }] = await sql<{ next: number }>(
          service.databaseUrl,
          'SELECT max(step) + 1 AS next FROM pages WHERE session_id = $1',
          [growing.sessionId],
        );
        const template = growing.pages[next % 50];
        await appendPages(service.databaseUrl, growing, [
          { ...template, step: next, seq: next, probability: ((next * 37) % 100) / 100 },
        ]);
        if (!body.pageInfo.hasNextPage) break;
        after = `&after=${String(body.pageInfo.endCursor)}`;
      }
      expect(new Set(seen).size).toBe(seen.length);
      const old = new Set(before);
      expect(seen.filter((step) => old.has(step))).toEqual(before);
    }
  });

  it.each<[string, string]>([
    ['sort=size', 'sort'],
    ['order=up', 'order'],
    ['relevant=maybe', 'relevant'],
    ['probabilityMin=1.5', 'probabilityMin'],
    ['depthMin=-1', 'depthMin'],
    ['depthMax=many', 'depthMax'],
    ['fetchedFrom=yesterday', 'fetchedFrom'],
    ['probabilityMin=0.9&probabilityMax=0.2', 'probabilityMax'],
    ['depthMin=3&depthMax=2', 'depthMax'],
    ['fetchedFrom=2026-11-02&fetchedTo=2026-11-01', 'fetchedTo'],
    ['first=201', 'first'],
    ['after=bm9uZQ', 'after'],
    ['colour=red', 'colour'],
  ])('refuses %s, naming %s', async (query, field) => {
    expect((await api.rest('GET', `/sessions/${rows.sessionId}/pages?${query}`)).body).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field,
    });
  });

  it('refuses a cursor of another order', async () => {
    const { pageInfo } = await list('pages?sort=probability&first=1');
    expect(
      (await api.rest('GET', `/sessions/${rows.sessionId}/pages?sort=depth&after=${String(pageInfo.endCursor)}`)).body,
    ).toMatchObject({ status: 400, field: 'after' });
    const forged = Buffer.from(JSON.stringify(['step asc', 1.5, 0])).toString('base64url');
    expect((await api.rest('GET', `/sessions/${rows.sessionId}/pages?after=${forged}`)).body).toMatchObject({
      status: 400,
      field: 'after',
    });
  });

  it('gives one page with its texts; GraphQL gives the same', async () => {
    const [step] = matching((p) => p.relevant);
    const row = rows.pages[step];
    const { body } = await api.rest<Row>('GET', `/sessions/${rows.sessionId}/pages/${step}`);
    expect(body).toMatchObject({
      step,
      url: urlOf(row.url_no),
      title: row.title,
      headings: row.headings,
      text: row.text,
      mainText: row.main_text,
      probability: row.probability,
      relevant: true,
      fetchedAt: row.fetched_at,
      domainName: rows.domains[row.domain_no].name,
      sourceStep: row.source === -1 ? null : row.source,
    });
    const { page } = await api.graphql<{ page: Row }>(
      `query ($id: ID!, $step: Int!) { page(sessionId: $id, step: $step) { ${PAGE_FIELDS} headings text mainText } }`,
      { id: rows.sessionId, step },
    );
    expect(page).toEqual(inGraphql(body));
  });

  it('reports missing objects', async () => {
    expect((await api.rest('GET', `/sessions/${rows.sessionId}/pages/300`)).body).toMatchObject({
      status: 404,
      detail: 'page 300 does not exist',
    });
    expect((await api.rest('GET', `/sessions/${rows.sessionId}/pages/first`)).body).toMatchObject({
      status: 400,
      field: 'step',
    });
    for (const path of [
      'pages',
      'pages/1',
      'pages/1/why',
      'pages/1/in-links',
      'domains',
      'links',
      'series',
      'failures',
      'failures/counts',
      'robots-blocked',
      'pages/export?format=csv',
    ]) {
      expect((await api.rest('GET', `/sessions/${randomUUID()}/${path}`)).body).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    }
    expect(await api.graphqlError(`{ page(sessionId: "${randomUUID()}", step: 1) { step } }`)).toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    });
  });
});

describe('metrics', () => {
  it('tell how many pages the search index does not have yet', async () => {
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 20, indexed: false });
    const [{ behind }] = await sql<{ behind: number }>(
      service.databaseUrl,
      'SELECT completed AS behind FROM sessions WHERE id = $1',
      [sessionId],
    );
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain(
      `gleaner_search_unindexed_pages{role="api"} ${behind}\n`,
    );
  });
});

describe('why', () => {
  it('shows policy, value, features, leaf, the link that led here and the path from the seed; GraphQL agrees', async () => {
    const step = rows.pages.findLast((p) => p.outcome === 'page' && p.depth >= 3)!.step;
    const row = rows.pages[step];
    const path: number[] = [];
    for (let at = step; at !== -1; at = rows.pages[at].source) path.unshift(at);
    const { body } = await api.rest<Row>('GET', `/sessions/${rows.sessionId}/pages/${step}/why`);
    expect(body).toMatchObject({
      ...row.why,
      policy: 'breadth-first',
      policyVersion: 1,
      chosenAfter: row.chosen_after,
      link: {
        sourceStep: row.source,
        sourceUrl: urlOf(rows.pages[row.source].final_url_no),
        url: urlOf(row.url_no),
        targetStep: step,
        anchor: rows.links.find((l) => l.source === row.source && l.url_no === row.url_no)!.anchor,
      },
    });
    expect((body['path'] as Row[]).map((p) => p.step)).toEqual(path);
    const { page } = await api.graphql<{ page: { why: Row } }>(
      `query ($id: ID!, $step: Int!) { page(sessionId: $id, step: $step) { why { ${WHY_FIELDS} } } }`,
      { id: rows.sessionId, step },
    );
    expect(page.why).toEqual({
      ...body,
      link: linkInGraphql(body['link'] as Row),
      features: Object.entries(body['features'] as object).map(([name, value]) => ({ name, value: value as number })),
    });
  });

  it('has no link for a seed', async () => {
    const [seed] = matching((p) => p.source === -1);
    const { body } = await api.rest('GET', `/sessions/${rows.sessionId}/pages/${seed}/why`);
    expect(body).toMatchObject({ link: null, path: [{ step: seed }] });
  });
});

describe('links', () => {
  it('of a page, out and in, with the page they lead to; GraphQL gives the same', async () => {
    const step = matching((p) => p.outcome === 'page' && rows.links.filter((l) => l.url_no === p.url_no).length > 1)[0];
    const row = rows.pages[step];
    const out = await all(`pages/${step}/out-links`, 2);
    expect(out.map((l) => l['url'])).toEqual(rows.links.filter((l) => l.source === step).map((l) => urlOf(l.url_no)));
    const fetchedAs = (urlNo: number) => rows.pages.find((p) => p.url_no === urlNo)?.step ?? null;
    expect(out.map((l) => l['targetStep'])).toEqual(
      rows.links.filter((l) => l.source === step).map((l) => fetchedAs(l.url_no)),
    );
    const into = await all(`pages/${step}/in-links`, 2);
    expect(into.map((l) => [l['sourceStep'], l['position']])).toEqual(
      rows.links.filter((l) => l.url_no === row.url_no).map((l) => [l.source, l.position]),
    );
    const { page } = await api.graphql<{ page: Record<'outLinks' | 'inLinks', { nodes: Row[] }> }>(
      `query ($id: ID!, $step: Int!) { page(sessionId: $id, step: $step) { outLinks { nodes { ${LINK_FIELDS} } } inLinks { nodes { ${LINK_FIELDS} } } } }`,
      { id: rows.sessionId, step },
    );
    expect([page.outLinks.nodes, page.inLinks.nodes]).toEqual([out.map(linkInGraphql), into.map(linkInGraphql)]);
  });

  it('of a session: the page graph', async () => {
    const graph = await all('links', 200);
    expect(graph.map((l) => [l['sourceStep'], l['position'], l['urlNo']])).toEqual(
      rows.links.map((l) => [l.source, l.position, l.url_no]),
    );
    const { links } = await onSession<{ links: { nodes: Row[] } }>(`links(first: 30) { nodes { ${LINK_FIELDS} } }`);
    expect(links.nodes).toEqual(graph.slice(0, 30).map(linkInGraphql));
  });
});

describe('domains', () => {
  const visited = () => rows.domains.filter((d) => d.fetched > 0 || d.failed > 0);
  const rateOf = (d: { relevant: number; fetched: number }) => (d.fetched === 0 ? -1 : d.relevant / d.fetched);
  const last = (isA: boolean, isB: boolean) => Number(isA) - Number(isB);
  type D = SessionRows['domains'][number];

  it.each<[string, string, (a: D, b: D) => number]>([
    ['sort=relevant', 'sort: RELEVANT', (a, b) => b.relevant - a.relevant || b.domain_no - a.domain_no],
    [
      'sort=fetched&order=asc',
      'sort: FETCHED, order: ASC',
      (a, b) => a.fetched - b.fetched || a.domain_no - b.domain_no,
    ],
    ['sort=harvestRate', 'sort: HARVEST_RATE', (a, b) => rateOf(b) - rateOf(a) || b.domain_no - a.domain_no],
    [
      'sort=firstStep',
      'sort: FIRST_STEP',
      (a, b) => (a.first_step ?? 1e9) - (b.first_step ?? 1e9) || a.domain_no - b.domain_no,
    ],
    [
      'sort=harvestRate&order=asc',
      'sort: HARVEST_RATE, order: ASC',
      (a, b) => last(a.fetched === 0, b.fetched === 0) || rateOf(a) - rateOf(b) || a.domain_no - b.domain_no,
    ],
    ['sort=failed', 'sort: FAILED', (a, b) => b.failed - a.failed || b.domain_no - a.domain_no],
    [
      'sort=firstRelevantStep&order=desc',
      'sort: FIRST_RELEVANT_STEP, order: DESC',
      ({ first_relevant_step: a, domain_no: i }, { first_relevant_step: b, domain_no: j }) =>
        last(a === null, b === null) || (b ?? 0) - (a ?? 0) || j - i,
    ],
    ['sort=name', 'sort: NAME', (a, b) => (a.name < b.name ? -1 : 1)],
  ])('%s: complete and in order; GraphQL gives the same', async (query, args, compare) => {
    const items = await all(`domains?${query}`, 7);
    expect(items.map((d) => d['name'])).toEqual([...visited()].sort(compare).map((d) => d.name));
    const { domains } = await onSession<{ domains: { nodes: Row[] } }>(
      `domains(first: 10, ${args}) { nodes { ${DOMAIN_FIELDS} } }`,
    );
    expect(domains.nodes).toEqual(items.slice(0, 10));
  });

  it('filters by relevance and by a part of the name, and shows unvisited ones when asked', async () => {
    const names = async (query: string) => (await all(`domains?sort=domainNo&${query}`)).map((d) => d['name']);
    expect(await names('relevant=true')).toEqual(rows.domains.filter((d) => d.relevant > 0).map((d) => d.name));
    expect(await names('unvisited=true')).toEqual(rows.domains.map((d) => d.name));
    expect(await names('search=E-1')).toEqual(
      visited()
        .filter((d) => d.name.includes('e-1'))
        .map((d) => d.name),
    );
    expect(await names('search=%25')).toEqual([]);
  });

  it('gives one by its number, and its pages over GraphQL', async () => {
    const best = (await list('domains?first=1')).items[0];
    expect((await api.rest('GET', `/sessions/${rows.sessionId}/domains/${String(best['domainNo'])}`)).body).toEqual(
      best,
    );
    expect((await api.rest('GET', `/sessions/${rows.sessionId}/domains/9999`)).status).toBe(404);
    const { domains } = await onSession<{ domains: { nodes: { pages: { nodes: Row[] } }[] } }>(
      `domains(first: 1) { nodes { pages(first: 50, relevant: true, sort: PROBABILITY) { nodes { ${PAGE_FIELDS} } } } }`,
    );
    expect(domains.nodes[0].pages.nodes).toEqual(
      (await list(`pages?domain=${String(best['name'])}&relevant=true&sort=probability&first=50`)).items.map(inGraphql),
    );
    expect(domains.nodes[0].pages.nodes.length).toBeGreaterThan(2);
  });
});

describe('series, failures', () => {
  it("sums up to the session's counters, in at most so many points; GraphQL gives the same", async () => {
    const { body: session } = await api.rest<Record<string, number>>('GET', `/sessions/${rows.sessionId}`);
    for (const points of [1, 7, 1_000]) {
      const {
        body: { items: body },
      } = await api.rest<{ items: Record<string, number>[] }>(
        'GET',
        `/sessions/${rows.sessionId}/series?points=${points}`,
      );
      expect(body.length).toBeLessThanOrEqual(points);
      expect(body.at(-1)).toMatchObject({
        completed: 300,
        fetched: session['fetched'],
        relevant: session['relevant'],
        domainCount: session['domainCount'],
        relevantDomainCount: session['relevantDomainCount'],
        reward: session['relevant'],
        harvestRate: session['harvestRate'],
      });
      const { series } = await onSession<{ series: object[] }>(
        `series(points: ${points}) { completed at fetched relevant domainCount relevantDomainCount reward harvestRate stretchHarvestRate }`,
      );
      expect(series).toEqual(body);
    }
    // Stretches of 30 steps are computed from pages, those of 100 from the crawl's own records.
    for (const [points, length] of [
      [10, 30],
      [3, 100],
    ]) {
      const { body } = await api.rest<{ items: Record<string, number>[] }>(
        'GET',
        `/sessions/${rows.sessionId}/series?points=${points}`,
      );
      const upTo = rows.pages.filter((p) => p.seq < 2 * length);
      expect(body.items[1]).toMatchObject({
        completed: 2 * length,
        fetched: upTo.filter((p) => p.outcome === 'page').length,
        relevant: upTo.filter((p) => p.relevant).length,
        domainCount: new Set(upTo.filter((p) => p.outcome === 'page').map((p) => p.domain_no)).size,
        relevantDomainCount: new Set(upTo.filter((p) => p.relevant).map((p) => p.domain_no)).size,
      });
    }
  });

  it('lists and counts failures and what robots.txt blocked; GraphQL gives the same', async () => {
    const failed = await all('failures');
    // A refusal by robots.txt costs no fetch and is no failure.
    expect(steps(failed)).toEqual(matching((p) => p.outcome !== 'page' && p.outcome !== 'robots-denied'));
    expect(steps(await all('failures?outcome=timeout'))).toEqual(matching((p) => p.outcome === 'timeout'));
    const blocked = await all('robots-blocked');
    expect(steps(blocked)).toEqual(matching((p) => p.outcome === 'robots-denied'));
    const {
      body: { items: counts },
    } = await api.rest<{ items: { outcome: string; count: number }[] }>(
      'GET',
      `/sessions/${rows.sessionId}/failures/counts`,
    );
    for (const { outcome, count } of counts) expect(count).toBe(matching((p) => p.outcome === outcome).length);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(failed.length);
    const withFree = await list<{ outcome: string; count: number; help: { settings: string[] } }>(
      'failures/counts?free=true',
    );
    expect(withFree.items.filter(({ outcome }) => outcome !== 'robots-denied')).toEqual(counts);
    expect(withFree.items.find(({ outcome }) => outcome === 'robots-denied')).toMatchObject({
      count: blocked.length,
      help: { settings: expect.arrayContaining(['robots']) as string[] },
    });
    const graphql = await onSession<Record<string, { nodes: Row[] }>>(
      `failures(first: 100) { nodes { ${PAGE_FIELDS} } } robotsBlocked(first: 100) { nodes { ${PAGE_FIELDS} } } failureCounts { outcome httpStatus count means help { settings advice } }`,
    );
    expect(graphql).toEqual({
      failures: { nodes: failed.map(inGraphql) },
      robotsBlocked: { nodes: blocked.map(inGraphql) },
      failureCounts: counts.map((count) => ({ ...count, outcome: upper(count.outcome) })),
    });
  });

  it('are empty before the first step', async () => {
    const fresh = await insertSessionRows(service.databaseUrl, { steps: 0 });
    expect((await api.rest('GET', `/sessions/${fresh.sessionId}/series`)).body).toMatchObject({ items: [] });
    expect((await api.rest('GET', `/sessions/${fresh.sessionId}/pages`)).body).toEqual({
      items: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
    });
    expect((await api.rest('GET', `/sessions/${fresh.sessionId}/failures/counts`)).body).toMatchObject({ items: [] });
  });
});

describe('other sessions', () => {
  it('never appear in the lists of a session', async () => {
    expect(
      steps((await api.rest<ListBody<Row>>('GET', `/sessions/${other.sessionId}/pages?first=200`)).body.items),
    ).toEqual(other.pages.map((p) => p.step));
    const both = await api.graphql<Record<string, { pages: { nodes: Row[] }; links: { nodes: Row[] } }>>(
      `query ($a: ID!, $b: ID!) {
      a: session(id: $a) { pages(first: 5) { nodes { ${PAGE_FIELDS} } } links(first: 5) { nodes { sessionId url } } }
      b: session(id: $b) { pages(first: 5) { nodes { ${PAGE_FIELDS} } } links(first: 5) { nodes { sessionId url } } } }`,
      { a: rows.sessionId, b: other.sessionId },
    );
    for (const [name, session] of [
      ['a', rows],
      ['b', other],
    ] as const) {
      const { pages, links } = both[name];
      expect(pages.nodes.map((p) => p['url'])).toEqual(
        session.pages.slice(0, 5).map((p) => session.urls[p.url_no].url),
      );
      expect(new Set([...pages.nodes, ...links.nodes].map((n) => n['sessionId']))).toEqual(
        new Set([session.sessionId]),
      );
    }
  });
});
