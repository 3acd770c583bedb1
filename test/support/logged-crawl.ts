import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import {
  CrawlState,
  fetchLimit,
  sessionConfigSchema,
  type Judge,
  type SessionConfigInput,
} from '../../src/domain/session/index.js';
import { CrawlLoop, type CrawlStore, type Fetcher } from '../../src/engine/index.js';
import { SimulatedTime } from '../../src/modules/research/lab/simulated-time.js';
import { littleLearning } from './little-learning.js';
import type { WebSearch } from './web-search.js';

/** Options of a reproducible crawl of a generated web into a store. */
export interface LoggedCrawl {
  readonly policy: string;
  readonly config: SessionConfigInput;
  readonly seeds: readonly string[];
  readonly fetcher: Fetcher;
  readonly search?: WebSearch;
  /** Last step; null crawls to the end. */
  readonly stopAt: number | null;
  readonly checkpointIntervalMs?: number;
  /** The initial state, for inspection; created by default. */
  readonly state?: CrawlState;
  /** Rests between attempts take no real time. */
  readonly time?: SimulatedTime;
}

const judge: Judge = {
  judge: (document) => ({
    probability: document.text.includes('cheese') ? 0.9 : 0.1,
    relevant: document.text.includes('cheese'),
  }),
};

/** A state before its first step. */
export function loggedState(policyName: string, input: SessionConfigInput): CrawlState {
  const rng = createRng(3);
  const definition = findPolicy(policyName);
  if (!definition) throw new Error(policyName);
  const config = sessionConfigSchema.parse(input);
  const policyConfig = definition.configSchema.parse(littleLearning(policyName));
  const policy = definition.create(policyConfig, {
    rng,
    budget: fetchLimit(config.budget),
    domainCap: Infinity,
    keywordTexts: ['cheese', 'brie'],
    scoreText: (text) => (text.includes('cheese') ? 0.8 : 0.2),
    keywords: { inUrl: () => false, keywordIn: (text) => text.includes('cheese'), phraseIn: () => false },
  });
  return new CrawlState(config, policy, rng, { needs: definition.needs?.(policyConfig), threshold: 0.5 });
}

export function loggedCrawl(
  {
    policy,
    config,
    seeds,
    fetcher,
    search,
    stopAt,
    checkpointIntervalMs = 1e9,
    state,
    time = new SimulatedTime(),
  }: LoggedCrawl,
  store: CrawlStore,
): CrawlLoop {
  const loop: CrawlLoop = new CrawlLoop({
    state: state ?? loggedState(policy, config),
    anotherState: () => loggedState(policy, config),
    seeds,
    fetcher,
    ...(search && { search }),
    store,
    judge,
    clock: time,
    sleep: time.sleep,
    aroundStep: (_, work) => time.around(work),
    commitIntervalMs: 1,
    maxBatch: 7,
    checkpointIntervalMs,
    onStep: ({ seq }) => seq === stopAt && loop.request('stop'),
  });
  return loop;
}
