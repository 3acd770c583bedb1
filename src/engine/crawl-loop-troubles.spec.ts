import type { Troubles } from '../../test/support/flaky-fetcher.js';
import { POLICIES, troubledCrawl as crawl, web } from '../../test/support/troubled-crawl.js';
import { MemoryStore } from './memory-store.js';
import { someOf } from '../../test/support/thoroughness.js';

/** These policies wait for all pages that a page links to. */
const FORAGERS = someOf(['forager-weblog', 'forager-td', 'forager-hybrid'], (policy) => policy === 'forager-td');

describe('a crawl of a web with troubles', () => {
  it.each(POLICIES)(
    '%s: tries again later what failed for now, and tells the policy one end of each choice',
    async (policy) => {
      const { state, store, run, chosen, observed } = crawl(
        policy,
        { failingAttempts: (_, page) => (page % 5 === 1 ? 2 : 0) },
        { retries: 2, concurrency: 4 },
      );
      expect(await run()).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
      const troubled = store.records.filter(
        ({ facts }) => facts.finalUrl.endsWith('/p6') || facts.finalUrl.endsWith('/p11'),
      );
      const pages = new Set(
        store.records.filter(({ outcome }) => outcome === 'page').map(({ finalUrlNo }) => finalUrlNo),
      );
      // Each page behind a failure is fetched in the end, unless the web lacks it or it is known by a redirect.
      expect(troubled.filter(({ facts }) => facts.outcome === 'timeout').length).toBeGreaterThan(20);
      for (const { plan, facts } of store.records) {
        if (facts.outcome === 'timeout')
          expect(store.records.some((other) => other.plan.choice === plan.choice && other.plan.attempt === 2)).toBe(
            true,
          );
      }
      expect(pages.size).toBeGreaterThan(100);
      expect([...observed].sort((a, b) => a - b)).toEqual([...chosen].sort((a, b) => a - b));
      expect(state.agenda.waitingRetries).toBe(0);
      expect(state.spent).toBe(store.records.filter(({ facts }) => !facts.free).length);
    },
  );

  it('waits some steps before it tries again while there is other work, longer each time', async () => {
    const { store, run } = crawl(
      'breadth-first',
      { failingAttempts: (_, page) => (page === 1 ? 9 : 0) },
      { retries: 2, concurrency: 1 },
    );
    await run();
    const byChoice = new Map<number, number[]>();
    for (const { plan, seq, facts } of store.records)
      if (facts.outcome === 'timeout') byChoice.set(plan.choice, [...(byChoice.get(plan.choice) ?? []), seq]);
    const early = [...byChoice.values()].filter(([first]) => first !== undefined && first < 20);
    expect(early.length).toBeGreaterThan(0);
    for (const [first = 0, second = 0, third = 0, ...more] of early) {
      expect(second - first).toBeGreaterThanOrEqual(25);
      expect(third - second).toBeGreaterThanOrEqual(second - first);
      expect(more).toEqual([]);
    }
  });

  it('gives the only seed some seconds to come back, and more each time', async () => {
    const { store, run } = crawl(
      'breadth-first',
      { failingAttempts: (_, page) => (page === 0 ? 2 : 0) },
      { retries: 2, concurrency: 8, budget: { fetches: 5 } },
      undefined,
      undefined,
      web.seeds.slice(0, 1),
    );
    await run();
    const times = store.records.slice(0, 3).map(({ outcome, facts }) => [outcome, facts.activeMs] as const);
    expect(times.map(([outcome]) => outcome)).toEqual(['timeout', 'timeout', 'page']);
    const [first, second, third] = times.map(([, ms]) => ms);
    expect(second - first).toBeGreaterThanOrEqual(3_000);
    expect(third - second).toBeGreaterThanOrEqual(12_000);
    expect(third).toBeLessThan(20_000);
  });

  it.each(POLICIES)('%s: gives up a host that fails again and again, and no other', async (policy) => {
    const limit = 4;
    const { store, run, chosen, observed } = crawl(
      policy,
      { dead: (site) => site === 3 || site === 5 },
      { hostFailureLimit: limit, concurrency: 5 },
    );
    expect(await run()).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
    for (const site of [3, 5]) {
      const attempts = store.records.filter(({ facts }) => facts.finalUrl.startsWith(`http://site${site}.`));
      expect(attempts.length).toBeGreaterThanOrEqual(limit);
      expect(attempts.length).toBeLessThanOrEqual(limit + 1);
    }
    expect(
      new Set(store.records.filter(({ outcome }) => outcome === 'page').map(({ domainNo }) => domainNo)).size,
    ).toBe(10);
    expect([...observed].sort((a, b) => a - b)).toEqual([...chosen].sort((a, b) => a - b));
  });

  it.each(POLICIES)('%s: waits for a host that brought pages before it gives it up', async (policy) => {
    const limit = 4;
    const [back, gone] = [3, 5];
    const asked = new Map<number, number>();
    const { store, run, chosen, observed } = crawl(
      policy,
      {
        dead: (site) => {
          const before = asked.get(site) ?? 0;
          asked.set(site, before + 1);
          return before >= 5 && (site === gone || (site === back && before < 5 + limit + 2));
        },
      },
      { hostFailureLimit: limit, concurrency: 5 },
    );
    expect(await run()).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
    // Its rests take their time, also when nothing else is left to do.
    const times = store.records
      .filter(({ outcome, facts }) => outcome === 'connect' && facts.finalUrl.startsWith(`http://site${gone}.`))
      .map(({ facts }) => facts.activeMs);
    expect(times[times.length - 1] - times[0]).toBeGreaterThan(15 * 60_000);
    const outcomesOf = (site: number): string[] =>
      store.records
        .filter(({ facts }) => facts.finalUrl.startsWith(`http://site${site}.`))
        .map(({ outcome }) => outcome);
    const afterOutage = outcomesOf(back).slice(5 + limit + 2);
    expect(afterOutage.filter((outcome) => outcome === 'page').length).toBeGreaterThan(5);
    expect(outcomesOf(gone).filter((outcome) => outcome === 'connect').length).toBeLessThanOrEqual(limit + 4 + 5);
    expect(store.records.flatMap(({ hostGivenUp }) => hostGivenUp ?? [])).toEqual([
      { host: expect.stringMatching(`^site${gone}\\.`) as string, failures: limit + 4 },
    ]);
    expect([...observed].sort((a, b) => a - b)).toEqual([...chosen].sort((a, b) => a - b));
  });

  it.each([...POLICIES, ...FORAGERS])('%s: goes on with other hosts while one is to be left alone', async (policy) => {
    const slow = 1;
    const { store, fetcher, run } = crawl(
      policy,
      { delayMs: (site) => (site === slow ? 20_000 : 0) },
      { concurrency: 3 },
    );
    expect(await run()).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
    const isSlow = ({ facts }: { facts: { finalUrl: string } }): boolean =>
      facts.finalUrl.startsWith(`http://site${slow}.`);
    const fetched = store.records.filter(({ outcome }) => outcome !== 'deferred');
    const half = fetched.slice(0, fetched.length / 2);
    // Its pages come last, when nothing else is left; no other page waits for them.
    expect(half.filter(isSlow).length).toBeLessThanOrEqual(2);
    expect(fetched.filter(isSlow).length).toBeGreaterThan(10);
    const last = fetcher.requests[fetcher.requests.length - 1];
    expect(last?.patienceMs).toBe(60_000);
    expect(fetcher.requests[0]?.patienceMs).toBe(3_000);
    // The host's delay was known, so almost nothing is deferred.
    expect(store.records.length - fetched.length).toBeLessThanOrEqual(3);
  });

  it.each(FORAGERS)(
    '%s: does not stand still while the pages that its foragers wait for are put off',
    async (policy) => {
      const isSlow = (site: number): boolean => site % 2 === 1;
      // A failed fetch of a slow site is retried when its host may be asked again, and is in flight until then.
      const troubles: Partial<Troubles> = {
        delayMs: (site) => (isSlow(site) ? 20_000 : 0),
        failingAttempts: (site, page) => (isSlow(site) && page % 3 === 1 ? 1 : 0),
      };
      const { store, run } = crawl(policy, troubles, { concurrency: 3, retries: 2 });
      expect(await run()).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
      const pages = store.records.filter(({ outcome }) => outcome === 'page');
      const ofFast = pages.filter(({ facts }) => !isSlow(Number(/site(\d+)\./.exec(facts.finalUrl)?.[1])));
      expect(ofFast.length).toBeGreaterThan(60);
      expect(pages.length - ofFast.length).toBeGreaterThan(60);
      // Some pages of fast sites have links from slow sites only.
      const early = ofFast.filter(({ facts }) => facts.activeMs < 60_000);
      expect(early.length / ofFast.length).toBeGreaterThan(0.8);
    },
  );

  it('ends when all hosts are to be left alone, after waiting for each', async () => {
    const { run, store } = crawl(
      'breadth-first',
      { delayMs: () => 45_000 },
      { concurrency: 4, budget: { fetches: 40 } },
    );
    expect(await run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(store.records.filter(({ facts }) => !facts.free)).toHaveLength(40);
  });

  it.each([...POLICIES, ...FORAGERS])(
    '%s: tries again where it failed, though that host is to be left alone, before it ends',
    async (policy) => {
      const { state, store, run, chosen, observed } = crawl(
        policy,
        { failingAttempts: (_, page) => (page % 5 === 1 ? 2 : 0), delayMs: () => 45_000 },
        { retries: 2, concurrency: 4 },
      );
      expect(await run()).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
      const failed = store.records.filter(({ facts }) => facts.outcome === 'timeout');
      expect(failed.length).toBeGreaterThan(20);
      for (const { plan } of failed)
        expect(store.records.some((other) => other.plan.choice === plan.choice && other.plan.attempt === 2)).toBe(true);
      expect(state.agenda.waitingRetries).toBe(0);
      expect([...observed].sort((a, b) => a - b)).toEqual([...chosen].sort((a, b) => a - b));
    },
  );

  it.each(POLICIES)(
    '%s: goes the same way and ends at the same time when the clock is set back by an hour, forward by two and right again',
    async (policy) => {
      const HOUR_MS = 3_600_000;
      const troubles: Partial<Troubles> = {
        delayMs: (site) => (site % 3 === 0 ? 20_000 : 0),
        failingAttempts: (site, page) => ((site + page) % 7 === 0 ? 1 : 0),
      };
      const clockOffMs = (requests: number): number =>
        requests < 25 ? 0 : requests < 50 ? -HOUR_MS : requests < 75 ? HOUR_MS : 0;
      const input = { concurrency: 4, budget: { fetches: 10_000, minutes: 3 } };
      const even = crawl(policy, troubles, input);
      const jumping = crawl(policy, { ...troubles, clockOffMs }, input);
      const end = await even.run();
      expect(await jumping.run()).toEqual(end);
      const wayOf = ({ store }: typeof even): unknown[] =>
        store.records.map(({ plan, outcome, facts }) => [plan.urlNo, outcome, facts.activeMs]);
      expect(wayOf(jumping)).toEqual(wayOf(even));
      expect(jumping.store.records.length).toBeGreaterThan(90);
      expect(jumping.store.records.filter(({ outcome }) => outcome === 'deferred').length).toBeLessThanOrEqual(5);
      // The log records the jumps of the clock as facts.
      const times = jumping.store.records.map(({ facts }) => facts.fetchedAt);
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(2 * HOUR_MS);
    },
  );

  it('waits for a host that says to be free and puts off all the same', async () => {
    const { store, run, fetcher } = crawl('breadth-first', {}, { concurrency: 2, budget: { fetches: 60 } });
    const inner = fetcher.fetch.bind(fetcher);
    fetcher.fetch = async (request, signal) => {
      const outcome = await inner(request, signal);
      if (!request.url.startsWith('http://site2.') || request.patienceMs === 60_000) return outcome;
      return {
        kind: 'deferred',
        finalUrl: request.url,
        redirects: [],
        httpStatus: null,
        fetchedAt: 0,
        durationMs: 0,
        bytes: 0,
        hostWaitMs: 0,
        message: 'deferred',
        retryable: true,
      };
    };
    await run();
    const putOff = store.records.filter(({ outcome }) => outcome === 'deferred').map(({ facts }) => facts.activeMs);
    expect(putOff.length).toBeGreaterThan(0);
    for (let i = 2; i < putOff.length; i++) expect(putOff[i] - putOff[i - 2]).toBeGreaterThanOrEqual(3_000);
  });

  it('does not wait for hosts that are to be left alone for very long', async () => {
    const { run, store } = crawl(
      'breadth-first',
      { delayMs: (site) => (site % 2 === 1 ? 3_600_000 : 0) },
      { concurrency: 4 },
    );
    expect(await run()).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
    const ofSlow = store.records.filter(({ facts }) => /^http:\/\/site\d*[13579]\./.test(facts.finalUrl));
    // One page each, and no further attempt.
    expect(ofSlow.filter(({ outcome }) => outcome === 'deferred')).toEqual([]);
    expect(ofSlow.length).toBeLessThanOrEqual(6 + ofSlow.filter(({ plan }) => plan.source === -1).length);
    expect(ofSlow.length).toBeGreaterThan(3);
  });

  it.each(POLICIES)('%s: keeps MAX and the budget, retries included', async (policy) => {
    const { store, run, state } = crawl(
      policy,
      { failingAttempts: (site, page) => (site + page) % 3 },
      {
        retries: 3,
        concurrency: 6,
        domainCap: 6,
        budget: { fetches: 60 },
      },
    );
    expect(await run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
    const perDomain = new Map<number, number>();
    for (const { domainNo, facts } of store.records)
      if (!facts.free) perDomain.set(domainNo, (perDomain.get(domainNo) ?? 0) + 1);
    expect(Math.max(...perDomain.values())).toBeLessThanOrEqual(6);
    expect(state.spent).toBe(60);
  });

  it.each([...POLICIES, ...FORAGERS])('%s: is replayed from its log exactly, whatever failed', async (policy) => {
    const troubles: Partial<Troubles> = {
      failingAttempts: (site, page) => (site * 7 + page * 3) % 4,
      dead: (site) => site === 4,
      delayMs: (site) => (site % 3 === 2 ? 9_000 : 0),
    };
    const input = { retries: 2, concurrency: 5, hostFailureLimit: 6, budget: { fetches: 150 } };
    const first = crawl(policy, troubles, input);
    await first.run(70);
    // Without its checkpoint, the session is restored from the log alone. The fetcher keeps its knowledge.
    const bare = new MemoryStore();
    const stored = await first.store.load();
    Object.assign(bare, {
      load: async () => ({ ...stored, checkpoints: [] }),
      choices: (from: number) => first.store.choices(from),
    });
    Object.assign(bare, {
      steps: (from: number) => first.store.steps(from),
      urlsOf: (nos: readonly number[]) => first.store.urlsOf(nos),
    });
    const second = crawl(policy, troubles, input, bare, first.fetcher);
    expect(await second.run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(second.state.spent).toBe(150);
    const restored = crawl(policy, troubles, input, first.store, first.fetcher);
    expect(await restored.run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(restored.state.spent).toBe(150);
  });
});
