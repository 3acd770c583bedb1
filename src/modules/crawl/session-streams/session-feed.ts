import { setTimeout as sleep } from 'node:timers/promises';
import { endingAt, HEARTBEAT, textOf } from './event-stream.js';
import { itemsAfter, type News } from './stream-items.js';
import type { Delivery, StreamListener } from './stream-listener.js';
import { formatPosition, hasReached, type StreamPosition } from './stream-position.js';

/** Five updates per second look smooth; a fast crawl commits more often. */
const LEAST_INTERVAL_MS = 200;
/** Delay after a failed read. */
const RETRY_MS = 1_000;

interface FeedOptions {
  /** Reads the log after a position; null if the session is gone. Concurrent reads at the same position are one. */
  readonly read: (after: StreamPosition) => Promise<News | null>;
  /** The end of the log. */
  readonly head: () => Promise<StreamPosition>;
  readonly onError: (error: unknown) => void;
}

const HEARTBEAT_DELIVERY: Delivery = { items: [], text: HEARTBEAT };

/**
 * All listeners of one session in this process. News is read once and sent to all at the same position; a new or
 * returning listener first reads what it has missed by itself, at its own pace.
 */
export class SessionFeed {
  readonly listeners = new Set<StreamListener>();
  private position: StreamPosition | null = null;
  private begun: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private reading = false;
  private changed = false;
  private lastReadAt = 0;
  private closed = false;

  constructor(private readonly options: FeedOptions) {}

  /**
   * Sends a listener everything after its position, then news, until the session has ended or the listener leaves.
   * Never rejects.
   */
  async serve(listener: StreamListener): Promise<void> {
    while (listener.isOpen && !listener.isLive) {
      try {
        await this.begin();
        const news = await this.options.read(listener.position);
        if (!listener.isOpen) return;
        this.send(listener, news);
        if (news === null || (news.isWhole && news.hasEnded)) return;
        // In the same turn as the comparison: the feed continues from here.
        if (news.isWhole && this.position !== null && hasReached(listener.position, this.position)) {
          listener.isLive = true;
          // Without this, a change between the feed's read and this one would reach nobody if its notification came in
          // between.
          this.touch();
        } else await listener.whenRead();
      } catch (error) {
        // To end here would look like the end of the session.
        this.options.onError(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** Marks a possible change: reads soon, but at most once per `LEAST_INTERVAL_MS`. */
  touch(): void {
    if (this.reading) this.changed = true;
    if (this.reading || this.timer !== null || this.closed) return;
    this.wake(this.lastReadAt + LEAST_INTERVAL_MS - performance.now());
  }

  /** For otherwise silent connections. */
  beat(): void {
    for (const listener of this.listeners) if (listener.isIdle) listener.push(HEARTBEAT_DELIVERY);
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const listener of [...this.listeners]) listener.end();
  }

  private begin(): Promise<void> {
    this.begun ??= this.options.head().then(
      (head) => void (this.position = head),
      (error: unknown) => {
        this.begun = null;
        throw error;
      },
    );
    return this.begun;
  }

  private wake(ms: number): void {
    this.timer = setTimeout(() => void this.refresh(), Math.max(0, ms));
  }

  private async refresh(): Promise<void> {
    this.timer = null;
    this.reading = true;
    this.changed = false;
    this.lastReadAt = performance.now();
    try {
      while (!this.closed && !(await this.advance()));
    } catch (error) {
      this.options.onError(error);
      if (!this.closed) this.wake(RETRY_MS);
    } finally {
      this.reading = false;
    }
    if (this.changed) this.touch();
  }

  /** Reads on from the feed's position and sends the news. @returns whether it was all */
  private async advance(): Promise<boolean> {
    const from = this.position;
    if (from === null) return true;
    const news = await this.options.read(from);
    const shared = news && itemsAfter(from, news);
    const delivery = shared && { items: shared.items, text: textOf(shared.items) };
    if (shared !== null) this.position = shared.until;
    for (const listener of [...this.listeners]) {
      if (!listener.isLive || !listener.isOpen) continue;
      const isHere = shared !== null && formatPosition(listener.position) === formatPosition(from);
      if (!isHere) this.send(listener, news);
      else {
        listener.position = shared.until;
        if (delivery !== null && delivery.items.length > 0) listener.push(delivery);
        if (news?.isWhole === true && news.hasEnded) this.endWith(listener, news);
      }
    }
    return news === null || news.isWhole;
  }

  /** Sends one listener the part of the news that is new to it. */
  private send(listener: StreamListener, news: News | null): void {
    if (news === null) {
      listener.push({ items: [], text: endingAt(formatPosition(listener.position), 'DELETED') });
      return listener.end();
    }
    const { items, until } = itemsAfter(listener.position, news);
    listener.position = until;
    if (items.length > 0) listener.push({ items, text: textOf(items) });
    if (news.isWhole && news.hasEnded) this.endWith(listener, news);
  }

  private endWith(listener: StreamListener, { progress: { state } }: News): void {
    listener.push({ items: [], text: endingAt(formatPosition(listener.position), state) });
    listener.end();
  }
}
