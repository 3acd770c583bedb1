import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../domain/learning/snapshot.js';
import { notFound } from '../../platform/errors/index.js';
import { isUuid } from '../../platform/api/index.js';
import type { Job } from './job.js';
import { type DatabaseTransaction, JobsRepository } from './jobs.repository.js';

@Injectable()
export class JobsService {
  constructor(private readonly jobs: JobsRepository) {}

  /**
   * Queues work for a worker.
   *
   * @param subjectId the topic, model or session it works on
   * @param transaction when given, the job exists only if that transaction commits
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

  /** The newest job of each subject that has one. */
  newestBySubject(subjectIds: readonly string[]): Promise<Map<string, Job>> {
    return this.jobs.newestOf(subjectIds);
  }
}
