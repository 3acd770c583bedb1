import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { DATABASE_URL, openPool } from '../database/index.js';

/** A client's window of time: calls in it so far, and ms until it ends. */
export interface RateWindow {
  readonly calls: number;
  readonly ttl: number;
}

const STATEMENT_MS = 2_000;
/** Windows deleted in one statement. */
const AT_ONCE = 10_000;
/**
 * Of a row in conflict: its window still runs. One that ends later than any should was begun before the clock of the database was set back. Processes that count
 * at the same moment see clocks that differ a little.
 */
const RUNS = `w.ends_at > now() AND w.ends_at < now() + 2 * $3 * interval '1 millisecond'`;

/** Calls of clients, counted for all processes by the clock of the database. One connection of its own: a flood takes none from those who work. */
@Injectable()
export class RateWindowsRepository implements OnModuleDestroy {
  /** Connects when it is first used. */
  readonly #pool: pg.Pool;

  constructor(@Inject(DATABASE_URL) url: string) {
    this.#pool = openPool(url, {
      role: 'gleaner_api',
      name: 'gleaner-rate',
      size: 1,
      statementMs: STATEMENT_MS,
      lockMs: STATEMENT_MS,
      idleInTransactionMs: STATEMENT_MS,
    });
  }

  /**
   * Adds calls, in one statement for all clients.
   *
   * @param calls how many, by client
   * @param windowMs from the first call of a client on
   * @returns the windows with these calls, by client
   */
  async add(calls: ReadonlyMap<string, number>, windowMs: number): Promise<Map<string, RateWindow>> {
    // In the order of their names, so that no two processes wait for each other.
    const { rows } = await this.#pool.query<{ client: string; calls: number; ttl: number }>(
      `INSERT INTO rate_windows AS w (client, calls, ends_at)
       SELECT client, calls, now() + $3 * interval '1 millisecond' FROM unnest($1::text[], $2::bigint[]) AS given (client, calls) ORDER BY client
       ON CONFLICT (client) DO UPDATE SET calls = CASE WHEN ${RUNS} THEN w.calls ELSE 0 END + excluded.calls,
         ends_at = CASE WHEN ${RUNS} THEN w.ends_at ELSE excluded.ends_at END
       RETURNING client, calls::float8, greatest(1, least($3, ceil(extract(epoch FROM ends_at - now()) * 1000)))::int AS ttl`,
      [[...calls.keys()], [...calls.values()], windowMs],
    );
    return new Map(rows.map(({ client, ...window }) => [client, window]));
  }

  /** Deletes windows that have ended; those that somebody is counting in are left. */
  async forget(windowMs: number): Promise<void> {
    let deleted: number | null;
    do {
      ({ rowCount: deleted } = await this.#pool.query(
        `DELETE FROM rate_windows WHERE client IN (
           SELECT client FROM rate_windows WHERE ends_at < now() OR ends_at > now() + 2 * $1 * interval '1 millisecond'
           LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
        [windowMs],
      ));
    } while (deleted === AT_ONCE);
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.end();
  }
}
