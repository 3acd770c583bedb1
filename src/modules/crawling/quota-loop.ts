import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { RegularWork } from '../../platform/regular-work/index.js';
import { CrawlSessionsRepository } from './crawl-sessions.repository.js';

/** How often room is looked for: a new day, pages deleted, a quota raised. */
const POLL_MS = 2_000;
/** Sessions queued in one transaction. */
const BATCH = 100;

/** Lets sessions that a quota has paused go on when there is room again. In workers. */
@Injectable()
export class QuotaLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work = new RegularWork({
    everyMs: POLL_MS,
    atOnce: true,
    look: async (signal) => {
      while ((await this.sessions.resumeWithRoom(BATCH)) === BATCH && !signal.aborted);
    },
    log: new Logger('quotas'),
    failure: 'looking for room in quotas failed, tried again soon',
  });

  constructor(
    private readonly sessions: CrawlSessionsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }
}
