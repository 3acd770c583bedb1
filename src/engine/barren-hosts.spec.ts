import { badUrl, BARREN_KINDS, createBarrenWeb, type Answer, type BarrenWeb } from '../../test/support/barren-web.js';
import { loggedCrawl } from '../../test/support/logged-crawl.js';
import { someOf } from '../../test/support/thoroughness.js';
import { policies } from '../domain/policies/index.js';
import type { SessionConfigInput } from '../domain/session/index.js';
import { MemoryStore } from './memory-store.js';

const BUDGET = 300;
/** Fetches that a host gets at most that brings nothing. */
const MOST = 15;
const KINDS = Object.keys(BARREN_KINDS);
/** The oracle is told the web beforehand. */
const POLICIES = policies.map(({ name }) => name).filter((name) => name !== 'optimal');
/** In the daily run those that go on differently while candidates are busy. */
const SOME_POLICIES = someOf(POLICIES, (name) =>
  ['best-first', 'breadth-first', 'prospector', 'tres', 'beam', 'forager-td', 'iterative-deepening'].includes(name),
);

interface Crawled {
  readonly store: MemoryStore;
  readonly web: BarrenWeb;
  readonly end: unknown;
}

async function crawl(
  web: BarrenWeb,
  config: Partial<SessionConfigInput> = {},
  policy = 'best-first',
  store = new MemoryStore(),
  stopAt: number | null = null,
): Promise<Crawled> {
  const settings = { budget: { fetches: BUDGET }, hostDelayMs: 0, ...config };
  const end = await loggedCrawl({ policy, config: settings, seeds: web.seeds, fetcher: web, stopAt }, store).run();
  return { store, web, end };
}

const outcomesAtBad = ({ store }: Crawled): string[] =>
  store.records
    .filter(({ plan, facts }) => plan.as === 'page' && facts.finalUrl.includes('bad.example'))
    .map(({ outcome }) => outcome);
const holdsOf = ({ store }: Crawled): unknown[] => store.records.flatMap(({ hostHolds }) => hostHolds);
const pagesOfGood = ({ store }: Crawled): number =>
  store.records.filter(({ outcome, facts }) => outcome === 'page' && facts.finalUrl.includes('good.example')).length;

describe.each(KINDS)('a host that answers everything with %s', (kind) => {
  it.each([
    [1, 1],
    [8, 1],
    [8, 8],
  ])('takes few fetches of a session at concurrency %i, %i at a host', async (concurrency, hostConcurrency) => {
    const crawled = await crawl(createBarrenWeb({ kind, pages: 1_000 }), { concurrency, hostConcurrency });
    expect(crawled.end).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(crawled.web.bad.length).toBeLessThanOrEqual(MOST);
    expect(pagesOfGood(crawled)).toBeGreaterThanOrEqual(BUDGET - MOST);
    const [outcome] = BARREN_KINDS[kind];
    const ends = outcomesAtBad(crawled);
    expect(ends.filter((end) => end === outcome).length).toBeGreaterThanOrEqual(4);
    // Those before it shows, the target of a redirect among them.
    expect(ends.filter((end) => end !== outcome).length).toBeLessThanOrEqual(2);
    expect(holdsOf(crawled)).toEqual([{ host: 'bad.example', isHeld: true, inRow: 4 }]);
  });

  it('is asked no more when nothing else is left, and its candidates wait', async () => {
    const web = createBarrenWeb({ kind, pages: 100 });
    const crawled = await crawl(web, { concurrency: 8, hostConcurrency: 8 });
    expect(crawled.end).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
    expect(pagesOfGood(crawled)).toBe(100);
    expect(web.bad.length).toBeLessThanOrEqual(MOST);
    expect(web.bad.length).toBeGreaterThan(10);
  });
});

describe.each(SOME_POLICIES)('%s', (policy) => {
  it.each(someOf(KINDS, (kind) => ['status 429', 'one page at each address'].includes(kind)))(
    'gives a host with %s few fetches',
    async (kind) => {
      for (const [concurrency, hostConcurrency] of [
        [1, 1],
        [8, 8],
      ]) {
        const web = createBarrenWeb({ kind, pages: 200 });
        const crawled = await crawl(web, { concurrency, hostConcurrency }, policy);
        expect(web.bad.length).toBeLessThanOrEqual(MOST);
        expect(pagesOfGood(crawled)).toBe(200);
      }
    },
  );
});
