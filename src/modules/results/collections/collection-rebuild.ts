import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, JobsService } from '../../base/jobs/index.js';
import { TopicsService } from '../../topics/topics/index.js';
import { REBUILD_COLLECTION } from './dto/collection.dto.js';
import { CollectionPiecesRepository } from './collection-pieces.repository.js';
import { CollectionUpkeep } from './collection-upkeep.js';
import { CollectionsService } from './collections.service.js';

/** Retry interval while another process works on the collection. */
const BUSY_MS = 200;

/** Rebuilds collections, for operators who distrust one; normally unnecessary. */
@Injectable()
@HandlesJobs()
export class CollectionRebuild implements JobHandler {
  readonly kind = REBUILD_COLLECTION;
  /** It mainly reads and writes, and may take long. */
  readonly lane = 'files';

  constructor(
    private readonly topics: TopicsService,
    private readonly collections: CollectionsService,
    private readonly pieces: CollectionPiecesRepository,
    private readonly upkeep: CollectionUpkeep,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** @throws DomainError NOT_FOUND */
  start(topicId: string, key?: IdempotencyKey): Promise<Job> {
    return this.idempotency.create(
      key,
      'rebuildCollection',
      requestHash({ topicId }),
      async (once) => {
        await this.topics.get(topicId);
        return once(async (db) => (await this.jobs.enqueue(REBUILD_COLLECTION, topicId, {}, db)).id);
      },
      (id) => this.jobs.get(id),
    );
  }

  /**
   * Empties the collection; the upkeep refills it like any outdated one, even if the job is cancelled or its worker is
   * lost.
   */
  async run({ subjectId: topicId }: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    await this.topics.get(topicId);
    await this.pieces.beginAnew(topicId);
    for (;;) {
      signal.throwIfAborted();
      const did = await this.upkeep.advance(topicId);
      if (did === 'done') break;
      if (did === 'busy') await sleep(BUSY_MS, undefined, { signal });
      const { clearing, done, behind } = await this.pieces.standing(topicId);
      progress(clearing ? 0 : done / Math.max(1, done + behind));
    }
    const { pages, duplicates } = await this.collections.get(topicId);
    return { collectedPages: pages + duplicates };
  }
}
