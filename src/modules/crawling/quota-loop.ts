import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { databaseTrouble } from '../../platform/database/index.js';
import { WakeUp } from '../../platform/turns/index.js';
import { CrawlSessionsRepository } from './crawl-sessions.repository.js';

/** How often room is looked for: a new day, pages deleted, a quota raised. */
const POLL_MS = 2_000;
/** Sessions queued in one transaction. */
const BATCH = 100;

/** Lets sessions that a quota has paused go on when there is room again. In workers. */
@Injectable()
export class QuotaLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('quotas');
  readonly #wake = new WakeUp();
  #stopping = false;
  #finished: Promise<void> = Promise.resolve();

  constructor(
    private readonly sessions: CrawlSessionsRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.#finished = this.#run();
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping = true;
    this.#wake.ring();
    await this.#finished;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        while ((await this.sessions.resumeWithRoom(BATCH)) === BATCH && !this.#stopping);
      } catch (error) {
        const trouble = databaseTrouble(error);
        if (trouble === null) this.#log.error({ err: error }, 'looking for room in quotas failed');
        else this.#log.warn(`looking for room in quotas failed, tried again soon: ${trouble.kind}`);
      }
      if (!this.#stopping) await this.#wake.wait(POLL_MS);
    }
  }
}
