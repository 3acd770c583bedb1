import type { Clock } from '../../../../engine/ports.js';

/** A connection open this long waits for its server rather than using this machine. */
const QUIET_AFTER_MS = 2_000;

/** An open connection. */
export interface Connection {
  readonly since: number;
}

interface ConnectionSlotsOptions {
  /** Connections at a time. */
  readonly most: number;
  /** Number of these that may be started at present: fewer on a busy machine, at least one. Default: all. */
  readonly share?: (most: number) => number;
  readonly clock: Clock;
}

/**
 * Limits the number of open connections.
 *
 * On a busy machine fewer are started at once. Connections open for a while do not count then: some servers are silent
 * for half a minute, which costs this machine nothing, and a few of them must not block all others.
 */
export class ConnectionSlots {
  private readonly open = new Set<Connection>();

  constructor(private readonly options: ConnectionSlotsOptions) {}

  get size(): number {
    return this.open.size;
  }

  /** Null if no more may be started now. */
  take(): Connection | null {
    if (!this.isFree) return null;
    const connection = { since: this.options.clock.monotonic() };
    this.open.add(connection);
    return connection;
  }

  free(connection: Connection): void {
    this.open.delete(connection);
  }

  /** Time until one of them no longer counts, ms; null if the total limit is the obstacle instead. */
  get quietInMs(): number | null {
    const { most, clock } = this.options;
    if (this.open.size >= most) return null;
    const now = clock.monotonic();
    let soonest = QUIET_AFTER_MS;
    for (const { since } of this.open) {
      const left = QUIET_AFTER_MS - (now - since);
      if (left > 0) soonest = Math.min(soonest, left);
    }
    return soonest;
  }

  private get isFree(): boolean {
    const { most, share, clock } = this.options;
    if (this.open.size >= most || share === undefined) return this.open.size < most;
    const started = share(most);
    if (this.open.size < started) return true;
    const from = clock.monotonic() - QUIET_AFTER_MS;
    let young = 0;
    for (const { since } of this.open) if (since > from) young++;
    return young < started;
  }
}
