import { littleLearning } from '../../test/support/little-learning.js';
import { createRandomFetcher, createRandomWeb } from '../../test/support/random-web.js';
import type { DocumentText } from '../domain/text/index.js';
import { createRng } from '../domain/base/rng.js';
import { findPolicy } from '../domain/policies/index.js';
import { ClassifierError } from '../domain/relevance/index.js';
import { CrawlState, documentOf, sessionConfigSchema, type Judge, type RemoteJudge } from '../domain/session/index.js';
import { CrawlLoop } from './crawl-loop.js';
import { askAhead, rejudge } from './rejudge.js';
import { MemoryStore } from './memory-store.js';
import { systemClock } from './ports.js';
import { relearnCrawl, type Rejudged } from './relearn-crawl.js';

const web = createRandomWeb({ sites: 20, pagesPerSite: 30, linksPerPage: 8 });
const near: Judge = {
  judge: ({ text }) =>
    text.includes('cheese') ? { probability: 0.9, relevant: true } : { probability: 0.1, relevant: false },
};

/** A remote judge that answers after some turns of the event loop, or on request. */
class TestJudge implements RemoteJudge {
  readonly window = 10;
  readonly asked: string[] = [];
  waiting = 0;
  mostWaiting = 0;
  private readonly rng = createRng(8);

  /** @param answers whether the nth question is answered; otherwise it waits until it is aborted */
  constructor(private readonly answers: (n: number) => boolean | Error = () => true) {}

  async judgeLater(document: DocumentText, url: string, signal: AbortSignal): ReturnType<RemoteJudge['judgeLater']> {
    const answer = this.answers(this.asked.length);
    this.asked.push(url);
    this.mostWaiting = Math.max(this.mostWaiting, ++this.waiting);
    try {
      for (let turns = this.rng.below(8); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      if (answer instanceof Error) throw answer;
      if (!answer && !signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      if (!answer) throw new Error('aborted');
      return near.judge(document, url);
    } finally {
      this.waiting--;
    }
  }
}

function stateFor(fetches: number, concurrency: number, policyName = 'best-first'): CrawlState {
  const rng = createRng(5);
  const definition = findPolicy(policyName);
  if (!definition) throw new Error(policyName);
  const policy = definition.create(definition.configSchema.parse(littleLearning(policyName)), {
    rng,
    scoreText: (text) => (text.includes('cheese') ? 0.8 : 0.2),
    budget: fetches,
    domainCap: Infinity,
    keywords: { inUrl: () => false, keywordIn: (text) => text.includes('cheese'), phraseIn: () => false },
  });
  return new CrawlState(sessionConfigSchema.parse({ hostDelayMs: 0, budget: { fetches }, concurrency }), policy, rng);
}
const loopFor = (state: CrawlState, store: MemoryStore, judge: Judge | RemoteJudge): CrawlLoop =>
  new CrawlLoop({
    state,
    seeds: web.seeds,
    fetcher: createRandomFetcher(web),
    store,
    judge,
    clock: systemClock,
    commitIntervalMs: 20,
    maxBatch: 5,
    checkpointIntervalMs: 1e9,
  });
const pagesOf = (store: MemoryStore): { url: string; probability: number; relevant: boolean }[] =>
  store.records.map(({ facts: { finalUrl: url, probability, relevant } }) => ({ url, probability, relevant }));

describe('a crawl with a judge outside', () => {
  it('takes the same order at concurrency 1 as with the same judge inside', async () => {
    const [inside, outside] = [new MemoryStore(), new MemoryStore()];
    await loopFor(stateFor(80, 1, 'tres'), inside, near).run();
    const judge = new TestJudge();
    await loopFor(stateFor(80, 1, 'tres'), outside, judge).run();
    expect(pagesOf(outside)).toEqual(pagesOf(inside));
    expect(judge.mostWaiting).toBe(1);
    expect(judge.asked).toHaveLength(outside.records.filter(({ facts }) => facts.page !== null).length);
  });

  it('asks about many pages at a time, no more than fetches may be under way', async () => {
    const store = new MemoryStore();
    const judge = new TestJudge();
    const state = stateFor(150, 6);
    expect(await loopFor(state, store, judge).run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(judge.mostWaiting).toBeGreaterThan(2);
    expect(judge.mostWaiting).toBeLessThanOrEqual(6);
    expect(store.records).toHaveLength(150);
    expect(state.counters().relevant).toBe(store.records.filter(({ relevant }) => relevant).length);
    for (const { facts } of store.records)
      if (facts.page !== null) expect(facts.probability).toBe(near.judge(documentOf(facts.page, ''), '').probability);
  });

  it.each(['pause', 'stop'] as const)(
    'obeys %s while the judge is silent; the pages without verdict are fetched again, nothing is judged twice',
    async (command) => {
      const store = new MemoryStore();
      const silent = new TestJudge((n) => n < 30);
      const loop = loopFor(stateFor(100, 4), store, silent);
      const end = loop.run();
      while (silent.asked.length < 34) await new Promise((resolve) => setImmediate(resolve));
      loop.request(command);
      expect(await end).toEqual({ kind: command === 'pause' ? 'paused' : 'stopped' });
      expect(silent.waiting).toBe(0);
      expect(store.records.filter(({ facts }) => facts.page !== null)).toHaveLength(30);
      expect((await store.load()).inFlight).toHaveLength(4);

      const awake = new TestJudge();
      expect(await loopFor(stateFor(100, 4), store, awake).run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
      expect(store.records).toHaveLength(100);
      // Replays use the log: judged pages are not asked about again.
      const judged = store.records.filter(({ facts }) => facts.page !== null).length;
      expect(awake.asked).toHaveLength(judged - 30);
    },
  );

  it('fails with the judge, and everything that was judged is kept to go on from', async () => {
    const store = new MemoryStore();
    const dead = new ClassifierError(
      'unavailable',
      'the classifier at http://c.example/ has been down for 900 s: HTTP 503',
    );
    const dying = new TestJudge((n) => (n < 41 ? true : dead));
    await expect(loopFor(stateFor(100, 4), store, dying).run()).rejects.toBe(dead);
    expect(store.records.filter(({ facts }) => facts.page !== null)).toHaveLength(41);
    const awake = new TestJudge();
    expect(await loopFor(stateFor(100, 4), store, awake).run()).toEqual({ kind: 'finished', reason: 'BUDGET' });
    expect(store.records).toHaveLength(100);
    expect(new Set(store.records.map(({ plan }) => plan.urlNo)).size).toBe(100);
  });
});

describe('a log rejudged by a remote judge', () => {
  const crawled = async (): Promise<MemoryStore> => {
    const store = new MemoryStore();
    await loopFor(stateFor(90, 3), store, { judge: () => ({ probability: 0.2, relevant: false }) }).run();
    return store;
  };

  it('comes in order, a window ahead at most, as by the same judge inside', async () => {
    const store = await crawled();
    const far = new TestJudge();
    const [inside, outside]: Rejudged[][] = [[], []];
    await relearnCrawl(stateFor(90, 3), store, {
      seeds: web.seeds,
      judge: near,
      onRejudged: (page) => void inside.push(page),
    });
    await relearnCrawl(stateFor(90, 3), store, {
      seeds: web.seeds,
      judge: far,
      onRejudged: (page) => void outside.push(page),
    });
    expect(outside).toEqual(inside);
    expect(outside.some(({ relevant }) => relevant)).toBe(true);
    expect(far.mostWaiting).toBeGreaterThan(5);
    expect(far.mostWaiting).toBeLessThanOrEqual(far.window);
    expect(far.asked).toHaveLength(outside.length);
  });

  it('can be asked about ahead of need', async () => {
    const store = await crawled();
    const far = new TestJudge();
    await askAhead(store, stateFor(90, 3).config, far, new AbortController().signal);
    expect(far.asked).toHaveLength(store.records.filter(({ outcome }) => outcome === 'page').length);
    await askAhead(store, stateFor(90, 3).config, near, new AbortController().signal);
  });

  it("ends with the judge's error or the signal, and leaves no question open", async () => {
    const store = await crawled();
    const { config } = stateFor(90, 3);
    const dead = new ClassifierError('unavailable', 'down');
    const dying = new TestJudge((n) => (n < 20 ? true : dead));
    await expect(askAhead(store, config, dying, new AbortController().signal)).rejects.toBe(dead);
    const silent = new TestJudge((n) => n < 20);
    const stop = new AbortController();
    const asked = askAhead(store, config, silent, stop.signal);
    while (silent.asked.length < 25) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    while (silent.waiting + dying.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
    const late = rejudge(store.steps(0), config, new TestJudge(), stop.signal)[Symbol.asyncIterator]();
    await expect(late.next()).rejects.toBe(stop.signal.reason);
  });
});
