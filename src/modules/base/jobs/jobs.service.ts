import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import type { DatabaseTransaction, RowCount } from '../../../platform/database/index.js';
import { DomainError, notFound } from '../../../platform/errors/index.js';
import { isUuid, mapSlice, type Precondition, restSpelling, type Slice } from '../../../platform/api/index.js';
import { CANCELLED, type Job } from './job.js';
import { JobHandlers } from './job-handlers.js';
import { type JobsPiece, JobsRepository, type TopicJob } from './jobs.repository.js';

interface Subject {
  readonly id: string;
}

/** An object with the id of its newest job; null if it has none, or the job was deleted. */
export type WithJob<T> = T & { readonly jobId: string | null };

@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly handlers: JobHandlers,
  ) {}

  /**
   * Queues work for a worker.
   *
   * @param subjectId the topic, model or session it works on
   * @param transaction if given, the job exists only if that transaction commits
   */
  enqueue(kind: string, subjectId: string, payload: JsonValue = {}, transaction?: DatabaseTransaction): Promise<Job> {
    return this.jobs.insert(kind, subjectId, payload, transaction);
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Job> {
    const job = isUuid(id) ? await this.jobs.find(id) : null;
    if (!job) throw notFound('job', id);
    return job;
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Job>> {
    return new Map((await this.jobs.findMany(ids)).map((job) => [job.id, job]));
  }

  /**
   * Ends a waiting job at once. A running one is ended by its worker within about a second, without its results.
   * Idempotent.
   *
   * @returns the job: CANCELLED, or RUNNING with the time of the request
   * @throws DomainError NOT_FOUND; INVALID_STATE if it has ended otherwise, or its kind cannot be cancelled
   */
  async cancel(id: string, condition?: Precondition): Promise<Job> {
    const { kind } = await this.get(id);
    const { uncancellable } = this.handlers.find(kind) ?? {};
    if (uncancellable !== undefined) {
      throw new DomainError('INVALID_STATE', `jobs of kind ${kind} cannot be cancelled: ${uncancellable}`, {
        details: { kind },
      });
    }
    const job = await this.jobs.cancel(id, CANCELLED, this.handlers.ended, condition);
    if (!job) throw notFound('job', id);
    if (job.state === 'COMPLETED' || job.state === 'FAILED') {
      throw new DomainError('INVALID_STATE', `the job is ${restSpelling(job.state)}`, {
        allowed: 'a job that is queued or running',
        details: { state: job.state },
      });
    }
    return job;
  }

  /** For each topic the jobs on it and its models, newest first. */
  listOfTopics(topicIds: readonly string[], piece: JobsPiece): Promise<TopicJob[]> {
    return this.jobs.listOfTopics(topicIds, piece);
  }

  countOfTopics(topicIds: readonly string[]): Promise<Map<string, RowCount>> {
    return this.jobs.countOfTopics(topicIds);
  }

  /** The newest job of each subject that has one. */
  newestBySubject(subjectIds: readonly string[]): Promise<Map<string, Job>> {
    return this.jobs.newestOf(subjectIds);
  }

  async withJob<T extends Subject>(subject: T): Promise<WithJob<T>> {
    const jobs = await this.newestBySubject([subject.id]);
    return { ...subject, jobId: jobs.get(subject.id)?.id ?? null };
  }

  /** Reads the jobs of all subjects at once. */
  async withJobs<T extends Subject>(subjects: Slice<T>): Promise<Slice<WithJob<T>>> {
    const jobs = await this.newestBySubject(subjects.edges.map(({ node }) => node.id));
    return mapSlice(subjects, (subject) => ({ ...subject, jobId: jobs.get(subject.id)?.id ?? null }));
  }
}
