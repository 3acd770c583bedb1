import { createRng } from '../../../domain/base/rng.js';
import type { PolicyDefinition, Prior } from '../../../domain/policies/index.js';
import type { KnownWeb } from '../../../domain/webs/index.js';
import type { RelevanceModel } from '../../../domain/relevance/index.js';
import { compileScope, type Scope } from '../../../domain/scope/index.js';
import { CrawlState, type Judge, policyDeps, type SessionConfig } from '../../../domain/session/index.js';
import type { Keyword } from '../../../domain/topic/index.js';
import { canonicalUrl, domainKey } from '../../../domain/url/index.js';
import { CrawlLoop, MemoryStore, type Fetcher, type SearchEngine } from '../../../engine/index.js';
import { CurveRecorder, type HarvestCurve } from '../../../domain/experiments/index.js';
import type { LabCache } from './lab-cache.js';
import { type LabStep, LabSteps } from './lab-step.js';
import { answerTimes, createSimulatedFetcher } from './simulated-fetcher.js';
import { SimulatedTime } from './simulated-time.js';
import { refusing } from './trouble.js';

interface PolicyRun {
  readonly policy: PolicyDefinition;
  readonly policyConfig: unknown;
  readonly config: SessionConfig;
  readonly randomSeed: number;
  readonly seeds: readonly string[];
  readonly fetcher: Fetcher;
  readonly model: RelevanceModel;
  /** Replaces the model for judging pages. */
  readonly judge?: Judge;
  /** For policies with a warm start. */
  readonly prior?: Prior;
  /** Pages read and judged by earlier runs on the same web. */
  readonly cache: LabCache;
  readonly keywords: readonly Keyword[];
  /** Of the keywords, ISO 639-1. Default: English. */
  readonly language?: string;
  /** For policies that search. */
  readonly search?: SearchEngine;
  /** The truth about a page. */
  readonly isRelevant: (url: string) => boolean;
  readonly reward: 'labels' | 'model';
  /** For policies that need the graph. */
  readonly web?: KnownWeb;
  /** Links refused by it are no candidates. */
  readonly isOpen: (url: string) => boolean;
  /** Hosts that refuse all requests. */
  readonly refusingHosts?: ReadonlySet<string>;
  /** Median response time, ms of simulated time. */
  readonly answerMs: number;
  /** Called after each step, in the order of completion. */
  readonly onStep?: (step: LabStep) => void;
}

export interface PolicyRunResult {
  readonly curve: HarvestCurve;
  readonly end: string;
  readonly wallMs: number;
  /**
   * Duration of the crawl on the real web, ms: simulated, including response times and turns of hosts, but no
   * computing.
   */
  readonly simulatedMs: number;
  readonly stats: Readonly<Record<string, number>>;
}

const restricted = (scope: Scope, isOpen: (url: string) => boolean): Scope => ({
  decide: (url, depth) => (isOpen(url) ? scope.decide(url, depth) : { accept: false, rule: 'not recorded' }),
});

/** Runs one policy once, with the engine of the service, in simulated time. */
export async function runPolicy(run: PolicyRun): Promise<PolicyRunResult> {
  const rng = createRng(run.randomSeed);
  const policyConfig = run.policy.configSchema.parse(run.policyConfig);
  const { keywords, language = '', web, prior } = run;
  const topic = { keywords, language, scoreText: run.cache.scoreText(run.model), threshold: run.model.threshold };
  const given = { ...(web && { web }), ...(prior && { prior }) };
  const policy = run.policy.create(policyConfig, policyDeps(run.config, topic, rng, given));
  const byLabels: Judge = {
    judge: (_, url) => (run.isRelevant(url) ? { probability: 1, relevant: true } : { probability: 0, relevant: false }),
  };
  const recorder = new CurveRecorder();
  const steps = new LabSteps(run.isRelevant);
  const began = performance.now();
  const time = new SimulatedTime();
  const answerMs = answerTimes(run.answerMs, run.randomSeed);
  const loop = new CrawlLoop({
    state: new CrawlState(run.config, policy, rng, {
      scope: restricted(compileScope(run.config.scope), run.isOpen),
      needs: run.policy.needs?.(policyConfig),
      // The true label has no weight.
      ...(run.reward === 'model' && run.judge === undefined && { threshold: run.model.threshold }),
    }),
    seeds: run.seeds.map((seed) => canonicalUrl(seed) ?? seed),
    fetcher: createSimulatedFetcher(
      refusing(run.cache.fetcher(run.fetcher, run.config), run.refusingHosts ?? new Set()),
      time,
      answerMs,
    ),
    ...(run.search && { search: run.search }),
    store: new MemoryStore(false),
    clock: time,
    sleep: time.sleep,
    aroundStep: (_, work) => time.around(work),
    judge: run.reward === 'labels' ? byLabels : (run.judge ?? run.cache.judge(run.model)),
    commitIntervalMs: 1_000,
    maxBatch: 1_000,
    checkpointIntervalMs: Number.POSITIVE_INFINITY,
    onStep: (record, state) => {
      const step = steps.of(record, state);
      // A failed fetch counts on the curve: it cost as much as a page.
      if (step.fetch !== null) recorder.add(step.labelledRelevant, domainKey(step.finalUrl, run.config.grouping));
      run.onStep?.(step);
    },
  });
  const end = await loop.run();
  return {
    curve: recorder.curve(),
    end: end.kind === 'finished' ? end.reason : end.kind,
    wallMs: performance.now() - began,
    simulatedMs: time.monotonic(),
    stats: policy.stats(),
  };
}
