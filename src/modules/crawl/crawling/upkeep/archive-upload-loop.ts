import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { logFailure } from '../../../../platform/database/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { ArchiveUploads } from '../../../base/archive/index.js';
import { ArchivedSessionsRepository } from './archived-sessions.repository.js';

/** Interval of looking for finished files; also looked for when a session is left. */
const POLL_MS = 15_000;
/** Sessions per query. */
const BATCH = 500;

/**
 * Moves finished WARC files of this worker to the store, if there is one, one after another. Failed uploads are
 * repeated in the next run: after a crash, after an outage of the store, without limit.
 */
@Injectable()
export class ArchiveUploadLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('ArchiveUploads');
  private readonly work = new RegularWork({
    everyMs: POLL_MS,
    atOnce: true,
    run: (signal) => this.look(signal),
    log: this.log,
    failure: 'cannot look for archives to upload; trying again soon',
  });

  constructor(
    private readonly uploads: ArchiveUploads,
    private readonly sessions: ArchivedSessionsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker' && this.uploads.hasStore) this.work.start();
  }

  /** Interrupts the current upload: it will be repeated. */
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
      // Files of sessions unknown to this database are left alone: they may belong to another service.
      for (const id of (await this.sessions.states(ids.slice(i, i + BATCH))).keys()) {
        if (signal.aborted) return;
        try {
          await this.upload(id, signal);
        } catch (error) {
          if (!signal.aborted) this.failed(id, error);
        }
      }
    }
  }

  /** Asks again: since the last run the session may have been claimed, or deleted. */
  private async upload(id: string, signal: AbortSignal): Promise<void> {
    const state = (await this.sessions.states([id])).get(id);
    if (state === undefined) return;
    await this.uploads.upload(id, (run) => !state.held || run < state.epoch, signal);
    // Deleted meanwhile, and perhaps cleared before the end of the upload.
    if (!(await this.sessions.states([id])).has(id)) await this.uploads.remove(id);
  }

  private failed(sessionId: string, error: unknown): void {
    logFailure(this.log, error, 'cannot upload the archive of a session; trying again soon', { sessionId });
  }
}
