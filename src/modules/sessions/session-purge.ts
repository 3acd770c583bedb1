import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { JsonValue } from '../../domain/base/json-value.js';
import { ArchiveStore } from '../archive/index.js';
import { type Job, type JobContext, type JobHandler, JobHandlers, PURGE_SESSION } from '../jobs/index.js';
import { SessionsRepository } from './sessions.repository.js';

/** Clears away the pages, links, URLs, domains, checkpoints and archive of a deleted session, bit by bit. Repetition does no harm. */
@Injectable()
export class SessionPurge implements JobHandler, OnModuleInit {
  readonly kind = PURGE_SESSION;
  readonly uncancellable = 'a deleted session is cleared away whole';

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly archives: ArchiveStore,
    private readonly handlers: JobHandlers,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  async run(job: Job, { signal }: JobContext): Promise<JsonValue> {
    while (await this.sessions.purgeSome(job.subjectId)) signal.throwIfAborted();
    await this.archives.remove(job.subjectId);
    return null;
  }
}
