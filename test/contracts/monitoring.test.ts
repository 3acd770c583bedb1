import { createRng } from '../../src/domain/base/rng.js';
import { tellingText } from '../../src/domain/page/index.js';
import { policies, type PolicyDefinition } from '../../src/domain/policies/index.js';
import {
  CrawlState,
  sessionConfigSchema,
  type SessionConfigInput,
  type StepRecord,
} from '../../src/domain/session/index.js';
import { CrawlLoop, MemoryStore, relearnCrawl, systemClock, type Fetcher } from '../../src/engine/index.js';
import { createRandomFetcher, createRandomWeb } from '../support/random-web.js';
import { littleLearning } from '../support/little-learning.js';
import { someOf } from '../support/thoroughness.js';

const web = createRandomWeb({ sites: 4, pagesPerSite: 8, linksPerPage: 6 });
const BUDGET = 160;
const AFTER = 40;
/** The default policy, one that learns, and one made for monitoring; the long run has all. */
const DAILY = ['tres', 'prospector', 'forager-td'];
/** Policies that know the web beforehand have nothing to discover. */
const MONITORS = someOf(policies, ({ name }) => DAILY.includes(name)).filter(({ needs, configSchema, name }) => {
  const config = configSchema.safeParse(littleLearning(name));
  return config.success && needs?.(config.data).graph !== true;
});

/** Every third page changes its text at each visit. */
function changingFetcher(): Fetcher {
  const inner = createRandomFetcher(web, 4);
  const visits = new Map<string, number>();
  return {
    ...inner,
    fetch: async (request, signal) => {
      const outcome = await inner.fetch(request, signal);
      const visit = (visits.get(outcome.finalUrl) ?? 0) + 1;
      visits.set(outcome.finalUrl, visit);
      const isChanging = Number(/\d+$/.exec(outcome.finalUrl)?.[0]) % 3 === 0;
      if (outcome.kind !== 'page' || !isChanging) return outcome;
      return { ...outcome, html: outcome.html.replace('<p>', `<p>Visit ${visit}. `) };
    },
  };
}

function stateFor(definition: PolicyDefinition, settings: Partial<SessionConfigInput>): CrawlState {
  const rng = createRng(5);
  const config = sessionConfigSchema.parse({
    budget: { fetches: BUDGET },
    hostDelayMs: 0,
    trackChanges: true,
    monitoring: { revisitAfterSteps: AFTER },
    ...settings,
  });
  const policyConfig = definition.configSchema.parse(littleLearning(definition.name));
  const policy = definition.create(policyConfig, {
    rng,
    scoreText: (text) => (text.includes('cheese') ? 0.8 : 0.2),
    budget: BUDGET,
    domainCap: Infinity,
    keywords: { inUrl: () => false, keywordIn: (text) => text.includes('cheese'), phraseIn: () => false },
    keywordTexts: ['cheese'],
  });
  return new CrawlState(config, policy, rng, { needs: definition.needs?.(policyConfig) });
}

interface Crawl {
  readonly definition: PolicyDefinition;
  readonly store: MemoryStore;
  readonly fetcher: Fetcher;
  readonly settings: Partial<SessionConfigInput>;
  readonly stopAt?: number;
}

async function crawl({ definition, store, fetcher, settings, stopAt }: Crawl): Promise<string> {
  const loop: CrawlLoop = new CrawlLoop({
    state: stateFor(definition, settings),
    anotherState: () => stateFor(definition, settings),
    seeds: web.seeds,
    fetcher,
    store,
    judge: { judge: (document) => ({ probability: 0.5, relevant: document.text.includes('cheese') }) },
    clock: systemClock,
    commitIntervalMs: 0,
    maxBatch: 5,
    checkpointIntervalMs: 1e9,
    onStep: ({ seq }) => seq === stopAt && loop.request('stop'),
  });
  const end = await loop.run();
  return end.kind === 'finished' ? end.reason : end.kind;
}

const visitsOf = (records: readonly StepRecord[]): Map<number, StepRecord[]> => {
  const visits = new Map<number, StepRecord[]>();
  for (const record of records)
    if (record.outcome === 'page') visits.set(record.finalUrlNo, [...(visits.get(record.finalUrlNo) ?? []), record]);
  return visits;
};

describe.each(MONITORS.map((definition) => [definition.name, definition] as const))(
  'monitoring by %s',
  (_, definition) => {
    const settings = { concurrency: 3 };
    const store = new MemoryStore();
    let end = '';
    beforeAll(async () => {
      end = await crawl({ definition, store, fetcher: changingFetcher(), settings });
    });

    it('revisits pages until the budget is spent, and rewards new and changed ones', () => {
      expect(end).toBe('BUDGET');
      const visits = [...visitsOf(store.records).values()];
      expect(store.records.filter(({ facts }) => !facts.free)).toHaveLength(BUDGET);
      expect(visits.filter((each) => each.length > 2).length).toBeGreaterThan(visits.length / 2);
      for (const each of visits) {
        for (const [i, { facts, relevant, reward, duplicateOf }] of each.entries()) {
          const isChanging = Number(/\d+$/.exec(facts.finalUrl)?.[0]) % 3 === 0;
          expect(facts.change).toBe(i === 0 ? 'new' : isChanging ? 'changed' : 'unchanged');
          const isNews = (i === 0 && duplicateOf === null) || (i > 0 && isChanging);
          expect(relevant).toBe(isNews && facts.page !== null && tellingText(facts.page).includes('cheese'));
          expect(reward).toBe(relevant ? 1 : 0);
        }
      }
    });

    it('relearns its history under another model', async () => {
      const state = stateFor(definition, settings);
      let relevant = 0;
      const judge = { judge: () => ({ probability: 0.9, relevant: true }) };
      await relearnCrawl(state, store, {
        seeds: web.seeds,
        judge,
        onRejudged: (page) => {
          if (page.relevant) relevant++;
        },
      });
      const news = store.records.filter(
        ({ outcome, facts, duplicateOf }) => outcome === 'page' && facts.change !== 'unchanged' && duplicateOf === null,
      );
      expect([state.completed, relevant]).toEqual([store.records.length, news.length]);
      expect(state.revisits?.size).toBe(new Set([...visitsOf(store.records).keys()]).size);
    });

    it('continues identically after a stop, with a checkpoint and from the log alone', async () => {
      const settings = { concurrency: 1, monitoring: { revisitAfterSteps: 25 } };
      const orderOf = async (stopAt: number | undefined, dropped: boolean): Promise<string[]> => {
        const store = new MemoryStore();
        const fetcher = changingFetcher();
        const one = { definition, store, fetcher, settings };
        if (stopAt !== undefined) await crawl({ ...one, stopAt });
        if (dropped) for (const completed of (await store.load()).checkpoints) await store.dropCheckpoint(completed);
        await crawl(one);
        return store.records.map(({ facts }) => facts.finalUrl);
      };
      const whole = await orderOf(undefined, false);
      expect(whole.length).toBeGreaterThanOrEqual(BUDGET);
      expect(await orderOf(90, false)).toEqual(whole);
      expect(await orderOf(90, true)).toEqual(whole);
    });
  },
);
