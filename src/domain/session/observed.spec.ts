import { createRng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { findPolicy, type CrawlPolicy, type ObservedStep, type PolicyNeeds } from '../policies/index.js';
import {
  applyStep,
  chooseStep,
  CrawlState,
  digestStep,
  seedCrawl,
  sessionConfigSchema,
  type Judge,
  type StepRecord,
} from './index.js';

const SEED = 'http://site.example/';
const config = sessionConfigSchema.parse({ budget: { fetches: 100 }, hostDelayMs: 0 });
const judge: Judge = {
  judge: ({ text }) => ({ probability: text.includes('cheese') ? 0.9 : 0.1, relevant: text.includes('cheese') }),
};
const PAGES: Readonly<Record<string, string>> = {
  '/': '<h1>Shop</h1><ul class=menu><li><a href=/a>A</a><li><a href=/b>B</a><li><a href=/c>C</a></ul><p>cheese <a href=http://other.example/>other</a>',
  '/a': '<main><a href=/b>B again</a> <a href=/>home</a></main>',
  '/b': '<main><a href=/c>C again</a></main>',
  '/c': 'nothing',
};

interface Crawl {
  readonly state: CrawlState;
  readonly seen: ObservedStep[];
  readonly records: StepRecord[];
}

/** A breadth-first crawl with an observed policy. @param skips paths whose links are not read */
function crawl(needs: PolicyNeeds = {}, skips: readonly string[] = []): Crawl {
  const seen: ObservedStep[] = [];
  const records: StepRecord[] = [];
  const urls: string[] = [];
  const create = (): CrawlState => {
    const definition = findPolicy('breadth-first');
    if (!definition) throw new Error('no policy');
    const rng = createRng(1);
    const keywords = { inUrl: () => false, keywordIn: () => false, phraseIn: () => false };
    const deps = { rng, scoreText: () => 0, keywords, budget: 100, domainCap: Infinity };
    const inner = definition.create(definition.configSchema.parse({}), deps);
    const policy: CrawlPolicy = {
      seed: (seeds, view) => inner.seed(seeds, view),
      offer: (links, view) => inner.offer(links, view),
      choose: (step, view) => {
        const choice = inner.choose(step, view);
        if (choice.kind !== 'fetch') return choice;
        return { ...choice, readLinks: !skips.some((path) => urls[choice.urlNo].endsWith(`example${path}`)) };
      },
      follow: (step, candidate, view) => inner.follow(step, candidate, view),
      observe: (step, view) => {
        seen.push(step);
        inner.observe(step, view);
      },
      learn: () => undefined,
      get size() {
        return inner.size;
      },
      stats: () => inner.stats(),
      save: () => inner.save(),
      restore: (source) => inner.restore(source),
    };
    return new CrawlState(config, policy, rng, { needs });
  };
  let state = create();
  for (const { urlNo, url } of seedCrawl(state, [SEED]).newUrls) urls[urlNo] = url;
  for (let plan = chooseStep(state); plan; plan = chooseStep(state)) {
    const next = create();
    next.restore(decodeSnapshot(encodeSnapshot(state.save())));
    state = next;
    const url = urls[plan.urlNo];
    const html = url.startsWith(SEED) ? PAGES[url.slice(SEED.length - 1)] : 'elsewhere';
    const outcome = {
      kind: 'page',
      finalUrl: url,
      redirects: [],
      httpStatus: 200,
      fetchedAt: 0,
      durationMs: 1,
      bytes: html.length,
      html,
      contentType: 'text/html',
      charset: 'utf-8',
      truncated: false,
      rendered: false,
      renderReason: null,
    } as const;
    const record = applyStep(state, plan, digestStep(plan, outcome as never, config, judge));
    for (const { urlNo, url: added } of record.newUrls) urls[urlNo] = added;
    records.push(record);
  }
  return { state, seen, records };
}

describe('what a policy sees of a step', () => {
  it('are links with their tag paths, how many stand alike, and whether their page was relevant', () => {
    const { seen, state, records } = crawl();
    const [first, second] = seen;
    expect(
      first.links.map(({ url, tagPathNo, alike, fromRelevant }) => [
        url,
        state.tagPath(tagPathNo),
        alike,
        fromRelevant,
      ]),
    ).toEqual([
      ...['a', 'b', 'c'].map((name) => [`${SEED}${name}`, 'ul.menu/li/a', 0.75, true]),
      ['http://other.example/', 'p/a', 0.25, true],
    ]);
    expect(second.links.map(({ url, fromRelevant }) => [url, fromRelevant])).toEqual([[`${SEED}b`, false]]);
    expect(records.flatMap(({ newTagPaths }) => newTagPaths)).toEqual([
      { tagPathNo: 1, path: 'ul.menu/li/a' },
      { tagPathNo: 2, path: 'p/a' },
      { tagPathNo: 3, path: 'main/a' },
    ]);
  });

  it('are links to pages that were selected before, with the step that brought them', () => {
    const { seen, state } = crawl();
    expect(seen.map(({ url, known }) => [url, known.map(({ urlNo, step }) => [urlNo, step])])).toEqual([
      [SEED, []],
      [`${SEED}a`, [[0, 0]]],
      [`${SEED}b`, []],
      [`${SEED}c`, []],
      ['http://other.example/', []],
    ]);
    expect(state.stepOf(0)).toBe(0);
    expect(state.host(state.hostOf(0))).toEqual({ fetched: 4, relevant: 1 });
  });

  it('are texts and parents only where the policy needs them', () => {
    const plain = crawl();
    expect(plain.seen.every(({ page }) => page === null)).toBe(true);
    expect(() => plain.state.parents(2)).toThrow(RangeError);
    const { seen, state } = crawl({ pageTexts: true, parents: true });
    expect(seen[0].page).toMatchObject({ headings: ['Shop'], text: expect.stringContaining('cheese') });
    // URL 2 is /b: the seed and /a link to it.
    expect([...state.parents(2)]).toEqual([0, 1]);
  });
});

describe('a page whose links the policy does not want', () => {
  it('is fetched, judged and stored, and offers nothing', () => {
    const { seen, records } = crawl({}, ['/']);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ ok: true, relevant: true, links: [], known: [] });
    expect(records[0].links).toEqual([]);
    expect(records[0].facts.page?.title).toBe('Shop');
  });
});
