import { Injectable } from '@nestjs/common';
import { storedForm } from '../../../domain/base/json-value.js';
import { invalid } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { type Job, type JobKind, JobsService } from '../../base/jobs/index.js';
import { LabellerService } from '../../topics/labeller/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import { TopicsService } from '../../topics/topics/index.js';

export const LABEL_PAGES = 'label-pages' satisfies JobKind;

export interface RunLabeller {
  /** Most calls of the run, including retries. */
  readonly calls: number;
  /** Most examples that it labels again. */
  readonly compare: number;
  readonly sessionId?: string | null;
}

/** Starts runs of the labeller. */
@Injectable()
export class LabellerRunsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly sessions: SessionsService,
    private readonly labeller: LabellerService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key the same key and input return the job of the first call
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED for another topic's session; INVALID_STATE without a labeller
   */
  start(topicId: string, input: RunLabeller, key?: IdempotencyKey): Promise<Job> {
    const payload = storedForm(input);
    return this.idempotency.create(
      key,
      'runLabeller',
      requestHash({ topicId, payload }),
      async (once) => {
        await this.topics.get(topicId);
        const { sessionId } = input;
        if (sessionId != null && (await this.sessions.find(sessionId))?.topicId !== topicId)
          throw invalid('sessionId', `session ${sessionId} belongs to another topic`, 'a session of the topic');
        this.labeller.requireName();
        return once(async (db) => (await this.jobs.enqueue(LABEL_PAGES, topicId, payload, db)).id);
      },
      (id) => this.jobs.get(id),
    );
  }
}
