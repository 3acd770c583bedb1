import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { DeliveryRepository } from './delivery.repository.js';

/** Interval between two sweeps. */
const EVERY_MS = 300_000;
/** Per webhook. */
const KEPT = { mostKept: 10_000, mostWaiting: 10_000 };
/** Messages deleted per statement, and webhooks read per query. */
const AT_ONCE = 1_000;
/** Sorts before the id of any webhook. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Bounds stored messages, in workers. */
@Injectable()
export class WebhookSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: false,
    run: (signal) => this.sweep(signal),
    log: new Logger('webhooks'),
    failure: 'cannot delete old messages of webhooks',
  });

  constructor(
    private readonly outbox: DeliveryRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'WEBHOOK_DAYS'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** @param stopped ends it early; the rest is deleted in the next sweep */
  async sweep(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted && (await this.outbox.sweep(this.config.WEBHOOK_DAYS, AT_ONCE)) === AT_ONCE);
    while (!stopped.aborted && (await this.outbox.sweepNews(AT_ONCE)) === AT_ONCE);
    let ids: string[] = [];
    do {
      ids = await this.outbox.webhooksAfter(ids.at(-1) ?? FIRST, AT_ONCE);
      for (const id of ids) while (!stopped.aborted && (await this.outbox.trim(id, KEPT, AT_ONCE)) === AT_ONCE);
    } while (!stopped.aborted && ids.length === AT_ONCE);
  }
}
