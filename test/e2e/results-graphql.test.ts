import { PrismaService, ReadingDatabase } from '../../src/platform/database/index.js';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { ApiClient } from './topics-client.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

let service: LocalService;
let api: ApiClient;
let sessions: SessionRows[];
let queries: string[];
beforeAll(async () => {
  service = await startServiceHere();
  api = new ApiClient(service.url);
  const first = await insertSessionRows(service.databaseUrl, { steps: 200, seed: 21 });
  sessions = [
    first,
    ...(await Promise.all(
      [22, 23, 24].map((seed) => insertSessionRows(service.databaseUrl, { steps: 100, seed, topic: first })),
    )),
  ];
  queries = countQueries([service.app.get(PrismaService), service.app.get(ReadingDatabase)]);
});
afterAll(() => service.stop());

/** Records every statement that the service sends to the database. */
function countQueries(databases: readonly Pick<PrismaService, 'pool'>[]): string[] {
  const seen: string[] = [];
  const note = (args: unknown[]): void =>
    void seen.push(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text);
  for (const { pool } of databases) {
    const onPool = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    Object.assign(pool, {
      query: (...args: unknown[]) => {
        note(args);
        return onPool(...args);
      },
    });
  }
  return seen;
}
const cost = async (query: string, variables: object = {}): Promise<number> => {
  queries.length = 0;
  await api.graphql(query, variables);
  return queries.length;
};

const EVERYTHING = `query ($id: ID!, $first: Int!) { session(id: $id) { state topic { name } model { kind }
  pages(first: $first) { nodes { step text headings domain { name harvestRate } source { step domain { name } }
    why { value link { anchor source { step } } path { step } }
    outLinks(first: 3) { nodes { anchor target { step title } } }
    inLinks(first: 3) { nodes { anchor source { step title } } } } }
  domains(first: $first) { nodes { name pages(first: 2, relevant: true) { nodes { title source { url } } } } }
  failures(first: $first) { nodes { url outcome domain { name } } } failureCounts { outcome count } links(first: 5) { nodes { url target { step } } } } }`;

describe('queries to the database', () => {
  it('are as many for twenty pages as for two', async () => {
    const variables = { id: sessions[0].sessionId };
    const two = await cost(EVERYTHING, { ...variables, first: 2 });
    const twenty = await cost(EVERYTHING, { ...variables, first: 20 });
    expect(two).toBeGreaterThan(5);
    // Two pages may both be seeds or of one domain, which leaves nothing to load.
    expect(twenty).toBeLessThanOrEqual(two + 3);
    expect(twenty).toBeLessThan(31);
  });

  it('are as many for four sessions as for one', async () => {
    const query = `query ($id: ID!, $first: Int!) { topic(id: $id) { sessions(first: $first) { nodes { id topic { name } model { kind }
      pages(first: 3) { nodes { step } } domains(first: 3) { nodes { name pages(first: 2) { nodes { step } } } } links(first: 3) { nodes { url } }
      failureCounts { outcome count } } } } }`;
    const variables = { id: sessions[0].topicId };
    expect(await cost(query, { ...variables, first: 4 })).toBe(await cost(query, { ...variables, first: 1 }));
  });

  it('each page gets its own links, texts and reasons', async () => {
    interface Node {
      step: number;
      text: string | null;
      outLinks: { nodes: { url: string }[] };
      why: { path: { step: number }[] };
    }
    const { session } = await api.graphql<{ session: { pages: { nodes: Node[] } } }>(
      `query ($id: ID!) { session(id: $id) { pages(first: 40) { nodes { step text outLinks(first: 2) { nodes { url } } why { path { step } } } } } }`,
      { id: sessions[0].sessionId },
    );
    for (const page of session.pages.nodes) {
      const links = sessions[0].links.filter((l) => l.source === page.step).slice(0, 2);
      expect(page.outLinks.nodes.map(({ url }) => url)).toEqual(links.map((l) => sessions[0].urls[l.url_no].url));
      expect(page.text).toBe(sessions[0].pages[page.step].text);
      expect(page.why.path.at(-1)?.step).toBe(page.step);
    }
  });
});

describe('cost and paging', () => {
  it('refuses a query that asks for too much', async () => {
    const error = await api.graphqlError(
      `query ($id: ID!) { session(id: $id) { pages(first: 200) { nodes { outLinks(first: 200) { nodes { url anchor } } } } } }`,
      { id: sessions[0].sessionId },
    );
    expect(error.message).toContain('costs');
  });

  it('allows a rich page of results', async () => {
    await api.graphql(EVERYTHING, { id: sessions[0].sessionId, first: 20 });
  });

  it('gives each edge its cursor', async () => {
    const query = `query ($id: ID!, $after: String) { session(id: $id) {
      pages(first: 5, after: $after, sort: PROBABILITY) { edges { cursor node { step } } pageInfo { endCursor hasNextPage } } } }`;
    interface Pages {
      edges: { cursor: string; node: { step: number } }[];
      pageInfo: { endCursor: string; hasNextPage: boolean };
    }
    interface Answer {
      session: { pages: Pages };
    }
    const {
      session: { pages },
    } = await api.graphql<Answer>(query, { id: sessions[0].sessionId });
    expect(pages.pageInfo).toEqual({ endCursor: pages.edges[4].cursor, hasNextPage: true });
    const rest = await api.graphql<Answer>(query, { id: sessions[0].sessionId, after: pages.edges[1].cursor });
    expect(rest.session.pages.edges.slice(0, 3)).toEqual(pages.edges.slice(2));
  });
});
