import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FetchArchive, Fetcher } from '../../engine/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { DatabaseEvents, SESSIONS_CHANNEL } from '../../platform/database/index.js';
import { ArchiveStore } from '../archive/index.js';
import { FETCHER_FACTORY, type FetcherFactory } from '../fetching/index.js';
import { ModelsService } from '../models/index.js';
import { CrawlLogRepository } from './crawl-log.repository.js';
import type { ClaimedSession } from './crawl-session.js';
import { CrawlSessionsRepository } from './crawl-sessions.repository.js';
import { ModelSwitcher } from './model-switcher.js';
import { Preparation } from './preparation.js';
import { RENEWALS_PER_LEASE, SessionRunner, type RunnerEnd } from './session-runner.js';

/** Notifications can be lost while their connection is down, and nobody notifies of an expired lease: looking every second bounds what that costs. */
const POLL_MS = 1_000;
/** A session that took its worker down so many times without completing a step would go on doing so. */
const MAX_STALLED_CLAIMS = 5;
/** How soon after a look the next notification of a session counts again. */
const LOOK_INTERVAL_MS = 200;
/** Writing how a session ended is tried again for about half a minute: without it the session would be crawled to its end again. */
const LEAVE_ATTEMPTS = 6;

/** Claims sessions and crawls them, several at a time, until it is stopped. */
@Injectable()
export class CrawlWorker {
  private readonly log = new Logger('worker');
  private readonly running = new Map<string, SessionRunner>();
  /** Sessions whose model is being loaded or changed. */
  private readonly preparing = new Map<string, Preparation>();
  private readonly finished = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private fetcher: Fetcher | null = null;
  private main: Promise<void> = Promise.resolve();
  private wake: (() => void) | null = null;
  /** Sessions whose commands were looked at a moment ago: our own commits notify too. */
  private readonly looking = new Set<string>();

  constructor(
    private readonly sessions: CrawlSessionsRepository,
    private readonly crawlLog: CrawlLogRepository,
    private readonly models: ModelsService,
    private readonly switcher: ModelSwitcher,
    private readonly archives: ArchiveStore,
    private readonly events: DatabaseEvents,
    @Inject(FETCHER_FACTORY) private readonly createFetcher: FetcherFactory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  start(): void {
    this.fetcher = this.createFetcher();
    this.main = Promise.all([this.listen(), this.claimLoop()]).then(() => undefined);
  }

  /** Gives every session back with all completed steps committed; resolves when that is done. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    for (const preparation of this.preparing.values()) preparation.interrupt();
    for (const runner of this.running.values()) runner.release();
    await this.main;
    await Promise.all(this.finished);
    await this.fetcher?.close();
  }

  /** Sessions being crawled now. */
  get load(): number {
    return this.running.size;
  }

  /** Without notifications the polling goes on, so a failure here only costs time. */
  private async listen(): Promise<void> {
    try {
      const changes = await this.events.listen(SESSIONS_CHANNEL);
      this.stopping.signal.addEventListener('abort', () => void changes.return?.(), { once: true });
      if (this.stopping.signal.aborted) await changes.return?.();
      for await (const sessionId of changes) this.noticed(sessionId);
    } catch (error) {
      this.log.warn({ err: error }, 'no notifications of sessions');
    }
  }

  private noticed(sessionId: string): void {
    const runner = this.running.get(sessionId) ?? this.preparing.get(sessionId);
    if (!runner) this.wake?.();
    else if (!this.looking.has(sessionId)) {
      this.looking.add(sessionId);
      void runner.look().finally(() => setTimeout(() => this.looking.delete(sessionId), LOOK_INTERVAL_MS).unref());
    }
  }

  private async claimLoop(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        while (!this.stopping.signal.aborted && this.running.size < this.config.CRAWL_MAX_SESSIONS) {
          const session = await this.sessions.claim(this.config.WORKER_ID, this.leaseMs);
          if (!session) break;
          this.take(session);
        }
      } catch (error) {
        this.log.error({ err: error }, 'looking for sessions failed');
      }
      await this.sleep();
    }
  }

  private take(session: ClaimedSession): void {
    const done = this.crawl(session).catch((error: unknown) => this.log.error({ err: error }, `session ${session.lease.sessionId} left as it is`));
    this.finished.add(done);
    void done.finally(() => {
      this.finished.delete(done);
      this.wake?.();
    });
  }

  private async crawl(session: ClaimedSession): Promise<void> {
    const { sessionId } = session.lease;
    let end: RunnerEnd;
    let archive: FetchArchive | undefined;
    try {
      const preparation = new Preparation(() => this.sessions.renew(session.lease, this.leaseMs), this.leaseMs / RENEWALS_PER_LEASE);
      this.preparing.set(sessionId, preparation);
      if (this.stopping.signal.aborted || session.command !== null) preparation.interrupt();
      const prepared = async (): Promise<SessionRunner> => {
        archive = await this.archiveFor(session);
        const switched = await this.switcher.apply(session, preparation.signal);
        return this.runnerFor({ ...switched, command: preparation.command ?? switched.command }, archive);
      };
      const runner = await prepared().finally(() => {
        preparation.end();
        this.preparing.delete(sessionId);
      });
      this.running.set(sessionId, runner);
      if (this.stopping.signal.aborted) runner.release();
      this.log.log({ sessionId, policy: session.policy, epoch: session.lease.epoch }, 'session taken up');
      end = await runner.run();
    } catch (error) {
      end = { kind: 'leave', state: 'FAILED', reason: 'ERROR', error: error instanceof Error ? error.message : String(error) };
    } finally {
      this.running.delete(sessionId);
      await archive?.close().catch((error: unknown) => this.log.error({ err: error }, `archive of session ${sessionId} not ended in order`));
    }
    if (end.kind === 'leave') await this.leave(session, end);
    this.log.log({ sessionId, ...end }, 'session left');
  }

  private async archiveFor({ config, lease: { sessionId, epoch } }: ClaimedSession): Promise<FetchArchive | undefined> {
    return config.archive ? this.archives.open({ sessionId, run: epoch, userAgent: config.userAgent, robots: config.robots }) : undefined;
  }

  private async runnerFor(session: ClaimedSession, archive: FetchArchive | undefined): Promise<SessionRunner> {
    if (session.stalledClaims >= MAX_STALLED_CLAIMS) {
      throw new Error(`its worker died ${session.stalledClaims} times in a row without completing a step`);
    }
    return new SessionRunner({
      session,
      model: await this.models.loadModel(session.modelId),
      fetcher: this.fetcher ?? this.createFetcher(),
      store: this.crawlLog.storeFor(session.lease),
      ...(archive === undefined ? {} : { archive }),
      clock: { now: () => Date.now() },
      leaseMs: this.leaseMs,
      commitIntervalMs: this.config.COMMIT_INTERVAL_MS,
      checkpointIntervalMs: this.config.CHECKPOINT_INTERVAL_SECONDS * 1_000,
      renew: () => this.sessions.renew(session.lease, this.leaseMs),
      markRunning: () => this.sessions.markRunning(session.lease),
    });
  }

  private async leave(session: ClaimedSession, end: Extract<RunnerEnd, { kind: 'leave' }>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.sessions.leave(session.lease, end.state, end.reason, end.error);
        return;
      } catch (error) {
        if (attempt >= LEAVE_ATTEMPTS) throw error;
        await delay(2 ** attempt * 250);
      }
    }
  }

  private async sleep(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }

  private get leaseMs(): number {
    return this.config.LEASE_SECONDS * 1_000;
  }
}
