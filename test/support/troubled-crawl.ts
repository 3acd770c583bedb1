import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy, type CrawlPolicy } from '../../src/domain/policies/index.js';
import {
  CrawlState,
  fetchLimit,
  sessionConfigSchema,
  type Judge,
  type SessionConfigInput,
} from '../../src/domain/session/index.js';
import { CrawlLoop, MemoryStore } from '../../src/engine/index.js';
import { createFlakyFetcher, type FlakyFetcher, type Troubles } from './flaky-fetcher.js';
import { littleLearning } from './little-learning.js';
import { someOf } from './thoroughness.js';
import { createRandomWeb } from './random-web.js';
import { createWebSearch, type WebSearch } from './web-search.js';

export const web = createRandomWeb({ sites: 12, pagesPerSite: 15, linksPerPage: 8 });
export const judge: Judge = { judge: (document) => ({ probability: 0.5, relevant: document.text.includes('cheese') }) };
/** In the daily run one that learns and one that searches. */
export const POLICIES = someOf(
  ['breadth-first', 'random', 'best-first', 'tres', 'seedfinder', 'iterative-deepening', 'beam', 'skip-parse'],
  (policy) => ['tres', 'seedfinder'].includes(policy),
);

export interface TroubledCrawl {
  readonly state: CrawlState;
  readonly store: MemoryStore;
  readonly fetcher: FlakyFetcher;
  /** Search engine of searching policies: every fifth search fails. */
  readonly search: WebSearch;
  /** Steps the policy chose, and those it observed. */
  readonly chosen: number[];
  readonly observed: number[];
  readonly run: (stopAfter?: number) => Promise<unknown>;
}

/** A crawl of a generated web with faults, whose policy is observed. */
export function troubledCrawl(
  policyName: string,
  troubles: Partial<Troubles>,
  input: Partial<SessionConfigInput>,
  store = new MemoryStore(),
  fetcher?: FlakyFetcher,
  seeds = web.seeds,
): TroubledCrawl {
  const rng = createRng(5);
  const definition = findPolicy(policyName);
  if (!definition) throw new Error(policyName);
  const config = sessionConfigSchema.parse({ budget: { fetches: 10_000 }, hostDelayMs: 0, ...input });
  const policyConfig = definition.configSchema.parse(littleLearning(policyName));
  const policy = definition.create(policyConfig, {
    rng,
    scoreText: (text) => (text.includes('cheese') ? 0.8 : 0.2),
    budget: fetchLimit(config.budget),
    domainCap: Infinity,
    keywordTexts: ['cheese', 'brie'],
    keywords: { inUrl: () => false, keywordIn: (text) => text.includes('cheese'), phraseIn: () => false },
  });
  const chosen: number[] = [];
  const observed: number[] = [];
  const watched: CrawlPolicy = new Proxy(policy, {
    get: (target, name, receiver) => {
      if (name === 'choose') {
        return (...args: Parameters<CrawlPolicy['choose']>) => {
          const choice = target.choose(...args);
          if (choice.kind === 'fetch' || choice.kind === 'search') chosen.push(args[0]);
          return choice;
        };
      }
      if (name === 'observe') {
        return (...args: Parameters<CrawlPolicy['observe']>) => {
          observed.push(args[0].choice);
          target.observe(...args);
        };
      }
      const value: unknown = Reflect.get(target, name, receiver === watched ? target : receiver);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const state = new CrawlState(config, watched, rng, { needs: definition.needs?.(policyConfig) });
  const search = createWebSearch(web, { sites: 12, pages: 15 }, (no) => no % 5 === 4);
  const used = fetcher ?? createFlakyFetcher(web, troubles);
  const run = (stopAfter?: number): Promise<unknown> => {
    const loop: CrawlLoop = new CrawlLoop({
      state,
      seeds,
      fetcher: used,
      search,
      store,
      judge,
      clock: used.clock,
      sleep: used.sleep,
      commitIntervalMs: 0,
      maxBatch: 5,
      checkpointIntervalMs: 1e9,
      onStep: ({ seq }) => seq === stopAfter && loop.request('stop'),
    });
    return loop.run();
  };
  return { state, store, fetcher: used, search, chosen, observed, run };
}
