import { curveSteps, type HarvestCurve, type RunScore, scoreCurve, stepsTo, valuesAt } from './harvest-curve.js';

/** Most texts of general English on which a lab's model is trained. */
export const MAX_BACKGROUND = 10_000;
/** Default median response time in a simulated crawl, ms. */
export const USUAL_ANSWER_MS = 200;

/** Shares of all targets for which the number of steps is reported. */
export const TARGET_SHARES = [0.1, 0.25, 0.5, 0.75] as const;
/** Stored points of a curve. */
const CURVE_POINTS = 100;

/** Identifies a run of an experiment: one of its policies, by number, with a budget and a random seed. */
export interface RunKey {
  readonly policy: number;
  readonly budget: number;
  readonly randomSeed: number;
}

/** The stored results of one run. */
export interface FinishedRun extends RunKey, RunScore {
  /** Share of the targets that it found; null if there are none. */
  readonly recall: number | null;
  /** Relevant pages divided by the oracle's; null if the oracle finds none. */
  readonly oracleShare: number | null;
  /** Fetches up to and including the first relevant page; null if there was none. */
  readonly firstRelevant: number | null;
  /** Fetches until each of `TARGET_SHARES` was found; null if it was not. */
  readonly stepsTo: readonly (number | null)[];
  /** Why it ended. */
  readonly end: string;
  readonly wallMs: number;
  /** Simulated duration of the crawl, ms; missing in runs of earlier releases and in references. */
  readonly simulatedMs?: number;
  /** Relevant pages and relevant domains at `runSteps(budget)`. */
  readonly relevantCurve: readonly number[];
  readonly domainCurve: readonly number[];
}

/** The steps at which curves of runs with this budget are stored. */
export const runSteps = (budget: number): number[] => curveSteps(budget, CURVE_POINTS);

/**
 * @param targets number of reachable relevant pages
 * @param best number of relevant pages that the oracle finds with this budget
 */
export function finishedRun(
  key: RunKey,
  curve: HarvestCurve,
  { targets, best, ...ended }: { targets: number; best: number; end: string; wallMs: number; simulatedMs?: number },
): FinishedRun {
  const score = scoreCurve(curve, key.budget);
  const steps = runSteps(key.budget);
  return {
    ...key,
    ...score,
    ...ended,
    recall: targets === 0 ? null : score.relevant / targets,
    oracleShare: best === 0 ? null : score.relevant / best,
    firstRelevant: stepsTo(curve, 1),
    stepsTo: TARGET_SHARES.map((share) => (targets === 0 ? null : stepsTo(curve, Math.ceil(share * targets)))),
    relevantCurve: valuesAt(curve.relevant, steps),
    domainCurve: valuesAt(curve.domains, steps),
  };
}
