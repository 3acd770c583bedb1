import { Logger } from '@nestjs/common';
import { judgeByModel, type SessionCommand, type SessionState, type StateReason } from '../../domain/session/index.js';
import { CrawlLoop, LeaseLostError, type Clock, type CrawlStore, type FetchArchive, type Fetcher, type RunEnd } from '../../engine/index.js';
import type { LoadedModel } from '../models/index.js';
import type { ClaimedSession, LeaseStatus } from './crawl-session.js';
import { crawlStateOf } from './crawl-state-of.js';

/** Two renewals may fail before the lease runs out. */
export const RENEWALS_PER_LEASE = 3;

export interface SessionRunnerOptions {
  readonly session: ClaimedSession;
  readonly model: LoadedModel;
  readonly fetcher: Fetcher;
  readonly store: CrawlStore;
  /** Closed by whoever made it. */
  readonly archive?: FetchArchive;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly commitIntervalMs: number;
  readonly checkpointIntervalMs: number;
  readonly renew: () => Promise<LeaseStatus>;
  readonly markRunning: () => Promise<boolean>;
}

/** How a worker's hold on a session ends: the state to leave it in, or nothing to write when another worker has it. */
export type RunnerEnd =
  | { readonly kind: 'leave'; readonly state: SessionState; readonly reason: StateReason | null; readonly error: string | null }
  | { readonly kind: 'lost' };

/** Steps of one commit, at most: with a hundred links each a transaction of a tenth of a second; smaller ones cost more CPU a step. */
const MAX_BATCH_STEPS = 200;

/** Crawls one claimed session to its end, a command, or the loss of its lease. */
export class SessionRunner {
  private readonly log = new Logger('crawl');
  private readonly loop: CrawlLoop;
  private command: SessionCommand | null;
  private releasing = false;
  private lost = false;
  private lastRenewedAt: number;

  constructor(private readonly options: SessionRunnerOptions) {
    const { session, model, fetcher, store, clock } = options;
    this.command = session.command;
    this.lastRenewedAt = clock.now();
    this.loop = new CrawlLoop({
      state: crawlStateOf(session, model),
      seeds: session.seeds,
      fetcher,
      store,
      ...(options.archive === undefined ? {} : { archive: options.archive }),
      clock,
      judge: judgeByModel(model),
      commitIntervalMs: options.commitIntervalMs,
      maxBatch: MAX_BATCH_STEPS,
      checkpointIntervalMs: options.checkpointIntervalMs,
    });
    if (this.command) this.obey(this.command);
  }

  /** Looks at once for what the user asked of the session. */
  async look(): Promise<void> {
    const { clock, leaseMs, renew } = this.options;
    try {
      const status = await renew();
      this.lastRenewedAt = clock.now();
      if (!status.held) this.lose();
      else if (status.command) {
        if (status.command !== this.command) this.obey(status.command);
      // Whoever claims it next, most often this worker, changes the model first.
      } else if (status.switching) this.release();
    } catch (error) {
      this.log.warn({ err: error }, `lease of session ${this.options.session.lease.sessionId} not renewed`);
      // Another worker may hold it by now, and this one could not tell.
      if (clock.now() - this.lastRenewedAt > leaseMs) this.lose();
    }
  }

  /** Lets the session go, for another worker to take up: what is complete is committed, what is in flight is fetched again. */
  release(): void {
    this.releasing = true;
    this.loop.request('stop');
  }

  async run(): Promise<RunnerEnd> {
    const renewal = setInterval(() => void this.look(), this.options.leaseMs / RENEWALS_PER_LEASE);
    try {
      return this.endOf(await this.loop.run(async () => {
        if (!(await this.options.markRunning())) throw new LeaseLostError();
      }));
    } catch (error) {
      if (this.lost || error instanceof LeaseLostError) return { kind: 'lost' };
      this.log.error({ err: error }, `session ${this.options.session.lease.sessionId} failed`);
      return { kind: 'leave', state: 'FAILED', reason: 'ERROR', error: error instanceof Error ? error.message : String(error) };
    } finally {
      clearInterval(renewal);
    }
  }

  private endOf(end: RunEnd): RunnerEnd {
    if (this.lost) return { kind: 'lost' };
    switch (end.kind) {
      case 'paused':
        return { kind: 'leave', state: 'PAUSED', reason: null, error: null };
      case 'stopped':
        if (this.command === 'STOP') return { kind: 'leave', state: 'CANCELLED', reason: 'CANCELLED', error: null };
        if (this.releasing) return { kind: 'leave', state: 'QUEUED', reason: null, error: null };
        return { kind: 'lost' };
      case 'finished':
        if (end.reason !== 'RATE_LIMITED') return { kind: 'leave', state: 'COMPLETED', reason: end.reason, error: null };
        return { kind: 'leave', state: 'FAILED', reason: end.reason, error: 'the last 50 fetches were all answered with 429 or 503' };
    }
  }

  private obey(command: SessionCommand): void {
    this.command = command;
    this.loop.request(command === 'STOP' ? 'stop' : 'pause');
  }

  private lose(): void {
    this.lost = true;
    this.loop.request('stop');
  }
}
