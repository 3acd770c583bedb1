import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { Events, SESSIONS_CHANNEL } from '../../../platform/database/index.js';
import { DomainError, invalid } from '../../../platform/errors/index.js';
import { currentScope, inScope } from '../../../platform/scope/index.js';
import { Semaphore } from '../../../platform/concurrency/index.js';
import { SessionsService } from '../sessions/index.js';
import { SessionFeed } from './session-feed.js';
import { SessionFeedRepository } from './session-feed.repository.js';
import type { News } from './stream-items.js';
import { type Delivery, StreamListener } from './stream-listener.js';
import {
  formatPosition,
  hasReached,
  parsePosition,
  POSITION_FORM,
  START,
  type StreamPosition,
} from './stream-position.js';

/** Lost notifications, and changes without one, become visible after this time. */
const POLL_MS = 5_000;
/** Proxies close connections after a minute of silence, some after half of that. */
const HEARTBEAT_MS = 15_000;
/** Concurrent reads of all feeds: returning listeners must not take the whole database. */
const READINGS = 4;

/** A listener's start, and its last message if it reads too slowly. */
interface ListenOptions {
  readonly from?: 'start' | 'now' | null;
  readonly after?: string | null;
  /** The field that contained `after`. */
  readonly field?: string;
  readonly farewell: Delivery;
  readonly onDropped?: () => void;
}

/** The feeds of all sessions with listeners in this process. */
@Injectable()
export class SessionFeeds implements OnModuleDestroy {
  private readonly logger = new Logger(SessionFeeds.name);
  private readonly feeds = new Map<string, SessionFeed>();
  /** At most as many wait as there are listeners. */
  private readonly readings = new Semaphore(READINGS, Infinity, 'streams are being read');
  /** Reads that have not started. */
  private readonly waiting = new Map<string, Promise<News | null>>();
  private readonly stopped = new AbortController();
  private listeners = 0;
  private subscription: Promise<void> | null = null;
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly sessions: SessionsService,
    private readonly rows: SessionFeedRepository,
    private readonly events: Events,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'STREAMS_MAX'>,
  ) {}

  /**
   * Everything of a session after a position, then news, until it has ended.
   *
   * @returns null if the session has ended and everything was already sent
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED for an invalid position; UNAVAILABLE if there are too many
   * listeners
   */
  async listen(sessionId: string, options: ListenOptions): Promise<StreamListener | null> {
    const { from, after = null, field = 'after', farewell, onDropped } = options;
    const given = after === null ? null : parsePosition(after);
    if (after !== null && given === null)
      throw invalid(field, `${JSON.stringify(after)} is no position of a stream`, POSITION_FORM);
    await this.sessions.requireExisting(sessionId);
    const position = given ?? (from === 'now' ? await this.rows.head(sessionId) : START);
    if (given !== null && (await this.isOver(sessionId, given))) return null;
    if (this.listeners >= this.config.STREAMS_MAX)
      throw new DomainError('UNAVAILABLE', `${this.config.STREAMS_MAX} streams are open, which is the maximum`, {
        retryAfterSeconds: 10,
      });
    return this.join(sessionId, position, farewell, onDropped);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    for (const timer of this.timers) clearInterval(timer);
    for (const feed of [...this.feeds.values()]) feed.close();
    await this.subscription;
  }

  private join(
    sessionId: string,
    position: StreamPosition,
    farewell: Delivery,
    onDropped?: () => void,
  ): StreamListener {
    this.begin();
    const feed = this.feedOf(sessionId);
    const listener = new StreamListener(farewell, () => this.leave(sessionId, feed, listener), onDropped);
    listener.position = position;
    this.listeners++;
    feed.listeners.add(listener);
    void feed.serve(listener);
    return listener;
  }

  private leave(sessionId: string, feed: SessionFeed, listener: StreamListener): void {
    if (!feed.listeners.delete(listener)) return;
    this.listeners--;
    if (feed.listeners.size > 0) return;
    feed.close();
    if (this.feeds.get(sessionId) === feed) this.feeds.delete(sessionId);
  }

  private feedOf(sessionId: string): SessionFeed {
    let feed = this.feeds.get(sessionId);
    if (feed === undefined) {
      // All listeners of a session belong to its project: outside of calls it is read only in this scope.
      const scope = currentScope();
      feed = new SessionFeed({
        read: (after) => inScope(scope, () => this.read(sessionId, after)),
        head: () => inScope(scope, () => this.readings.run(() => this.rows.head(sessionId))),
        onError: (error) => this.logger.warn({ err: error, sessionId }, 'cannot read the stream of a session'),
      });
      this.feeds.set(sessionId, feed);
    }
    return feed;
  }

  /** Equal requests share a read that has not started yet: each gets at least the log as of its call. */
  private read(sessionId: string, after: StreamPosition): Promise<News | null> {
    const key = `${sessionId} ${after.seq} ${after.no}`;
    const known = this.waiting.get(key);
    if (known !== undefined) return known;
    const begin = (): Promise<News | null> => {
      this.waiting.delete(key);
      return this.rows.news(sessionId, after);
    };
    const reading = Promise.resolve().then(() => this.readings.run(begin));
    this.waiting.set(key, reading);
    return reading;
  }

  private async isOver(sessionId: string, position: StreamPosition): Promise<boolean> {
    const news = await this.read(sessionId, position);
    return (
      news !== null &&
      news.hasEnded &&
      news.isWhole &&
      hasReached(position, news.until) &&
      position.progress === news.progressKey
    );
  }

  private begin(): void {
    if (this.subscription !== null) return;
    this.subscription = this.events.subscribe(SESSIONS_CHANNEL, (id) => this.noticed(id), this.stopped.signal);
    this.timers = [
      setInterval(() => this.noticed(''), POLL_MS),
      setInterval(() => this.feeds.forEach((feed) => feed.beat()), HEARTBEAT_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /** @param sessionId empty if notifications may have been lost */
  private noticed(sessionId: string): void {
    if (sessionId === '') this.feeds.forEach((feed) => feed.touch());
    else this.feeds.get(sessionId)?.touch();
  }
}

/** The position after everything that was sent to a listener. */
export const placeOf = (listener: StreamListener): string => formatPosition(listener.position);
