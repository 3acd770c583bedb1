import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { TERMINAL_STATES } from '../../../domain/session/index.js';
import { Events, SESSIONS_CHANNEL } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { LatestValue } from './latest-value.js';
import type { Session } from './session.js';
import { SessionsService } from './sessions.service.js';

/** Five updates per second look smooth; a fast crawl commits more often. */
const LEAST_INTERVAL_MS = 200;
/** Lost notifications, and changes without one, become visible after this time. */
const POLL_MS = 5_000;
/** Each takes a socket and a slot; all watchers of one session share its reads. */
const MAX_WATCHERS = 1_000;

/** All watchers of one session, fed by one reader of its row. */
class Feed {
  readonly watchers = new Set<LatestValue<Session>>();
  private latest: Session | null = null;
  private timer: NodeJS.Timeout | null = null;
  private reading = false;
  private changed = false;
  private lastReadAt = 0;

  constructor(
    private readonly read: () => Promise<Session | null>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Gives a watcher its first value: its own read, or a later one. */
  start(watcher: LatestValue<Session>, session: Session): void {
    if (this.latest === null || this.latest.updatedAt < session.updatedAt) this.latest = session;
    watcher.push(this.latest);
    if (TERMINAL_STATES.has(this.latest.state)) watcher.end();
  }

  /** Marks a possible change: reads soon, but at most once per `LEAST_INTERVAL_MS`. */
  touch(): void {
    if (this.reading) this.changed = true;
    if (this.reading || this.timer) return;
    this.timer = setTimeout(
      () => void this.refresh(),
      Math.max(0, this.lastReadAt + LEAST_INTERVAL_MS - performance.now()),
    );
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    for (const watcher of [...this.watchers]) watcher.end();
  }

  private async refresh(): Promise<void> {
    this.timer = null;
    this.reading = true;
    this.lastReadAt = performance.now();
    try {
      this.send(await this.read());
    } catch (error) {
      this.onError(error);
    } finally {
      this.reading = false;
    }
    if (this.changed && this.watchers.size > 0) {
      this.changed = false;
      this.touch();
    }
  }

  private send(session: Session | null): void {
    const same =
      session !== null &&
      this.latest?.updatedAt.getTime() === session.updatedAt.getTime() &&
      this.latest.state === session.state;
    this.latest = session;
    for (const watcher of [...this.watchers]) {
      if (session !== null && !same) watcher.push(session);
      if (session === null || TERMINAL_STATES.has(session.state)) watcher.end();
    }
  }
}

/** Sends every change of sessions to their watchers, based on the database's notifications. */
@Injectable()
export class SessionProgress implements OnModuleDestroy {
  private readonly logger = new Logger(SessionProgress.name);
  private readonly feeds = new Map<string, Feed>();
  private watchers = 0;
  private notifications: Promise<AsyncIterableIterator<string>> | null = null;
  private poll: NodeJS.Timeout | null = null;

  constructor(
    private readonly sessions: SessionsService,
    private readonly events: Events,
  ) {}

  /**
   * The session now and after every change; a slow reader gets only the newest state. Ends after a terminal state, and
   * when the session is deleted.
   *
   * @throws DomainError NOT_FOUND; UNAVAILABLE if there are too many watchers
   */
  async watch(sessionId: string): Promise<AsyncIterableIterator<Session>> {
    if (this.watchers >= MAX_WATCHERS)
      throw new DomainError('UNAVAILABLE', `${MAX_WATCHERS} subscriptions to progress are open, which is the maximum`);
    await this.listen();
    const feed = this.feedOf(sessionId);
    const watcher = new LatestValue<Session>(() => this.leave(sessionId, feed, watcher));
    this.watchers++;
    // Added before the session is read, so that changes in between are not missed.
    feed.watchers.add(watcher);
    try {
      feed.start(watcher, await this.sessions.get(sessionId));
      return watcher;
    } catch (error) {
      watcher.end();
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    if (this.poll) clearInterval(this.poll);
    for (const feed of [...this.feeds.values()]) feed.close();
    const notifications = await this.notifications?.catch(() => null);
    await notifications?.return?.();
  }

  private feedOf(sessionId: string): Feed {
    let feed = this.feeds.get(sessionId);
    if (!feed) {
      feed = new Feed(
        () => this.sessions.find(sessionId),
        (error) => this.logger.warn({ err: error, sessionId }, 'cannot read the progress of a session'),
      );
      this.feeds.set(sessionId, feed);
    }
    return feed;
  }

  private leave(sessionId: string, feed: Feed, watcher: LatestValue<Session>): void {
    feed.watchers.delete(watcher);
    this.watchers--;
    if (feed.watchers.size > 0) return;
    feed.close();
    this.feeds.delete(sessionId);
  }

  private async listen(): Promise<void> {
    if (this.notifications === null) {
      this.notifications = this.events.listen(SESSIONS_CHANNEL);
      this.notifications.then(
        (payloads) => this.follow(payloads),
        () => (this.notifications = null),
      );
      this.poll = setInterval(() => this.touchAll(), POLL_MS);
      this.poll.unref();
    }
    await this.notifications;
  }

  private async follow(payloads: AsyncIterableIterator<string>): Promise<void> {
    for await (const id of payloads) {
      if (id === '') this.touchAll();
      else this.feeds.get(id)?.touch();
    }
  }

  private touchAll(): void {
    for (const feed of this.feeds.values()) feed.touch();
  }
}
