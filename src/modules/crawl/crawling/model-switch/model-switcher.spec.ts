import { MemoryStore } from '../../../../engine/index.js';
import { sessionConfigSchema } from '../../../../domain/session/index.js';
import { loggedCrawl } from '../../../../../test/support/logged-crawl.js';
import { createRandomFetcher, createRandomWeb } from '../../../../../test/support/random-web.js';
import type { LoadedModel } from '../../../topics/models/index.js';
import type { ModelSwitchRepository } from './model-switch.repository.js';
import { ModelSwitcher } from './model-switcher.js';

const web = createRandomWeb({ sites: 10, pagesPerSite: 20, linksPerPage: 6 });
const config = { budget: { fetches: 60 }, hostDelayMs: 0 };
const scores = { kind: 'test', scoreText: () => 0.5, threshold: 0.5, save: () => ({}) };

it.each<[string, LoadedModel]>([
  ['a local model', { ...scores, score: () => 0.9 }],
  [
    'an external classifier',
    { ...scores, window: 8, maxOutageMs: 1, scoreMany: (documents) => Promise.resolve(documents.map(() => 0.9)) },
  ],
])('reports how much of a session is rejudged by %s, and then all of it', async (_, model) => {
  const store = new MemoryStore();
  const fetcher = createRandomFetcher(web);
  await loggedCrawl({ policy: 'breadth-first', config, seeds: web.seeds, fetcher, stopAt: null }, store).run();
  const switches: Pick<ModelSwitchRepository, 'run'> = {
    run: async (_lease, work) => {
      const change = { add: () => Promise.resolve(), finish: () => Promise.resolve('') };
      await work(change as never);
    },
  };
  const switcher = new ModelSwitcher({ loadModel: () => Promise.resolve(model) } as never, switches as never);
  const session = {
    ...{ lease: { sessionId: 's', topicId: 't', epoch: 1 }, projectId: 'p', policy: 'breadth-first', policyVersion: 1 },
    ...{ policyConfig: {}, config: sessionConfigSchema.parse(config), access: null, randomSeed: 1, seeds: web.seeds },
    ...{ modelId: 'old', pendingModelId: 'new', keywords: [], prior: null, command: null, quotaReached: null },
    stalledClaims: 0,
  };
  const shares: number[] = [];
  const patiently = <T>(work: (attempt: number) => Promise<T>): Promise<T> => work(0);
  const { signal } = new AbortController();
  const switched = await switcher.apply(session, { store, patiently }, signal, (share) => void shares.push(share));
  expect(switched).toMatchObject({ modelId: 'new', pendingModelId: null });
  expect(shares.length).toBeGreaterThan(30);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares[0]).toBeLessThan(0.1);
  expect(shares.at(-1)).toBeGreaterThan(0.9);
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});
