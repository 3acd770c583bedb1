import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { ApiClient } from './topics-client.js';

interface Degrees {
  mean: number;
  largest: number;
  powerLaw: { exponent: number; standardError: number; xMin: number; tail: number; distance: number } | null;
}
interface Graph {
  pages: number;
  links: number;
  isSampled: boolean;
  measuredPages: number;
  measuredLinks: number;
  linksBetweenPages: number;
  outDegree: Degrees;
  inDegree: Degrees;
  clustering: { coefficient: number; sampledPages: number } | null;
  distances: { mean: number; ninetieth: number; longest: number; reachedShare: number; sampledStarts: number } | null;
  largestComponent: number;
  locality: { relevantPages: number; ofAllLinks: number | null; ofRelevantPages: number | null; ratio: number | null };
}

const DEGREES = 'mean largest powerLaw { exponent standardError xMin tail distance }';
const FIELDS = `pages links isSampled measuredPages measuredLinks linksBetweenPages outDegree { ${DEGREES} } inDegree { ${DEGREES} }
  clustering { coefficient sampledPages } distances { mean ninetieth longest reachedShare sampledStarts } largestComponent
  locality { relevantPages ofAllLinks ofRelevantPages ratio }`;

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 300, seed: 31 });
  await insertSessionRows(service.databaseUrl, { steps: 40, seed: 32 });
});
afterAll(() => service.stop());

describe('the link graph of a session', () => {
  it('is that of its rows, in REST and GraphQL alike', async () => {
    const { status, body } = await api.rest<Graph>('GET', `/sessions/${rows.sessionId}/graph`);
    expect(status).toBe(200);
    const pages = rows.pages.filter((page) => page.outcome === 'page');
    const stepOfUrl = new Map(pages.flatMap((page) => [page.final_url_no, page.url_no].map((no) => [no, page.step])));
    const relevant = new Set(pages.filter((page) => page.relevant).map((page) => page.step));
    const urlsOf = new Map(pages.map((page) => [page.step, new Set<number>()]));
    for (const link of rows.links) urlsOf.get(link.source)?.add(link.url_no);
    const linked = new Map<number, number>();
    const between: [number, number][] = [];
    for (const [step, urls] of urlsOf) {
      const targets = new Set<number>();
      for (const url of urls) {
        linked.set(url, (linked.get(url) ?? 0) + 1);
        const target = stepOfUrl.get(url);
        if (target !== undefined && target !== step) targets.add(target);
      }
      for (const target of targets) between.push([step, target]);
    }
    const measuredLinks = [...urlsOf.values()].reduce((sum, urls) => sum + urls.size, 0);
    expect(body).toMatchObject({
      pages: pages.length,
      links: rows.links.length,
      isSampled: false,
      measuredPages: pages.length,
      measuredLinks,
      linksBetweenPages: between.length,
    });
    expect(body.outDegree.mean).toBeCloseTo(measuredLinks / pages.length, 6);
    expect(body.outDegree.largest).toBe(Math.max(...[...urlsOf.values()].map((urls) => urls.size)));
    expect(body.inDegree.mean).toBeCloseTo(measuredLinks / linked.size, 6);
    expect(body.inDegree.largest).toBe(Math.max(...linked.values()));
    const toRelevant = between.filter(([, target]) => relevant.has(target));
    const ofRelevant = between.filter(([source]) => relevant.has(source));
    expect(body.locality.relevantPages).toBe(relevant.size);
    expect(body.locality.ofAllLinks).toBeCloseTo(toRelevant.length / between.length, 6);
    expect(body.locality.ofRelevantPages).toBeCloseTo(
      toRelevant.filter(([source]) => relevant.has(source)).length / ofRelevant.length,
      6,
    );
    expect(body.distances?.sampledStarts).toBe(50);

    const { session } = await api.graphql<{ session: { graph: Graph } }>(
      `{ session(id: "${rows.sessionId}") { graph { ${FIELDS} } } }`,
    );
    expect(session.graph).toEqual(body);
  });

  it('counts a page once that a monitoring session visited several times', async () => {
    const { sessionId } = await insertSessionRows(service.databaseUrl, {
      steps: 60,
      seed: 33,
      config: { trackChanges: true, monitoring: { revisitAfterSteps: 10 } },
    });
    const { body: once } = await api.rest<Graph>('GET', `/sessions/${sessionId}/graph`);
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(
      `INSERT INTO pages SELECT (jsonb_populate_record(p, jsonb_build_object('step', p.step + 100, 'seq', p.seq + 100, 'choice', p.choice + 100))).*
      FROM pages p WHERE session_id = $1`,
      [sessionId],
    );
    await client.query(
      `INSERT INTO page_links SELECT (jsonb_populate_record(l, jsonb_build_object('source', l.source + 100))).* FROM page_links l WHERE session_id = $1`,
      [sessionId],
    );
    await client.end();
    expect(once.linksBetweenPages).toBeGreaterThan(0);
    expect((await api.rest<Graph>('GET', `/sessions/${sessionId}/graph`)).body).toEqual(once);
  });

  it('is refused for what is no session', async () => {
    expect(await api.rest('GET', `/sessions/${randomUUID()}/graph`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await api.rest('GET', '/sessions/nonsense/graph')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', field: 'id' },
    });
  });

  it('costs too much to be asked of a whole list of sessions', async () => {
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ sessions(first: 50) { nodes { graph { pages } } } }' }),
    });
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    expect(errors[0].message).toMatch(/cost|complex/i);
  });
});
