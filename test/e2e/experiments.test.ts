import { randomUUID } from 'node:crypto';
import { littleLearning } from '../support/little-learning.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { recordedFolder } from '../support/web-folder.js';
import { sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';
import { testThoroughly } from '../support/thoroughness.js';

const SIZE = { sites: 12, pagesPerSite: 12 };
const web = createRandomWeb({ ...SIZE, linksPerPage: 6 });
const DEADLINE_MS = 180_000;
const TINY = 'pages=150,seed=4,maxLinks=12,pagesPerHost=15,words=40';
/** Runs take a while, but not a second. */
const QUICK_TRES = { policy: 'tres', policyConfig: littleLearning('tres') };
const TWO = [{ policy: 'breadth-first' }, { policy: 'best-first' }];

interface ExperimentBody {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly truth: string;
  readonly modelId: string | null;
  readonly seeds: readonly string[];
  readonly budgets: readonly number[];
  readonly notes: readonly string[];
  readonly web: { readonly links: number | null; readonly outLinks: number | null };
  readonly reachable: { readonly pages: number; readonly relevant: number; readonly domains: number } | null;
  readonly plannedRuns: number;
  readonly finishedRuns: number;
  readonly error: string | null;
  readonly jobId: string | null;
}
interface Measure {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}
interface ResultsBody {
  readonly state: string;
  readonly notes: readonly string[];
  readonly budgets: readonly {
    readonly budget: number;
    readonly steps: readonly number[];
    readonly references: readonly { readonly name: string; readonly relevant: number }[];
    readonly policies: readonly {
      readonly name: string;
      readonly runs: number;
      readonly relevant: Measure;
      readonly recall: Measure | null;
      readonly simulatedSeconds: Measure | null;
      readonly against: { readonly pairs: number; readonly relevant: Measure } | null;
      readonly relevantCurve: { readonly mean: readonly number[] };
    }[];
  }[];
}

let service: TestService;
let api: ApiClient;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
let topicId: string;
let session: { readonly id: string; readonly fetched: number; readonly relevant: number; readonly modelId: string };

const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const over = (id: string): Promise<ExperimentBody> =>
  until(`/experiments/${id}`, ({ state }: ExperimentBody) => !['queued', 'running'].includes(state));
const made = async (input: object): Promise<ExperimentBody> => {
  const { id } = await call<ExperimentBody>('POST', '/experiments', {
    policies: TWO,
    runs: 2,
    budgets: [20],
    ...input,
  });
  const experiment = await over(id);
  expect(experiment).toMatchObject({ state: 'completed', error: null, finishedRuns: experiment.plannedRuns });
  return experiment;
};
/** On the recorded web, whose model is trained already. */
const recorded = () => ({ topicId, web: { recordedWeb: 'cheeses' } });
const resultsOf = (id: string): Promise<ResultsBody> => call<ResultsBody>('GET', `/experiments/${id}/results`);
const textOf = async (path: string): Promise<Response & { readonly said: string }> => {
  const response = await fetch(`${service.url}/v1${path}`);
  return Object.assign(response, { said: await response.text() });
};

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
  const { id } = await call<{ id: string }>('POST', `/topics/${topicId}/sessions`, {
    ...{ policy: 'breadth-first', hostDelayMs: 0, robots: false, concurrency: 1, hostConcurrency: 1, retries: 0 },
    ...{ budget: { fetches: 60 }, randomSeed: 5 },
  });
  session = await until<typeof session & { readonly state: string }>(
    `/sessions/${id}`,
    ({ state }) => state === 'completed',
  );
}, DEADLINE_MS);
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await server.close();
}, DEADLINE_MS);

describe('experiments', () => {
  testThoroughly(
    'compare objectives and MAX of one policy, and refuse an objective for a policy that heeds none',
    async () => {
      const policies = [
        { policy: 'prospector', name: 'pages' },
        { policy: 'prospector', name: 'domains', objective: { domainWeight: 2 }, domainCap: 3 },
      ];
      const { id } = await made({ web: { synthetic: TINY }, policies, runs: 1 });
      const experiment = await call<{ policies: { domainCap: unknown; objective: unknown }[]; notes: string[] }>(
        'GET',
        `/experiments/${id}`,
      );
      expect(experiment.policies.map(({ domainCap, objective }) => ({ domainCap, objective }))).toEqual([
        { domainCap: null, objective: null },
        { domainCap: { kind: 'fixed', max: 3 }, objective: { domainWeight: 2 } },
      ]);
      expect(experiment.notes).toContainEqual(expect.stringContaining('MAX of their own'));
      const refused = await api.rest('POST', '/experiments', {
        ...{ web: { synthetic: TINY }, budgets: [20] },
        policies: [...TWO, { policy: 'tres', objective: { domainWeight: 2 } }],
      });
      expect(refused.body).toMatchObject({ status: 400, field: 'policies[2].objective' });
      const unheeding = await made({ web: { synthetic: TINY }, runs: 1, objective: { domainsAtLeast: 2 } });
      expect(unheeding.notes).toContainEqual(expect.stringContaining('says nothing to breadth-first, best-first'));
    },
  );

  it('compare policies on a synthetic web, and tell the same in both APIs', async () => {
    const input = { web: { synthetic: TINY }, policies: TWO, runs: 2, budgets: [40, 20, 40] };
    const key = randomUUID();
    const [one, same] = await Promise.all(
      [1, 2].map(
        async () => (await api.rest<ExperimentBody>('POST', '/experiments', input, { 'idempotency-key': key })).body,
      ),
    );
    expect(same.id).toBe(one.id);
    expect(one).toMatchObject({ plannedRuns: 8, budgets: [20, 40], truth: 'labels', modelId: null, notes: [] });
    const { id, jobId, reachable } = await over(one.id);
    expect(await call('GET', `/jobs/${String(jobId)}`)).toMatchObject({
      ...{ kind: 'run-experiment', subjectId: id, state: 'completed', progress: 1 },
      result: { experimentId: id, state: 'completed', runs: 8 },
    });
    const results = await resultsOf(id);
    expect(results.budgets.map(({ budget, steps }) => [budget, steps.length])).toEqual([
      [20, 20],
      [40, 40],
    ]);
    const [breadthFirst, bestFirst] = results.budgets[1].policies;
    expect([breadthFirst.runs, bestFirst.runs]).toEqual([2, 2]);
    // The web links pages of a topic to one another.
    expect(bestFirst.relevant.mean).toBeGreaterThan(breadthFirst.relevant.mean);
    expect(bestFirst.against?.pairs).toBe(2);
    expect(bestFirst.against?.relevant.mean).toBeCloseTo(bestFirst.relevant.mean - breadthFirst.relevant.mean);
    expect(bestFirst.recall?.mean).toBeCloseTo(bestFirst.relevant.mean / (reachable?.relevant ?? 0));
    expect(bestFirst.relevantCurve.mean.at(-1)).toBe(bestFirst.relevant.mean);
    expect(results.budgets[1].references).toMatchObject([{ name: 'oracle' }]);
    const told = await api.graphql<{ experiment: { results: ResultsBody } }>(
      `query ($id: ID!) { experiment(id: $id) { state truth policies { name policyConfig } job { kind result { ... on ExperimentJobResult { runs } } }
         results { budgets { budget steps references { name } policies { name relevant { mean low high } } } } }
       experiments(first: 1) { edges { node { id } } } node(id: $id) { __typename ... on Experiment { finishedRuns } } }`,
      { id },
    );
    expect(told).toMatchObject({
      experiment: { state: 'COMPLETED', truth: 'LABELS', job: { kind: 'RUN_EXPERIMENT', result: { runs: 8 } } },
      experiments: { edges: [{ node: { id } }] },
      node: { __typename: 'Experiment', finishedRuns: 8 },
    });
    const { mean, low, high } = bestFirst.relevant;
    expect(told.experiment.results.budgets[1].policies[1]).toEqual({
      name: 'best-first',
      relevant: { mean, low, high },
    });
  });

  it('have a pace in simulated time, and an eagerness for each policy', async () => {
    const policies = [
      { policy: 'best-first', name: 'waits', eagerness: 0 },
      { policy: 'best-first', name: 'fills', eagerness: 1 },
    ];
    const { id, notes } = await made({
      ...{ web: { synthetic: TINY }, policies, runs: 1, budgets: [40], concurrency: 8, hostDelayMs: 1_000 },
    });
    expect(notes).toEqual([
      expect.stringMatching(/^Time is simulated: 8 fetches at the same time, at least 1000 ms between two/),
    ]);
    expect(await call('GET', `/experiments/${id}`)).toMatchObject({
      ...{ concurrency: 8, hostDelayMs: 1_000, eagerness: 0.2 },
      policies: [{ eagerness: 0 }, { eagerness: 1 }],
    });
    const [{ policies: paced }] = (await resultsOf(id)).budgets;
    const [waits, fills] = paced.map(({ simulatedSeconds }) => simulatedSeconds?.mean ?? 0);
    // Waiting takes longer, and nothing is faster than the responses allow.
    expect(fills).toBeGreaterThan(1);
    expect(waits).toBeGreaterThan(fills);
    const { experiment } = await api.graphql<{ experiment: object }>(
      `query ($id: ID!) { experiment(id: $id) { concurrency hostDelayMs eagerness policies { eagerness }
         results { budgets { policies { simulatedSeconds { mean } } } } } }`,
      { id },
    );
    expect(experiment).toMatchObject({
      ...{ concurrency: 8, hostDelayMs: 1_000, eagerness: 0.2, policies: [{ eagerness: 0 }, { eagerness: 1 }] },
      results: {
        budgets: [{ policies: [{ simulatedSeconds: { mean: waits } }, { simulatedSeconds: { mean: fills } }] }],
      },
    });
    const [head, row] = (await textOf(`/experiments/${id}/runs.csv`)).said.split('\r\n');
    expect(head).toMatch(/,wallMs,simulatedMs$/);
    expect(row).toMatch(new RegExp(`,${1_000 * waits}$`));
  });

  it('have a report that loads nothing, and runs as CSV', async () => {
    const { id } = await made({ ...recorded(), name: '<b>cheese</b>' });
    const report = await textOf(`/experiments/${id}/report.html`);
    expect(report.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(report.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(report.said).toContain('<h1 dir="auto">&lt;b&gt;cheese&lt;/b&gt;</h1>');
    expect(report.said).toContain('best-first');
    const csv = await textOf(`/experiments/${id}/runs.csv`);
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename=b-cheese-b-runs-[\d-]+\.csv$/);
    expect(csv.said.trim().split('\r\n')).toHaveLength(1 + 4);
  });

  testThoroughly('take recorded webs: by labels, or by what the model says where there are none', async () => {
    const input = { topicId, budgets: [30], policies: [{ policy: 'random' }, { policy: 'optimal' }] };
    const [byLabels, byModel] = await Promise.all([
      made({ ...input, web: { recordedWeb: 'cheeses', labels: ['cheese'] }, reward: 'labels' }),
      made({ ...input, web: { recordedWeb: 'silent' }, name: 'no labels' }),
    ]);
    expect(byLabels).toMatchObject({
      truth: 'labels',
      modelId: session.modelId,
      name: 'cheese on the recorded web cheeses',
    });
    expect(byLabels.notes).toEqual([
      expect.stringMatching(/^Labels: 1 line without a URL ignored, the first is line \d+: .*\.$/),
      expect.stringContaining('by their labels'),
    ]);
    expect(byModel).toMatchObject({ truth: 'model', name: 'no labels', seeds: web.seeds });
    expect(byModel.notes).toEqual([expect.stringContaining('there are no labels')]);
    expect(byModel.reachable?.pages).toBe(byLabels.reachable?.pages);
    for (const { id } of [byLabels, byModel]) {
      const [{ policies, references }] = (await resultsOf(id)).budgets;
      expect(policies[0].relevant.mean).toBeGreaterThan(0);
      // Knowing the web has value.
      expect(policies[1].relevant.mean).toBeGreaterThan(policies[0].relevant.mean);
      expect(references[0].relevant).toBeGreaterThan(policies[0].relevant.mean);
    }
  });

  testThoroughly(
    'tell what another policy would have done with the pages of a session, and what that biases',
    async () => {
      const input = { policies: [{ policy: 'breadth-first' }, { policy: 'best-first' }], runs: 2, randomSeed: 5 };
      const started = await call<ExperimentBody>('POST', `/sessions/${session.id}/what-if`, input);
      expect(started).toMatchObject({ modelId: session.modelId, budgets: [session.fetched], truth: 'model' });
      expect(started.notes[0]).toMatch(
        /^Only pages that the session fetched can be visited: (\d+) of (\d+) links \(\d+%\)/,
      );
      const { links, outLinks } = started.web;
      // The 60 pages link to most of the web's 144.
      expect(outLinks).toBeGreaterThan(0);
      expect(links).toBeGreaterThan(outLinks ?? 0);
      const { reachable, error } = await over(started.id);
      expect(error).toBeNull();
      // Several redirects to one page count once.
      expect(reachable?.pages).toBeLessThanOrEqual(session.fetched);
      const [{ policies, references }] = (await resultsOf(started.id)).budgets;
      expect(references).toMatchObject([{ name: 'oracle' }, { name: 'the session itself (breadth-first)' }]);
      // All pages are fetched: every policy finds everything relevant.
      for (const { relevant } of policies) expect(relevant.mean).toBe(reachable?.relevant);
      const shorter = await api.graphql<{ whatIf: { id: string; notes: string[] } }>(
        `mutation ($id: ID!, $input: WhatIfInput!) { whatIf(sessionId: $id, input: $input) { id notes } }`,
        { id: session.id, input: { ...input, runs: 1, budgets: [15] } },
      );
      expect(shorter.whatIf.notes).toEqual(started.notes);
      expect((await over(shorter.whatIf.id)).state).toBe('completed');
      const [{ policies: early, references: own }] = (await resultsOf(shorter.whatIf.id)).budgets;
      // The same policy repeats the session's path.
      expect(early[0].relevant.mean).toBe(own[1].relevant);
    },
  );

  it('are refused with the field that is wrong', async () => {
    const refusal = async (input: object, path = '/experiments'): Promise<object> =>
      (await api.rest('POST', path, { policies: TWO, budgets: [20], web: { synthetic: TINY }, ...input })).body;
    const cases: [object, string][] = [
      [{ web: {} }, 'web'],
      [{ web: { synthetic: TINY, recordedWeb: 'cheeses' } }, 'web'],
      [{ web: { synthetic: 'pages=5' } }, 'web.synthetic'],
      [{ web: { synthetic: 'changing=true' } }, 'web.synthetic'],
      [{ web: { synthetic: 'pages=4000000' } }, 'web.synthetic'],
      [{ topicId }, 'topicId'],
      [{ ...recorded(), web: { recordedWeb: '../cheeses-outside' } }, 'web.recordedWeb'],
      [{ ...recorded(), topicId: null }, 'topicId'],
      [{ ...recorded(), web: { recordedWeb: 'silent', labels: ['cheese'] } }, 'web.labels'],
      [{ web: { sessionId: session.id, labels: ['cheese'] } }, 'web.labels'],
      [{ web: { sessionId: randomUUID() } }, 'web.sessionId'],
      [{ ...recorded(), seeds: ['ftp://x'] }, 'seeds[0]'],
      [{ ...recorded(), reward: 'labels' }, 'reward'],
      [{ policies: [] }, 'policies'],
      [{ policies: [{ policy: 'tres' }, { policy: 'fastest' }] }, 'policies[1].policy'],
      [{ policies: [{ policy: 'tres', policyConfig: { gama: 1 } }] }, 'policies[0].policyConfig.gama'],
      [{ policies: [{ policy: 'tres' }, { policy: 'tres' }] }, 'policies[1].name'],
      [
        { policies: [{ policy: 'nb-future', policyConfig: { spider: randomUUID() } }] },
        'policies[0].policyConfig.spider',
      ],
      [{ budgets: [] }, 'budgets'],
      [{ budgets: [0] }, 'budgets[0]'],
      [{ budgets: [100_000], runs: 50 }, 'budgets'],
      [{ runs: 51 }, 'runs'],
      [{ runs: 2, randomSeeds: [1] }, 'runs'],
      [{ domainCap: 'none' }, 'domainCap'],
      [{ concurrency: 65 }, 'concurrency'],
      [{ concurrency: 0 }, 'concurrency'],
      [{ hostDelayMs: -1 }, 'hostDelayMs'],
      [{ eagerness: 1.5 }, 'eagerness'],
      [{ policies: [{ policy: 'tres', eagerness: -0.1 }] }, 'policies[0].eagerness'],
    ];
    for (const [input, field] of cases)
      expect({ input, ...(await refusal(input)) }).toMatchObject({ input, status: 400, field });
    expect(await refusal({ ...recorded(), topicId: randomUUID() })).toMatchObject({ status: 404 });
    expect((await api.rest('POST', `/sessions/${randomUUID()}/what-if`, { policies: TWO })).status).toBe(404);
  });

  testThoroughly('fail with a reason when there is nothing to compare on', async () => {
    const { id } = await call<ExperimentBody>('POST', '/experiments', {
      ...{ topicId, policies: TWO, budgets: [20], runs: 1, seeds: ['http://elsewhere.example/'] },
      web: { recordedWeb: 'cheeses' },
    });
    expect(await over(id)).toMatchObject({ state: 'failed', error: 'none of the seeds is a page of the web' });
    expect(await resultsOf(id)).toMatchObject({ state: 'failed', budgets: [] });
    const broken = await call<ExperimentBody>('POST', '/experiments', {
      ...{ topicId, policies: TWO, budgets: [20], runs: 1 },
      web: { recordedWeb: 'broken' },
    });
    expect(await over(broken.id)).toMatchObject({ state: 'failed', error: expect.stringContaining('cannot be read') });
  });

  testThoroughly('are cancelled, keep finished runs, and continue when resumed', async () => {
    const { id } = await call<ExperimentBody>('POST', '/experiments', {
      ...recorded(),
      ...{ policies: [QUICK_TRES, { policy: 'random' }], budgets: [100], runs: 50 },
    });
    await until(`/experiments/${id}`, ({ finishedRuns }: ExperimentBody) => finishedRuns > 0);
    expect((await api.rest('POST', `/experiments/${id}/resume`)).body).toMatchObject({ code: 'INVALID_STATE' });
    await call('POST', `/experiments/${id}/cancel`);
    const cancelled = await over(id);
    expect(cancelled).toMatchObject({ state: 'cancelled', error: 'cancelled by a user' });
    expect(cancelled.finishedRuns).toBeLessThan(100);
    // Finished runs are reported.
    const [{ policies }] = (await resultsOf(id)).budgets;
    expect(policies.reduce((sum, { runs }) => sum + runs, 0)).toBe(cancelled.finishedRuns);
    expect((await api.rest('POST', `/experiments/${id}/cancel`)).status).toBe(202);
    const before = await runRows(id);
    // Only a few remain, to save time.
    await sql(
      service.databaseUrl,
      `UPDATE experiments SET plan = jsonb_set(plan, '{randomSeeds}', '[1, 2]'), planned_runs = 4 WHERE id = $1`,
      [id],
    );
    await sql(service.databaseUrl, 'DELETE FROM experiment_runs WHERE experiment_id = $1 AND random_seed > 1', [id]);
    // A worker may have claimed it already.
    expect(await call('POST', `/experiments/${id}/resume`)).toMatchObject({
      state: expect.stringMatching(/^(?:queued|running)$/),
      error: null,
    });
    expect(await over(id)).toMatchObject({ state: 'completed', finishedRuns: 4 });
    const after = await runRows(id);
    for (const [key, row] of before) if (after.has(key) && key.endsWith(' 1')) expect(after.get(key)).toBe(row);
    expect((await api.rest('POST', `/experiments/${id}/cancel`)).body).toMatchObject({ code: 'INVALID_STATE' });
  });

  testThoroughly(
    'continue after the death of a worker, without repeating stored runs, with the same results',
    async () => {
      const { id } = await made({ ...recorded(), runs: 3 });
      const before = await runRows(id);
      await sql(service.databaseUrl, 'DELETE FROM experiment_runs WHERE experiment_id = $1 AND random_seed = 2', [id]);
      await sql(service.databaseUrl, `UPDATE experiments SET status = 'RUNNING' WHERE id = $1`, [id]);
      await sql(
        service.databaseUrl,
        `UPDATE jobs SET status = 'RUNNING', lease_owner = 'gone', lease_expires_at = now() - interval '1 minute', finished_at = NULL WHERE subject_id = $1`,
        [id],
      );
      await until(`/experiments/${id}`, ({ state }: ExperimentBody) => state === 'completed');
      const after = await runRows(id);
      expect([...after.keys()]).toEqual([...before.keys()]);
      const withoutTime = (row = ''): object => ({ ...(JSON.parse(row) as object), wallMs: 0 });
      for (const [key, row] of before) {
        if (key.endsWith(' 2')) expect(withoutTime(after.get(key))).toEqual(withoutTime(row));
        else expect(after.get(key)).toBe(row);
      }
    },
  );

  it('are deleted with their runs, also while they run', async () => {
    const { id } = await call<ExperimentBody>('POST', '/experiments', {
      ...recorded(),
      ...{ policies: [QUICK_TRES], budgets: [100], runs: 50 },
    });
    await until(`/experiments/${id}`, ({ state }: ExperimentBody) => state === 'running');
    expect((await api.rest('DELETE', `/experiments/${id}`)).status).toBe(204);
    expect((await api.rest('GET', `/experiments/${id}`)).status).toBe(404);
    expect(await runRows(id)).toEqual(new Map());
  });
});

/** The stored runs as text, by policy and seed. */
async function runRows(id: string): Promise<Map<string, string>> {
  const rows = await sql<{ key: string; result: string }>(
    service.databaseUrl,
    `SELECT policy || ' ' || random_seed AS key, result::text AS result FROM experiment_runs WHERE experiment_id = $1 ORDER BY policy, random_seed`,
    [id],
  );
  return new Map(rows.map(({ key, result }) => [key, result]));
}
