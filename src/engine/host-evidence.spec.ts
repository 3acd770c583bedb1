import { createRandomFetcher, createRandomWeb } from '../../test/support/random-web.js';
import { loggedState } from '../../test/support/logged-crawl.js';
import type { Judge, SessionConfigInput } from '../domain/session/index.js';
import { storedConfigSchema } from '../domain/session/index.js';
import { CrawlLoop } from './crawl-loop.js';
import type { LoggedStep } from './crawl-store.js';
import { MemoryStore } from './memory-store.js';
import { systemClock } from './ports.js';

const web = createRandomWeb({ sites: 30, pagesPerSite: 12, linksPerPage: 12 });
const INPUT: SessionConfigInput = {
  budget: { fetches: 250 },
  concurrency: 1,
  hostDelayMs: 0,
  duplicates: { exact: false },
};
const THRESHOLD = 0.5;

/** Certain about pages of sites about cheese, and nearly certain about single pages elsewhere. */
const judge: Judge = {
  judge: ({ text }, url) => {
    const isCheesy = text.includes('cheese');
    const probability = Number(/site(\d+)/.exec(url)?.[1]) % 3 === 0 ? (isCheesy ? 0.97 : 0.45) : isCheesy ? 0.6 : 0.02;
    return { probability, relevant: probability >= THRESHOLD };
  },
};

/** The log as the database returns it: with each page's verdict, without the model's own verdict. */
class StoredLog extends MemoryStore {
  override async *steps(fromSeq: number): AsyncIterable<LoggedStep> {
    for await (const step of super.steps(fromSeq)) {
      const { mayBeRelevant: _, ...facts } = step.facts;
      yield { ...step, facts: { ...facts, relevant: this.records[step.seq].relevant } };
    }
  }
}

async function crawled({
  input = INPUT,
  policy = 'prospector',
  store = new StoredLog(),
  stopAt = null as number | null,
} = {}): Promise<StoredLog> {
  const make = () => loggedState(policy, input);
  const loop: CrawlLoop = new CrawlLoop({
    state: make(),
    anotherState: make,
    seeds: web.seeds,
    fetcher: createRandomFetcher(web),
    store,
    judge,
    clock: systemClock,
    commitIntervalMs: 0,
    maxBatch: 7,
    checkpointIntervalMs: 1e9,
    onStep: ({ seq }) => seq === stopAt && loop.request('stop'),
  });
  await loop.run();
  return store;
}

const pagesOf = (store: MemoryStore) =>
  store.records
    .filter(({ outcome }) => outcome === 'page')
    .map(({ plan, facts: { finalUrl, probability }, relevant }) => ({
      step: plan.step,
      url: finalUrl,
      probability,
      relevant,
    }));

describe("the evidence of a page's host", () => {
  it('decides about pages that are nearly relevant, and keeps what the judge says of them', async () => {
    const pages = pagesOf(await crawled());
    const late = pages.slice(100);
    const share = (probability: number): number => {
      const of = late.filter((page) => page.probability === probability);
      expect(of.length).toBeGreaterThan(2);
      return of.filter(({ relevant }) => relevant).length / of.length;
    };
    expect(share(0.97)).toBe(1);
    expect(share(0.45)).toBeGreaterThan(0.8);
    expect(share(0.6)).toBeLessThan(0.2);
    expect(share(0.02)).toBe(0);
  });

  it('is the same after a stop, from a checkpoint and from the log alone', async () => {
    const expected = pagesOf(await crawled());
    const stopped = await crawled({ stopAt: 120 });
    await crawled({ store: stopped });
    expect(pagesOf(stopped)).toEqual(expected);
    const lost = await crawled({ stopAt: 120 });
    for (const completed of (await lost.load()).checkpoints) await lost.dropCheckpoint(completed);
    await crawled({ store: lost });
    expect(pagesOf(lost)).toEqual(expected);
  });

  it.each([
    ['when the session asks for it', { ...INPUT, hostEvidence: false }],
    ['in a monitoring session', { ...INPUT, trackChanges: true, monitoring: { revisitAfterSteps: 1_000 } }],
  ])('is left out %s', async (_, input) => {
    const pages = pagesOf(await crawled({ input, policy: 'best-first' }));
    for (const { probability, relevant } of pages) expect(relevant).toBe(probability >= THRESHOLD);
  });

  it('is left out in sessions that earlier versions stored', () => {
    expect(storedConfigSchema.parse({ budget: { fetches: 1 } }).hostEvidence).toBe(false);
  });
});
