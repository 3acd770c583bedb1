import { createRng } from '../../../domain/base/rng.js';
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
} from '../../../domain/experiments/index.js';
import type { PolicyDefinition } from '../../../domain/policies/index.js';
import { TrainingDataError } from '../../../domain/relevance/index.js';
import { LabBench, type LabPace, type Reachable } from './lab-bench.js';
import { checkExamples, checkLabel, checkMarks, checkSeeds, checkSettings, checkTrouble } from './lab-checks.js';
import { prepareModel } from './lab-model.js';
import type { LabStep } from './lab-step.js';
import { LabError, type LabTopic } from './lab-topic.js';
import type { LabWeb } from './lab-web.js';
import { type FetchShares, fetchShares, type JudgeScore, judgeScore, RunTally } from './run-tally.js';
import type { Trouble } from './trouble.js';

const CURVE_POINTS = 100;

interface LabOptions {
  readonly web: LabWeb;
  readonly topic: LabTopic;
  readonly policies: readonly PolicyDefinition[];
  readonly budgets: readonly number[];
  readonly runs: number;
  readonly randomSeed: number;
  /**
   * `skip`: links without a recorded response are no candidates; `fetch`: they are, and cost a failing fetch, like dead
   * links.
   */
  readonly unrecorded: 'skip' | 'fetch';
  /** Dead links and refusing hosts, drawn by the seed of each run. Default: none. */
  readonly trouble?: Trouble;
  /** The pace of crawls. Default: one fetch at a time. */
  readonly pace?: LabPace;
  /**
   * Smaller budgets at which runs are also scored in passing. A policy that plans by its budget would behave
   * differently with that budget.
   */
  readonly marks?: readonly number[];
  readonly onProgress?: (line: string) => void;
  /** Called after each step of each run. */
  readonly onStep?: (run: LabRun, step: LabStep) => void;
}

/** Identifies a run of the lab. */
interface LabRun {
  readonly policy: string;
  readonly budget: number;
  readonly randomSeed: number;
}

interface Spread {
  readonly mean: number;
  readonly deviation: number;
}
interface OneRun extends RunScore {
  readonly randomSeed: number;
  readonly end: string;
  readonly wallMs: number;
  /** Duration of the crawl in the simulation, ms. */
  readonly simulatedMs: number;
  readonly stats: Readonly<Record<string, number>>;
  /** Fetches up to and including the first relevant page; null if there was none. */
  readonly firstRelevant: number | null;
  /** Scores at the marks. */
  readonly marks: readonly (RunScore & { readonly budget: number })[];
}
/** Means over runs. */
interface Scores {
  readonly relevant: Spread;
  readonly harvestRate: Spread;
  readonly domains: Spread;
  readonly area: Spread;
  /** Relevant pages divided by the oracle's; null if the oracle finds none. */
  readonly oracleShare: Spread | null;
  /** For all runs together; null for the oracle, and if the crawler judges by the labels. */
  readonly judge: JudgeScore | null;
}
interface MarkResult extends Scores {
  readonly mark: number;
}
interface PolicyResult extends Scores {
  readonly policy: string;
  readonly budget: number;
  readonly runs: readonly OneRun[];
  /** The same at each mark of the runs. */
  readonly marks: readonly MarkResult[];
  /** Distribution of the fetches; null for the oracle. */
  readonly fetches: FetchShares | null;
  /** Of the first run: relevant pages found after a number of steps. */
  readonly curve: readonly { readonly step: number; readonly value: number }[];
}
export interface LabReport {
  readonly topic: string;
  /** Reasons why the results are not very informative. */
  readonly warnings: readonly string[];
  readonly label: string;
  readonly reward: string;
  readonly model: string;
  readonly keywords: readonly string[];
  readonly reachable: Reachable;
  readonly results: readonly PolicyResult[];
  /** The policies by number. */
  readonly policies: readonly string[];
  /** The same runs in the form stored by experiments of the service. */
  readonly finished: readonly FinishedRun[];
  readonly budgets: readonly BudgetSummary[];
}

/**
 * Runs each policy on a recorded web, several times with different seeds, and an oracle once per budget.
 *
 * @throws LabError if there is nothing to measure: no page with the label, no recorded seed, …
 */
export async function runLab(options: LabOptions): Promise<LabReport> {
  const { web, topic, onProgress } = options;
  checkSettings(topic, options.policies);
  checkLabel(web, topic.label, '--topic: label');
  checkMarks(options.marks ?? [], options.budgets);
  const isRelevant = (url: string): boolean => web.labels.get(url)?.has(topic.label) ?? false;
  const bench = await LabBench.open({
    web,
    seeds: topic.seeds,
    session: topic.session,
    reward: topic.reward,
    unrecorded: options.unrecorded,
    ...(options.pace && { pace: options.pace }),
    ...(options.trouble && { trouble: options.trouble }),
    isRelevant,
  });
  const { reachable } = bench;
  const warnings = [...(web.warnings ?? []), ...checkSeeds(bench, topic, web)];
  onProgress?.(`${reachable.pages} pages reachable, ${reachable.relevant} of them ${topic.label}`);

  if (options.trouble) warnings.push(...(await checkTrouble(bench, options.trouble, options.randomSeed)));
  for (const warning of warnings) onProgress?.(`warning: ${warning}`);

  const judges: Judge[] = [];
  for (let run = 0; run < options.runs; run++)
    judges.push(await judgeOf(options, isRelevant, options.randomSeed + run));
  const fewer = checkExamples(judges[0].examples, topic, isRelevant);
  for (const warning of fewer) onProgress?.(`warning: ${warning}`);
  warnings.push(...fewer);

  const measured: MeasuredBudget[] = [];
  // A repeated budget would count its runs twice.
  for (const budget of new Set(options.budgets)) measured.push(await measureBudget({ options, bench, judges }, budget));
  const policies = options.policies.map(({ name }) => name);
  const finished = measured.flatMap((one) => one.finished);
  const references = measured.map(({ reference }) => reference);
  return {
    topic: topic.name,
    warnings,
    label: topic.label,
    reward: topic.reward,
    model: topic.model.kind,
    keywords: judges[0].keywords.map((keyword) => keyword.text),
    reachable,
    results: measured.flatMap((one) => one.results),
    policies,
    finished,
    budgets: summarise(policies, finished, references),
  };
}

/** Means of all runs. */
interface Means {
  readonly options: LabOptions;
  readonly bench: LabBench;
  /** The model of each run. */
  readonly judges: readonly Judge[];
}

interface MeasuredBudget {
  /** Of each policy, then of the oracle. */
  readonly results: readonly PolicyResult[];
  readonly finished: readonly FinishedRun[];
  /** The oracle's run. */
  readonly reference: ReferenceRun;
}

async function measureBudget(means: Means, budget: number): Promise<MeasuredBudget> {
  const { options, bench } = means;
  const oracle = bench.oracle(budget);
  const marks = [...new Set(options.marks)].filter((mark) => mark <= budget).sort((a, b) => a - b);
  const best = scoreCurve(oracle, budget);
  const aim: Aim = { budget, marks, oracle, measured: { targets: bench.reachable.relevant, best: best.relevant } };
  const results: PolicyResult[] = [];
  const finished: FinishedRun[] = [];
  for (const number of options.policies.keys()) {
    const ofPolicy = await measurePolicy(means, aim, number);
    results.push(ofPolicy.result);
    finished.push(...ofPolicy.finished);
  }
  const ended = { end: best.fetched < budget ? 'NOTHING_LEFT' : 'BUDGET', wallMs: 0 };
  const run = { ...best, randomSeed: 0, ...ended, simulatedMs: 0, stats: {}, ...scoresOnTheWay(oracle, marks) };
  results.push({ ...summary('oracle', budget, [run], { curve: oracle, oracle, judged: [] }), fetches: null });
  const reference = {
    name: 'oracle',
    ...finishedRun({ policy: -1, budget, randomSeed: 0 }, oracle, { ...aim.measured, ...ended }),
  };
  return { results, finished, reference };
}

/** A budget, and the values that its runs are compared with. */
interface Aim {
  readonly budget: number;
  /** Ascending, at most the budget. */
  readonly marks: readonly number[];
  readonly oracle: HarvestCurve;
  readonly measured: { readonly targets: number; readonly best: number };
}

/** Runs one policy with each seed. @param number the policy's index */
async function measurePolicy(
  { options, bench, judges }: Means,
  { budget, marks, oracle, measured }: Aim,
  number: number,
): Promise<{ readonly result: PolicyResult; readonly finished: readonly FinishedRun[] }> {
  const { topic } = options;
  const policy = options.policies[number];
  const config = topic.policyConfig[policy.name] ?? {};
  const subject = { definition: policy, config, session: topic.policySession[policy.name] };
  const runs: OneRun[] = [];
  const finished: FinishedRun[] = [];
  const tallies: RunTally[] = [];
  let curve: HarvestCurve | null = null;
  for (const [run, judge] of judges.entries()) {
    const randomSeed = options.randomSeed + run;
    const tally = new RunTally(marks, new Set(judge.examples));
    const which: LabRun = { policy: policy.name, budget, randomSeed };
    const result = await bench.run(subject, budget, randomSeed, judge, (step) => {
      tally.add(step);
      options.onStep?.(which, step);
    });
    tally.end();
    tallies.push(tally);
    curve ??= result.curve;
    const ended = {
      end: result.end,
      wallMs: Math.round(result.wallMs),
      simulatedMs: Math.round(result.simulatedMs),
    };
    const score = scoreCurve(result.curve, budget);
    runs.push({ ...score, randomSeed, ...ended, stats: result.stats, ...scoresOnTheWay(result.curve, marks) });
    finished.push(finishedRun({ policy: number, budget, randomSeed }, result.curve, { ...measured, ...ended }));
    options.onProgress?.(
      `${policy.name} budget ${budget} run ${run + 1}: ${score.relevant} relevant, ${score.domains} domains, ${ended.wallMs} ms`,
    );
  }
  const judged = topic.reward === 'model' ? tallies : [];
  return {
    result: {
      ...summary(policy.name, budget, runs, { curve: curve ?? oracle, oracle, judged }),
      fetches: fetchShares(tallies),
    },
    finished,
  };
}

type Judge = Awaited<ReturnType<typeof prepareModel>>;

/** @throws LabError if the topic lacks the data for its kind of model */
async function judgeOf(options: LabOptions, isRelevant: (url: string) => boolean, randomSeed: number): Promise<Judge> {
  try {
    return await prepareModel(options, isRelevant, createRng(randomSeed));
  } catch (error) {
    if (error instanceof TrainingDataError) throw new LabError(`--topic: examples: ${error.message}`);
    throw error;
  }
}

const scoresOnTheWay = (curve: HarvestCurve, marks: readonly number[]): Pick<OneRun, 'firstRelevant' | 'marks'> => ({
  firstRelevant: stepsTo(curve, 1),
  marks: marks.map((budget) => ({ budget, ...scoreCurve(upTo(curve, budget), budget) })),
});

function summary(
  policy: string,
  budget: number,
  runs: PolicyResult['runs'],
  of: { readonly curve: HarvestCurve; readonly oracle: HarvestCurve; readonly judged: readonly RunTally[] },
): Omit<PolicyResult, 'fetches'> {
  const { oracle, judged } = of;
  const [{ marks }] = runs;
  const judge = (at: number): JudgeScore | null => (judged.length === 0 ? null : judgeScore(judged, at));
  return {
    policy,
    budget,
    runs,
    ...scoresOf(runs, scoreCurve(oracle, budget).relevant),
    judge: judge(marks.length),
    marks: marks.map(({ budget: mark }, at) => ({
      mark,
      ...scoresOf(
        runs.map((run) => run.marks[at]),
        scoreCurve(upTo(oracle, mark), mark).relevant,
      ),
      judge: judge(at),
    })),
    curve: thinned(of.curve.relevant, CURVE_POINTS),
  };
}

/** @param best relevant pages of the oracle */
function scoresOf(runs: readonly RunScore[], best: number): Omit<Scores, 'judge'> {
  const over = (pick: (run: RunScore) => number): Spread => meanAndDeviation(runs.map(pick));
  return {
    relevant: over((run) => run.relevant),
    harvestRate: over((run) => run.harvestRate),
    domains: over((run) => run.domains),
    area: over((run) => run.area),
    oracleShare: best === 0 ? null : over((run) => run.relevant / best),
  };
}
