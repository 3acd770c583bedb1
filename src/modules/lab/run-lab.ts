import { createRng } from '../../domain/base/rng.js';
import {
  type BudgetSummary,
  type FinishedRun,
  finishedRun,
  type HarvestCurve,
  meanAndDeviation,
  type ReferenceRun,
  type RunScore,
  scoreCurve,
  stepsTo,
  summarise,
  thinned,
  upTo,
} from '../../domain/experiments/index.js';
import type { PolicyDefinition } from '../../domain/policies/index.js';
import { type BenchJudge, LabBench, type LabPace, type Reachable } from './lab-bench.js';
import { prepareModel } from './lab-model.js';
import type { LabTopic } from './lab-topic.js';
import type { LabWeb } from './lab-web.js';

const CURVE_POINTS = 100;

export interface LabOptions {
  readonly web: LabWeb;
  readonly topic: LabTopic;
  readonly policies: readonly PolicyDefinition[];
  readonly budgets: readonly number[];
  readonly runs: number;
  readonly randomSeed: number;
  /** `skip`: links that the recording has no answer for are no candidates; `fetch`: they are, and cost a fetch that fails, as dead links do. */
  readonly unrecorded: 'skip' | 'fetch';
  /** How fast the crawls are; one fetch at a time unless given. */
  readonly pace?: LabPace;
  /** Smaller budgets at which runs are scored as well, on their way. A policy that plans by its budget would do otherwise if it ended there. */
  readonly marks?: readonly number[];
  readonly onProgress?: (line: string) => void;
}

interface Spread {
  readonly mean: number;
  readonly deviation: number;
}
export interface OneRun extends RunScore {
  readonly randomSeed: number;
  readonly end: string;
  readonly wallMs: number;
  /** Time that the crawl takes in the simulation, ms. */
  readonly simulatedMs: number;
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
  readonly relevant: Spread;
  readonly harvestRate: Spread;
  readonly domains: Spread;
  readonly area: Spread;
  /** Relevant pages over the oracle's. */
  readonly oracleShare: Spread;
  /** Of the first run: relevant pages found after a number of steps. */
  readonly curve: readonly { readonly step: number; readonly value: number }[];
}
export interface LabReport {
  readonly topic: string;
  readonly label: string;
  readonly reward: string;
  readonly model: string;
  readonly keywords: readonly string[];
  readonly reachable: Reachable;
  readonly results: readonly PolicyResult[];
  /** The policies by number. */
  readonly policies: readonly string[];
  /** The same runs as experiments of the service keep them. */
  readonly finished: readonly FinishedRun[];
  readonly budgets: readonly BudgetSummary[];
}

/** Runs each policy on a recorded web, several times with different seeds, and an oracle once per budget. */
export async function runLab(options: LabOptions): Promise<LabReport> {
  const { web, topic } = options;
  const isRelevant = (url: string): boolean => web.labels.get(url)?.has(topic.label) ?? false;
  const bench = await LabBench.open({
    web,
    seeds: topic.seeds,
    session: topic.session,
    reward: topic.reward,
    unrecorded: options.unrecorded,
    ...(options.pace && { pace: options.pace }),
    isRelevant,
  });
  const { reachable } = bench;
  options.onProgress?.(`${reachable.pages} pages reachable, ${reachable.relevant} of them ${topic.label}`);

  const judges: BenchJudge[] = [];
  for (let run = 0; run < options.runs; run++)
    judges.push(await prepareModel(options, isRelevant, createRng(options.randomSeed + run)));

  const results: PolicyResult[] = [];
  const finished: FinishedRun[] = [];
  const references: ReferenceRun[] = [];
  for (const budget of options.budgets) {
    const oracle = bench.oracle(budget);
    const best = scoreCurve(oracle, budget);
    const measured = { targets: reachable.relevant, best: best.relevant };
    for (const [number, policy] of options.policies.entries()) {
      const runs: OneRun[] = [];
      let curve: HarvestCurve | null = null;
      for (let run = 0; run < options.runs; run++) {
        const randomSeed = options.randomSeed + run;
        const config = topic.policyConfig[policy.name] ?? {};
        const session = topic.policySession[policy.name];
        const result = await bench.run({ definition: policy, config, session }, budget, randomSeed, judges[run]);
        curve ??= result.curve;
        const { end } = result;
        const wallMs = Math.round(result.wallMs);
        const score = scoreCurve(result.curve, budget);
        runs.push({
          ...score,
          ...{ randomSeed, end, wallMs },
          simulatedMs: Math.round(result.simulatedMs),
          stats: result.stats,
          ...scoresOnTheWay(result.curve, options.marks),
        });
        const simulatedMs = Math.round(result.simulatedMs);
        const told = { ...measured, end, wallMs, simulatedMs };
        finished.push(finishedRun({ policy: number, budget, randomSeed }, result.curve, told));
        options.onProgress?.(
          `${policy.name} budget ${budget} run ${run + 1}: ${score.relevant} relevant, ${score.domains} domains, ${wallMs} ms`,
        );
      }
      results.push(summary(policy.name, budget, runs, curve ?? oracle, best.relevant));
    }
    const ended = { end: best.fetched < budget ? 'NOTHING_LEFT' : 'BUDGET', wallMs: 0 };
    const ofOracle = {
      ...best,
      randomSeed: 0,
      ...ended,
      simulatedMs: 0,
      stats: {},
      ...scoresOnTheWay(oracle, options.marks),
    };
    results.push(summary('oracle', budget, [ofOracle], oracle, best.relevant));
    references.push({
      name: 'oracle',
      ...finishedRun({ policy: -1, budget, randomSeed: 0 }, oracle, { ...measured, ...ended }),
    });
  }
  const policies = options.policies.map(({ name }) => name);
  return {
    topic: topic.name,
    label: topic.label,
    reward: topic.reward,
    model: topic.model.kind,
    keywords: judges[0].keywords.map((keyword) => keyword.text),
    reachable,
    results,
    policies,
    finished,
    budgets: summarise(policies, finished, references),
  };
}

const scoresOnTheWay = (
  curve: HarvestCurve,
  marks: readonly number[] = [],
): Pick<OneRun, 'firstRelevant' | 'marks'> => ({
  firstRelevant: stepsTo(curve, 1),
  marks: marks.map((budget) => ({ budget, ...scoreCurve(upTo(curve, budget), budget) })),
});

function summary(
  policy: string,
  budget: number,
  runs: PolicyResult['runs'],
  curve: HarvestCurve,
  best: number,
): PolicyResult {
  const over = (pick: (run: RunScore) => number): Spread => meanAndDeviation(runs.map(pick));
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
