import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { Events, EXPORTS_CHANNEL } from '../../../platform/database/index.js';
import { RegularWork } from '../../../platform/regular-work/index.js';
import { asService } from '../../../platform/scope/index.js';
import { ExportFiles, type FileHere } from './export-files.js';
import { ExportRunsRepository, type ExportStanding } from './export-runs.repository.js';

/** Interval between sweeps if nothing triggers one. */
const EVERY_MS = 60_000;
const AT_ONCE = 500;
/** Workers with their own disks that were away for longer may keep files of exports deleted meanwhile. */
const REMEMBER_DAYS = 30;

/** Deletes expired exports, and removes the files of deleted ones and leftovers of lost workers. Runs in workers. */
@Injectable()
export class ExportSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    run: (signal) => asService(() => this.sweep(signal)),
    log: new Logger('exports'),
    failure: 'removing files of exports failed; retrying soon',
  });
  private subscription: Promise<void> = Promise.resolve();

  constructor(
    private readonly runs: ExportRunsRepository,
    private readonly files: ExportFiles,
    private readonly events: Events,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE !== 'worker') return;
    this.subscription = this.events.subscribe(EXPORTS_CHANNEL, () => this.work.ring(), this.stopping.signal);
    this.work.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.subscription, this.work.stop()]);
  }

  /** @throws Error of the file system, the database or the store; completed work stays */
  async sweep(signal: AbortSignal): Promise<void> {
    while ((await this.runs.expire(AT_ONCE)) === AT_ONCE) signal.throwIfAborted();
    await this.clearHere(signal);
    for (const id of await this.runs.removals(AT_ONCE)) {
      signal.throwIfAborted();
      await this.files.remove(id);
      await this.runs.removed(id);
    }
    await this.runs.forgetRemovals(REMEMBER_DAYS);
  }

  /** Ignores files of exports unknown to this database: they may belong to another one. */
  private async clearHere(signal: AbortSignal): Promise<void> {
    const ids = await this.files.here();
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      for (const [id, standing] of await this.runs.standings(ids.slice(i, i + AT_ONCE))) {
        signal.throwIfAborted();
        if (standing === 'removed') await this.files.removeFolder(id);
        else
          for (const file of await this.files.filesOf(id))
            if (!isNeeded(file, standing)) await this.files.removeFile(file);
      }
    }
  }
}

/** Whether a file may still be written or read. Attempts with higher numbers have begun since the query. */
function isNeeded(file: FileHere, { run, state }: Exclude<ExportStanding, 'removed'>): boolean {
  if (file.run !== run) return file.run > run;
  return state === 'RUNNING' || (state === 'COMPLETED' && !file.isPart);
}
