import { type FinishedRun, runSteps, TARGET_SHARES } from './run.js';
import { type Band, bandOf, type Measure, measureOf, medianOf, paretoFront } from './statistics.js';

/** The number of steps that a share of the targets took. */
interface StepsToShare {
  readonly share: number;
  /** Number of runs that found this share. */
  readonly reached: number;
  /** Over all runs; null if at least half of them never found this share. */
  readonly median: number | null;
}

/** Differences of a policy from the reference policy, over the random seeds that both have. */
interface Comparison {
  readonly pairs: number;
  readonly relevant: Measure;
  readonly domains: Measure;
  readonly area: Measure;
}

/** One policy with one budget, over its runs. */
export interface PolicySummary {
  readonly name: string;
  readonly runs: number;
  readonly relevant: Measure;
  readonly harvestRate: Measure;
  readonly domains: Measure;
  readonly area: Measure;
  /** Null if no relevant page can be reached. */
  readonly recall: Measure | null;
  readonly oracleShare: Measure | null;
  /** Simulated duration of the crawl, seconds; null if it was not stored. */
  readonly simulatedSeconds: Measure | null;
  readonly stepsTo: readonly StepsToShare[];
  /** Whether no other policy has at least as many relevant pages and domains, and more of one of them. */
  readonly onFront: boolean;
  /** Comparison with the experiment's first policy; null for that one, and if they share no seed. */
  readonly against: Comparison | null;
  readonly relevantCurve: Band;
  readonly domainCurve: Band;
}

/** A reference curve of no policy: the oracle's, or that of the session whose graph is used. */
interface ReferenceSummary {
  readonly name: string;
  readonly relevant: number;
  readonly domains: number;
  readonly harvestRate: number;
  readonly area: number;
  readonly relevantCurve: readonly number[];
  readonly domainCurve: readonly number[];
}

export interface BudgetSummary {
  readonly budget: number;
  /** Steps of all curves below. */
  readonly steps: readonly number[];
  readonly references: readonly ReferenceSummary[];
  readonly policies: readonly PolicySummary[];
}

/** A run of a reference: `policy` and `randomSeed` have no meaning. */
export interface ReferenceRun extends FinishedRun {
  readonly name: string;
}

/**
 * Summarises the runs of several policies, by budget. Policies without runs are omitted.
 *
 * @param names of the policies, by number; the others are compared with the first
 */
export function summarise(
  names: readonly string[],
  runs: readonly FinishedRun[],
  references: readonly ReferenceRun[],
): BudgetSummary[] {
  const budgets = [...new Set([...runs, ...references].map(({ budget }) => budget))].sort((a, b) => a - b);
  return budgets.map((budget) => {
    const of = names.map((_, policy) => runs.filter((run) => run.policy === policy && run.budget === budget));
    const summaries = names.flatMap((name, policy) =>
      of[policy].length === 0 ? [] : [summaryOf(name, of[policy], policy === 0 ? [] : of[0])],
    );
    const front = paretoFront(summaries.map(({ relevant, domains }) => [relevant.mean, domains.mean]));
    return {
      budget,
      steps: runSteps(budget),
      references: references.filter((reference) => reference.budget === budget).map(referenceOf),
      policies: summaries.map((summary, i) => ({ ...summary, onFront: front[i] })),
    };
  });
}

function summaryOf(
  name: string,
  runs: readonly FinishedRun[],
  baseline: readonly FinishedRun[],
): Omit<PolicySummary, 'onFront'> {
  const over = (pick: (run: FinishedRun) => number, most: number): Measure => measureOf(runs.map(pick), [0, most]);
  const known = (pick: (run: FinishedRun) => number | null, most: number): Measure | null => {
    const values = runs.map(pick).filter((value) => value !== null);
    return values.length === 0 ? null : measureOf(values, [0, most]);
  };
  const [{ budget }] = runs;
  return {
    name,
    runs: runs.length,
    relevant: over((run) => run.relevant, budget),
    harvestRate: over((run) => run.harvestRate, 1),
    domains: over((run) => run.domains, budget),
    area: over((run) => run.area, 1),
    recall: known((run) => run.recall, 1),
    oracleShare: known((run) => run.oracleShare, Infinity),
    simulatedSeconds: known(({ simulatedMs }) => (simulatedMs === undefined ? null : simulatedMs / 1_000), Infinity),
    stepsTo: TARGET_SHARES.map((share, i) => {
      const steps = runs.map((run) => run.stepsTo[i] ?? null);
      return { share, reached: steps.filter((step) => step !== null).length, median: medianOf(steps) };
    }),
    against: comparison(runs, baseline),
    relevantCurve: bandOf(runs.map((run) => run.relevantCurve)),
    domainCurve: bandOf(runs.map((run) => run.domainCurve)),
  };
}

function comparison(runs: readonly FinishedRun[], baseline: readonly FinishedRun[]): Comparison | null {
  const others = new Map(baseline.map((run) => [run.randomSeed, run]));
  const pairs = runs.flatMap((run) => {
    const other = others.get(run.randomSeed);
    return other === undefined ? [] : [[run, other] as const];
  });
  if (pairs.length === 0) return null;
  const [{ budget }] = runs;
  const less = (pick: (run: FinishedRun) => number, most: number): Measure =>
    measureOf(
      pairs.map(([run, other]) => pick(run) - pick(other)),
      [-most, most],
    );
  return {
    pairs: pairs.length,
    relevant: less((run) => run.relevant, budget),
    domains: less((run) => run.domains, budget),
    area: less((run) => run.area, 1),
  };
}

const referenceOf = ({
  name,
  relevant,
  domains,
  harvestRate,
  area,
  relevantCurve,
  domainCurve,
}: ReferenceRun): ReferenceSummary => ({ name, relevant, domains, harvestRate, area, relevantCurve, domainCurve });
