import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { databaseTrouble } from '../../platform/database/index.js';
import { RegularWork } from '../../platform/regular-work/index.js';
import { ArchiveUploads } from '../archive/index.js';
import { ArchivedSessionsRepository } from './archived-sessions.repository.js';

/** Finished files are looked for so often, and when a session is left. */
const POLL_MS = 15_000;
/** Sessions asked about in one query. */
const BATCH = 500;

/**
 * Moves the finished WARC files of this worker to the store, if there is one, one after another. What could not be moved is tried again at the next look: after
 * a crash, after an outage of the store, for ever.
 */
@Injectable()
export class ArchiveUploadLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('ArchiveUploads');
  private readonly work = new RegularWork({
    everyMs: POLL_MS,
    atOnce: true,
    look: (signal) => this.look(signal),
    log: this.log,
    failure: 'looking for archives to upload failed, tried again soon',
  });

  constructor(
    private readonly uploads: ArchiveUploads,
    private readonly sessions: ArchivedSessionsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker' && this.uploads.hasStore) this.work.start();
  }

  /** Breaks off the upload under way: it is made again. */
  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** A session was left: its files are finished. */
  ring(): void {
    this.work.ring();
  }

  private async look(signal: AbortSignal): Promise<void> {
    const ids = await this.uploads.sessions();
    for (let i = 0; i < ids.length; i += BATCH) {
      // Files of sessions that this database does not know are left alone: they may be another's.
      for (const id of (await this.sessions.states(ids.slice(i, i + BATCH))).keys()) {
        if (signal.aborted) return;
        try {
          await this.upload(id, signal);
        } catch (error) {
          if (!signal.aborted) this.told(error, `archive of session ${id} not uploaded, tried again soon`);
        }
      }
    }
  }

  /** Asks anew: since the last look the session may have been taken up, or deleted. */
  private async upload(id: string, signal: AbortSignal): Promise<void> {
    const state = (await this.sessions.states([id])).get(id);
    if (state === undefined) return;
    await this.uploads.upload(id, (run) => !state.held || run < state.epoch, signal);
    // Deleted meanwhile, and perhaps cleared away before the upload had ended.
    if (!(await this.sessions.states([id])).has(id)) await this.uploads.remove(id);
  }

  private told(error: unknown, what: string): void {
    const trouble = databaseTrouble(error);
    if (trouble === null) this.log.error({ err: error }, what);
    else this.log.warn(`${what}: ${trouble.kind}`);
  }
}
