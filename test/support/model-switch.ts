import { littleLearning } from './little-learning.js';
import { createRandomWeb, serveRandomWeb } from './random-web.js';
import { restCalls, type RestCalls } from './rest-call.js';
import { startService, type TestService } from './service.js';
import { startSharedWorker } from './worker-process.js';
import { sql } from '../e2e/sessions-client.js';

export const web = createRandomWeb({ sites: 40, pagesPerSite: 40, linksPerPage: 10 });
export const DEADLINE_MS = 180_000;
const FETCHES = 200;
/** Of the web, before each response, while a session must not end. */
const SLOW_MS = 60;
const FAST_MS = 3;

/** A session, as the API gives it. */
export interface Status {
  id: string;
  state: string;
  error: string | null;
  modelId: string;
  pendingModelId: string | null;
  fetched: number;
  failed: number;
  relevant: number;
  relevantDomainCount: number;
}
interface Report {
  before: {
    modelId: string;
    unseen: { documents: number; before: { f1: number } | null; after: { f1: number } | null };
  } | null;
}
/** A session's event, with details of a change of model. */
export interface Event {
  kind: string;
  completed: number;
  details: {
    fromModelId: string;
    toModelId: string;
    pages: number;
    changed: number;
    becameRelevant: number;
    becameIrrelevant: number;
    relevantBefore: number;
    relevantAfter: number;
    rewardBefore: number;
    rewardAfter: number;
    error?: string;
  };
}

/** Common parts of the tests: a service, a worker and a web that they crawl. */
export interface SwitchBench {
  /** A topic made before all tests. */
  readonly topicId: () => string;
  readonly databaseUrl: () => string;
  readonly call: RestCalls['call'];
  /** Waits until a session satisfies a condition. */
  session(id: string, isReached: (status: Status) => boolean): Promise<Status>;
  newTopic(name: string): Promise<string>;
  /**
   * A model by which the web's other pages are relevant, trained on such labels.
   *
   * @param quicklyFor topic for which a fast kind is trained; by default the kind that suits the labels is trained with
   * the call
   */
  contraryModel(sessionId: string, modelId: string, quicklyFor?: string): Promise<string>;
}

/**
 * Defines the tests of changing the model of a running session, for each policy.
 *
 * @param more further tests on the same service
 */
export const describeModelSwitches = (
  policies: readonly string[],
  more: (bench: SwitchBench) => void = () => undefined,
): void =>
  describe('another model for a session under way', () => {
    let service: TestService;
    let server: Awaited<ReturnType<typeof serveRandomWeb>>;
    let worker: Awaited<ReturnType<typeof startSharedWorker>>;
    let topicId: string;
    let delayMs = FAST_MS;

    const { call, until } = restCalls(() => service.url, DEADLINE_MS);
    const session = (id: string, isReached: (status: Status) => boolean): Promise<Status> =>
      until(`/sessions/${id}`, isReached);

    beforeAll(async () => {
      server = await serveRandomWeb(web, () => delayMs);
      service = await startService();
      worker = await startSharedWorker({
        DATABASE_URL: service.databaseUrl,
        CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
        COMMIT_INTERVAL_MS: '50',
      });
      topicId = await newTopic('cheese');
    }, DEADLINE_MS);
    afterAll(async () => {
      await worker.stop();
      await service.stop();
      await server.close();
    }, DEADLINE_MS);

    async function newTopic(name: string): Promise<string> {
      const keywords = ['cheese', 'cheddar', 'rennet'];
      const { id } = await call<{ id: string }>('POST', '/topics', { name, keywords, seeds: web.seeds });
      return id;
    }

    async function contraryModel(sessionId: string, modelId: string, quicklyFor?: string): Promise<string> {
      const { items } = await call<{ items: { step: number; outcome: string; relevant: boolean }[] }>(
        'GET',
        `/sessions/${sessionId}/pages?first=200&outcome=page`,
      );
      const labels = items.slice(0, 60).map(({ step, relevant }) => ({ step, relevant: !relevant }));
      const report = await call<{ created: number; model: { id: string } | null }>(
        'POST',
        `/sessions/${sessionId}/labels`,
        { labels, train: quicklyFor === undefined },
      );
      expect(report.created).toBeGreaterThan(40);
      const { id } =
        report.model ??
        (await call<{ id: string }>('POST', `/topics/${quicklyFor ?? ''}/models`, { kind: 'naive-bayes' }));
      const model = await until<{ id: string; state: string; report: Report | null }>(
        `/models/${id}`,
        ({ state }) => state !== 'training',
      );
      expect(model.state).toBe('ready');
      // All verdicts of the session's model on these pages were turned round, and it had learnt from none of them.
      const before = model.report?.before;
      expect(before).toMatchObject({ modelId, unseen: { documents: report.created } });
      // There are figures if the first pages of the crawl are of both classes.
      if (new Set(labels.map(({ relevant }) => relevant)).size > 1)
        expect(before?.unseen.before).toMatchObject({ precision: 0, recall: 0, f1: 0 });
      // The new model's quality depends on the first pages of the crawl.
      if (before?.unseen.before) expect(before.unseen.after).toMatchObject({ f1: expect.any(Number) });
      return model.id;
    }

    it.each(policies)(
      '%s: rejudges its pages, corrects its counters, and continues under it',
      async (policy) => {
        // Far from its end at the pause, on any machine.
        delayMs = SLOW_MS;
        // A separate topic: pages labelled under another policy bring no new labels.
        const own = await newTopic(`cheese by ${policy}`);
        const { id, modelId } = await call<Status>('POST', `/topics/${own}/sessions`, {
          policy,
          policyConfig: littleLearning(policy),
          budget: { fetches: FETCHES },
          hostDelayMs: 0,
          robots: false,
          concurrency: 4,
          hostConcurrency: 2,
          randomSeed: 3,
        });
        await session(id, (status) => status.fetched > 70);
        await call<Status>('POST', `/sessions/${id}/pause`);
        await session(id, (status) => status.state === 'paused');
        const toModelId = await contraryModel(id, modelId, own);

        expect(await call<Status>('POST', `/sessions/${id}/model`, { modelId: toModelId })).toMatchObject({
          modelId,
          pendingModelId: toModelId,
          state: 'paused',
        });
        await call<Status>('POST', `/sessions/${id}/resume`);
        await session(id, (status) => status.pendingModelId === null);
        // And back again, while it runs.
        await session(id, (status) => status.fetched > 90);
        await call<Status>('POST', `/sessions/${id}/model`, { modelId });
        await session(id, (status) => status.pendingModelId === null);
        delayMs = FAST_MS;
        const end = await session(
          id,
          (status) => status.state !== 'running' && status.state !== 'queued' && status.state !== 'starting',
        );
        expect(end).toMatchObject({ state: 'completed', error: null, modelId, pendingModelId: null });
        expect(end.fetched + end.failed).toBe(FETCHES);

        const eventsOf = async (kind: string): Promise<Event[]> =>
          (await call<{ items: Event[] }>('GET', `/sessions/${id}/events?first=200&kind=${kind}`)).items;
        const requested = await eventsOf('model-switch-requested');
        expect(requested.map(({ details }) => details.toModelId)).toEqual([toModelId, modelId]);
        const events = await eventsOf('model-switched');
        expect(events.map(({ kind, details }) => [kind, details.fromModelId, details.toModelId])).toEqual([
          ['model-switched', modelId, toModelId],
          ['model-switched', toModelId, modelId],
        ]);
        const [there, back] = events;
        expect(back.completed).toBeLessThan(FETCHES);
        expect(there.details.changed).toBeGreaterThan(0);
        expect(there.details.pages).toBeGreaterThan(60);
        for (const { details } of events) {
          expect(details.changed).toBe(details.becameRelevant + details.becameIrrelevant);
          expect(details.relevantAfter - details.relevantBefore).toBe(
            details.becameRelevant - details.becameIrrelevant,
          );
          // The reward of these policies is 1 for a relevant page.
          expect([details.rewardBefore, details.rewardAfter]).toEqual([details.relevantBefore, details.relevantAfter]);
        }

        const [counted] = await sql(
          service.databaseUrl,
          `SELECT count(*) FILTER (WHERE relevant)::int AS relevant, count(DISTINCT domain_no) FILTER (WHERE relevant)::int AS "relevantDomainCount",
              sum(reward)::int AS reward FROM pages WHERE session_id = $1`,
          [id],
        );
        expect(counted).toEqual({
          relevant: end.relevant,
          relevantDomainCount: end.relevantDomainCount,
          reward: end.relevant,
        });
        const wrong = await sql(
          service.databaseUrl,
          `SELECT FROM domains d LEFT JOIN (SELECT domain_no, count(*) AS relevant, min(step) AS first FROM pages WHERE session_id = $1 AND relevant GROUP BY domain_no) p
         USING (domain_no) WHERE d.session_id = $1 AND (d.relevant, d.first_relevant_step) IS DISTINCT FROM (coalesce(p.relevant, 0), p.first)`,
          [id],
        );
        expect(wrong).toEqual([]);
        const twice = await sql(
          service.databaseUrl,
          'SELECT url_no FROM pages WHERE session_id = $1 AND choice = step GROUP BY url_no HAVING count(*) > 1',
          [id],
        );
        expect(twice).toEqual([]);
      },
      DEADLINE_MS,
    );

    more({ topicId: () => topicId, databaseUrl: () => service.databaseUrl, call, session, newTopic, contraryModel });
  });
