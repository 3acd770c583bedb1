/**
 * Runs of policies on topics: one line of JSON each, so that a file can be appended to and read even if it was cut off.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Maximum number of points kept of a curve. */
const CURVE_POINTS = 50;

/** The fields kept of each run in a report of `runLab` with one budget, the oracle's included. */
export function withCurve({ results, reachable, policies, finished, budgets: [{ steps, references }] }) {
  const count = Math.min(CURVE_POINTS, steps.length);
  const kept = Array.from({ length: count }, (_, i) => Math.round(((i + 1) * steps.length) / count) - 1);
  const curveOf = (policy, seed) =>
    policy === 'oracle'
      ? references.find(({ name }) => name === 'oracle').relevantCurve
      : finished.find((run) => policies[run.policy] === policy && run.randomSeed === seed).relevantCurve;
  return results.flatMap(({ policy, budget, runs }) =>
    runs.map(({ randomSeed: seed, firstRelevant, fetched, end, wallMs, simulatedMs, stats, marks }) => ({
      ...{ policy, seed, budget, targets: reachable.relevant, firstRelevant, fetched, end, wallMs, simulatedMs },
      policyMs: Math.round(stats.policyMs ?? 0),
      marks: marks.map(({ budget: mark, relevant, domains, area }) => ({ budget: mark, relevant, domains, area })),
      curve: kept.map((i) => [steps[i], curveOf(policy, seed)[i]]),
    })),
  );
}

/** Pace and trouble of a run: concurrency, host delay in ms, shares of dead links and of refusing hosts. */
export const paceOf = ({ concurrency, hostDelayMs, deadLinks = 0, refusingHosts = 0 }) =>
  `${concurrency}@${hostDelayMs}` +
  (deadLinks > 0 ? `${DEAD}${deadLinks}` : '') +
  (refusingHosts > 0 ? `${REFUSING}${refusingHosts}` : '');
const DEAD = ',dead=';
const REFUSING = ',refusing=';
export const ONE_AT_A_TIME = paceOf({ concurrency: 1, hostDelayMs: 0 });

/** Policies at other paces than one fetch at a time get their own names. The oracle is the same at every pace. */
export const byPace = (runs) =>
  latest(
    runs.map(({ pace, policy, ...run }) => {
      const isSame = pace === ONE_AT_A_TIME || policy === 'oracle';
      return { ...run, pace: ONE_AT_A_TIME, policy: isSame ? policy : nameAt(policy, pace) };
    }),
  );
export const nameAt = (policy, pace) => `${policy} ${pace}`;
/** The policy and the pace in a name. */
export const partsOf = (name) => {
  const [policy, pace = ONE_AT_A_TIME] = name.split(' ');
  return { policy, pace };
};

/** The baseline of a pace with trouble, and the share that the trouble removes. */
export function withoutTrouble(pace) {
  const [alone, ...troubles] = pace.split(',');
  const shares = troubles.map((trouble) => Number(trouble.split('=')[1]));
  return { alone, lost: 1 - shares.reduce((left, share) => left * (1 - share), 1) };
}

/** The identity of a run. */
const keyOf = ({ topic, pace, policy, seed, budget }) => `${topic}\t${pace}\t${policy}\t${seed}\t${budget}`;

/** Runs of several files. A truncated line is skipped. */
export const readRuns = (files) =>
  latest(files.flatMap((file) => readFileSync(file, 'utf8').split('\n').map(parsed)).filter((run) => run !== null));

/** Of equal runs the last one counts. */
export const latest = (runs) => [...new Map(runs.map((run) => [keyOf(run), run])).values()];

function parsed(line) {
  try {
    // Runs from before there were other paces do not name one.
    return line === '' ? null : { pace: ONE_AT_A_TIME, ...JSON.parse(line) };
  } catch {
    return null;
  }
}

export function appendRuns(file, runs) {
  mkdirSync(dirname(file), { recursive: true });
  // Begins a new line after a truncated one.
  const begin = existsSync(file) && !readFileSync(file, 'utf8').endsWith('\n') ? '\n' : '';
  appendFileSync(file, begin + runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
}

/** One row per run and budget. */
export const rowsOf = (runs) =>
  runs.flatMap(({ marks, curve, budget: largest, ...run }) => marks.map((mark) => ({ ...run, ...mark })));

/** Rows of some topic, policy, … */
export const of = (runs, wanted) =>
  runs.filter((run) => Object.entries(wanted).every(([name, value]) => run[name] === value));
