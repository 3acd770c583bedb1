import { BARREN_KINDS, createBarrenWeb, type Answer, type BarrenWeb } from '../../test/support/barren-web.js';
import { loggedCrawl, loggedState } from '../../test/support/logged-crawl.js';
import { someOf } from '../../test/support/thoroughness.js';
import { policies } from '../domain/policies/index.js';
import { openSnapshot, sealSnapshot } from '../domain/base/sealed-snapshot.js';
import { isRefused, isSham } from '../domain/fetching/index.js';
import { storedConfigSchema, type SessionConfigInput } from '../domain/session/index.js';
import type { LoggedStep } from './crawl-store.js';
import { MemoryStore } from './memory-store.js';

const BUDGET = 300;
/** Most fetches of a host that brings nothing. */
const MOST = 15;
const KINDS = Object.keys(BARREN_KINDS);
/** The oracle knows the web beforehand. */
const POLICIES = policies.map(({ name }) => name).filter((name) => name !== 'optimal');
/** The daily run takes the policies that behave differently while candidates are held back. */
const SOME_POLICIES = someOf(POLICIES, (name) =>
  ['best-first', 'breadth-first', 'prospector', 'tres', 'beam', 'forager-td', 'iterative-deepening'].includes(name),
);

interface Crawled {
  readonly store: MemoryStore;
  readonly web: BarrenWeb;
  readonly end: unknown;
}

const settingsOf = (config: Partial<SessionConfigInput>): SessionConfigInput => ({
  budget: { fetches: BUDGET },
  hostDelayMs: 0,
  ...config,
});

async function crawl(
  web: BarrenWeb,
  config: Partial<SessionConfigInput> = {},
  policy = 'best-first',
  store = new MemoryStore(),
  stopAt: number | null = null,
): Promise<Crawled> {
  const settings = settingsOf(config);
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
  it.each(
    someOf(
      [
        [1, 1],
        [8, 1],
        [8, 8],
      ],
      // Three kinds show the other limits in the daily run.
      (limits) => limits.join() === '8,8' || KINDS.indexOf(kind) % 4 === 0,
    ),
  )('takes few fetches of a session at concurrency %i, %i at a host', async (concurrency, hostConcurrency) => {
    const crawled = await crawl(createBarrenWeb({ kind, pages: 1_000 }), { concurrency, hostConcurrency });
    expect(crawled.end).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(crawled.web.bad.length).toBeLessThanOrEqual(MOST);
    expect(pagesOfGood(crawled)).toBeGreaterThanOrEqual(BUDGET - MOST);
    const [outcome] = BARREN_KINDS[kind];
    const ends = outcomesAtBad(crawled);
    expect(ends.filter((end) => end === outcome).length).toBeGreaterThanOrEqual(4);
    // Other outcomes come from fetches before the host is known as barren, and from a redirect target.
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
        // One policy leaves links unread on purpose.
        expect(pagesOfGood(crawled)).toBeGreaterThanOrEqual(policy === 'skip-parse' ? 180 : 200);
      }
    },
  );
});

/**
 * A store that restores by replaying its whole log. Like the database it keeps no texts, and neither content nor links
 * of fetches that brought no page.
 */
async function bareLog(store: MemoryStore): Promise<MemoryStore> {
  const stored = await store.load();
  const bare = new MemoryStore();
  return Object.assign(bare, {
    load: async () => ({ ...stored, checkpoints: [] }),
    choices: (from: number) => store.choices(from),
    urlsOf: (nos: readonly number[]) => store.urlsOf(nos),
    async *steps(from: number): AsyncIterable<LoggedStep> {
      for (const { seq, plan, outcome, facts } of store.records.slice(from)) {
        const isKept = outcome === 'page';
        const isPage = isKept || isRefused(outcome);
        const page = isPage && facts.page ? { ...facts.page, title: '', headings: [], text: '', mainText: '' } : null;
        yield {
          seq,
          chosenAfter: plan.chosenAfter,
          urlNo: plan.urlNo,
          refused: isRefused(outcome),
          facts: {
            ...facts,
            outcome: isPage ? 'page' : outcome,
            sign: null,
            page,
            links: isKept || plan.as === 'sitemap' ? facts.links : [],
          },
        };
      }
    },
  });
}

const wayOf = ({ records }: MemoryStore): unknown[] =>
  records.map(({ plan, outcome, hostHolds }) => [plan.step, plan.urlNo, outcome, hostHolds]);

describe.each(someOf(KINDS, (kind) => KINDS.indexOf(kind) % 4 === 0))('a crawl beside a host with %s', (kind) => {
  it('goes the same way when it is stopped in the middle, and when all is replayed from the log', async () => {
    const config = { concurrency: 1, retries: 1 };
    const webNow = (): BarrenWeb => createBarrenWeb({ kind, pages: 100 });
    const unbroken = await crawl(webNow(), config);
    for (const stopAt of [3, 6, 9, 60]) {
      const web = webNow();
      const { store } = await crawl(web, config, 'best-first', new MemoryStore(), stopAt);
      expect(store.records.length).toBe(stopAt + 1);
      const replayed = await bareLog(store);
      const { store: rest } = await crawl(web, config, 'best-first', replayed);
      expect([...wayOf(store), ...wayOf(rest)]).toEqual(wayOf(unbroken.store));
      await crawl(web, config, 'best-first', store);
      expect(wayOf(store)).toEqual(wayOf(unbroken.store));
    }
  });

  it('is the same state after saving and restoring', async () => {
    const web = createBarrenWeb({ kind, pages: 100 });
    const config = { concurrency: 8, hostConcurrency: 4 };
    const { store } = await crawl(web, config, 'best-first', new MemoryStore(), 20);
    const [newest] = (await store.load()).checkpoints;
    const state = loggedState('best-first', settingsOf(config));
    state.restore(openSnapshot(await store.checkpoint(newest)));
    expect(state.heldHosts.waiting(state.completed)).toHaveLength(1);
    expect(openSnapshot(sealSnapshot(state.save()))).toEqual(openSnapshot(await store.checkpoint(newest)));
  });
});

const goodPage = (url: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: `<title>At last</title><p>A page about cheese: ${url}`,
});

describe('a host that brings nothing at first', () => {
  it.each(['status 403', 'status 429', 'a challenge under status 200', 'a login page'])(
    'is free again when a probe brings a page: %s',
    async (kind) => {
      const web = createBarrenWeb({
        kind,
        pages: 200,
        badLinks: 60,
        instead: (url, asked) => (asked < 7 ? null : goodPage(url)),
      });
      const crawled = await crawl(web, { concurrency: 4, hostConcurrency: 2 });
      expect(crawled.end).toEqual({ kind: 'finished', reason: 'FRONTIER_EMPTY' });
      expect(holdsOf(crawled)).toEqual([
        { host: 'bad.example', isHeld: true, inRow: 4 },
        { host: 'bad.example', isHeld: false, inRow: expect.any(Number) },
      ]);
      const pages = outcomesAtBad(crawled).filter((outcome) => outcome === 'page');
      expect(pages.length).toBeGreaterThanOrEqual(50);
      expect(pagesOfGood(crawled)).toBe(200);
      expect(new Set(web.bad).size).toBe(59);
    },
  );

  it('is probed after 25, 100 and 400 further steps, by one fetch at a time', async () => {
    const web = createBarrenWeb({ kind: 'status 403', pages: 10_000, badLinks: 10_000 });
    const { store } = await crawl(web, { concurrency: 1, budget: { fetches: 700 } });
    const steps = store.records.filter(({ outcome }) => outcome === 'forbidden').map(({ seq }) => seq);
    expect(steps.length).toBe(7);
    const [, , , held = 0, ...probes] = steps;
    expect(probes.map((step, i) => step - (probes[i - 1] ?? held))).toEqual([26, 101, 401]);
  });

  it('is asked once more when the session is extended, and goes on where it brings a page', async () => {
    let isMended = false;
    const web = createBarrenWeb({
      kind: 'status 403',
      pages: 50,
      badLinks: 80,
      instead: (url) => (isMended ? goodPage(url) : null),
    });
    const store = new MemoryStore();
    const ended = { kind: 'finished', reason: 'FRONTIER_EMPTY' };
    expect((await crawl(web, {}, 'best-first', store)).end).toEqual(ended);
    const asked = web.bad.length;
    expect(asked).toBeLessThanOrEqual(MOST);
    // Resumed without more budget, the host is left alone.
    expect((await crawl(web, {}, 'best-first', store)).end).toEqual(ended);
    expect(web.bad.length).toBe(asked);
    const more = { budget: { fetches: 2 * BUDGET } };
    expect((await crawl(web, more, 'best-first', store)).end).toEqual(ended);
    expect(web.bad.length).toBe(asked + 1);
    isMended = true;
    const most = { budget: { fetches: 3 * BUDGET } };
    expect((await crawl(web, most, 'best-first', store)).end).toEqual(ended);
    expect(web.bad.length).toBe(79);
    // The log alone gives the same result, although it does not record when the session was extended.
    const replayed = await bareLog(store);
    expect((await crawl(web, most, 'best-first', replayed)).end).toEqual(ended);
    expect(web.bad.length).toBe(79);
  });
});

describe('a session that was stored before hosts were held', () => {
  it('spends on such a host what it spent, and tells no page from another', async () => {
    const { hostBarrenLimit } = storedConfigSchema.parse({ budget: { fetches: BUDGET } });
    expect(hostBarrenLimit).toBe(0);
    for (const kind of ['status 403', 'one page at each address', 'a login page', 'endless facets of one list']) {
      const web = createBarrenWeb({ kind, pages: 1_000 });
      const crawled = await crawl(web, { hostBarrenLimit, concurrency: 1 });
      expect(web.bad.length).toBeGreaterThan(100);
      expect(holdsOf(crawled)).toEqual([]);
      expect(crawled.store.records.filter(({ outcome }) => isSham(outcome))).toEqual([]);
    }
  });

  it('gives up a host that asks for fewer requests, as it did', async () => {
    const web = createBarrenWeb({ kind: 'status 429', pages: 100 });
    const { store } = await crawl(web, { hostBarrenLimit: 0, concurrency: 1 });
    expect(store.records.flatMap(({ hostGivenUp }) => hostGivenUp ?? [])).toEqual([
      { host: 'bad.example', failures: 10 },
    ]);
  });
});
