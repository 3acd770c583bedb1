import { jest } from '@jest/globals';
import { createFlakyFetcher } from '../../test/support/flaky-fetcher.js';
import { littleLearning } from '../../test/support/little-learning.js';
import { createRandomFetcher, createRandomWeb } from '../../test/support/random-web.js';
import { createRng } from '../domain/base/rng.js';
import { Availability } from '../domain/frontier/frontier-view.js';
import { findPolicy } from '../domain/policies/index.js';
import {
  CrawlState,
  fetchLimit,
  sessionConfigSchema,
  type Judge,
  type SessionConfigInput,
} from '../domain/session/index.js';
import { CrawlLoop, type CrawlLoopOptions } from './crawl-loop.js';
import type { CommitBatch } from './crawl-store.js';
import { MemoryStore } from './memory-store.js';
import { systemClock, type Fetcher } from './ports.js';

const web = createRandomWeb({ sites: 30, pagesPerSite: 40, linksPerPage: 8 });
const judge: Judge = {
  judge: (document) => ({
    probability: document.text.includes('cheese') ? 0.9 : 0.1,
    relevant: document.text.includes('cheese'),
  }),
};

function stateFor(policyName: string, config: SessionConfigInput, seed = 5): CrawlState {
  const rng = createRng(seed);
  const definition = findPolicy(policyName);
  if (!definition) throw new Error(policyName);
  const resolved = sessionConfigSchema.parse({ hostDelayMs: 0, ...config });
  const policy = definition.create(definition.configSchema.parse(littleLearning(policyName)), {
    rng,
    scoreText: (text) => (text.includes('cheese') ? 0.8 : 0.2),
    keywords: { inUrl: () => false, keywordIn: (text) => text.includes('cheese'), phraseIn: () => false },
    budget: fetchLimit(resolved.budget),
    domainCap: Infinity,
  });
  return new CrawlState(resolved, policy, rng);
}

function loopFor(
  state: CrawlState,
  store: MemoryStore,
  fetcher: Fetcher,
  extra: Partial<CrawlLoopOptions> = {},
): CrawlLoop {
  return new CrawlLoop({
    state,
    seeds: web.seeds,
    fetcher,
    store,
    judge,
    clock: systemClock,
    commitIntervalMs: 0,
    maxBatch: 5,
    checkpointIntervalMs: 1e9,
    ...extra,
  });
}

const orderOf = (store: MemoryStore): number[] =>
  [...store.records].sort((a, b) => a.plan.step - b.plan.step).map((record) => record.plan.urlNo);

/** A store whose crawl is killed after some commits and loses its uncommitted steps. */
class DyingStore extends MemoryStore {
  private commits = 0;
  constructor(private readonly diesAfter: number) {
    super();
  }
  override async commit(batch: CommitBatch): Promise<void> {
    if (++this.commits > this.diesAfter) throw new Error('killed');
    await super.commit(batch);
  }
  revive(): void {
    this.commits = Number.NEGATIVE_INFINITY;
  }
}

describe('crawl loop', () => {
  it.each(['breadth-first', 'random', 'best-first', 'tres'])(
    '%s: spends the budget, each URL once, counters as the records say',
    async (policy) => {
      const store = new MemoryStore();
      const state = stateFor(policy, { budget: { fetches: 150 }, concurrency: 6 });
      const end = await loopFor(state, store, createRandomFetcher(web)).run();
      expect(end).toEqual({ kind: 'finished', reason: 'BUDGET' });
      expect(store.records).toHaveLength(150);
      expect(new Set(store.records.map((record) => record.plan.urlNo)).size).toBe(150);
      expect(store.records.map((record) => record.seq)).toEqual(Array.from({ length: 150 }, (_, i) => i));
      const pages = store.records.filter((record) => record.outcome === 'page');
      expect(state.counters()).toMatchObject({
        fetched: pages.length,
        failed: 150 - pages.length,
        relevant: pages.filter((page) => page.relevant).length,
        completed: 150,
      });
    },
  );

  it('gives the same order at concurrency 1 for the same seed, and another for another', async () => {
    const orders = [];
    for (const seed of [3, 3, 4]) {
      const store = new MemoryStore();
      await loopFor(
        stateFor('tres', { budget: { fetches: 120 }, concurrency: 1 }, seed),
        store,
        createRandomFetcher(web, seed + 10),
      ).run();
      orders.push(orderOf(store).join());
    }
    expect(orders[0]).toBe(orders[1]);
    expect(orders[0]).not.toBe(orders[2]);
  });

  it.each(['random', 'tres'])('%s: continues in the same order after any kill at concurrency 1', async (policy) => {
    const config = { budget: { fetches: 100 }, concurrency: 1 };
    const whole = new MemoryStore();
    await loopFor(stateFor(policy, config), whole, createRandomFetcher(web)).run();
    for (const diesAfter of [1, 4, 9, 17]) {
      const store = new DyingStore(diesAfter);
      await expect(loopFor(stateFor(policy, config), store, createRandomFetcher(web)).run()).rejects.toThrow('killed');
      store.revive();
      await loopFor(stateFor(policy, config), store, createRandomFetcher(web)).run();
      expect(orderOf(store)).toEqual(orderOf(whole));
    }
  });

  it.each(['random', 'tres'])(
    '%s: with many in flight a kill loses and repeats nothing committed, and refetches a page at most once',
    async (policy) => {
      const config = { budget: { fetches: 200 }, concurrency: 7, domainCap: { kind: 'fixed' as const, max: 12 } };
      const fetches = new Map<string, number>();
      const count = (url: string): void => void fetches.set(url, (fetches.get(url) ?? 0) + 1);
      const store = new DyingStore(12);
      await expect(
        loopFor(stateFor(policy, config), store, createRandomFetcher(web, 1, count), { checkpointIntervalMs: 1 }).run(),
      ).rejects.toThrow('killed');
      const committed = store.records.map((record) => record.plan.step);
      store.revive();
      const state = stateFor(policy, config);
      await loopFor(state, store, createRandomFetcher(web, 2, count)).run();
      expect(store.records.map((record) => record.plan.step).slice(0, committed.length)).toEqual(committed);
      expect(store.records).toHaveLength(200);
      expect(new Set(store.records.map((record) => record.plan.step)).size).toBe(200);
      expect(Math.max(...fetches.values())).toBeLessThanOrEqual(2);
      const perDomain = new Map<number, number>();
      for (const { domainNo } of store.records) perDomain.set(domainNo, (perDomain.get(domainNo) ?? 0) + 1);
      expect(Math.max(...perDomain.values())).toBeLessThanOrEqual(12);
    },
  );

  it('never has more fetches of a host under way than allowed', async () => {
    const underWay = new Map<string, number>();
    let most = 0;
    const inner = createRandomFetcher(web);
    const fetcher: Fetcher = {
      fetch: async (request, signal) => {
        const { host } = new URL(request.url);
        underWay.set(host, (underWay.get(host) ?? 0) + 1);
        most = Math.max(most, underWay.get(host) ?? 0);
        const outcome = await inner.fetch(request, signal);
        underWay.set(host, (underWay.get(host) ?? 0) - 1);
        return outcome;
      },
      close: async () => undefined,
    };
    await loopFor(
      stateFor('breadth-first', { budget: { fetches: 200 }, concurrency: 12, hostConcurrency: 2 }),
      new MemoryStore(),
      fetcher,
    ).run();
    expect(most).toBe(2);
  });

  it('stores all slots as taken while all are', async () => {
    const underWay: number[] = [];
    class CountingStore extends MemoryStore {
      override async commit(batch: CommitBatch): Promise<void> {
        underWay.push(batch.inFlight.length);
        await super.commit(batch);
      }
    }
    const config = { budget: { fetches: 100 }, concurrency: 5 };
    await loopFor(stateFor('breadth-first', config), new CountingStore(), createRandomFetcher(web)).run();
    expect(Math.max(...underWay)).toBe(5);
  });

  it('pauses with nothing in flight, goes on, and stops with what is complete committed', async () => {
    const store = new MemoryStore();
    const config = { budget: { fetches: 200 }, concurrency: 5 };
    const first: CrawlLoop = loopFor(stateFor('tres', config), store, createRandomFetcher(web), {
      onStep: (record) => record.seq === 50 && first.request('pause'),
    });
    expect(await first.run()).toEqual({ kind: 'paused' });
    expect((await store.load()).inFlight).toEqual([]);
    const second: CrawlLoop = loopFor(stateFor('tres', config), store, createRandomFetcher(web), {
      onStep: (record) => record.seq === 90 && second.request('stop'),
    });
    expect(await second.run()).toEqual({ kind: 'stopped' });
    expect(store.records.length).toBeGreaterThanOrEqual(91);
    expect(await loopFor(stateFor('tres', config), store, createRandomFetcher(web)).run()).toEqual({
      kind: 'finished',
      reason: 'BUDGET',
    });
    expect(new Set(store.records.map((record) => record.plan.step)).size).toBe(200);
  });

  it('pauses though a fetch waits for its host, and fetches that page when it goes on', async () => {
    const store = new MemoryStore();
    const config = { budget: { fetches: 60 }, concurrency: 2 };
    const inner = createRandomFetcher(web);
    let fetches = 0;
    let waiting = '';
    const waits: Fetcher = {
      async fetch(request, signal) {
        const outcome = await inner.fetch(request, signal);
        if (++fetches !== 20) return outcome;
        waiting = request.url;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { ...outcome, kind: 'aborted', message: 'aborted', retryable: false };
      },
      close: () => inner.close(),
    };
    const first: CrawlLoop = loopFor(stateFor('tres', config), store, waits, {
      pauseGraceMs: 1,
      onStep: (record) => record.seq === 30 && first.request('pause'),
    });
    expect(await first.run()).toEqual({ kind: 'paused' });
    const { inFlight } = await store.load();
    expect(inFlight).toHaveLength(1);
    const asked: string[] = [];
    const goesOn: Fetcher = {
      fetch: (request, signal) => {
        asked.push(request.url);
        return inner.fetch(request, signal);
      },
      close: () => inner.close(),
    };
    expect(await loopFor(stateFor('tres', config), store, goesOn).run()).toEqual({
      kind: 'finished',
      reason: 'BUDGET',
    });
    expect(asked[0]).toBe(waiting);
    expect(new Set(store.records.map((record) => record.plan.step)).size).toBe(60);
  });

  it.each([
    [{ budget: { fetches: 10_000 }, scope: { allowHosts: ['cheeseweb1.com'] } }, 'FRONTIER_EMPTY'],
    [{ budget: { fetches: 10_000, relevantPages: 20 } }, 'BUDGET'],
    [{ budget: { fetches: 10_000, domains: 5 } }, 'BUDGET'],
    [{ budget: { fetches: 10_000, minutes: 0.0005 } }, 'TIME'],
    [{ budget: { fetches: 10_000 }, saturation: { window: 20, minHarvestRate: 1 } }, 'SATURATED'],
  ] as [SessionConfigInput, string][])('%j ends with %s', async (config, reason) => {
    const end = await loopFor(
      stateFor('breadth-first', { concurrency: 4, ...config }),
      new MemoryStore(),
      createRandomFetcher(web),
    ).run();
    expect(end).toEqual({ kind: 'finished', reason });
  });

  it.each([
    ['a policy that looks at no candidate', 0, (): boolean => true],
    // The hosts that are left alone are no excuse: others are ready.
    ['one that sees ready candidates', 3_600_000, (ready: boolean): boolean => ready],
  ])('says that %s waits in vain', async (_, delayMs, waits) => {
    const state = stateFor('breadth-first', { budget: { fetches: 10_000 }, concurrency: 4 });
    const store = new MemoryStore();
    const fetcher = createFlakyFetcher(web, { delayMs: (site) => (site % 2 === 1 ? delayMs : 0) });
    const choose = state.policy.choose.bind(state.policy);
    const choice = jest.spyOn(state.policy, 'choose');
    choice.mockImplementation((step, view) => {
      if (step < 20) return choose(step, view);
      const urlNos = Array.from({ length: state.urls.size }, (_, urlNo) => urlNo);
      const isReady = delayMs > 0 && urlNos.some((urlNo) => view.availability(urlNo) === Availability.Ready);
      return waits(isReady) ? { kind: 'wait' } : { kind: 'exhausted' };
    });
    expect(await loopFor(state, store, fetcher, { clock: fetcher.clock, sleep: fetcher.sleep }).run()).toEqual({
      kind: 'finished',
      reason: 'POLICY_WAITS',
    });
    expect(store.records.length).toBeGreaterThanOrEqual(20);
    // It is asked again after the steps in flight, not for ever.
    expect(choice.mock.calls.length).toBeLessThan(40);
  });

  it('ends with RATE_LIMITED when it is turned away again and again, and fetches again when it is resumed', async () => {
    const inner = createRandomFetcher(web);
    let fetches = 0;
    let isOpen = false;
    const fetcher: Fetcher = {
      fetch: async (request, signal) => {
        const outcome = await inner.fetch(request, signal);
        if (++fetches <= 20 || isOpen) return outcome;
        return { ...outcome, kind: 'http-error', httpStatus: 429, message: 'HTTP 429', retryable: true };
      },
      close: async () => undefined,
    };
    const store = new MemoryStore();
    const run = () => loopFor(stateFor('breadth-first', { budget: { fetches: 200 } }), store, fetcher).run();
    expect(await run()).toEqual({ kind: 'finished', reason: 'RATE_LIMITED' });
    expect(fetches).toBeLessThan(100);
    isOpen = true;
    expect(await run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
  });
});
