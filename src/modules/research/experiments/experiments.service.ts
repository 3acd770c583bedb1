import { Injectable } from '@nestjs/common';
import type { BudgetSummary } from '../../../domain/experiments/index.js';
import {
  createdKey,
  createdPiece,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
  restSpelling,
} from '../../../platform/api/index.js';
import { DomainError, notFound } from '../../../platform/errors/index.js';
import {
  type CreateOnce,
  type IdempotencyKey,
  IdempotencyService,
  requestHash,
} from '../../../platform/idempotency/index.js';
import { asService } from '../../../platform/scope/index.js';
import { runInThread } from '../../../platform/threads/index.js';
import { JobsService, type WithJob } from '../../base/jobs/index.js';
import { runsCsv } from '../lab/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import type { Experiment } from './experiment.js';
import { reportFacts } from './experiment-facts.js';
import { RUN_EXPERIMENT } from './experiment.handler.js';
import { type CreateExperiment, ExperimentInput, type RunChoice } from './experiment-input.js';
import { ExperimentsRepository } from './experiments.repository.js';
import { type Results, task } from './results-task.js';

/** Other policies on the pages of a session. */
type WhatIf = Omit<RunChoice, 'reward'> & {
  readonly modelId?: string | null;
  /** Default: the number of pages that the session fetched. */
  readonly budgets?: readonly number[] | null;
};

const never = new AbortController().signal;

@Injectable()
export class ExperimentsService {
  constructor(
    private readonly experiments: ExperimentsRepository,
    private readonly input: ExperimentInput,
    private readonly sessions: SessionsService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Creates an experiment and its job in one transaction.
   *
   * @param key the same key and input return the experiment of the first call
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED or INVALID_STATE naming the wrong field
   */
  create(input: CreateExperiment, key?: IdempotencyKey): Promise<WithJob<Experiment>> {
    return this.createOnce('createExperiment', input, () => Promise.resolve(input), key);
  }

  /**
   * Does the same on the stored pages of an ended session.
   *
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED or INVALID_STATE naming the wrong field
   */
  whatIf(sessionId: string, input: WhatIf, key?: IdempotencyKey): Promise<WithJob<Experiment>> {
    const onSession = async (): Promise<CreateExperiment> => {
      const { fetched } = await this.sessions.get(sessionId);
      const { budgets, ...rest } = input;
      return { ...rest, budgets: budgets ?? [Math.max(1, fetched)], web: { sessionId } };
    };
    return this.createOnce('whatIf', { sessionId, input }, onSession, key);
  }

  private createOnce(
    operation: string,
    request: unknown,
    input: () => Promise<CreateExperiment>,
    key: IdempotencyKey | undefined,
  ): Promise<WithJob<Experiment>> {
    return this.idempotency.create(
      key,
      operation,
      requestHash(request),
      async (once) => this.createFrom(await input(), once),
      (id) => this.withJob(id),
    );
  }

  private async createFrom(input: CreateExperiment, once: CreateOnce): Promise<string> {
    const experiment = await this.input.checked(input);
    return once(async (db) => {
      const id = await this.experiments.insert(db, experiment);
      await this.jobs.enqueue(RUN_EXPERIMENT, id, {}, db);
      return id;
    });
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Experiment> {
    const experiment = await this.experiments.find(id);
    if (!experiment) throw notFound('experiment', id);
    return experiment;
  }

  /** @throws DomainError NOT_FOUND */
  async withJob(id: string): Promise<WithJob<Experiment>> {
    return this.jobs.withJob(await this.get(id));
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Experiment>> {
    return new Map((await this.experiments.findMany(ids)).map((experiment) => [experiment.id, experiment]));
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Slice<Experiment>> {
    return sliceOf(await this.experiments.list(createdPiece(page)), page, createdKey, () => this.experiments.count());
  }

  async listWithJobs(page: PageRequest): Promise<Slice<WithJob<Experiment>>> {
    return this.jobs.withJobs(await this.list(page));
  }

  /**
   * Ends an experiment early. Finished runs stay. Idempotent.
   *
   * @throws DomainError NOT_FOUND; INVALID_STATE if it has completed or failed
   */
  async cancel(id: string, condition?: Precondition): Promise<WithJob<Experiment>> {
    const { state, jobId } = await this.withJob(id);
    if (jobId === null || state === 'COMPLETED' || state === 'FAILED')
      throw new DomainError('INVALID_STATE', `the experiment is ${restSpelling(state)}`, {
        allowed: 'an experiment that is queued or running',
        details: { state },
      });
    await this.jobs.cancel(jobId, condition);
    return this.withJob(id);
  }

  /**
   * Queues the missing runs of an experiment that was cancelled or has failed.
   *
   * @throws DomainError NOT_FOUND; INVALID_STATE if it is queued, running or complete
   */
  async resume(id: string, condition?: Precondition): Promise<WithJob<Experiment>> {
    const state = await this.experiments.requeue(id, (db) => this.jobs.enqueue(RUN_EXPERIMENT, id, {}, db), condition);
    if (state === null) throw notFound('experiment', id);
    if (state !== 'CANCELLED' && state !== 'FAILED')
      throw new DomainError('INVALID_STATE', `the experiment is ${restSpelling(state)}`, {
        allowed: 'an experiment that is cancelled or failed',
        details: { state },
      });
    return this.withJob(id);
  }

  /** Deletes it with its results, and ends its runs. @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    const { state, jobId } = await this.withJob(id);
    if (!(await this.experiments.delete(id, condition))) throw notFound('experiment', id);
    if (jobId !== null && (state === 'QUEUED' || state === 'RUNNING'))
      // One that has just ended needs no end.
      await this.jobs.cancel(jobId).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      });
  }

  /** Results of the finished runs, also while others are running. @throws DomainError NOT_FOUND */
  async results(id: string): Promise<{ experiment: Experiment; budgets: readonly BudgetSummary[] }> {
    const experiment = await this.get(id);
    return { experiment, budgets: (await this.resultsOf(experiment, null)).budgets };
  }

  /** The results as an HTML page. @throws DomainError NOT_FOUND */
  async report(id: string): Promise<string> {
    const experiment = await this.get(id);
    return (await this.resultsOf(experiment, reportFacts(experiment))).html ?? '';
  }

  /** Its finished runs as CSV. @throws DomainError NOT_FOUND */
  async csv(id: string): Promise<string> {
    const { plan } = await this.get(id);
    const names = plan.policies.map(({ name }) => name);
    return runsCsv(names, await this.experiments.runsOf(id));
  }

  /** Of all projects, those that have not ended, by state. For operators. */
  countOpen(): Promise<Record<string, number>> {
    return asService(() => this.experiments.countOpen());
  }

  private async resultsOf(
    { id, plan, findings }: Experiment,
    report: ReturnType<typeof reportFacts> | null,
  ): Promise<Results> {
    const runs = await this.experiments.runsOf(id);
    const policies = plan.policies.map(({ name }) => name);
    return runInThread(task, { policies, runs, references: findings?.references ?? [], report }, never);
  }
}
