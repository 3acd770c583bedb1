import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.js';
import { createScreen, type Screen } from '../screen.js';
import type { Experiment, WhatIfInput } from '#client';
import { clientAt } from '../service-client.js';
import { withService } from '../with-service.js';
import { comparisonTable, summaryTable } from './report.js';

const POLL_MS = 250;

export interface WhatIfArguments {
  readonly session: string;
  readonly data: string;
  readonly input: WhatIfInput;
  readonly html?: string;
  readonly json?: string;
  readonly csv?: string;
  readonly quiet?: boolean;
}

/** The service's calls for an experiment. */
export interface Experimenter {
  whatIf(session: string, input: WhatIfInput): Promise<ExperimentNow>;
  experiment(id: string): Promise<ExperimentNow>;
  cancelExperiment(id: string): Promise<unknown>;
}
/** The fields of an experiment that are read here. */
export type ExperimentNow = Pick<
  Experiment,
  'id' | 'name' | 'state' | 'notes' | 'plannedRuns' | 'finishedRuns' | 'error'
>;

/** Compares policies on the pages stored by a session of the data folder, with a service started for it. */
export async function whatIf({ session, data, input, quiet, ...files }: WhatIfArguments): Promise<void> {
  const screen = createScreen(quiet);
  await withService({ dataDir: data, settings: {}, keep: false }, screen, async (service, signal) => {
    const client = clientAt(service.url);
    const { id, name, notes } = await experimentOn(client, session, input, screen, signal);
    const { budgets } = await client.experimentResults(id);
    const policies = input.policies.map((one) => one.name ?? one.policy);
    const comparison = comparisonTable({ policies, budgets });
    for (const line of [name, ...notes, '', summaryTable(budgets)]) screen.line(line);
    if (comparison !== '') screen.line(`\n${comparison}`);
    if (files.html) await writeFile(files.html, await client.experimentFile(id, 'report.html'));
    if (files.json) await writeFile(files.json, `${JSON.stringify({ id, name, notes, policies, budgets }, null, 2)}\n`);
    if (files.csv) await writeFile(files.csv, await client.experimentFile(id, 'runs.csv'));
  });
}

/**
 * Runs an experiment and shows its progress. If the signal aborts, cancels it: otherwise it would continue at the next
 * start of the service.
 *
 * @throws CliError if it fails
 */
export async function experimentOn(
  client: Experimenter,
  session: string,
  input: WhatIfInput,
  screen: Screen,
  signal?: AbortSignal,
  pollMs = POLL_MS,
): Promise<ExperimentNow> {
  let experiment = await client.whatIf(session, input);
  const { id } = experiment;
  const shown = screen.share(`${experiment.plannedRuns} runs`);
  try {
    while (experiment.state === 'queued' || experiment.state === 'running') {
      await sleep(pollMs, undefined, { signal });
      experiment = await client.experiment(id);
      shown.update(experiment.finishedRuns / experiment.plannedRuns);
    }
  } catch (error) {
    if (signal?.aborted === true) await client.cancelExperiment(id).catch(() => undefined);
    throw error;
  } finally {
    shown.end();
  }
  if (experiment.state !== 'completed')
    throw new CliError(`experiment ${id} is ${experiment.state}: ${experiment.error ?? 'no cause given'}`);
  return experiment;
}
