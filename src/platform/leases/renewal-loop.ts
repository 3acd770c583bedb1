import pg from 'pg';
import { inRole, survive } from '../database/connections.js';

/**
 * The renewal of one lease, as plain data that can be sent to a thread.
 *
 * The statement updates and returns one row while the lease is held, and none once it is lost.
 */
export interface Renewal {
  readonly sql: string;
  readonly values: readonly (string | number)[];
  /**
   * The held object and the number of the claim. An advisory lock on both shows others that the holder is alive
   * (`holderLives`).
   */
  readonly holder: Holder;
}

export interface Holder {
  readonly id: string;
  /** Increased with each claim: 1 or more. */
  readonly epoch: number;
}

export interface RenewalOptions {
  readonly url: string;
  /** Interval between renewals of a lease, ms. */
  readonly everyMs: number;
  /**
   * Renewals stop after this time without a sign of life (`beat`) from the process, ms: others must be able to take
   * over from a process that hangs.
   */
  readonly longestStallMs: number;
}

export type RenewalReport =
  /** The row that the statement returned; null if the lease is lost. */
  | { readonly kind: 'answer'; readonly key: number; readonly row: Readonly<Record<string, unknown>> | null }
  /** Reported once until renewing works again. */
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'works' };

interface Held {
  readonly sql: string;
  readonly holder: Holder;
  values: Renewal['values'];
  dueAt: number;
  /** The connection that holds the lock. */
  lockedBy: pg.Client | null;
}

/** A row locked by another transaction is tried again in the next round. */
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_MS = 250;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Renews leases over its own connection.
 *
 * Leases are renewed one after the other when they fall due; a locked row delays the others only briefly. A broken
 * connection is replaced. Uses a monotonic clock.
 */
export class RenewalLoop {
  private readonly held = new Map<number, Held>();
  private readonly unlocks: Holder[] = [];
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private turning: Promise<void> | null = null;
  private again = false;
  private failing = false;
  private stopped = false;
  private lastBeat = performance.now();

  constructor(
    private readonly options: RenewalOptions,
    private readonly report: (report: RenewalReport) => void,
  ) {}

  /** Starts renewing, immediately for the first time. */
  hold(key: number, renewal: Renewal): void {
    this.held.set(key, { ...renewal, dueAt: 0, lockedBy: null });
    this.turn();
  }

  /** Renews with other values from now on. */
  change(key: number, values: Renewal['values']): void {
    const held = this.held.get(key);
    if (held) held.values = values;
  }

  /** Renews at once. */
  renewNow(key: number): void {
    const held = this.held.get(key);
    if (!held) return;
    held.dueAt = 0;
    this.turn();
  }

  drop(key: number): void {
    const held = this.held.get(key);
    if (!held) return;
    this.held.delete(key);
    if (held.lockedBy === null || held.lockedBy !== this.client) return;
    this.unlocks.push(held.holder);
    this.turn();
  }

  /** The process is alive. */
  beat(): void {
    const stalled = this.isStalled();
    this.lastBeat = performance.now();
    if (stalled) this.turn();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.held.clear();
    if (this.timer) clearTimeout(this.timer);
    await this.turning;
    await this.client?.end().catch(() => undefined);
  }

  private isStalled(): boolean {
    return performance.now() - this.lastBeat > this.options.longestStallMs;
  }

  private turn(): void {
    if (this.stopped) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.turning) {
      this.again = true;
      return;
    }
    this.again = false;
    this.turning = this.renewDue().finally(() => {
      this.turning = null;
      if (this.again) this.turn();
      else this.sleep();
    });
  }

  private sleep(): void {
    if (this.stopped || this.held.size === 0) return;
    const next = Math.min(...[...this.held.values()].map(({ dueAt }) => dueAt));
    this.timer = setTimeout(() => this.turn(), Math.max(next - performance.now(), RETRY_MS / 10));
  }

  private async renewDue(): Promise<void> {
    if (this.isStalled()) {
      this.postpone();
      return;
    }
    try {
      const client = await this.connected();
      for (const { id, epoch } of this.unlocks.splice(0))
        await client.query('SELECT pg_advisory_unlock_shared(hashtext($1), $2)', [id, epoch]);
      for (const [key, { dueAt }] of [...this.held]) if (dueAt <= performance.now()) await this.renew(client, key);
      if (this.failing) this.report({ kind: 'works' });
      this.failing = false;
    } catch (error) {
      // Checking whether the connection still works is not worth it.
      this.client?.end().catch(() => undefined);
      this.client = null;
      this.postpone();
      if (!this.failing && !this.stopped)
        this.report({ kind: 'trouble', message: error instanceof Error ? error.message : String(error) });
      this.failing = true;
    }
  }

  private async renew(client: pg.Client, key: number): Promise<void> {
    const held = this.held.get(key);
    if (!held) return;
    try {
      if (held.lockedBy !== client) {
        await client.query('SELECT pg_try_advisory_lock_shared(hashtext($1), $2)', [held.holder.id, held.holder.epoch]);
        held.lockedBy = client;
        // Dropped while the lock was being acquired: the lock would stay as long as the connection.
        if (this.held.get(key) !== held) {
          this.unlocks.push(held.holder);
          this.again = true;
          return;
        }
      }
      const sentAt = performance.now();
      held.dueAt = sentAt;
      const { rows } = await client.query<Record<string, unknown>>(held.sql, [...held.values]);
      // A renewal requested meanwhile may concern a later change.
      if (held.dueAt === sentAt) held.dueAt = performance.now() + this.options.everyMs;
      this.report({ kind: 'answer', key, row: rows[0] ?? null });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      held.dueAt = performance.now() + RETRY_MS;
    }
  }

  private postpone(): void {
    const soonest = performance.now() + RETRY_MS;
    for (const held of this.held.values()) held.dueAt = Math.max(held.dueAt, soonest);
  }

  private async connected(): Promise<pg.Client> {
    if (this.client) return this.client;
    const { url, everyMs } = this.options;
    const limitMs = Math.max(everyMs, 1_000);
    const client = new pg.Client({
      connectionString: inRole(url, 'gleaner_worker'),
      application_name: 'gleaner-leases',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: 2 * limitMs,
      statement_timeout: limitMs,
      lock_timeout: Math.ceil(everyMs / 4),
    });
    survive(client);
    client.once('end', () => {
      if (this.client === client) this.client = null;
    });
    await client.connect();
    this.client = client;
    return client;
  }
}
