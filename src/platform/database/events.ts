import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { inRole, openClient } from './connections.js';
import { DATABASE_URL } from './prisma.service.js';
import { retrying } from './retrying.js';
import { Subscription } from './subscription.js';

/** Payload: id of a session whose batch was committed or whose state changed. */
export const SESSIONS_CHANNEL = 'gleaner_sessions';
/** Payload: id of a job that was queued, or whose progress or result was written. */
export const JOBS_CHANNEL = 'gleaner_jobs';
/** Stored exports were deleted, and their files are to be removed. */
export const EXPORTS_CHANNEL = 'gleaner_exports';
/**
 * Collections have changes to take in: sessions ended, paused or were deleted, labels, verdicts, pages judged again.
 */
export const COLLECTIONS_CHANNEL = 'gleaner_collections';
/** Messages for webhooks were written. */
export const OUTBOX_CHANNEL = 'gleaner_outbox';

/** Sends a notification for each payload when the surrounding transaction commits; at once outside of one. */
export async function notify(
  client: { $executeRaw(query: TemplateStringsArray, ...values: unknown[]): PromiseLike<number> },
  channel: string,
  ...payloads: readonly string[]
): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${channel}, payload) FROM unnest(${payloads}::text[]) AS payload`;
}

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Notifications between the processes of the service. The tables are the source of truth: listeners also poll them, to
 * find what they missed.
 */
export abstract class Events {
  private readonly log = new Logger('events');

  /**
   * Subscribes to a channel's payloads; resolves once the subscription is active.
   *
   * Each payload is delivered at least once; equal waiting payloads are merged. The empty string means that
   * notifications may have been lost, because a connection broke or the reader was too slow: check everything. End the
   * iteration (`return`, or leave a `for await`) to unsubscribe.
   */
  abstract listen(channel: string): Promise<AsyncIterableIterator<string>>;

  /**
   * Whether `publish` currently reaches all processes. Otherwise transactions send the notification themselves
   * (`notify`).
   */
  abstract get publishes(): boolean;

  /** Notifies all processes after the transaction was committed. Does nothing unless `publishes`. */
  abstract publish(channel: string, payload: string): void;

  /**
   * Calls `onPayload` with each payload of a channel until the signal aborts, however long the subscription takes.
   * Never rejects: listeners poll as well, so a failure only costs time.
   */
  async subscribe(channel: string, onPayload: (payload: string) => void, signal: AbortSignal): Promise<void> {
    try {
      const payloads = await retrying(() => this.listen(channel), { patienceMs: Infinity, signal });
      signal.addEventListener('abort', () => void payloads.return?.(), { once: true });
      if (signal.aborted) await payloads.return?.();
      for await (const payload of payloads) onPayload(payload);
    } catch (error) {
      this.log.warn({ err: error, channel }, 'cannot listen to notifications');
    }
  }
}

/** Notifications by PostgreSQL, over one connection per process. */
@Injectable()
export class DatabaseEvents extends Events implements OnModuleDestroy {
  private readonly logger = new Logger(DatabaseEvents.name);
  private readonly subscriptions = new Map<string, Set<Subscription>>();
  private client: pg.Client | null = null;
  private connecting: Promise<void> | null = null;
  private retry: NodeJS.Timeout | null = null;
  private queue: Promise<void> = Promise.resolve();
  private failures = 0;
  private closed = false;

  readonly publishes = false;

  constructor(@Inject(DATABASE_URL) private readonly url: string) {
    super();
  }

  async listen(channel: string): Promise<AsyncIterableIterator<string>> {
    const group = this.subscriptions.get(channel) ?? new Set<Subscription>();
    this.subscriptions.set(channel, group);
    const subscription = new Subscription(() => group.delete(subscription));
    group.add(subscription);
    try {
      await this.connect();
      // Listening twice has no effect; the answer confirms that it has begun.
      await this.beginListening(channel);
    } catch (error) {
      await subscription.return();
      throw error;
    }
    return subscription;
  }

  publish(): void {
    // Transactions send the notification themselves.
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    if (this.retry) clearTimeout(this.retry);
    for (const subscription of this.all()) await subscription.return();
    await this.connecting?.catch(() => undefined);
    await this.client?.end().catch(() => undefined);
  }

  /** One query at a time: the client accepts no more. */
  private beginListening(channel: string): Promise<void> {
    const begun = this.queue.then(async () => {
      await this.client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    });
    this.queue = begun.catch(() => undefined);
    return begun;
  }

  private *all(): Iterable<Subscription> {
    for (const group of this.subscriptions.values()) yield* [...group];
  }

  private connect(): Promise<void> {
    if (this.client || this.closed) return Promise.resolve();
    return (this.connecting ??= this.open().finally(() => (this.connecting = null)));
  }

  private async open(): Promise<void> {
    const client = openClient(inRole(this.url, 'gleaner_api'), 'gleaner-listen');
    client.on('notification', ({ channel, payload }) =>
      this.subscriptions.get(channel)?.forEach((subscription) => subscription.push(payload ?? '')),
    );
    await client.connect();
    for (const channel of this.subscriptions.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    client.once('end', () => this.lost());
    this.client = client;
    if (this.failures > 0) {
      this.failures = 0;
      for (const subscription of this.all()) subscription.push('');
    }
  }

  private lost(): void {
    this.client = null;
    if (this.closed) return;
    if (this.failures === 0) this.logger.warn('lost the connection for notifications');
    this.reconnectLater();
  }

  private reconnectLater(): void {
    this.failures++;
    const delay = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.failures);
    this.retry = setTimeout(() => {
      this.connect().catch(() => this.reconnectLater());
    }, delay);
    this.retry.unref();
  }
}
