import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DeliveryRepository } from './delivery.repository.js';

/** How often a worker looks. */
const EVERY_MS = 300_000;
/** Messages kept for each webhook besides those that wait, and messages that may wait for one. */
const MOST_KEPT = 10_000;
const MOST_WAITING = 10_000;
/** Messages deleted in one statement. */
const AT_ONCE = 1_000;

/** Bounds what is kept of messages, in workers. */
@Injectable()
export class WebhookSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('webhooks');
  #timer: NodeJS.Timeout | null = null;
  #underWay: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(
    private readonly outbox: DeliveryRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'WEBHOOK_DAYS'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE !== 'worker') return;
    this.#timer = setInterval(() => {
      this.#underWay = this.sweep();
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#underWay;
  }

  /** Never rejects: what is not deleted now is deleted the next time. */
  async sweep(): Promise<void> {
    const limits = { days: this.config.WEBHOOK_DAYS, mostKept: MOST_KEPT, mostWaiting: MOST_WAITING, atOnce: AT_ONCE };
    try {
      while (!this.#isStopped && (await this.outbox.sweep(limits)) >= AT_ONCE);
    } catch (error) {
      this.#log.warn({ err: error }, 'old messages of webhooks are still there');
    }
  }
}
