import { createRng } from '../../domain/base/rng.js';
import type { PolicyDefinition } from '../../domain/policies/index.js';
import type { RelevanceModel } from '../../domain/relevance/index.js';
import { initialCap, sessionConfigSchema, type SessionConfig } from '../../domain/session/index.js';
import { createKeywordMatching, type Keyword } from '../../domain/topic/index.js';
import { domainKey } from '../../domain/url/index.js';
import { createKnownWeb, oracleOrder } from '../../domain/webs/index.js';
import type { SearchEngine } from '../../engine/index.js';
import {
  CurveRecorder,
  meanAndDeviation,
  scoreCurve,
  stepsTo,
  thinned,
  upTo,
  type HarvestCurve,
  type RunScore,
} from './harvest-curve.js';
import { prepareModel } from './lab-model.js';
import { labSearch } from './lab-search.js';
import type { LabTopic } from './lab-topic.js';
import type { LabWeb } from './lab-web.js';
import { runPolicy } from './run-policy.js';

const CURVE_POINTS = 100;

export interface LabOptions {
  readonly web: LabWeb;
  readonly topic: LabTopic;
  readonly policies: readonly PolicyDefinition[];
  readonly budgets: readonly number[];
  readonly runs: number;
  readonly randomSeed: number;
  readonly cacheDir: string;
  /** `skip`: links that the recording has no answer for are no candidates; `fetch`: they are, and cost a fetch that fails, as dead links do. */
  readonly unrecorded: 'skip' | 'fetch';
  /** Smaller budgets at which runs are scored as well, on their way. A policy that plans by its budget would do otherwise if it ended there. */
  readonly marks?: readonly number[];
  readonly onProgress?: (line: string) => void;
}

export interface Measure {
  readonly mean: number;
  readonly deviation: number;
}
export interface OneRun extends RunScore {
  readonly randomSeed: number;
  readonly end: string;
  readonly wallMs: number;
  readonly stats: Readonly<Record<string, number>>;
  /** Fetched pages up to the first relevant one, it included; null when there was none. */
  readonly firstRelevant: number | null;
  /** Scores at the marks. */
  readonly marks: readonly (RunScore & { readonly budget: number })[];
}
export interface PolicyResult {
  readonly policy: string;
  readonly budget: number;
  readonly runs: readonly OneRun[];
  readonly relevant: Measure;
  readonly harvestRate: Measure;
  readonly domains: Measure;
  readonly area: Measure;
  /** Relevant pages over the oracle's. */
  readonly oracleShare: Measure;
  /** Of the first run: relevant pages found after a number of steps. */
  readonly curve: readonly { readonly step: number; readonly value: number }[];
}
export interface LabReport {
  readonly topic: string;
  readonly label: string;
  readonly reward: string;
  readonly model: string;
  readonly keywords: readonly string[];
  readonly reachable: { readonly pages: number; readonly relevant: number };
  readonly results: readonly PolicyResult[];
}

/** Runs each policy on a recorded web, several times with different seeds, and an oracle once per budget. */
export async function runLab(options: LabOptions): Promise<LabReport> {
  const { web, topic } = options;
  const isRelevant = (url: string): boolean => web.labels.get(url)?.has(topic.label) ?? false;
  const known = await web.graphFrom(topic.seeds);
  const knownWeb = createKnownWeb(known.graph, known.urls, (page) => isRelevant(known.urls[page]), known.aliases);
  const reachable = { pages: known.graph.size, relevant: known.urls.filter(isRelevant).length };
  options.onProgress?.(`${reachable.pages} pages reachable, ${reachable.relevant} of them ${topic.label}`);

  const trained: { model: RelevanceModel; keywords: readonly Keyword[] }[] = [];
  for (let run = 0; run < options.runs; run++)
    trained.push(await prepareModel(options, isRelevant, createRng(options.randomSeed + run)));

  let engine: Promise<SearchEngine> | null = null;
  const results: PolicyResult[] = [];
  for (const budget of options.budgets) {
    const config = sessionConfigSchema.parse({ ...topic.session, concurrency: 1, budget: { fetches: budget } });
    const oracle = oracleCurve(known, config, isRelevant, budget);
    const best = scoreCurve(oracle, budget);
    for (const policy of options.policies) {
      const runs: OneRun[] = [];
      let curve: HarvestCurve | null = null;
      for (let run = 0; run < options.runs; run++) {
        const seed = options.randomSeed + run;
        const { model, keywords } = trained[run];
        const result = await runPolicy({
          policy,
          policyConfig: topic.policyConfig[policy.name] ?? {},
          config,
          randomSeed: seed,
          seeds: topic.seeds,
          fetcher: web.fetcher,
          cache: web.cache,
          web: knownWeb,
          model,
          keywords: createKeywordMatching(keywords),
          keywordTexts: keywords.map(({ text }) => text),
          ...(searches(policy, topic) && { search: await (engine ??= labSearch(web)) }),
          isRelevant,
          reward: topic.reward,
          isOpen: options.unrecorded === 'fetch' ? () => true : (url) => web.isRecorded(url),
        });
        curve ??= result.curve;
        const score = scoreCurve(result.curve, budget);
        runs.push({
          ...score,
          randomSeed: seed,
          end: result.end,
          wallMs: Math.round(result.wallMs),
          stats: result.stats,
          ...scoresOnTheWay(result.curve, options.marks),
        });
        options.onProgress?.(
          `${policy.name} budget ${budget} run ${run + 1}: ${score.relevant} relevant, ${score.domains} domains, ${Math.round(result.wallMs)} ms`,
        );
      }
      results.push(summary(policy.name, budget, runs, curve ?? oracle, best.relevant));
    }
    results.push(
      summary(
        'oracle',
        budget,
        [
          {
            ...best,
            randomSeed: 0,
            end: best.fetched < budget ? 'NOTHING_LEFT' : 'BUDGET',
            wallMs: 0,
            stats: {},
            ...scoresOnTheWay(oracle, options.marks),
          },
        ],
        oracle,
        best.relevant,
      ),
    );
  }
  return {
    topic: topic.name,
    label: topic.label,
    reward: topic.reward,
    model: topic.model.kind,
    keywords: trained[0].keywords.map((keyword) => keyword.text),
    reachable,
    results,
  };
}

const scoresOnTheWay = (
  curve: HarvestCurve,
  marks: readonly number[] = [],
): Pick<OneRun, 'firstRelevant' | 'marks'> => ({
  firstRelevant: stepsTo(curve, 1),
  marks: marks.map((budget) => ({ budget, ...scoreCurve(upTo(curve, budget), budget) })),
});

const searches = (policy: PolicyDefinition, { policyConfig }: LabTopic): boolean =>
  policy.needs?.(policy.configSchema.parse(policyConfig[policy.name] ?? {})).search !== undefined;

function summary(
  policy: string,
  budget: number,
  runs: PolicyResult['runs'],
  curve: HarvestCurve,
  best: number,
): PolicyResult {
  const over = (pick: (run: RunScore) => number): Measure => meanAndDeviation(runs.map(pick));
  return {
    policy,
    budget,
    runs,
    relevant: over((run) => run.relevant),
    harvestRate: over((run) => run.harvestRate),
    domains: over((run) => run.domains),
    area: over((run) => run.area),
    oracleShare: over((run) => (best === 0 ? 0 : run.relevant / best)),
    curve: thinned(curve.relevant, CURVE_POINTS),
  };
}

function oracleCurve(
  known: Awaited<ReturnType<LabWeb['graphFrom']>>,
  config: SessionConfig,
  isRelevant: (url: string) => boolean,
  budget: number,
): HarvestCurve {
  const names = known.urls.map((url) => domainKey(url, config.grouping));
  const numbers = new Map(names.map((name, page) => [name, page]));
  const order = oracleOrder({
    graph: known.graph,
    seeds: known.seeds,
    isRelevant: (page) => isRelevant(known.urls[page]),
    domainOf: (page) => numbers.get(names[page]) ?? page,
    budget,
    domainCap: initialCap(config.domainCap),
  });
  const recorder = new CurveRecorder();
  for (const page of order) recorder.add(isRelevant(known.urls[page]), names[page]);
  return recorder.curve();
}
