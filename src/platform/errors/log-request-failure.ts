import type { Logger } from '@nestjs/common';
import { databaseTrouble } from '../database/trouble.js';

type Log = Pick<Logger, 'warn' | 'error'>;

/** Time between two lines about an outage, ms. */
const QUIET_MS = 10_000;

/**
 * Logs the failures of requests: as errors with their stacks, except while the database cannot be reached. All requests
 * fail then, so the first is logged as a warning, and further ones are counted.
 */
export class RequestFailures {
  /** The requests that failed since the last line; null: no outage is under way. */
  private unlogged: number | null = null;

  /** @param quietMs time between two lines about an outage; one without failures ends it */
  constructor(private readonly quietMs = QUIET_MS) {}

  log(log: Log, error: unknown, message: string, fields: Readonly<Record<string, unknown>>): void {
    const trouble = databaseTrouble(error);
    if (trouble?.kind !== 'unreachable') return log.error({ err: error, ...fields }, message);
    if (this.unlogged !== null) return void (this.unlogged += 1);
    log.warn({ trouble: trouble.kind, code: trouble.code, ...fields }, message);
    this.beQuiet(log);
  }

  private beQuiet(log: Log): void {
    this.unlogged = 0;
    setTimeout(() => {
      const requests = this.unlogged ?? 0;
      this.unlogged = null;
      if (requests === 0) return;
      log.warn({ requests }, 'further requests failed because the database cannot be reached');
      this.beQuiet(log);
    }, this.quietMs).unref();
  }
}

const failures = new RequestFailures();

/** Logs the failure of a request of this process. */
export const logRequestFailure: RequestFailures['log'] = (...of) => failures.log(...of);
