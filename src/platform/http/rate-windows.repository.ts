import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { DATABASE_URL, openPool } from '../database/index.js';

/** A client's time window: its calls so far, and ms until it ends. */
export interface RateWindow {
  readonly calls: number;
  readonly ttl: number;
}

const STATEMENT_MS = 2_000;
/** Windows deleted per statement. */
const AT_ONCE = 10_000;
/**
 * Whether the window of a conflicting row is still running. An end further away than possible means that the database's
 * clock was set back after its start. The clocks of processes that count at the same moment differ a little.
 */
const RUNS = `w.ends_at > now() AND w.ends_at < now() + 2 * $3 * interval '1 millisecond'`;

/**
 * Counts clients' calls for all processes by the database's clock. It has its own connection, so that a flood of calls
 * takes none from other work.
 */
@Injectable()
export class RateWindowsRepository implements OnModuleDestroy {
  /** Connects on first use. */
  private readonly pool: pg.Pool;

  constructor(@Inject(DATABASE_URL) url: string) {
    this.pool = openPool(url, {
      role: 'gleaner_api',
      name: 'gleaner-rate',
      size: 1,
      statementMs: STATEMENT_MS,
      lockMs: STATEMENT_MS,
      idleInTransactionMs: STATEMENT_MS,
    });
  }

  /**
   * Adds calls of all clients in one statement.
   *
   * @param calls number of calls by client
   * @param windowMs length of a window, from a client's first call on
   * @returns the updated windows, by client
   */
  async add(calls: ReadonlyMap<string, number>, windowMs: number): Promise<Map<string, RateWindow>> {
    // In the order of their names, so that no two processes deadlock.
    const { rows } = await this.pool.query<{ client: string; calls: number; ttl: number }>(
      `INSERT INTO rate_windows AS w (client, calls, ends_at)
       SELECT client, calls, now() + $3 * interval '1 millisecond' FROM unnest($1::text[], $2::bigint[]) AS given (client, calls) ORDER BY client
       ON CONFLICT (client) DO UPDATE SET calls = CASE WHEN ${RUNS} THEN w.calls ELSE 0 END + excluded.calls,
         ends_at = CASE WHEN ${RUNS} THEN w.ends_at ELSE excluded.ends_at END
       RETURNING client, calls::float8, greatest(1, least($3, ceil(extract(epoch FROM ends_at - now()) * 1000)))::int AS ttl`,
      [[...calls.keys()], [...calls.values()], windowMs],
    );
    return new Map(rows.map(({ client, ...window }) => [client, window]));
  }

  /** Deletes ended windows, except those that are being counted in. */
  async forget(windowMs: number): Promise<void> {
    let deleted: number | null;
    do {
      ({ rowCount: deleted } = await this.pool.query(
        `DELETE FROM rate_windows WHERE client IN (
           SELECT client FROM rate_windows WHERE ends_at < now() OR ends_at > now() + 2 * $1 * interval '1 millisecond'
           LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
        [windowMs],
      ));
    } while (deleted === AT_ONCE);
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.end();
  }
}
