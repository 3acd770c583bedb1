import pg from 'pg';
import { isThorough, someOf } from '../support/thoroughness.js';
import { pastVersions, type UpgradedData, upgradedData } from '../support/past-data.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { passage, serveWeb, type PastWeb } from './web.mjs';

interface Session {
  readonly state: string;
  readonly error: string | null;
  readonly fetched: number;
  readonly failed: number;
  readonly modelId: string;
  readonly policyVersion: number;
  readonly pendingModelId: string | null;
}
interface Page {
  readonly step: number;
  readonly relevant: boolean;
}
interface SessionEvent {
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;
}
interface Experiment {
  readonly state: string;
  readonly error: string | null;
  readonly plannedRuns: number;
  readonly finishedRuns: number;
}
interface Items<T> {
  readonly items: readonly T[];
}

const versions = pastVersions();
const hasEnded = ({ state }: Session): boolean => ['completed', 'failed', 'stopped'].includes(state);
const completed = expect.objectContaining({ state: 'completed', error: null });

describe.each(someOf(versions, (version) => version === versions.at(-1)))('data of %s', (version) => {
  let web: PastWeb;
  let data: UpgradedData;
  let service: TestService;
  let worker: { stop(): Promise<void> };
  let settings: Record<string, string> & { readonly DATABASE_URL: string };
  const start = async () => {
    service = await startService(settings);
    await service.startJobs();
    worker = await startSharedWorker(settings);
  };
  const stop = async () => {
    await worker.stop();
    await service.stop();
  };
  const restart = async () => {
    await stop();
    await start();
  };
  const { call, until } = restCalls(() => service.url, 120_000);

  beforeAll(async () => {
    web = await serveWeb();
    data = await upgradedData(version);
    settings = {
      DATABASE_URL: data.database.url,
      DATA_DIR: data.dataDir,
      CRAWL_PROXY_URL: web.url,
      CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
      CRAWL_ALLOWED_PORTS: 'any',
      CRAWL_MAX_SESSIONS: '3',
    };
    await start();
  });
  afterAll(async () => {
    await stop();
    await data.database.drop();
    await web.close();
  });

  const sessionsIn = (state: string) => data.kept.sessions.filter((session) => session.state === state);

  const change = async (sql: string) => {
    const client = new pg.Client({ connectionString: data.database.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const eventsOf = async (id: string) =>
    (await call<Items<SessionEvent>>('GET', `/sessions/${id}/events?first=100`)).items.map(({ kind }) => kind);

  const bytesOf = async (route: string) => {
    const response = await fetch(`${service.url}/v1${route}`);
    expect([route, response.status]).toEqual([route, 200]);
    return (await response.arrayBuffer()).byteLength;
  };

  it('judges by every model', async () => {
    const chances = new Map<string, readonly number[]>();
    for (const [kind, id] of Object.entries(data.kept.models)) {
      const chanceOf = async (relevant: boolean) => {
        const { probability } = await call<{ probability: number }>('POST', `/models/${id}/judge`, {
          title: relevant ? 'About cheese' : 'About football',
          text: `${passage(relevant, 'judged')} ${relevant ? 'Cheddar' : 'Football'}.`,
        });
        return probability;
      };
      chances.set(kind, [await chanceOf(true), await chanceOf(false)]);
    }
    // The band of similarities leaves out exact matches.
    chances.delete('keyword-vectors (band)');
    expect([...chances].filter(([, [topic, other]]) => !(topic > other))).toEqual([]);
  });

  it('reads pages, domains, texts, links and events of every session', async () => {
    for (const { id } of sessionsIn('PAUSED')) {
      const { items: pages } = await call<Items<Page>>('GET', `/sessions/${id}/pages?first=5`);
      expect(pages.length).toBeGreaterThan(0);
      await call('GET', `/sessions/${id}/pages/${pages[0].step}`);
      expect(await call('GET', `/sessions/${id}/domains`)).toMatchObject({ items: expect.anything() as unknown });
      await call('GET', `/sessions/${id}/events`);
    }
  });

  it('ends the sessions that were running or waiting', async () => {
    for (const { id } of [...sessionsIn('RUNNING'), ...sessionsIn('QUEUED')])
      expect(await until<Session>(`/sessions/${id}`, hasEnded)).toEqual(completed);
  });

  it('resumes what was paused, under every policy', async () => {
    const paused = sessionsIn('PAUSED');
    const { items: policies } = await call<Items<{ name: string; version: number }>>('GET', '/policies');
    const versionOf = new Map(policies.map(({ name, version }) => [name, version]));
    // One whose policy would choose differently although its version is the same.
    const other = paused.find(({ policy }) => policy === 'random')?.id ?? '';
    await change(
      `UPDATE sessions SET random_seed = random_seed + 1 WHERE id = '${other}'; DELETE FROM checkpoints WHERE session_id = '${other}'`,
    );
    // Enough fetches to use what was stored; the long run crawls to the budgets of the past.
    if (!isThorough)
      await change(
        `UPDATE sessions SET config = jsonb_set(config, '{budget,fetches}', to_jsonb(fetched + failed + 12)) WHERE state = 'PAUSED'`,
      );
    const changed = [other];
    for (const { id, policy } of paused) {
      if ((await call<Session>('GET', `/sessions/${id}`)).policyVersion !== versionOf.get(policy)) changed.push(id);
      await call('POST', `/sessions/${id}/resume`);
    }
    const ends = new Map<string, Session>();
    for (const { id, policy } of paused) ends.set(policy, await until<Session>(`/sessions/${id}`, hasEnded));
    expect([...ends].filter(([, { state }]) => state !== 'completed')).toEqual([]);
    for (const id of changed) expect(await eventsOf(id)).toContain('policy-relearnt');
  });

  it('starts from the learned state of an ended session of another version', async () => {
    const [{ id: startFrom, policy }] = sessionsIn('COMPLETED');
    await change(`UPDATE sessions SET policy_version = 0 WHERE id = '${startFrom}'`);
    const { id } = await call<{ id: string }>('POST', `/topics/${data.kept.topic}/sessions`, {
      ...{ policy, startFrom, budget: { fetches: 10 }, hostDelayMs: 0 },
    });
    expect(await eventsOf(startFrom)).toContain('policy-relearnt');
    expect(await until<Session>(`/sessions/${id}`, hasEnded)).toEqual(completed);
  });

  it('crawls with every spider', async () => {
    const policyOf: Record<string, string> = {
      links: 'nb-future',
      'page-classes': 'forager-td',
      'link-values': 'prospector',
    };
    for (const [kind, spider] of Object.entries(data.kept.spiders ?? {})) {
      const { id } = await call<{ id: string }>('POST', `/topics/${data.kept.topic}/sessions`, {
        ...{ policy: policyOf[kind], policyConfig: { spider }, budget: { fetches: 10 }, hostDelayMs: 0 },
      });
      expect(await until<Session>(`/sessions/${id}`, hasEnded)).toEqual(completed);
    }
  });

  it('shows an experiment, and repeats the runs of another version', async () => {
    const { experiment: id } = data.kept;
    if (id === undefined) return;
    const before = await call<Experiment>('GET', `/experiments/${id}`);
    expect(before).toMatchObject({ state: 'completed', finishedRuns: before.plannedRuns });
    await call('GET', `/experiments/${id}/results`);
    await change(`UPDATE experiments SET status = 'FAILED', plan = jsonb_set(plan, '{policies,0,policyVersion}', '0')
      WHERE id = '${id}'`);
    await call('POST', `/experiments/${id}/resume`);
    const after = await until<Experiment>(`/experiments/${id}`, ({ state }) => !['queued', 'running'].includes(state));
    expect(after).toMatchObject({ state: 'completed', finishedRuns: before.plannedRuns, error: null });
  });

  it('serves stored exports and archives, and makes new ones', async () => {
    const [{ id: session }] = sessionsIn('COMPLETED');
    const { id } = await call<{ id: string }>('POST', `/sessions/${session}/exports`, { what: 'pages', format: 'csv' });
    await until<{ state: string }>(`/exports/${id}`, ({ state }) => state === 'completed');
    for (const one of [id, data.kept.export].filter((known) => known !== undefined)) {
      expect(await bytesOf(`/exports/${one}/file`)).toBeGreaterThan(100);
    }
    expect(await bytesOf(`/sessions/${session}/export.warc.gz`)).toBeGreaterThan(1_000);
  });

  it('retrains a model that it cannot read', async () => {
    const modelId = data.kept.models['naive-bayes'];
    await change(
      `UPDATE models SET weights = (SELECT weights FROM models WHERE kind = 'rules') WHERE id = '${modelId}'`,
    );
    // Readers that loaded it before still have it.
    await restart();
    const { id } = await call<{ id: string }>('POST', `/topics/${data.kept.topic}/sessions`, {
      ...{ policy: 'best-first', modelId, budget: { fetches: 10 }, hostDelayMs: 0 },
    });
    expect(await until<Session>(`/sessions/${id}`, hasEnded)).toEqual(completed);
    const { items: events } = await call<Items<SessionEvent>>('GET', `/sessions/${id}/events`);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'released',
        details: expect.objectContaining({ reason: 'model-remade' }) as unknown,
      }),
    );
  });

  it('extends a session that had ended, and changes its model', async () => {
    const [{ id }] = sessionsIn('COMPLETED');
    const before = await call<Session>('GET', `/sessions/${id}`);
    await call('POST', `/sessions/${id}/extend`, { fetches: 20 });
    const extended = await until<Session>(`/sessions/${id}`, hasEnded);
    expect(extended).toEqual(completed);
    expect(extended.fetched + extended.failed).toBeGreaterThan(before.fetched + before.failed);
    const modelId = Object.values(data.kept.models).find((model) => model !== before.modelId);
    await call('POST', `/sessions/${id}/model`, { modelId });
    const switched = await until<Session>(`/sessions/${id}`, ({ pendingModelId }) => pendingModelId === null);
    expect(switched).toMatchObject({ modelId, state: 'completed' });
  });

  it('starts a session with a template that it has', async () => {
    const { template: templateId, topic } = data.kept;
    if (templateId === undefined) return;
    const started = await call<Session & { readonly id: string }>('POST', `/topics/${topic}/sessions`, { templateId });
    expect(started).toMatchObject({
      policy: 'best-first',
      config: { budget: { fetches: 10 }, domainCap: { kind: 'adaptive', start: 5, min: 2 }, grouping: 'path-prefix' },
    });
    expect(await until<Session>(`/sessions/${started.id}`, hasEnded)).toEqual(completed);
  });
});
