import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { Events, SESSIONS_CHANNEL } from '../../../../platform/database/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { DeliveryRepository, type FollowedSession, type FollowedTopic } from './delivery.repository.js';

/**
 * Minimum interval between messages to a webhook about a session's pages; news of a collection are gathered as long.
 */
const EVERY_MS = 5_000;
/** Interval for checking whether labels are wanted. */
const LABELS_EVERY_MS = 60_000;
/** Minimum interval between two checks. */
const GATHER_MS = 1_000;
/** Lost notifications, and receivers that accept messages again, are noticed after this time. */
const POLL_MS = 10_000;
/** Sessions processed per turn, and topics. */
const SUBJECTS = 100;
/** Pages in a message: some 20 KB. The trigger on events of sessions uses the same numbers. */
const PAGES = 50;
/** Most pending messages about pages in one lane. The log keeps the pages until there is room. */
const WAITING = 25;
/** Messages written for one session, or topic, per turn. */
const MESSAGES = 20;
/**
 * A model is uncertain about a page whose probability is this close to its threshold; this many such pages are worth a
 * message.
 */
const MARGIN = 0.15;
const LEAST_PAGES = 10;
const LABELS = 10;

/**
 * Writes messages about the pages of sessions, and about new pages and domains of collections, in workers. It follows
 * the log of the session, or the news that the upkeep of collections has noted, and advances its position in the
 * transaction that writes the message, so commits of crawls need no extra work. Any number of workers may do it
 * concurrently.
 */
@Injectable()
export class PageFollower implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly work = new RegularWork({
    everyMs: POLL_MS,
    atOnce: true,
    run: (signal) => this.follow(signal),
    log: new Logger('webhooks'),
    failure: 'messages about pages to webhooks are delayed',
  });
  private subscription: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outbox: DeliveryRepository,
    private readonly events: Events,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  start(): void {
    this.subscription = this.events.subscribe(SESSIONS_CHANNEL, () => this.work.ring(), this.stopping.signal);
    this.work.start();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.work.stop(), this.subscription]);
  }

  private async follow(signal: AbortSignal): Promise<void> {
    try {
      await this.turn();
    } finally {
      await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async turn(): Promise<void> {
    for (const followed of await this.outbox.behind(EVERY_MS, LABELS_EVERY_MS, SUBJECTS)) {
      if (this.stopping.signal.aborted) return;
      await this.tell(followed);
    }
    for (const followed of await this.outbox.withNews(EVERY_MS, SUBJECTS)) await this.tellNews(followed);
  }

  private async tell(followed: FollowedSession): Promise<void> {
    if (followed.wantsPages)
      for (let i = 0; i < MESSAGES && !this.stopping.signal.aborted; i++)
        if (!(await this.outbox.tellPages(followed, PAGES, WAITING))) break;
    if (followed.wantsLabels) await this.outbox.tellLabels(followed, LABELS, LEAST_PAGES, MARGIN);
  }

  private async tellNews(followed: FollowedTopic): Promise<void> {
    for (let i = 0; i < MESSAGES && !this.stopping.signal.aborted; i++)
      if (!(await this.outbox.tellNews(followed, PAGES, WAITING))) break;
  }
}
