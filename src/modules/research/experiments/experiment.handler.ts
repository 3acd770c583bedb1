import { Injectable } from '@nestjs/common';
import { anySignal } from 'any-signal';
import type { JsonValue } from '../../../domain/base/json-value.js';
import type { DatabaseTransaction } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { runApart, ThreadMemoryError } from '../../../platform/threads/index.js';
import {
  HandlesJobs,
  CANCELLED,
  type Job,
  type JobContext,
  type JobHandler,
  type JobKind,
} from '../../base/jobs/index.js';
import { ByteStoreFullError, LabelFileError, WarcFormatError } from '../recorded-web/index.js';
import type { Experiment } from './experiment.js';
import { ExperimentRequests } from './experiment-requests.js';
import { type ExperimentPart, task } from './experiment-task.js';
import { ExperimentsRepository } from './experiments.repository.js';

export const RUN_EXPERIMENT = 'run-experiment' satisfies JobKind;

/** Only the message of a thread's error arrives. */
const UNREADABLE = [ByteStoreFullError, LabelFileError, WarcFormatError].map(({ name }) => name);

/** Runs experiments in a thread and stores each finished run, so that a worker that takes over does only the others. */
@Injectable()
@HandlesJobs()
export class ExperimentHandler implements JobHandler {
  readonly kind = RUN_EXPERIMENT;
  readonly lane = 'long';

  constructor(
    private readonly experiments: ExperimentsRepository,
    private readonly requests: ExperimentRequests,
  ) {}

  async run({ subjectId: id }: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    await this.experiments.move(id, ['QUEUED', 'RUNNING'], 'RUNNING');
    const experiment = await this.experiments.find(id);
    // Deleted meanwhile, or ended just before an earlier worker died.
    if (experiment?.state !== 'RUNNING')
      return { experimentId: id, state: experiment?.state ?? 'DELETED', runs: experiment?.finishedRuns ?? 0 };
    const isThere = await this.runRest(experiment, signal, progress);
    const completed = isThere && (await this.experiments.move(id, ['RUNNING'], 'COMPLETED'));
    return { experimentId: id, state: completed ? 'COMPLETED' : 'DELETED', runs: experiment.plannedRuns };
  }

  async failed({ subjectId: id }: Job, error: string, transaction?: DatabaseTransaction): Promise<void> {
    const state = error === CANCELLED ? 'CANCELLED' : 'FAILED';
    await this.experiments.move(id, ['QUEUED', 'RUNNING'], state, error, transaction);
  }

  /** @returns false if the experiment was deleted meanwhile */
  private async runRest(
    experiment: Experiment,
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<boolean> {
    const { id, plannedRuns } = experiment;
    const request = await this.requests.of(experiment, signal);
    let finished = request.done.length;
    progress(finished / plannedRuns);
    const enough = new AbortController();
    let isThere = true;
    let trouble: unknown = null;
    const store = async (part: ExperimentPart): Promise<void> => {
      if (enough.signal.aborted) return;
      isThere =
        part.kind === 'findings'
          ? await this.experiments.recordFindings(id, part.findings)
          : await this.experiments.recordRun(id, part.run);
      if (!isThere) enough.abort();
      if (part.kind === 'run') progress(++finished / plannedRuns);
    };
    // There is one part per run, and they are stored in order.
    let storing = Promise.resolve();
    const take = (part: ExperimentPart): void => {
      storing = storing
        .then(() => store(part))
        .catch((error: unknown) => {
          trouble ??= error;
          enough.abort();
        });
    };
    const both = anySignal([signal, enough.signal]);
    try {
      const answer = await runApart(task, request, both, take);
      await storing;
      if (answer.kind === 'refused') throw new DomainError('INVALID_STATE', answer.message);
    } catch (error) {
      await storing;
      signal.throwIfAborted();
      if (trouble === null && isThere) throw shownError(error);
    } finally {
      both.clear();
    }
    if (trouble !== null) throw trouble as Error;
    return isThere;
  }
}

/** The error as shown to the user. */
function shownError(error: unknown): unknown {
  if (error instanceof ThreadMemoryError)
    return new DomainError('INVALID_STATE', `the web is too large: ${error.message}`);
  if (error instanceof Error && UNREADABLE.includes(error.name))
    return new DomainError('INVALID_STATE', `the recorded web cannot be read: ${error.message}`);
  return error;
}
