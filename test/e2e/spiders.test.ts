import { randomUUID } from 'node:crypto';
import { createScreen } from '../../src/cli/screen.js';
import { clientAt } from '../../src/cli/service-client.js';
import { beginWith, readySpider, spidersOf } from '../../src/cli/spiders/find-spider.js';
import { spiderLines } from '../../src/cli/spiders/spider-tables.js';
import { trainSpider } from '../../src/cli/spiders/train-spider.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { someOf, testThoroughly } from '../support/thoroughness.js';
import { startSharedWorker } from '../support/worker-process.js';
import { recordedFolder } from '../support/web-folder.js';
import { dropCheckpoints, fetchedUrls, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

const SIZE = { sites: 12, pagesPerSite: 12 };
const web = createRandomWeb({ ...SIZE, linksPerPage: 6 });
const DEADLINE_MS = 180_000;
/** Training of tres that takes little time. */
const LITTLE = { learningStarts: 10, warmUpRounds: 1, roundsPerLearning: 1, batchSize: 8 };
/** Policies of sessions that others start from, with their settings. */
const POLICIES: readonly (readonly [string, object])[] = someOf(
  [
    ['tres', LITTLE],
    ['tree-random', {}],
    ['nb-immediate', { learnEvery: 10 }],
    ['nb-future', { learnEvery: 10, bins: 3 }],
    ['forager-hybrid', { clusters: 2, bootstrapPages: 10, vocabulary: 50 }],
  ],
  ([policy]) => policy === 'tres',
);

interface SpiderBody {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly state: string;
  readonly bins: number;
  readonly error: string | null;
  readonly jobId: string | null;
  readonly report: {
    readonly pages: number;
    readonly links: number;
    readonly relevantPages: number;
    readonly sources: readonly object[];
    readonly classes: readonly { readonly pages: number; readonly words: readonly { readonly word: string }[] }[];
    readonly bins: readonly {
      readonly name: string;
      readonly links: number;
      readonly meanValue: number;
      readonly words: readonly { readonly word: string; readonly field: string }[];
    }[];
  } | null;
}
interface Session {
  readonly id: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly error: string | null;
  readonly fetched: number;
  readonly failed: number;
  readonly startFrom: string | null;
}
interface Why {
  readonly exploration: boolean;
  readonly terms: Readonly<Record<string, string>> | null;
  readonly features: object | null;
  readonly link: object | null;
}

let service: TestService;
let api: ApiClient;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
let topicId: string;
let taught: Session;
/** A session of tres that others start from. */
let origin: Session;
/** By policy: a session that one other starts from, which then deletes it. */
let origins: ReadonlyMap<string, Session>;

const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const SETTINGS = { hostDelayMs: 0, robots: false, concurrency: 1, hostConcurrency: 1, randomSeed: 5, retries: 0 };
const start = (input: object): Promise<Session> =>
  call<Session>('POST', `/topics/${topicId}/sessions`, { ...SETTINGS, budget: { fetches: 12 }, ...input });
const ended = (id: string): Promise<Session> =>
  until<Session>(`/sessions/${id}`, ({ state }) => state === 'completed' || state === 'failed' || state === 'stopped');
const refusal = async (path: string, body: object): Promise<object> => (await api.rest('POST', path, body)).body;
const refusedSession = (input: object): Promise<object> =>
  refusal(`/topics/${topicId}/sessions`, { ...SETTINGS, budget: { fetches: 12 }, ...input });
const train = async (input: object): Promise<SpiderBody> => {
  const { id } = await call<SpiderBody>('POST', '/spiders', { name: 'cheese webs', sessions: [taught.id], ...input });
  return until<SpiderBody>(`/spiders/${id}`, ({ state }) => state !== 'training');
};
const why = (id: string, step: number): Promise<Why> => call<Why>('GET', `/sessions/${id}/pages/${step}/why`);
/** Explanation of the first choice that was no seed. */
const firstChoice = async (id: string): Promise<Why> => {
  const { items } = await call<{ items: { step: number }[] }>('GET', `/sessions/${id}/pages?first=20`);
  for (const { step } of items) {
    const reason = await why(id, step);
    if (reason.link !== null) return reason;
  }
  throw new Error('no link was followed');
};
/** Makes the next run start from the log and continue from its end. */
async function replayed(id: string): Promise<Session> {
  await dropCheckpoints(service.databaseUrl, id);
  await call('POST', `/sessions/${id}/extend`, { fetches: 4 });
  return ended(id);
}
const orderOf = (id: string): Promise<string[]> => fetchedUrls(service.databaseUrl, id);

beforeAll(async () => {
  server = await serveRandomWeb(web, () => 0);
  const RECORDED_WEBS_DIR = await recordedFolder(web, SIZE);
  service = await startService({ RECORDED_WEBS_DIR });
  api = new ApiClient(service.url);
  worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
    RECORDED_WEBS_DIR,
  });
  ({ id: topicId } = await call<{ id: string }>('POST', '/topics', {
    name: 'cheese',
    keywords: ['cheese', 'cheddar', 'rennet'],
    seeds: web.seeds,
  }));
  // All at once: the first one waits for the model to be trained.
  const [breadthFirst, tres, ...others] = await Promise.all([
    start({ policy: 'breadth-first', budget: { fetches: 60 } }),
    start({ policy: 'tres', policyConfig: LITTLE }),
    ...POLICIES.map(([policy, policyConfig]) => start({ policy, policyConfig, budget: { fetches: 40 } })),
  ]);
  [taught, origin] = [await ended(breadthFirst.id), await ended(tres.id)];
  origins = new Map(await Promise.all(others.map(async ({ id }, i) => [POLICIES[i][0], await ended(id)] as const)));
  for (const { state } of [taught, origin, ...origins.values()]) expect(state).toBe('completed');
}, DEADLINE_MS);
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await server.close();
}, DEADLINE_MS);

describe('spiders', () => {
  it('are trained on earlier sessions by a job, and tell what they have learnt', async () => {
    const spider = await train({ bins: 3 });
    expect(spider).toMatchObject({ name: 'cheese webs', version: 1, state: 'ready', bins: 3, error: null });
    const { report } = spider;
    expect(report?.sources).toEqual([
      { sessionId: taught.id, web: null, seeds: web.seeds, pages: report?.pages, relevantPages: expect.any(Number) },
    ]);
    expect(report?.bins.map(({ name }) => name)).toEqual(['immediate', 'two-step', 'other']);
    expect(report?.bins.reduce((sum, { links }) => sum + links, 0)).toBe(report?.links);
    // The web names good sites like this, and other sites "other things".
    expect(report?.bins[0].words.map(({ word }) => word)).toContain('cheese');
    const job = await call<object>('GET', `/jobs/${String(spider.jobId)}`);
    expect(job).toMatchObject({
      kind: 'train-spider',
      subjectId: spider.id,
      state: 'completed',
      result: { spiderId: spider.id, state: 'ready', links: report?.links },
    });
    const told = await api.graphql<{ spider: object; spiders: { edges: object[] }; node: object }>(
      `query ($id: ID!) { spider(id: $id) { name version state bins text sessions report { links bins { name words { word field weight } } }
         job { kind result { ... on SpiderJobResult { spiderId state links } } } }
       spiders(first: 1) { edges { node { id } } } node(id: $id) { __typename ... on Spider { name } } }`,
      { id: spider.id },
    );
    expect(told).toMatchObject({
      spider: { version: 1, text: 'RELATED', report: { links: report?.links }, job: { kind: 'TRAIN_SPIDER' } },
      spiders: { edges: [{ node: { id: spider.id } }] },
      node: { __typename: 'Spider', name: 'cheese webs' },
    });
  });

  testThoroughly('are trained, found by name, shown, given to a crawl and deleted from the command line', async () => {
    const client = clientAt(service.url);
    const input = { name: 'by hand', kind: 'links' as const, sessions: [taught.id], bins: 2, discount: 0.4 };
    const spider = await trainSpider(client, input, createScreen(true));
    expect(spiderLines(spider).join('\n')).toMatch(/^immediate .*cheese/m);
    const { policy, policyConfig } = beginWith(await readySpider(client, 'by hand'), undefined, { learn: false });
    const { id } = await ended((await start({ policy, policyConfig })).id);
    expect(await firstChoice(id)).toMatchObject({ terms: { valuedBy: 'spider' } });
    await client.deleteSpider(spider.id);
    await expect(spidersOf(client, 'by hand')).rejects.toThrow('there is no spider "by hand"');
    await expect(trainSpider(client, { ...input, bins: 7 }, createScreen(true))).rejects.toThrow('(field bins)');
  });

  testThoroughly('have versions within their name, and are made once for an idempotency key', async () => {
    const input = { name: 'twice', sessions: [taught.id], bins: 2, text: 'full-page' };
    const key = randomUUID();
    const [one, same] = await Promise.all(
      [1, 2].map(async () => (await api.rest<SpiderBody>('POST', '/spiders', input, { 'idempotency-key': key })).body),
    );
    expect(same.id).toBe(one.id);
    expect(await call<SpiderBody>('POST', '/spiders', input)).toMatchObject({ version: 2 });
    const { items } = await call<{ items: SpiderBody[] }>('GET', '/spiders?first=2');
    expect(items.map(({ name, version }) => [name, version])).toEqual([
      ['twice', 2],
      ['twice', 1],
    ]);
  });

  it('are refused with the field that is wrong', async () => {
    const input = { name: 'x', sessions: [taught.id] };
    expect(await refusal('/spiders', { ...input, name: ' ' })).toMatchObject({ status: 400, field: 'name' });
    expect(await refusal('/spiders', { ...input, sessions: [] })).toMatchObject({ status: 400, field: 'sessions' });
    expect(await refusal('/spiders', { ...input, sessions: [taught.id, randomUUID()] })).toMatchObject({
      status: 400,
      field: 'sessions[1]',
      detail: expect.stringContaining('does not exist'),
    });
    expect(await refusal('/spiders', { ...input, bins: 6 })).toMatchObject({ status: 400, field: 'bins' });
    expect(await refusal('/spiders', { ...input, text: 'title' })).toMatchObject({ status: 400, field: 'text' });
    for (const discount of [0.9, 0])
      expect(await refusal('/spiders', { ...input, discount })).toMatchObject({
        status: 400,
        field: 'discount',
        allowed: 'a number above 0 and at most 0.5',
      });
  });

  it('guide sessions from their first link on, which keep their copy when the spider is deleted', async () => {
    const spider = await train({ name: 'guide', bins: 3 });
    const policyConfig = { spider: spider.id, bins: 3, learn: false };
    const { id } = await ended((await start({ policy: 'nb-future', policyConfig })).id);
    expect(await firstChoice(id)).toMatchObject({
      exploration: false,
      terms: { valuedBy: 'spider', bin: expect.any(String), probability: expect.any(String) },
    });
    const before = await orderOf(id);
    expect((await api.rest('DELETE', `/spiders/${spider.id}`)).status).toBe(204);
    expect((await api.rest('GET', `/spiders/${spider.id}`)).status).toBe(404);
    // A replay that began without the spider would choose other links, and fail.
    expect(await replayed(id)).toMatchObject({ state: 'completed', error: null });
    expect((await orderOf(id)).slice(0, before.length)).toEqual(before);
    expect(await refusedSession({ policy: 'nb-future', policyConfig })).toMatchObject({
      status: 400,
      field: 'policyConfig.spider',
      detail: expect.stringContaining('does not exist'),
    });
  });

  it('are refused by sessions that they do not fit, or before they are ready', async () => {
    const spider = await train({ name: 'fits', bins: 3 });
    const session = (policy: string, config: object): Promise<object> =>
      refusedSession({ policy, policyConfig: { spider: spider.id, ...config } });
    expect(await session('nb-future', { bins: 4 })).toMatchObject({
      status: 400,
      field: 'policyConfig.bins',
      detail: expect.stringContaining('bins 3'),
    });
    expect(await session('nb-future', { bins: 3, text: 'full-page' })).toMatchObject({ field: 'policyConfig.text' });
    expect(await session('nb-immediate', {})).toMatchObject({ field: 'policyConfig.bins' });
    await sql(service.databaseUrl, `UPDATE spiders SET status = 'TRAINING', data = NULL WHERE id = $1`, [spider.id]);
    expect(await session('nb-future', { bins: 3 })).toMatchObject({
      status: 409,
      code: 'INVALID_STATE',
      field: 'policyConfig.spider',
      detail: expect.stringContaining('training'),
    });
  });
});

interface LibraryBody {
  readonly items: readonly {
    readonly name: string;
    readonly pages: number | null;
    readonly labels: readonly { readonly label: string; readonly pages: number }[];
    readonly problem: string | null;
  }[];
}
/** The recorded webs, once all are counted. */
const library = async (): Promise<LibraryBody['items']> => {
  const { items } = await until<LibraryBody>('/recorded-webs', (body) =>
    body.items.every(({ pages, problem }) => pages !== null || problem !== null),
  );
  return items;
};

describe('recorded webs', () => {
  const webs = [{ web: 'cheeses', labels: ['cheese'] }];

  it('are listed with their pages and labels, in both APIs', async () => {
    const items = await library();
    expect(items).toMatchObject([
      { name: 'broken', pages: null, labels: [], problem: 'not a WARC file' },
      { name: 'cheeses', pages: expect.any(Number), problem: null },
      { name: 'silent', pages: items[1].pages, labels: [], problem: null },
    ]);
    const [other, cheese, food] = items[1].labels;
    expect([other.label, cheese.label, food.label]).toEqual(['other', 'cheese', 'food']);
    expect(other.pages + cheese.pages).toBe(items[1].pages);
    const { recordedWebs } = await api.graphql<{ recordedWebs: object[] }>(
      '{ recordedWebs { name bytes pages labels { label pages } problem } }',
    );
    expect(recordedWebs).toEqual(items);
  });

  it('train spiders without a crawl, beside sessions or instead of them', async () => {
    const items = await library();
    const spider = await train({ name: 'recorded', sessions: undefined, webs, bins: 3 });
    expect(spider).toMatchObject({ state: 'ready', error: null, kind: 'links', sessions: [] });
    expect(spider).toMatchObject({ webs: [{ ...webs[0], domains: [] }], clusters: null });
    const { report } = spider;
    expect(report?.sources).toEqual([
      { sessionId: null, web: 'cheeses', seeds: [], pages: items[1].pages, relevantPages: report?.relevantPages },
    ]);
    expect(report?.bins[0].words.map(({ word }) => word)).toContain('cheese');
    const policyConfig = { spider: spider.id, bins: 3, learn: false };
    const { id } = await ended((await start({ policy: 'nb-future', policyConfig })).id);
    expect(await firstChoice(id)).toMatchObject({ terms: { valuedBy: 'spider' } });
    const { trainSpider } = await api.graphql<{ trainSpider: { id: string } }>(
      'mutation ($input: TrainSpiderInput!) { trainSpider(input: $input) { id kind webs { web labels domains } } }',
      {
        input: {
          name: 'both',
          sessions: [taught.id],
          webs: [{ ...webs[0], domains: ['cheeseweb0.com', 'site3.cheeseweb3.com'] }],
        },
      },
    );
    expect(trainSpider).toMatchObject({
      kind: 'LINKS',
      webs: [{ domains: ['cheeseweb0.com', 'site3.cheeseweb3.com'] }],
    });
    const both = await until<SpiderBody>(`/spiders/${trainSpider.id}`, ({ state }) => state !== 'training');
    const [crawled, recorded] = both.report?.sources as { sessionId: string | null; web: string; pages: number }[];
    expect([crawled.sessionId, recorded.web]).toEqual([taught.id, 'cheeses']);
    expect(recorded.pages).toBeLessThan(2 * SIZE.pagesPerSite);
    expect(recorded.pages).toBeGreaterThan(SIZE.pagesPerSite);
  });

  it('are refused with the field that is wrong, and names lead nowhere else', async () => {
    const given = (input: object): Promise<object> => refusal('/spiders', { name: 'x', ...input });
    const one = (input: object): Promise<object> => given({ webs: [webs[0], { ...webs[0], ...input }] });
    expect(await given({})).toMatchObject({ status: 400, field: 'sessions' });
    for (const name of ['unknown', '../cheeses-outside', 'cheeses.warc.gz', 'silent/part-1', '', '..', '/etc'])
      expect(await one({ web: name })).toMatchObject({ status: 400, field: 'webs[1].web' });
    expect(await one({ web: 'silent' })).toMatchObject({
      field: 'webs[1].web',
      detail: expect.stringContaining('no list of labels'),
      allowed: expect.stringMatching(/^a web with labels: \S+\.labels\.tsv, /),
    });
    expect(await one({ labels: [] })).toMatchObject({ status: 400, field: 'webs[1].labels' });
    expect(await one({ domains: ['a.example', 'http://b.example/'] })).toMatchObject({ field: 'webs[1].domains[1]' });
    expect(await given({ webs, clusters: 3 })).toMatchObject({ status: 400, field: 'clusters' });
    expect(await given({ webs, kind: 'page-classes' })).toMatchObject({ status: 400, field: 'webs[0].labels' });
    expect(await train({ sessions: undefined, webs: [{ web: 'cheeses', labels: ['wine'] }] })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('too few to learn from'),
    });
    expect(await train({ sessions: undefined, webs: [{ web: 'broken' }], kind: 'page-classes' })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('not a WARC file'),
    });
  });
});

describe('page classes', () => {
  const classes = (input: object): Promise<SpiderBody> =>
    train({ name: 'classes', kind: 'page-classes', sessions: undefined, clusters: 2, vocabulary: 50, ...input });

  it('are learnt from a collection, and are what the states of foragers mean from the first page on', async () => {
    const spider = await classes({ webs: [{ web: 'silent' }], sessions: [taught.id] });
    expect(spider).toMatchObject({ state: 'ready', error: null, kind: 'page-classes', bins: null, clusters: 2 });
    const { report } = spider;
    expect(report).toMatchObject({ links: 0, bins: [] });
    expect(report?.classes.reduce((sum, { pages }) => sum + pages, 0)).toBe(report?.pages);
    const words = report?.classes.map((each) => each.words.map(({ word }) => word));
    expect(words?.some((of) => of.includes('cheddar'))).toBe(true);
    expect(words?.some((of) => of.includes('orbit'))).toBe(true);
    const policyConfig = { spider: spider.id, clusters: 2 };
    const { id } = await ended((await start({ policy: 'forager-td', policyConfig })).id);
    expect(await firstChoice(id)).toMatchObject({ terms: { states: 'classifier' } });
    const before = await orderOf(id);
    expect((await api.rest('DELETE', `/spiders/${spider.id}`)).status).toBe(204);
    expect(await replayed(id)).toMatchObject({ state: 'completed', error: null });
    expect((await orderOf(id)).slice(0, before.length)).toEqual(before);
  });

  testThoroughly('are refused where they do not fit, and are not made of too few pages', async () => {
    const [spider, values] = await Promise.all([classes({ webs: [{ web: 'silent' }] }), train({ bins: 3 })]);
    const session = (policy: string, config: object): Promise<object> =>
      refusedSession({ policy, policyConfig: { spider: spider.id, ...config } });
    expect(await session('forager-hybrid', { clusters: 3 })).toMatchObject({
      status: 400,
      field: 'policyConfig.clusters',
      detail: expect.stringContaining('clusters 2'),
    });
    expect(await session('nb-future', {})).toMatchObject({
      status: 400,
      field: 'policyConfig.spider',
      detail: expect.stringContaining('of the kind page-classes, policy nb-future takes links'),
    });
    expect(await session('forager-td', { spider: values.id })).toMatchObject({ field: 'policyConfig.spider' });
    expect(await classes({ webs: [{ web: 'silent', domains: ['cheeseweb0.com'] }], clusters: 10 })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('too few for 10 clusters'),
    });
  });
});

/** The policy's terms of a choice. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'depth-first': ['from', 'depth'],
  'modified-dfs': ['from', 'depth'],
  'iterative-deepening': ['from', 'depth'],
  beam: ['examples'],
  'skip-parse': ['state', 'decision', 'skipValue', 'parseValue'],
  'tag-path-bandit': ['arm', 'mean', 'bound', 'pulls'],
  ache: ['focus', 'domainLastVisit', 'classifierVersion'],
  'forager-weblog': ['forager', 'pathStep', 'states'],
  'forager-hybrid': ['forager', 'pathStep', 'states'],
};
/** Policies whose terms are the features of a link. */
const BY_FEATURES = ['synchronous', 'tres-async', 'async'];
const EXPLAINED = someOf([...Object.keys(TOLD), ...BY_FEATURES], (policy) =>
  ['ache', 'forager-weblog', 'synchronous'].includes(policy),
);

it('a session under each policy explains its choices in the terms of the policy', async () => {
  const started = await Promise.all(
    EXPLAINED.map(async (policy) => {
      const { id } = await start({ policy, budget: { fetches: 8 } });
      return [policy, id] as const;
    }),
  );
  for (const [policy, id] of started) {
    expect([policy, await ended(id)]).toMatchObject([policy, { state: 'completed', error: null }]);
    const { terms, features } = await firstChoice(id);
    expect([policy, Object.keys(terms ?? {})]).toEqual([policy, expect.arrayContaining([...(TOLD[policy] ?? [])])]);
    if (BY_FEATURES.includes(policy)) expect([policy, features]).toEqual([policy, expect.any(Object)]);
  }
});

describe('a session that starts from another one', () => {
  it.each(POLICIES)(
    '%s: chooses by what was learnt from its first link on, and is replayed exactly',
    async (policy, policyConfig) => {
      const first = origins.get(policy)?.id;
      const { id, startFrom } = await start({ policy, policyConfig, randomSeed: 6, startFrom: first });
      expect(startFrom).toBe(first);
      expect(await ended(id)).toMatchObject({ state: 'completed', error: null });
      const choice = await firstChoice(id);
      if (policy === 'tres') expect(choice.exploration).toBe(false);
      else if (policy === 'tree-random')
        expect(choice).toMatchObject({ leaf: { rules: expect.arrayContaining([expect.any(String)]) } });
      // Without it states are projections until there are `bootstrapPages` pages.
      else if (policy === 'forager-hybrid') expect(choice).toMatchObject({ terms: { states: 'classifier' } });
      else expect(choice).toMatchObject({ terms: { valuedBy: 'spider' } });
      // The session keeps its copy, whatever happens to the source.
      const before = await orderOf(id);
      expect((await api.rest('DELETE', `/sessions/${String(first)}`)).status).toBe(204);
      expect(await replayed(id)).toMatchObject({ state: 'completed', error: null, startFrom: first });
      expect((await orderOf(id)).slice(0, before.length)).toEqual(before);
    },
  );

  it('is asked for in GraphQL too', async () => {
    const { createSession } = await api.graphql<{ createSession: object }>(
      'mutation ($topicId: ID!, $input: CreateSessionInput!) { createSession(topicId: $topicId, input: $input) { startFrom policy } }',
      {
        topicId,
        input: { policy: 'tres', policyConfig: LITTLE, budget: { fetches: 1 }, startFrom: origin.id },
      },
    );
    expect(createSession).toMatchObject({ policy: 'tres', startFrom: origin.id });
  });

  it('is refused with the reason where it does not fit', async () => {
    const from = (input: object): Promise<object> =>
      refusedSession({ policy: 'tres', policyConfig: LITTLE, startFrom: origin.id, ...input });
    expect(await from({ policy: 'breadth-first', policyConfig: {} })).toMatchObject({
      status: 400,
      field: 'startFrom',
      detail: expect.stringContaining('breadth-first cannot start'),
      allowed: expect.stringContaining('tres, tree-random, nb-immediate, nb-future'),
    });
    expect(await from({ policy: 'tree-random', policyConfig: {} })).toMatchObject({
      status: 409,
      field: 'startFrom',
      detail: expect.stringContaining('has the policy tres'),
    });
    expect(await from({ policyConfig: { ...LITTLE, domainFeatures: false } })).toMatchObject({
      status: 409,
      field: 'startFrom',
      detail: expect.stringContaining('domainFeatures true'),
    });
    expect(await from({ startFrom: randomUUID() })).toMatchObject({ status: 400, field: 'startFrom' });
    expect(await from({ startFrom: 'nonsense' })).toMatchObject({ status: 400, field: 'startFrom' });
    await sql(service.databaseUrl, `UPDATE sessions SET state = 'PAUSED' WHERE id = $1`, [origin.id]);
    expect(await from({})).toMatchObject({ status: 409, detail: expect.stringContaining('paused') });
    await sql(service.databaseUrl, `UPDATE sessions SET state = 'COMPLETED' WHERE id = $1`, [origin.id]);
    expect(
      await refusedSession({ policy: 'nb-future', policyConfig: { spider: randomUUID() }, startFrom: origin.id }),
    ).toMatchObject({ status: 400, field: 'startFrom', detail: expect.stringContaining('not with both') });
  });

  it.each([
    ['another version left the state', `UPDATE sessions SET policy_version = policy_version + 100 WHERE id = $1`],
    ['the state is lost', `DELETE FROM checkpoints WHERE session_id = $1`],
  ])('learns from its pages again where %s', async (_, statement) => {
    await sql(service.databaseUrl, statement, [origin.id]);
    const body = { policy: 'tres', policyConfig: LITTLE, startFrom: origin.id, budget: { fetches: 5 } };
    const { status, body: session } = await api.rest('POST', `/topics/${topicId}/sessions`, body);
    expect([status, session]).toEqual([202, expect.objectContaining({ startFrom: origin.id })]);
  });
});
