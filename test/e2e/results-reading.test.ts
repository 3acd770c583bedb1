import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { type ListBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface Report {
  outcomes: { name: string; count: number }[];
  renderReasons: { name: string; count: number }[];
  languages: { name: string; count: number }[];
  changes: { name: string; count: number }[];
  leftOut: { name: string; count: number }[];
  retries: number;
  recovered: number;
  rendered: number;
  duplicates: number;
  noindex: number;
  truncated: number;
}
interface Visit {
  url: string;
  fetchedAt: string;
  change: string;
  sessionId: string;
  step: number;
  contentHash: string | null;
}

const REPORT_FIELDS = `outcomes { name count } retries recovered rendered unrendered renderReasons { name count } duplicates noindex truncated languages { name count }
  changes { name count } leftOut { name count }`;
const VISIT_FIELDS = 'url fetchedAt change sessionId step httpStatus contentHash etag lastModified';

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 200, seed: 21 });
  await insertSessionRows(service.databaseUrl, { steps: 50, seed: 22 });
});
afterAll(() => service.stop());

const count = (test: (page: PageRow) => boolean): number => rows.pages.filter(test).length;

describe('the fetch report of a session', () => {
  it('counts what the step log says, in REST and GraphQL alike', async () => {
    await sql(
      service.databaseUrl,
      `UPDATE urls SET out_of_scope = 'trap: calendar' WHERE session_id = $1 AND url_no IN (1, 2, 3)`,
      [rows.sessionId],
    );
    await sql(
      service.databaseUrl,
      `UPDATE urls SET out_of_scope = 'denyHosts: a.example' WHERE session_id = $1 AND url_no = 4`,
      [rows.sessionId],
    );
    const { status, body } = await api.rest<Report>('GET', `/sessions/${rows.sessionId}/report`);
    expect(status).toBe(200);
    const outcomes = Object.fromEntries(body.outcomes.map(({ name, count: n }) => [name, n]));
    for (const outcome of new Set(rows.pages.map((page) => page.outcome)))
      expect(outcomes[outcome]).toBe(count((page) => page.outcome === outcome));
    expect(body).toMatchObject({
      retries: count((page) => page.attempt > 0),
      recovered: count((page) => page.attempt > 0 && page.outcome === 'page'),
      rendered: count((page) => page.rendered),
      duplicates: count((page) => page.duplicate_of !== null),
      noindex: 0,
      truncated: 0,
      unrendered: count((page) => page.render_reason === 'never: empty body'),
      renderReasons: [
        { name: 'always', count: count((page) => page.rendered) },
        { name: 'never: empty body', count: count((page) => page.render_reason === 'never: empty body') },
      ],
      languages: [{ name: 'en', count: count((page) => page.language === 'en') }],
      changes: [{ name: 'new', count: count((page) => page.change === 'new') }],
      leftOut: [
        { name: 'trap: calendar', count: 3 },
        { name: 'denyHosts', count: 1 },
      ],
    });
    expect(body.retries).toBeGreaterThan(5);
    const { session } = await api.graphql<{ session: { report: Report } }>(
      `query ($id: ID!) { session(id: $id) { report { ${REPORT_FIELDS} } } }`,
      { id: rows.sessionId },
    );
    const upper = (counts: readonly { name: string; count: number }[]): object[] =>
      counts.map(({ name, count: n }) => ({ name: name.toUpperCase().replaceAll(/[^A-Z]+/g, '_'), count: n }));
    expect(session.report).toEqual({
      ...body,
      outcomes: upper(body.outcomes),
      renderReasons: upper(body.renderReasons),
      changes: upper(body.changes),
    });
  });

  it('counts what was added to the log since the last report, however many ask at once', async () => {
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 30, seed: 23 });
    const reportOf = async (): Promise<Report> => (await api.rest<Report>('GET', `/sessions/${sessionId}/report`)).body;
    const before = await reportOf();
    const [{ seq, url_no }] = await sql<{ seq: number; url_no: number }>(
      service.databaseUrl,
      `SELECT (SELECT max(seq) FROM pages WHERE session_id = $1) AS seq, (SELECT max(url_no) FROM urls WHERE session_id = $1) AS url_no`,
      [sessionId],
    );
    await sql(
      service.databaseUrl,
      `INSERT INTO pages SELECT (jsonb_populate_record(p, jsonb_build_object('step', $2::int + i, 'seq', $2::int + i, 'language', 'fi'))).*
         FROM pages p, generate_series(1, 7) i WHERE p.session_id = $1 AND p.seq = 0`,
      [sessionId, seq],
    );
    await sql(
      service.databaseUrl,
      `INSERT INTO urls SELECT (jsonb_populate_record(u, jsonb_build_object('url_no', $2::int + i, 'url', u.url || i, 'out_of_scope', 'maxDepth: 3'))).*
         FROM urls u, generate_series(1, 5) i WHERE u.session_id = $1 AND u.url_no = 1`,
      [sessionId, url_no],
    );
    const reports = await Promise.all(Array.from({ length: 8 }, reportOf));
    for (const report of [...reports, await reportOf()]) {
      expect(report).toEqual(reports[0]);
      expect(report.languages).toContainEqual({ name: 'fi', count: 7 });
      expect(report.leftOut).toEqual([...before.leftOut, { name: 'maxDepth', count: 5 }]);
    }
    const all = ({ outcomes }: Report): number => outcomes.reduce((sum, { count: n }) => sum + n, 0);
    expect(all(reports[0])).toBe(all(before) + 7);
  });
});

describe('screenshots', () => {
  it('are served as JPEG, and missing ones are said to be', async () => {
    const path = `/sessions/${rows.sessionId}/pages`;
    await sql(service.databaseUrl, `INSERT INTO screenshots (session_id, step, data) VALUES ($1, 0, '\\xffd8ffe0')`, [
      rows.sessionId,
    ]);
    const response = await fetch(`${service.url}/v1${path}/0/screenshot`);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe('ffd8ffe0');
    const [first, second] = (await api.rest<ListBody<{ hasScreenshot: boolean }>>('GET', `${path}?first=2`)).body.items;
    expect([first.hasScreenshot, second.hasScreenshot]).toEqual([true, false]);
    expect((await api.rest('GET', `${path}/1/screenshot`)).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await api.rest('GET', `${path}/100000/screenshot`)).status).toBe(404);
  });
});

describe('the changes of a topic', () => {
  const visits = Array.from({ length: 45 }, (_, i) => ({
    url: `http://a.example/${i % 9}`,
    at: new Date(Date.UTC(2026, 9, 1) + Math.floor(i / 3) * 3_600_000).toISOString(),
    step: i,
    change: i < 9 ? 'new' : i % 4 === 0 ? 'changed' : 'unchanged',
  }));
  const newestFirst = [...visits].sort((a, b) => b.at.localeCompare(a.at) || b.step - a.step);
  beforeAll(async () => {
    for (const { url, at, step, change } of visits) {
      const { hashUrl, signedDecimal } = await import('../../src/domain/url/index.js');
      await sql(
        service.databaseUrl,
        `INSERT INTO visits (topic_id, url_hash, fetched_at, url, session_id, step, change, http_status, content_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 200, $8)`,
        [rows.topicId, signedDecimal(hashUrl(url)), at, url, rows.sessionId, step, change, -1 - step],
      );
    }
  });
  const read = async (query: string): Promise<Visit[]> => {
    const items: Visit[] = [];
    for (let after = ''; ;) {
      const { status, body } = await api.rest<ListBody<Visit>>(
        'GET',
        `/topics/${rows.topicId}/changes?first=7${query}${after}`,
      );
      if (status !== 200) throw new Error(JSON.stringify(body));
      items.push(...body.items);
      if (!body.pageInfo.hasNextPage) return items;
      after = `&after=${String(body.pageInfo.endCursor)}`;
    }
  };

  it('are listed newest first, each once, in REST and GraphQL alike', async () => {
    const items = await read('');
    expect(items.map(({ step }) => step)).toEqual(newestFirst.map(({ step }) => step));
    expect(items[0]?.contentHash).toBe('ffffffffffffffd3');
    const { topic } = await api.graphql<{ topic: { changes: { nodes: Visit[] } } }>(
      `query ($id: ID!) { topic(id: $id) { changes(first: 100) { nodes { ${VISIT_FIELDS} } } } }`,
      { id: rows.topicId },
    );
    expect(topic.changes.nodes).toEqual(items.map((visit) => ({ ...visit, change: visit.change.toUpperCase() })));
  });

  it('are those of one page, of one kind, or since a time', async () => {
    expect((await read('&url=HTTP://a.example/3%23top')).map(({ step }) => step)).toEqual([39, 30, 21, 12, 3]);
    expect((await read('&change=changed')).length).toBe(visits.filter(({ change }) => change === 'changed').length);
    const since = '2026-10-01T10:00:00.000Z';
    expect((await read(`&since=${since}`)).map(({ step }) => step)).toEqual(
      newestFirst.filter(({ at }) => at >= since).map(({ step }) => step),
    );
  });

  it.each([
    ['url=ftp://a.example/', 'url'],
    ['change=other', 'change'],
    ['since=yesterday', 'since'],
    ['after=xyz', 'after'],
    ['first=0', 'first'],
  ])('refuses %s', async (query, field) => {
    expect((await api.rest('GET', `/topics/${rows.topicId}/changes?${query}`)).body).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field,
    });
  });
});

describe('a session without a search index', () => {
  it('refuses to be searched with an error that names the setting, and is read and exported otherwise', async () => {
    const off = await insertSessionRows(service.databaseUrl, {
      ...{ steps: 20, seed: 13, config: { search: 'off' } },
    });
    const refused = {
      ...{ code: 'INVALID_STATE', status: 409, field: 'search' },
      detail: expect.stringContaining('`search`'),
    };
    for (const path of [
      'pages?search=violin',
      'pages?total=true&search=violin',
      'pages/export?format=csv&search=violin',
    ])
      expect((await api.rest('GET', `/sessions/${off.sessionId}/${path}`)).body).toMatchObject(refused);
    for (const path of ['pages?search=violin', 'pages/export?format=csv&search=violin'])
      expect((await api.rest('GET', `/topics/${off.topicId}/${path}`)).body).toMatchObject(refused);
    expect(
      (
        await api.rest('POST', `/sessions/${off.sessionId}/exports`, {
          ...{ what: 'pages', format: 'csv', pageFilter: { search: 'violin' } },
        })
      ).body,
    ).toMatchObject(refused);
    expect(
      await api.graphqlError(`{ session(id: "${off.sessionId}") { pages(search: "violin") { totalCount } } }`),
    ).toMatchObject({ message: expect.stringContaining('`search`'), extensions: { code: 'INVALID_STATE' } });
    const { body } = await api.rest<ListBody<object>>('GET', `/sessions/${off.sessionId}/pages?search=+&first=100`);
    expect(body.items).toHaveLength(20);
    const csv = await fetch(`${service.url}/v1/sessions/${off.sessionId}/pages/export?format=csv`);
    expect((await csv.text()).trim().split('\n').length).toBeGreaterThan(10);
  });
});
