import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { RegularWork } from '../../platform/regular-work/index.js';
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
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    look: (signal) => this.sweep(signal),
    log: this.log,
    failure: 'archives of deleted sessions are still there',
  });

  constructor(
    private readonly archives: ArchiveUploads,
    private readonly sessions: ArchivedSessionsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
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
