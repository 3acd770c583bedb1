import { jest } from '@jest/globals';
import { loggedCrawl } from '../../test/support/logged-crawl.js';
import { createRandomFetcher, createRandomWeb } from '../../test/support/random-web.js';
import { createWebSearch, type WebSearch } from '../../test/support/web-search.js';
import { SEARCH_HOST, searchOf } from '../domain/search/index.js';
import type { StepRecord } from '../domain/session/index.js';
import { ReplayDivergedError, type LoggedChoice } from './crawl-store.js';
import { MemoryStore } from './memory-store.js';

const SITES = 12;
const web = createRandomWeb({ sites: SITES, pagesPerSite: 20, linksPerPage: 6 });
/** Seeds lead to the pages of two sites only. */
const config = { budget: { fetches: 60 }, concurrency: 1, hostDelayMs: 0 };
const seeds = web.seeds.slice(0, 1);
const engine = (fails?: (search: number) => boolean): WebSearch =>
  createWebSearch(web, { sites: SITES, pages: 20 }, fails);
const isSearch = ({ plan }: StepRecord): boolean => plan.as === 'search';

interface Crawled {
  readonly store: MemoryStore;
  readonly search: WebSearch;
}

/** @param stops numbers of steps to stop after, one run each; the last run goes to the end */
async function crawled(
  stops: readonly number[] = [],
  { store = new MemoryStore(), search = engine(), concurrency = 1 } = {},
): Promise<Crawled> {
  for (const stopAt of [...stops, null]) {
    const fetcher = createRandomFetcher(web);
    await loggedCrawl(
      { policy: 'seedfinder', config: { ...config, concurrency }, seeds, fetcher, search, stopAt },
      store,
    ).run();
  }
  return { store, search };
}

const orderOf = ({ store }: Crawled): string[] => store.records.map(({ facts }) => facts.finalUrl);

/** A store that loses its checkpoints. */
class LogStore extends MemoryStore {
  override async keepCheckpoint(): Promise<void> {
    // Stores nothing.
  }
}

describe('a search as a step', () => {
  let whole: Crawled;
  beforeAll(async () => {
    whole = await crawled();
  });

  it('costs no fetch, and stands in the log with its query, its hits and its place', () => {
    const { records } = whole.store;
    const searches = records.filter(isSearch);
    expect(searches.length).toBeGreaterThan(4);
    expect(records.filter(({ facts }) => !facts.free)).toHaveLength(60);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, i) => i));
    const [first] = searches;
    expect(first).toMatchObject({
      outcome: 'search',
      plan: { source: -1, search: { query: 'cheese brie', page: 1, limit: 6 } },
      depth: 0,
      relevant: false,
      facts: { free: true, httpStatus: null, page: null },
    });
    expect(searchOf(first.facts.finalUrl)).toEqual({ query: 'cheese brie', page: 1 });
    expect(first.newUrls[0]).toMatchObject({
      urlNo: first.plan.urlNo,
      url: first.facts.finalUrl,
      host: SEARCH_HOST,
      outOfScope: 'search',
    });
    expect(first.links.length).toBeGreaterThan(0);
    expect(first.links[0].link).toMatchObject({ place: 'search', heading: '', nofollow: false });
  });

  it('is the source of its hits, which no page needs to link to', () => {
    const { records } = whole.store;
    const hits = records.filter(({ plan }) =>
      records.some((record) => isSearch(record) && record.plan.step === plan.source),
    );
    expect(hits.length).toBeGreaterThan(10);
    expect(new Set(hits.map(({ depth }) => depth))).toEqual(new Set([1]));
    for (const { plan } of hits)
      expect(plan.explanation.terms).toMatchObject({ from: 'hit', query: expect.any(String) });
  });

  it.each([
    ['with checkpoints', () => new MemoryStore()],
    ['from the log alone', () => new LogStore()],
  ])('is not made again when a session goes on, %s', async (_, newStore) => {
    const lastSearch = whole.store.records.findIndex(isSearch);
    const stops = [lastSearch - 1, lastSearch, lastSearch + 1, 20, 33].filter((stop) => stop >= 0);
    const again = await crawled(stops, { store: newStore() });
    expect(orderOf(again)).toEqual(orderOf(whole));
    // A search in flight when the session stopped is repeated, as a page is fetched again.
    expect(again.search.asked.length - whole.search.asked.length).toBeLessThanOrEqual(stops.length);
  });

  it('goes on exactly with searches and fetches under way', async () => {
    const store = new LogStore();
    const search = engine();
    for (const stopAt of [4, 11, 23, 40, null]) {
      const before = store.records.map(({ facts }) => facts.finalUrl);
      const fetcher = createRandomFetcher(web);
      await loggedCrawl(
        { policy: 'seedfinder', config: { ...config, concurrency: 5 }, seeds, fetcher, search, stopAt },
        store,
      ).run();
      expect(store.records.slice(0, before.length).map(({ facts }) => facts.finalUrl)).toEqual(before);
    }
    expect(store.records.filter(({ facts }) => !facts.free)).toHaveLength(60);
    expect(new Set(store.records.map(({ plan }) => plan.step)).size).toBe(store.records.length);
    // URL numbers have no gaps, and each has its text.
    const numbered = store.records.flatMap(({ newUrls }) => newUrls.map(({ urlNo }) => urlNo)).sort((a, b) => a - b);
    expect(numbered).toEqual(numbered.map((_, i) => i + seeds.length));
  });

  it('that fails is a step of its own outcome, and the crawl goes on', async () => {
    const { store, search } = await crawled([], { search: engine(() => true) });
    const searches = store.records.filter(isSearch);
    expect(searches.map(({ outcome }) => outcome)).toEqual(Array(searches.length).fill('search-failed'));
    expect(searches[0]).toMatchObject({ facts: { message: 'no answer' }, links: [] });
    // The engine is not asked again after five consecutive failures.
    expect(search.asked).toHaveLength(5);
    expect(store.records.filter(({ facts }) => !facts.free)).toHaveLength(60);
  });

  it('in a session without an engine fails as well', async () => {
    const store = new MemoryStore();
    const fetcher = createRandomFetcher(web);
    await loggedCrawl({ policy: 'seedfinder', config, seeds, fetcher, stopAt: null }, store).run();
    expect(store.records.find(isSearch)).toMatchObject({
      outcome: 'search-failed',
      facts: { message: 'this session has no search engine' },
    });
  });

  it('whose log tells of another query is a fault', async () => {
    const store = new LogStore();
    await crawled([15], { store });
    const choices = store.choices.bind(store);
    jest.spyOn(store, 'choices').mockImplementation(async function* (from) {
      for await (const page of choices(from))
        yield page.map((choice): LoggedChoice => ({ ...choice, search: choice.search && `${choice.search}0` }));
    });
    const fetcher = createRandomFetcher(web);
    const loop = loggedCrawl({ policy: 'seedfinder', config, seeds, fetcher, search: engine(), stopAt: null }, store);
    await expect(loop.run()).rejects.toThrow(ReplayDivergedError);
  });

  it('passes over a page that links to what stands for a search', async () => {
    const [{ finalUrl: url }] = whole.store.records.filter(isSearch).map(({ facts }) => facts);
    const store = new MemoryStore();
    const inner = createRandomFetcher(web);
    const fetcher = {
      ...inner,
      fetch: async (...[request, signal]: Parameters<typeof inner.fetch>) => {
        const outcome = await inner.fetch(request, signal);
        return outcome.kind === 'page'
          ? { ...outcome, html: `${outcome.html}<a href="${url.replaceAll('&', '&amp;')}">x</a>` }
          : outcome;
      },
    };
    await loggedCrawl({ policy: 'breadth-first', config, seeds, fetcher, stopAt: null }, store).run();
    expect(store.records.some(({ links }) => links.some(({ link }) => link.url === url))).toBe(true);
    expect(store.records.map(({ facts }) => facts.finalUrl)).not.toContain(url);
  });
});
