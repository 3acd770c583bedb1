import { randomUUID } from 'node:crypto';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { ApiClient } from './topics-client.js';

interface PageGraph {
  nodes: { step: number; url: string; domainName: string; outcome: string; relevant: boolean; seq: number }[];
  edges: { sourceStep: number; targetStep: number; followed: boolean }[];
  isCut: boolean;
}

const FIELDS = `nodes { step url title domainName outcome relevant probability depth seq }
  edges { sourceStep targetStep followed } isCut`;

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 400, seed: 41 });
  await insertSessionRows(service.databaseUrl, { steps: 400, seed: 42 });
});
afterAll(() => service.stop());

const read = async (query: string): Promise<PageGraph> => {
  const { status, body } = await api.rest<PageGraph>('GET', `/sessions/${rows.sessionId}/page-graph?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const inGraphql = async (args: string): Promise<PageGraph> =>
  (
    await api.graphql<{ session: { pageGraph: PageGraph } }>(
      `{ session(id: "${rows.sessionId}") { pageGraph(${args}) { ${FIELDS} } } }`,
    )
  ).session.pageGraph;
const stepsOf = ({ nodes }: PageGraph): number[] => nodes.map(({ step }) => step);
/** The target page of a link with this URL. */
const pageOfUrl = (urlNo: number): number | undefined =>
  rows.pages.findLast((page) => page.outcome === 'page' && (page.url_no === urlNo || page.final_url_no === urlNo))
    ?.step;
const pathTo = (step: number): number[] => {
  const source = rows.pages[step]?.source ?? -1;
  return source < 0 ? [step] : [step, ...pathTo(source)];
};
/** Links between the pages, as `source target`. */
const linksAmong = (steps: ReadonlySet<number>): Set<string> =>
  new Set(
    rows.links.flatMap(({ source, url_no }) => {
      const target = pageOfUrl(url_no);
      return target !== undefined && target !== source && steps.has(source) && steps.has(target)
        ? [`${source} ${target}`]
        : [];
    }),
  );
/** A page in the middle: reached through others, with others reached from it. */
const middle = (): number =>
  rows.pages.find(
    ({ step, depth, outcome }) => outcome === 'page' && depth >= 3 && rows.pages.some(({ source }) => source === step),
  )?.step ?? -1;

describe('the link graph around a page', () => {
  it('has its path, its neighbours and what came of them, with all links between; GraphQL gives the same', async () => {
    const step = middle();
    const graph = await read(`step=${step}`);
    const steps = new Set(stepsOf(graph));
    const isPage = (one: number | undefined): one is number => one !== undefined && rows.pages[one]?.outcome === 'page';
    const near = [
      ...pathTo(step),
      ...rows.pages.filter(({ source }) => source === step).map((page) => page.step),
      ...rows.links.filter(({ source }) => source === step).map(({ url_no }) => pageOfUrl(url_no)),
      ...rows.links.filter(({ url_no }) => url_no === rows.pages[step].url_no).map(({ source }) => source),
    ].filter(isPage);
    const further = rows.pages.filter((page) => near.includes(page.source)).map((page) => page.step);
    expect(near.length).toBeGreaterThan(4);
    expect([...steps]).toEqual([...new Set([...near, ...further.filter(isPage)])].sort((a, b) => a - b));
    expect(graph.isCut).toBe(false);
    expect(new Set(graph.edges.map((edge) => `${edge.sourceStep} ${edge.targetStep}`))).toEqual(linksAmong(steps));
    for (const { sourceStep, targetStep, followed } of graph.edges)
      expect(followed).toBe(rows.pages[targetStep].source === sourceStep);
    const { url_no, ...page } = rows.pages[step];
    expect(graph.nodes.find((node) => node.step === step)).toEqual({
      ...{ step, url: rows.urls[url_no].url, title: page.title, domainName: rows.domains[page.domain_no].name },
      ...{ outcome: 'page', relevant: page.relevant, probability: page.probability, depth: page.depth, seq: page.seq },
    });
    const other = await inGraphql(`step: ${step}`);
    expect({ ...other, nodes: other.nodes.map((node) => ({ ...node, outcome: node.outcome.toLowerCase() })) }).toEqual(
      graph,
    );
  });

  it('stays within the limit, and says so', async () => {
    const step = middle();
    const graph = await read(`step=${step}&limit=5`);
    expect(graph.nodes).toHaveLength(5);
    expect(graph.isCut).toBe(true);
    expect(stepsOf(graph)).toEqual(expect.arrayContaining(pathTo(step).slice(0, 5)));
    expect((await read(`step=${step}&limit=1`)).nodes.map((node) => node.step)).toEqual([step]);
  });

  it('is returned for a step without a page, too', async () => {
    const failed = rows.pages.find(({ outcome, source }) => outcome === 'timeout' && source >= 0);
    const graph = await read(`step=${failed?.step ?? -1}`);
    expect(graph.nodes.find(({ step }) => step === failed?.step)).toMatchObject({
      outcome: 'timeout',
      relevant: false,
    });
    expect(graph.edges).toContainEqual({
      ...{ sourceStep: failed?.source, targetStep: failed?.step, followed: true },
    });
  });
});

describe('the link graph of a domain', () => {
  it('has its pages in order of choice and the links between them', async () => {
    const ofDomain = (name: string): number[] =>
      rows.pages
        .filter((page) => page.outcome === 'page' && rows.domains[page.domain_no].name === name)
        .map(({ step }) => step);
    const [{ name }] = rows.domains.toSorted((a, b) => b.fetched - a.fetched);
    const graph = await read(`domain=${name}`);
    expect(stepsOf(graph)).toEqual(ofDomain(name));
    expect(new Set(graph.edges.map((edge) => `${edge.sourceStep} ${edge.targetStep}`))).toEqual(
      linksAmong(new Set(ofDomain(name))),
    );
    const some = await read(`domain=${name}&limit=3`);
    expect([stepsOf(some), some.isCut]).toEqual([ofDomain(name).slice(0, 3), true]);
    expect(stepsOf(await inGraphql(`domain: "${name}", limit: 3`))).toEqual(stepsOf(some));
  });
});

describe('invalid requests', () => {
  it.each([
    ['', 400, { code: 'VALIDATION_FAILED', field: 'step', allowed: 'either step or domain' }],
    ['step=1&domain=a.example', 400, { code: 'VALIDATION_FAILED', field: 'domain', allowed: 'either step or domain' }],
    ['step=1&limit=301', 400, { code: 'VALIDATION_FAILED', field: 'limit' }],
    ['step=-1', 400, { code: 'VALIDATION_FAILED', field: 'step' }],
    ['step=one', 400, { code: 'VALIDATION_FAILED', field: 'step' }],
    ['step=100000', 404, { code: 'NOT_FOUND', detail: 'page 100000 does not exist' }],
    ['domain=nowhere.example', 404, { code: 'NOT_FOUND', detail: 'domain nowhere.example does not exist' }],
  ])('"%s" is refused with %i', async (query, status, body) => {
    expect(await api.rest('GET', `/sessions/${rows.sessionId}/page-graph?${query}`)).toMatchObject({ status, body });
  });

  it('does not exist without a session', async () => {
    expect(await api.rest('GET', `/sessions/${randomUUID()}/page-graph?step=0`)).toMatchObject({ status: 404 });
  });
});
