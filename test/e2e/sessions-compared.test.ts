import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { type ListBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface Find {
  readonly sessionId: string;
  readonly step: number;
  readonly completed: number;
}
interface Compared {
  readonly url: string;
  readonly title: string | null;
  readonly foundBy: readonly Find[];
}
interface Comparison {
  readonly sessions: readonly {
    readonly session: { readonly id: string; readonly relevant: number };
    readonly relevantUrls: number;
    readonly onlyHere: number;
    readonly missed: number;
  }[];
  readonly relevantUrls: number;
  readonly foundByAll: number;
}
interface Host {
  readonly name: string;
  readonly state: string;
  readonly waitingUntil: string | null;
  readonly [field: string]: unknown;
}

let service: TestService;
let api: ApiClient;
let one: SessionRows;
let two: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  one = await insertSessionRows(service.databaseUrl, { steps: 300, seed: 21 });
  // The same pages, judged differently and in the opposite order.
  two = await insertSessionRows(service.databaseUrl, { steps: 300, seed: 21 });
  await sql(
    service.databaseUrl,
    `UPDATE pages SET relevant = outcome = 'page' AND step % 3 = 0 WHERE session_id = $1`,
    [two.sessionId],
  );
  await sql(service.databaseUrl, 'SELECT note_steps_anew($1)', [two.sessionId]);
});
afterAll(() => service.stop());

const get = async <T>(path: string): Promise<T> => {
  const { status, body } = await api.rest<T>('GET', path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const urlOf = ({ final_url_no }: PageRow): string => one.urls[final_url_no].url;
const byOne = (): Set<string> => new Set(one.pages.filter(({ relevant }) => relevant).map(urlOf));
const byTwo = (): Set<string> =>
  new Set(two.pages.filter(({ outcome, step }) => outcome === 'page' && step % 3 === 0).map(urlOf));
const minus = (a: Set<string>, b: Set<string>): string[] => [...a].filter((url) => !b.has(url)).sort();

describe('sessions side by side', () => {
  const both = (): string => `${one.sessionId},${two.sessionId}`;

  it('count pages found alone, together and not; GraphQL agrees', async () => {
    const [a, b] = [byOne(), byTwo()];
    const [onlyA, onlyB] = [minus(a, b), minus(b, a)];
    const compared = await get<Comparison>(`/sessions/compare?ids=${both()}`);
    expect(compared).toMatchObject({
      sessions: [
        { session: { id: one.sessionId }, relevantUrls: a.size, onlyHere: onlyA.length, missed: onlyB.length },
        { session: { id: two.sessionId }, relevantUrls: b.size, onlyHere: onlyB.length, missed: onlyA.length },
      ],
      relevantUrls: new Set([...a, ...b]).size,
      foundByAll: a.size - onlyA.length,
    });
    const { compareSessions } = await api.graphql<{ compareSessions: Comparison }>(
      `query ($ids: [ID!]!) { compareSessions(ids: $ids) { relevantUrls foundByAll
        sessions { relevantUrls onlyHere missed session { id relevant series(points: 5) { fetched } } } } }`,
      { ids: [one.sessionId, two.sessionId] },
    );
    expect(compared).toMatchObject({
      ...compareSessions,
      sessions: compareSessions.sessions.map(({ session: { id }, ...rest }) => ({ ...rest, session: { id } })),
    });
  });

  it.each([
    ['', () => [...new Set([...byOne(), ...byTwo()])].sort()],
    [`onlyBy=one`, () => minus(byOne(), byTwo())],
    [`missedBy=one`, () => minus(byTwo(), byOne())],
    [`onlyBy=one&missedBy=one`, () => []],
  ])('list the pages with %j, piece by piece, those found earliest first', async (filter, expected) => {
    const asked = filter.replaceAll('=one', `=${one.sessionId}`);
    const found: Compared[] = [];
    let after = '';
    for (;;) {
      const path = `/sessions/compare/pages?ids=${both()}&first=31&total=true&${asked}${after}`;
      const piece = await get<ListBody<Compared> & { total: number }>(path);
      expect(piece.total).toBe(expected().length);
      found.push(...piece.items);
      if (!piece.pageInfo.hasNextPage) break;
      after = `&after=${piece.pageInfo.endCursor ?? ''}`;
    }
    expect(found.map(({ url }) => url).sort()).toEqual(expected());
    const firsts = found.map(({ foundBy }) => Math.min(...foundBy.map(({ step }) => step)));
    expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    for (const { url, title, foundBy } of found) {
      for (const { sessionId, step, completed } of foundBy) {
        const page = (sessionId === one.sessionId ? one : two).pages[step];
        expect([urlOf(page), page.title, page.seq + 1]).toEqual([url, title, completed]);
      }
    }
  });

  it('are read backwards, and in GraphQL', async () => {
    const args = `ids: ["${one.sessionId}", "${two.sessionId}"], onlyBy: "${two.sessionId}"`;
    const { comparedSessionPages: ends } = await api.graphql<{
      comparedSessionPages: { nodes: Compared[]; totalCount: number };
    }>(`{ comparedSessionPages(${args}, last: 3) { totalCount nodes { url title foundBy { sessionId step } } } }`);
    expect(ends.totalCount).toBe(minus(byTwo(), byOne()).length);
    const all = await get<ListBody<Compared>>(
      `/sessions/compare/pages?ids=${both()}&onlyBy=${two.sessionId}&first=200`,
    );
    expect(ends.nodes).toMatchObject(all.items.slice(-3).map(({ url, title }) => ({ url, title })));
  });

  it.each([
    [() => one.sessionId, 400],
    [() => `${one.sessionId},${one.sessionId}`, 400],
    [() => `${one.sessionId},x`, 400],
    [() => `${one.sessionId},${randomUUID()}`, 404],
    [() => `${both()}&onlyBy=${randomUUID()}`, 400],
    [() => `${both()}&after=bm8`, 400],
  ])('refuse what cannot be compared (%#)', async (ids, status) => {
    expect((await api.rest('GET', `/sessions/compare/pages?ids=${ids()}`)).status).toBe(status);
  });
});

describe('the folders of a domain', () => {
  it('have the numbers of their pages, over several levels and below one of them', async () => {
    const ofDomain = one.pages.filter(({ domain_no }) => domain_no === 0);
    const { paths, isCut } = await get<{ paths: { path: string; level: number }[]; isCut: boolean }>(
      `/sessions/${one.sessionId}/domains/0/paths`,
    );
    expect(isCut).toBe(false);
    expect(paths[0]).toEqual({
      ...{ path: `www.${one.domains[0].name}/`, level: 1 },
      pages: ofDomain.filter(({ outcome }) => outcome === 'page').length,
      relevant: ofDomain.filter(({ relevant }) => relevant).length,
      failed: ofDomain.filter(({ outcome }) => outcome !== 'page').length,
    });
    const folders = new Set(ofDomain.map((page) => urlOf(page).split('/').slice(2, 4).join('/')));
    expect(new Set(paths.slice(1).map(({ path }) => path))).toEqual(new Set([...folders].map((path) => `${path}/`)));
    const below = await get<object>(
      `/sessions/${one.sessionId}/domains/0/paths?under=${encodeURIComponent(paths[0].path)}&limit=2`,
    );
    expect(below).toEqual({ paths: paths.slice(1, 3).map((path) => ({ ...path, level: 1 })), isCut: true });
    const { domain } = await api.graphql<{ domain: { name: string; paths: { paths: object[] } } }>(
      `{ domain(sessionId: "${one.sessionId}", domainNo: 0) { name paths(levels: 2) { paths { path level } isCut } } }`,
    );
    expect(domain.name).toBe(one.domains[0].name);
    expect(domain.paths.paths).toEqual(paths.map(({ path, level }) => ({ path, level })));
    expect((await api.rest('GET', `/sessions/${one.sessionId}/domains/999/paths`)).status).toBe(404);
  });
});

describe('hosts that may not be fetched from', () => {
  it('are listed with reason and time, by state and name', async () => {
    const rows = await insertSessionRows(service.databaseUrl, {
      steps: 120,
      seed: 22,
      config: { domainCap: 5 },
    });
    const hostOf = (page: PageRow): string => rows.urls[page.final_url_no].host;
    const different = [...new Map(rows.pages.map((page) => [hostOf(page), page])).values()].slice(0, 4);
    const [robots, delayed, open, asked] = different;
    const wait = (page: PageRow, seconds: number, outcome: string, status: number | null = null): Promise<unknown> =>
      sql(
        service.databaseUrl,
        'UPDATE pages SET host_wait_ms = $3, outcome = $4, message = $5, http_status = $6, fetched_at = now() WHERE session_id = $1 AND step = $2',
        [rows.sessionId, page.step, seconds * 1_000, outcome, `said by ${outcome}`, status],
      );
    await wait(robots, 600, 'robots-unreachable');
    await wait(delayed, 60, 'page', 200);
    await wait(open, 300, 'deferred');
    await wait(asked, 900, 'throttled', 429);
    const state = (page: PageRow, failures: number, seconds: number): Promise<unknown> =>
      sql(
        service.databaseUrl,
        `INSERT INTO host_states (host, delay_ms, not_before, failures_in_row, openings, updated_at) VALUES ($1, 2000, now() + $2 * interval '1 s', $3, 0, now())`,
        [hostOf(page), seconds, failures],
      );
    await state(open, 12, 300);
    await state(asked, 0, 900);
    await sql(
      service.databaseUrl,
      `INSERT INTO robots_files (origin, body, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
      [`http://${hostOf(delayed)}`, 'User-agent: *\nCrawl-delay: 7\n'],
    );
    await sql(
      service.databaseUrl,
      `INSERT INTO session_events (session_id, kind, completed, details) VALUES
        ($1, 'host-given-up', 5, '{"host": "gone.example", "failures": 10, "outcome": "timeout"}'),
        ($1, 'host-held', 5, '{"host": "barren.example", "count": 2, "inRow": 4, "outcome": "forbidden", "httpStatus": 403}'),
        ($1, 'host-freed', 5, '{"host": "barren.example", "count": 1, "inRow": 6}'),
        ($1, 'host-held', 5, '{"host": "fruitful.example", "count": 2, "inRow": 4, "outcome": "login"}'),
        ($1, 'host-freed', 5, '{"host": "fruitful.example", "count": 2, "inRow": 5}'),
        ($1, 'robots-refused', 5, $2)`,
      [rows.sessionId, JSON.stringify({ host: `a.${rows.domains[0].name}`, count: 3 })],
    );
    const tried = new Set(rows.pages.flatMap(({ url_no, final_url_no }) => [url_no, final_url_no]));
    const untried = (host: string): number[] =>
      rows.urls.filter((url) => url.host === host && !tried.has(url.url_no)).map(({ url_no }) => url_no);
    const [refused] = untried(hostOf(robots));
    await sql(
      service.databaseUrl,
      `UPDATE urls SET out_of_scope = 'trap: a test' WHERE session_id = $1 AND url_no = $2`,
      [rows.sessionId, refused],
    );
    const capped = rows.domains.filter(({ fetched }) => fetched >= 5).map(({ name }) => name);
    const { items, total } = await get<ListBody<Host> & { total: number }>(
      `/sessions/${rows.sessionId}/hosts?first=200&total=true`,
    );
    expect(total).toBe(items.length);
    expect(items).toMatchObject([
      { name: hostOf(robots), state: 'robots-unreachable', reason: 'said by robots-unreachable', count: 1 },
      { name: hostOf(open), state: 'circuit-open', failuresInRow: 12, adaptiveDelayMs: 2_000 },
      {
        name: hostOf(asked),
        state: 'retry-after',
        reason: 'said by throttled',
        domainNo: asked.domain_no,
        crawlDelayMs: null,
      },
      // Its newest answer is no cause: its Crawl-delay is.
      {
        name: hostOf(delayed),
        state: 'delay',
        reason: null,
        crawlDelayMs: 7_000,
        failuresInRow: 0,
        adaptiveDelayMs: null,
      },
      { name: 'barren.example', state: 'held', waitingUntil: null, domainNo: null, reason: 'forbidden', count: 4 },
      { name: 'gone.example', state: 'given-up', waitingUntil: null, domainNo: null, reason: 'timeout', count: 10 },
      ...[...capped].sort().map((name) => ({ name, state: 'domain-cap', domainName: name })),
      { name: `a.${rows.domains[0].name}`, state: 'robots-denied', domainNo: 0, count: 3 },
    ]);
    // URLs left to fetch: untried and in scope. They are not reported for domains.
    for (const { name, state: why, candidates } of items) {
      const expected = untried(name).filter((urlNo) => urlNo !== refused).length;
      expect([name, candidates]).toEqual([name, why === 'domain-cap' ? null : expected]);
    }
    const inSeconds = (Date.parse(items[0]?.waitingUntil ?? '') - Date.now()) / 1_000;
    expect(inSeconds).toBeGreaterThan(500);
    expect(inSeconds).toBeLessThan(610);

    // In pieces from the end, in GraphQL.
    const names: string[] = [];
    let before: string | null = null;
    for (;;) {
      const answer: {
        session: {
          hosts: {
            nodes: { name: string; state: string }[];
            pageInfo: { startCursor: string | null; hasPreviousPage: boolean };
          };
        };
      } = await api.graphql(
        `query ($id: ID!, $before: String) { session(id: $id) { hosts(last: 3, before: $before) {
          nodes { name state } pageInfo { startCursor hasPreviousPage } } } }`,
        { id: rows.sessionId, before },
      );
      const { nodes, pageInfo } = answer.session.hosts;
      names.unshift(...nodes.map(({ name, state: why }) => `${why.toLowerCase().replaceAll('_', '-')} ${name}`));
      if (!pageInfo.hasPreviousPage) break;
      before = pageInfo.startCursor;
    }
    expect(names).toEqual(items.map(({ name, state: why }) => `${why} ${name}`));
    expect((await get<ListBody<Host>>(`/sessions/${one.sessionId}/hosts`)).items).toEqual([]);
  });
});
