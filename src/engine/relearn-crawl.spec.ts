import { someOf } from '../../test/support/thoroughness.js';
import { POLICIES, troubledCrawl, judge, web } from '../../test/support/troubled-crawl.js';
import type { Troubles } from '../../test/support/flaky-fetcher.js';
import type { Judge } from '../domain/session/index.js';
import { checkpointOf } from './checkpoint.js';
import { relearnCrawl, type Rejudged } from './relearn-crawl.js';

const TROUBLES: Partial<Troubles> = {
  failingAttempts: (site, page) => ((site * 7 + page * 3) % 5 === 0 ? 1 : 0),
  dead: (site) => site === 4,
  delayMs: (site) => (site % 4 === 3 ? 9_000 : 0),
};
const INPUT = { retries: 2, concurrency: 4, hostFailureLimit: 6, domainCap: 12, budget: { fetches: 110 } };
/** Calls the pages relevant that the other judge does not. */
const contrary: Judge = {
  judge: (document, url) => ({ probability: 0.25, relevant: !judge.judge(document, url).relevant }),
};

async function relearnt(policy: string, other: Judge, stopAfter?: number) {
  const first = troubledCrawl(policy, TROUBLES, INPUT);
  await first.run(stopAfter);
  const second = troubledCrawl(policy, TROUBLES, INPUT, first.store, first.fetcher);
  const pages: Rejudged[] = [];
  await relearnCrawl(second.state, first.store, {
    seeds: web.seeds,
    judge: other,
    onRejudged: (page) => void pages.push(page),
  });
  return { first, second, pages };
}

describe('a relearned crawl', () => {
  it.each(someOf(POLICIES, (policy) => policy !== 'tres'))(
    '%s: is where it was when the judge is the same',
    async (policy) => {
      const { first, second, pages } = await relearnt(policy, judge, 90);
      const { frontierSize: _, ...counters } = first.state.counters();
      expect(second.state.counters()).toMatchObject(counters);
      expect(second.state.nextStep).toBe(Math.max(...first.store.records.map(({ plan }) => plan.step)) + 1);
      expect(second.state.agenda.save()).toMatchObject({ now: first.state.agenda.save().now });
      const stored = first.store.records.filter(({ outcome }) => outcome === 'page');
      expect(pages).toEqual(
        stored.map(({ plan, facts, relevant, reward }) => ({
          step: plan.step,
          probability: facts.probability,
          relevant,
          reward,
        })),
      );
    },
  );

  it.each(POLICIES)('%s: counts and rewards as the new judge would have', async (policy) => {
    const { first, second, pages } = await relearnt(policy, contrary, 90);
    const stored = first.store.records.filter(({ outcome }) => outcome === 'page');
    // Duplicates earn nothing under any judge.
    for (const [i, { plan, relevant, duplicateOf }] of stored.entries()) {
      const expected = duplicateOf === null && !relevant;
      expect(pages[i]).toEqual({ step: plan.step, probability: 0.25, relevant: expected, reward: expected ? 1 : 0 });
    }
    const relevant = pages.filter((page) => page.relevant);
    const domainsOf = new Map(stored.map(({ plan, domainNo }) => [plan.step, domainNo]));
    expect(second.state.counters()).toMatchObject({
      fetched: stored.length,
      relevant: relevant.length,
      relevantDomains: new Set(relevant.map(({ step }) => domainsOf.get(step))).size,
      failed: first.state.failed,
      completed: first.state.completed,
    });
    expect(relevant.length).toBeGreaterThan(10);
  });

  it.each(POLICIES)('%s: goes on to the end of its budget, no URL chosen twice', async (policy) => {
    const { first, second } = await relearnt(policy, contrary, 60);
    await first.store.commit({
      steps: [],
      newUrls: [],
      newDomains: [],
      counters: second.state.counters(),
      inFlight: [],
      pagesPerSecond: 0,
      activeMs: 0,
      policyStats: {},
      checkpoint: await checkpointOf(second.state),
    });
    const third = troubledCrawl(policy, TROUBLES, INPUT, first.store, first.fetcher);
    expect(await third.run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(third.state.spent).toBe(110);
    const firstAttempts = first.store.records
      .filter(({ plan }) => plan.choice === plan.step)
      .map(({ plan }) => plan.urlNo);
    expect(new Set(firstAttempts).size).toBe(firstAttempts.length);
    expect(new Set(first.store.records.map(({ plan }) => plan.step)).size).toBe(first.store.records.length);
    const perDomain = new Map<number, number>();
    for (const { domainNo, facts } of first.store.records)
      if (!facts.free) perDomain.set(domainNo, (perDomain.get(domainNo) ?? 0) + 1);
    expect(Math.max(...perDomain.values())).toBeLessThanOrEqual(12);
  });

  it('reads the choices of the log as they fall due', async () => {
    const first = troubledCrawl('breadth-first', TROUBLES, INPUT);
    await first.run(90);
    const second = troubledCrawl('breadth-first', TROUBLES, INPUT, first.store, first.fetcher);
    const ahead: number[] = [];
    const { choices } = first.store;
    first.store.choices = async function* (from) {
      let taken = 0;
      for await (const page of choices.call(first.store, from))
        for (const choice of page) {
          if (taken++ > 0) ahead.push(choice.chosenAfter - second.state.completed);
          yield [choice];
        }
    };
    await relearnCrawl(second.state, first.store, { seeds: web.seeds, judge, onRejudged: () => undefined });
    expect(second.state.completed).toBe(91);
    // Once to note which links are followed, and once as they are.
    expect(Math.max(...ahead.slice(-80))).toBeLessThan(10);
  });
});
