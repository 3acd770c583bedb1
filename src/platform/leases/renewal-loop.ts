import pg from 'pg';
import { inRole, survive } from '../database/connections.js';

/**
 * What renews one lease, as plain data that travels to a thread.
 *
 * The statement changes and returns one row as long as the lease is held, and none once it is lost.
 */
export interface Renewal {
  readonly sql: string;
  readonly values: readonly (string | number)[];
  /** What is held and under which number. An advisory lock of the database on both tells others that the holder lives (`holderLives`). */
  readonly holder: Holder;
}

export interface Holder {
  readonly id: string;
  /** Raised with each claim: 1 or more. */
  readonly epoch: number;
}

export interface RenewalOptions {
  readonly url: string;
  /** Time between two renewals of a lease, ms. */
  readonly everyMs: number;
  /** Nothing is renewed when the process has given no sign of life (`beat`) for so long, ms: what hangs for good is to be taken over. */
  readonly longestStallMs: number;
}

export type RenewalReport =
  /** What the statement returned; null when the lease is lost. */
  | { readonly kind: 'answer'; readonly key: number; readonly row: Readonly<Record<string, unknown>> | null }
  /** Told once until renewing works again. */
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'works' };

interface Held {
  readonly sql: string;
  readonly holder: Holder;
  values: Renewal['values'];
  dueAt: number;
  /** The connection under which the lock is held. */
  lockedBy: pg.Client | null;
}

/** A row that somebody else has locked is tried again at the next look. */
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_MS = 250;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Renews leases over one connection of its own.
 *
 * Each lease is renewed when it is due, one after the other; a row that is locked holds up the others only briefly. A broken connection is replaced. Times
 * are those of a clock that never jumps.
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

  /** Renews from now on, at once for the first time. */
  hold(key: number, renewal: Renewal): void {
    this.held.set(key, { ...renewal, dueAt: 0, lockedBy: null });
    this.turn();
  }

  /** Renews with other values from the next time on. */
  change(key: number, values: Renewal['values']): void {
    const held = this.held.get(key);
    if (held) held.values = values;
  }

  /** Renews at once. */
  look(key: number): void {
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

  /** The process lives. */
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
      // Whether the connection is still good is not worth finding out.
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
        // Given up while the lock was on its way, which nobody has heard of: it would stay for as long as the connection.
        if (this.held.get(key) !== held) {
          this.unlocks.push(held.holder);
          this.again = true;
          return;
        }
      }
      const asked = performance.now();
      held.dueAt = asked;
      const { rows } = await client.query<Record<string, unknown>>(held.sql, [...held.values]);
      // Whoever wants a look meanwhile may mean something that came after this one.
      if (held.dueAt === asked) held.dueAt = performance.now() + this.options.everyMs;
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
