import { stringify } from 'csv-stringify/sync';
import { type FinishedRun, TARGET_SHARES } from '../../../../domain/experiments/index.js';

/** Why a run ended, spelt like the values of REST. */
const spelled = (end: string): string => end.toLowerCase().replaceAll('_', '-');

/** Runs as CSV, one row each, without their curves. */
export function runsCsv(policies: readonly string[], runs: readonly FinishedRun[]): string {
  const columns = [
    ...['policy', 'budget', 'randomSeed', 'fetched', 'relevant', 'domains', 'harvestRate', 'area', 'recall'],
    ...[
      'oracleShare',
      'firstRelevant',
      ...TARGET_SHARES.map((share) => `stepsTo${100 * share}`),
      'end',
      'wallMs',
      'simulatedMs',
    ],
  ];
  const rows = runs.map((run) => [
    ...[policies[run.policy], run.budget, run.randomSeed, run.fetched, run.relevant, run.domains],
    ...[
      run.harvestRate,
      run.area,
      run.recall,
      run.oracleShare,
      run.firstRelevant,
      ...run.stepsTo,
      spelled(run.end),
      run.wallMs,
    ],
    run.simulatedMs ?? '',
  ]);
  return stringify([columns, ...rows], { record_delimiter: '\r\n', escape_formulas: true });
}
