import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { databaseTrouble } from '../../platform/database/index.js';
import { WakeUp } from '../../platform/turns/index.js';
import { ArchiveUploads } from '../archive/index.js';
import { ArchivedSessionsRepository } from './archived-sessions.repository.js';

/** How often a worker looks, after a look at its start. */
const EVERY_MS = 600_000;
/** Sessions asked about in one query. */
const BATCH = 500;

/**
 * Removes the archives of deleted sessions from the disk of this worker. The worker that clears a session away removes what it has itself; others have files of
 * it where workers have disks of their own. Folders of sessions that this database has never known are left alone: they may be another's.
 */
@Injectable()
export class ArchiveSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('archives');
  private readonly wake = new WakeUp();
  private readonly stopping = new AbortController();
  private finished: Promise<void> = Promise.resolve();

  constructor(
    private readonly archives: ArchiveUploads,
    private readonly sessions: ArchivedSessionsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.finished = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.wake.ring();
    await this.finished;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.sweep(signal);
      } catch (error) {
        const trouble = databaseTrouble(error);
        if (trouble === null) this.log.error({ err: error }, 'archives of deleted sessions are still there');
        else this.log.warn(`archives of deleted sessions are still there: ${trouble.kind}`);
      }
      if (!signal.aborted) await this.wake.wait(EVERY_MS);
    }
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    const ids = await this.archives.sessions();
    for (let i = 0; i < ids.length; i += BATCH) {
      for (const id of await this.sessions.deleted(ids.slice(i, i + BATCH))) {
        if (signal.aborted) return;
        await this.archives.removeHere(id);
        this.log.log({ sessionId: id }, 'archive of a deleted session removed');
      }
    }
  }
}
