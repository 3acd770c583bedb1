import type { Clock } from '../../../../engine/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import { LEASES, REQUESTS } from '../link/names.js';
import { FleetSession } from './fleet-session.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

export interface FleetOptions {
  readonly link: FleetLink;
  readonly partitions: number;
  readonly clock: Clock;
  readonly warn: Warn;
  /** Interval for checking streams, ms. Requests lost by NATS would otherwise stay pending forever. */
  readonly checkMs?: number;
  /** A fetcher's minimum time for an answer, ms. */
  readonly answerMs?: number;
}

const CHECK_MS = 10_000;
/** Consecutive checks without a fetcher before a warning. */
const LONELY_CHECKS = 2;

/**
 * The last request that a consumer has delivered, as its sequence in the stream. An absent consumer has delivered none.
 */
const lastDelivered = async (link: FleetLink, consumer: string): Promise<number> => {
  const found = await link.admin.consumers.info(REQUESTS, consumer).catch(() => null);
  return found?.delivered.stream_seq ?? 0;
};

/** A worker's view of the fleet: fetchers of sessions, and recovery from losses in NATS. */
export class Fleet {
  private readonly sessions = new Set<FleetSession>();
  private readonly checks: NodeJS.Timeout;
  private created: string | null = null;
  private checking: Promise<void> | null = null;
  /** Consecutive checks in which requests waited without a fetcher. */
  private lonelyChecks = 0;

  constructor(private readonly options: FleetOptions) {
    this.checks = setInterval(() => void this.check(), options.checkMs ?? CHECK_MS);
    this.checks.unref();
    options.link.onBack(() => void this.check());
    void this.check();
  }

  /** A fetcher for one run of a session; must be closed when the run ends. */
  session(sessionId: string, epoch: number, projectId?: string): FleetSession {
    const session = new FleetSession({
      ...this.options,
      sessionId,
      epoch,
      ...(projectId !== undefined && { projectId }),
    });
    this.sessions.add(session);
    const close = session.close.bind(session);
    session.close = async () => {
      this.sessions.delete(session);
      await close();
    };
    return session;
  }

  async close(): Promise<void> {
    clearInterval(this.checks);
    await Promise.all([...this.sessions].map((session) => session.close()));
    await this.options.link.close();
  }

  private check(): Promise<void> {
    this.checking ??= this.compare()
      .catch(() => undefined)
      .finally(() => {
        this.checking = null;
      });
    return this.checking;
  }

  /** The stream's creation time shows whether it is the one that received the requests. */
  private async compare(): Promise<void> {
    const { link, warn } = this.options;
    let found = await link.admin.streams.info(REQUESTS).catch(() => null);
    if (found === null) {
      await link.provide();
      found = await link.admin.streams.info(REQUESTS);
    }
    const before = this.created;
    this.created = found.created;
    if (before !== null && before !== found.created) {
      warn({}, 'NATS has lost its streams: pending requests are sent again');
      await Promise.all([...this.sessions].map((session) => session.again()));
    }
    for (const session of this.sessions) {
      if (!(await session.misses())) continue;
      warn({}, 'NATS has lost requests or answers: pending requests are sent again');
      await session.again();
    }
    if (await this.hasFetchers()) await this.endSilentFetches();
  }

  /**
   * Without a fetcher, requests wait forever, so this warns the operator. @returns whether requests wait while fetchers
   * exist
   */
  private async hasFetchers(): Promise<boolean> {
    const waiting = [...this.sessions].reduce((sum, { underWay }) => sum + underWay, 0);
    if (waiting === 0) return false;
    const table = await (await this.options.link.bucket(LEASES)).get('table');
    const isLonely = table === null || table.json<{ members: string[] }>().members.length === 0;
    this.lonelyChecks = isLonely ? this.lonelyChecks + 1 : 0;
    // If all processes start together, the fetchers may not have distributed the partitions at the first check.
    if (this.lonelyChecks === LONELY_CHECKS)
      this.options.warn({ waiting }, 'no fetcher is in the fleet: requests wait for one');
    return !isLonely;
  }

  /** Counts checks instead of time, because this process, NATS or the fetchers may have been suspended. */
  private async endSilentFetches(): Promise<void> {
    const { link, checkMs = CHECK_MS } = this.options;
    const delivered = new Map<string, Promise<number>>();
    const deliveredBy = (consumer: string): Promise<number> => {
      const known = delivered.get(consumer) ?? lastDelivered(link, consumer);
      delivered.set(consumer, known);
      return known;
    };
    for (const session of this.sessions) await session.endSilent(checkMs, deliveredBy);
  }
}
