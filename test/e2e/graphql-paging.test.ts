import pg from 'pg';
import { startService, type TestService } from '../support/service.js';
import { insertLinks, insertSessionRows, type LinkRow } from '../support/session-rows.js';

interface PageInfo {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}
interface Connection {
  readonly edges: readonly { readonly cursor: string; readonly node: unknown }[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
}

let service: TestService;
let sessionId: string;
let topicId: string;
beforeAll(async () => {
  service = await startService();
  ({ sessionId } = await insertSessionRows(service.databaseUrl, { steps: 23 }));
  ({
    session: { topicId },
  } = await ask<{ session: { topicId: string } }>(`{ session(id: "${sessionId}") { topicId } }`));
  for (let n = 0; n < 4; n++) {
    await ask(`mutation { addExample(topicId: "${topicId}", input: { text: "a text ${n}", relevant: true }) { id } }`);
    await ask(`mutation { putKeywords(topicId: "${topicId}", input: { keywords: ["word${n}"] }) { id } }`);
    await ask(`mutation { createTopic(input: { name: "paging ${n}" }) { id } }`);
  }
});
afterAll(() => service.stop());

async function ask<T>(query: string): Promise<T> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** A list that a query reaches, with the identity of its rows. */
type List = readonly [where: string, field: string, filters: string, row: string];
async function piece([where, field, filters, row]: List, args: string): Promise<Connection> {
  const asked = `${field}(${args} ${filters}) { edges { cursor node { ${row} } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount totalCountIsExact }`;
  const data = await ask<Record<string, unknown>>(where === '' ? `{ ${asked} }` : `{ parent: ${where} { ${asked} } }`);
  return ((where === '' ? data : data['parent']) as Record<string, Connection>)[field];
}
async function walk(list: List, backward: boolean): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let cursor: string | null = null; ;) {
    const next: string = cursor === null ? '' : `, ${backward ? 'before' : 'after'}: "${cursor}"`;
    const { edges, pageInfo } = await piece(list, `${backward ? 'last' : 'first'}: 3${next}`);
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([
      edges[0]?.cursor ?? null,
      edges.at(-1)?.cursor ?? null,
    ]);
    expect(backward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null);
    const nodes = edges.map(({ node }) => node);
    if (backward) seen.unshift(...nodes);
    else seen.push(...nodes);
    if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return seen;
    cursor = backward ? pageInfo.startCursor : pageInfo.endCursor;
  }
}

const SESSION = 'session(id: "SESSION")';
const TOPIC = 'topic(id: "TOPIC")';
const LISTS: readonly (readonly [List, least: number])[] = [
  [['', 'topics', '', 'id'], 5],
  [['', 'sessions', '', 'id'], 1],
  [[TOPIC, 'sessions', '', 'id'], 1],
  [[TOPIC, 'examples', '', 'id'], 4],
  [[TOPIC, 'models', '', 'id'], 1],
  [[TOPIC, 'jobs', '', 'id'], 0],
  [[TOPIC, 'keywordSets', '', 'id'], 4],
  [[TOPIC, 'keywordCandidates', '', 'id'], 0],
  [[TOPIC, 'changes', '', 'url step'], 0],
  [[SESSION, 'pages', '', 'step'], 10],
  [['', 'topics', 'search: "PAGING"', 'id'], 4],
  [[TOPIC, 'examples', 'relevant: true', 'id'], 4],
  [[SESSION, 'events', '', 'no'], 0],
  [[SESSION, 'seedOutcomes', '', 'position'], 0],
  [[SESSION, 'pages', 'relevant: true', 'step'], 1],
  [[SESSION, 'pages', 'sort: PROBABILITY', 'step'], 10],
  [[SESSION, 'pages', 'sort: FETCHED_AT, order: DESC', 'step'], 10],
  [[SESSION, 'failures', '', 'step'], 0],
  [[SESSION, 'domains', '', 'domainNo'], 2],
  [[SESSION, 'domains', 'sort: DOMAIN_NO', 'domainNo'], 2],
  [[SESSION, 'links', '', 'sourceStep position'], 4],
];

test.each(LISTS)('%j reads the same from its end as from its beginning', async ([where, ...rest], least) => {
  const list: List = [where.replace('SESSION', sessionId).replace('TOPIC', topicId), ...rest];
  const forward = await walk(list, false);
  expect(new Set(forward.map((row) => JSON.stringify(row))).size).toBe(forward.length);
  expect(forward.length).toBeGreaterThanOrEqual(least);
  expect(await walk(list, true)).toEqual(forward);
  // Of a partial list, so that it has to be counted.
  expect(await piece(list, 'last: 1')).toMatchObject({ totalCount: forward.length, totalCountIsExact: true });
});

test('REST reports the same total on request', async () => {
  const paths = [
    '/topics',
    `/topics/${topicId}/examples`,
    `/topics/${topicId}/keyword-sets`,
    `/topics/${topicId}/keyword-candidates`,
    `/topics/${topicId}/models`,
    `/topics/${topicId}/jobs`,
    `/topics/${topicId}/sessions`,
    `/topics/${topicId}/changes`,
    '/sessions',
    `/sessions/${sessionId}/events`,
    `/sessions/${sessionId}/seed-outcomes`,
    `/sessions/${sessionId}/pages`,
    `/sessions/${sessionId}/failures`,
    `/sessions/${sessionId}/robots-blocked`,
    `/sessions/${sessionId}/domains`,
    `/sessions/${sessionId}/links`,
    `/sessions/${sessionId}/pages/0/out-links`,
    `/sessions/${sessionId}/pages/1/in-links`,
  ];
  for (const path of paths) {
    const get = async (query: string) =>
      (await fetch(`${service.url}/v1${path}?${query}`)).json() as Promise<{
        items: unknown[];
        total?: number;
        totalIsExact?: boolean;
      }>;
    const { items, ...rest } = await get('first=200');
    expect([path, Object.keys(rest)]).toEqual([path, ['pageInfo']]);
    const { total, totalIsExact } = await get('first=1&total=true');
    expect([path, total, totalIsExact]).toEqual([path, items.length, true]);
  }
});

test('the lists of several parents are counted each by itself', async () => {
  const { topics } = await ask<{ topics: { nodes: { name: string; examples: Connection }[] } }>(
    '{ topics { nodes { name examples(first: 1) { totalCount } } } }',
  );
  expect(topics.nodes.map(({ examples }) => examples.totalCount).sort()).toEqual([0, 0, 0, 0, 4]);
});

describe('with more rows than are counted', () => {
  beforeAll(async () => {
    const db = new pg.Client(service.databaseUrl);
    await db.connect();
    try {
      const { rows: links } = await db.query<LinkRow>(
        'SELECT * FROM links WHERE session_id = $1 AND source = (SELECT min(source) FROM links WHERE session_id = $1) ORDER BY position',
        [sessionId],
      );
      await db.query('DELETE FROM page_links WHERE session_id = $1 AND source = $2', [sessionId, links[0].source]);
      const more = Array.from({ length: 12_345 }, (_, n) => ({ ...links[0], position: 1_000 + n }));
      await insertLinks(db, [...links, ...more]);
      await db.query(
        `
        INSERT INTO pages SELECT (jsonb_populate_record(p, jsonb_build_object('step', 100 + n, 'seq', 100 + n, 'relevant', false, 'text', 'marmots of the alps'))).*
        FROM pages p, generate_series(1, 11000) n WHERE p.session_id = $1 AND p.step = (SELECT min(step) FROM pages WHERE session_id = $1 AND outcome = 'page')`,
        [sessionId],
      );
      await db.query(
        `INSERT INTO page_lexemes SELECT session_id, step, array_to_tsvector(ARRAY[' ' || session_id]) || to_tsvector('english', text)
         FROM pages WHERE session_id = $1 AND seq > 100`,
        [sessionId],
      );
    } finally {
      await db.end();
    }
  });

  test('the total is a lower bound and says so', async () => {
    const { session } = await ask<{ session: { links: Connection } }>(
      `{ session(id: "${sessionId}") { links(first: 1) { totalCount totalCountIsExact } } }`,
    );
    expect(session.links).toEqual({ totalCount: 10_000, totalCountIsExact: false });
  });

  test('the count of a search is a lower bound', async () => {
    const { session } = await ask<{ session: { pages: Connection } }>(
      `{ session(id: "${sessionId}") { pages(first: 1, search: "marmots") { totalCount totalCountIsExact } } }`,
    );
    expect(session.pages).toEqual({ totalCount: 10_000, totalCountIsExact: false });
  });
});

test('one direction at a time', async () => {
  await expect(piece(['', 'topics', '', 'id'], 'first: 1, last: 1')).rejects.toThrow(
    'first and after, or last and before',
  );
  const rest = await fetch(`${service.url}/v1/topics?last=2`);
  expect(await rest.json()).toMatchObject({ pageInfo: { hasNextPage: false, hasPreviousPage: true } });
});
