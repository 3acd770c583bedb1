import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { ArchiveUploads } from '../../../base/archive/index.js';
import { ArchivedSessionsRepository } from './archived-sessions.repository.js';

/** Interval of runs, the first of which is at the start. */
const EVERY_MS = 600_000;
/** Sessions per query. */
const BATCH = 500;

/**
 * Removes the archives of deleted sessions from this worker's disk. The worker that clears a deleted session removes
 * its own files; workers with separate disks may have others. Folders of sessions unknown to this database are left
 * alone: they may belong to another service.
 */
@Injectable()
export class ArchiveSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('archives');
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    run: (signal) => this.sweep(signal),
    log: this.log,
    failure: 'cannot remove archives of deleted sessions',
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
        this.log.log({ sessionId: id }, 'removed the archive of a deleted session');
      }
    }
  }
}
