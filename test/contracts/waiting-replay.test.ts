import { encodeSnapshot } from '../../src/domain/base/snapshot.js';
import { policies, type CrawlPolicy } from '../../src/domain/policies/index.js';
import type { CrawlState } from '../../src/domain/session/index.js';
import { MemoryStore, restoreCrawl, type StoredCrawl } from '../../src/engine/index.js';
import { answerTimes, createSimulatedFetcher } from '../../src/modules/research/lab/simulated-fetcher.js';
import { SimulatedTime } from '../../src/modules/research/lab/simulated-time.js';
import { loggedCrawl, loggedState } from '../support/logged-crawl.js';
import { createRandomFetcher, createRandomWeb } from '../support/random-web.js';
import { someOf } from '../support/thoroughness.js';
import { createWebSearch } from '../support/web-search.js';

const SITES = 5;
const PAGES = 60;
const web = createRandomWeb({ sites: SITES, pagesPerSite: PAGES, linksPerPage: 8 });
const CONFIG = { budget: { fetches: 200, minutes: 5 }, concurrency: 8, hostDelayMs: 1_000 };
/** Policies with values; the oracle would need the web. */
const POLICIES = [
  ...['prospector', 'best-first', 'tres', 'tres-async', 'synchronous', 'ache', 'nb-future', 'nb-immediate'],
  ...['async', 'beam', 'tag-path-bandit', 'seedfinder', 'forager-td', 'forager-weblog', 'forager-hybrid'],
];

/** A store that has only the log. */
class BareLog extends MemoryStore {
  override async load(): Promise<StoredCrawl> {
    return { ...(await super.load()), checkpoints: [], learnt: [] };
  }
}

it('names policies that there are', () => {
  const names = policies.map(({ name }) => name);
  expect(POLICIES.filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(someOf(POLICIES, (name) => ['prospector', 'best-first', 'beam', 'tres'].includes(name)))(
  'a log with waits, under %s',
  (policy) => {
    it('is replayed to the same state from its beginning, and continues', async () => {
      const store = new BareLog();
      const search = createWebSearch(web, { sites: SITES, pages: PAGES });
      /**
       * The crawl continues after a replay of the whole log.
       *
       * @returns its end, its state and the policy's number of waits
       */
      const goOn = async (stopAt: number | null) => {
        const time = new SimulatedTime();
        const fetcher = createSimulatedFetcher(createRandomFetcher(web), time, answerTimes(200, 1));
        const state = loggedState(policy, CONFIG);
        const waits = waitsOf(state);
        const crawl = { policy, config: CONFIG, seeds: web.seeds, fetcher, search, stopAt, state, time };
        return { end: await loggedCrawl(crawl, store).run(), state, waits: waits() };
      };
      const replayed = async (): Promise<CrawlState | undefined> => {
        const options = { store, seeds: web.seeds, signal: new AbortController().signal, checkpointIntervalMs: 1e9 };
        return (await restoreCrawl({ ...options, state: loggedState(policy, CONFIG) }))?.state;
      };
      for (const stopAt of [60, 120, null]) {
        const { end, state, waits } = await goOn(stopAt);
        expect(end).toMatchObject({ kind: stopAt === null ? 'finished' : 'stopped' });
        if (stopAt === 60) expect(waits).toBeGreaterThan(0);
        const again = await replayed();
        expect(again && outside(again).equals(outside(state))).toBe(true);
        expect(again?.policy.size).toBe(state.policy.size);
      }
      expect(store.records.length).toBeGreaterThanOrEqual(200);
    });
  },
);

/** The state without its policy, whose heaps may be arranged differently and give the same order. */
const outside = (state: CrawlState): Buffer => {
  const { policy: _, ...rest } = state.save();
  return Buffer.from(encodeSnapshot(rest));
};

/** Counts the policy's waits while it had candidates at hosts without a fetch in flight. */
function waitsOf(state: CrawlState): () => number {
  let waits = 0;
  const { policy } = state;
  const choose: CrawlPolicy['choose'] = policy.choose.bind(policy);
  policy.choose = (...given) => {
    const choice = choose(...given);
    if (choice.kind === 'wait' && state.inFlight.size < SITES) waits++;
    return choice;
  };
  return () => waits;
}
