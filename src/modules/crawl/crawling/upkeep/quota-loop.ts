import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { CrawlSessionsRepository } from '../session/crawl-sessions.repository.js';

/** Interval for checking whether quotas have room: a new day, deleted pages, or a raised quota. */
const POLL_MS = 2_000;
/** Sessions queued per transaction. */
const BATCH = 100;

/** Continues sessions paused by a quota once there is room again. Runs in workers. */
@Injectable()
export class QuotaLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new RegularWork({
    everyMs: POLL_MS,
    atOnce: true,
    run: async (signal) => {
      while ((await this.sessions.resumeWithRoom(BATCH)) === BATCH && !signal.aborted);
    },
    log: new Logger('quotas'),
    failure: 'checking quotas failed; retrying soon',
  });

  constructor(
    private readonly sessions: CrawlSessionsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }
}
