import { Inject, Injectable, Logger } from '@nestjs/common';
import { findPolicy } from '../../../domain/policies/index.js';
import type { AccessConfig } from '../../../domain/session/index.js';
import {
  LeaseLostError,
  systemClock,
  type FetchArchive,
  type Fetcher,
  type SessionAccess,
} from '../../../engine/index.js';
import { ClaimLoop } from '../../../platform/claims/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { Events, logFailure, SESSIONS_CHANNEL } from '../../../platform/database/index.js';
import { type HeldLease, LeaseKeeper } from '../../../platform/leases/index.js';
import { RegularWork } from '../../../platform/regular-work/index.js';
import { inProject } from '../../../platform/scope/index.js';
import { isVolumeFault } from '../../../platform/volumes/index.js';
import { ArchiveStore } from '../../base/archive/index.js';
import { FETCHER_FACTORY, type FetcherFactory } from '../../fetch/fetching/index.js';
import { FleetAccess, type FleetSession } from '../../fetch/fleet/index.js';
import { ModelsService } from '../../topics/models/index.js';
import { SearchEngines } from '../../fetch/search-engines/index.js';
import { ArchiveUploadLoop } from './upkeep/archive-upload-loop.js';
import type { ClaimedSession } from './crawl-session.js';
import { needsOf } from './session/crawl-state-of.js';
import { CrawlMetrics } from './session/crawl-metrics.js';
import { CrawlSessionsRepository, leaseStatus } from './session/crawl-sessions.repository.js';
import { CheckPacer } from './session/check-pacer.js';
import { ModelSwitcher } from './model-switch/model-switcher.js';
import { guardedArchive } from './session/guarded-archive.js';
import { Patience, type PatientDatabase } from './waits/patience.js';
import { Preparation } from './session/preparation.js';
import { NoRoomError, Room, waitsFor } from './waits/room.js';
import { SessionWatch } from './session/session-watch.js';
import { endByError, SessionRunner, type RunnerEnd } from './session/session-runner.js';

/**
 * Notifications can be lost while their connection is down, and there is none for an expired lease: polling every
 * second bounds the delay.
 */
const POLL_MS = 1_000;
/** A session that has crashed its worker this many times without completing a step would do so again. */
const MAX_STALLED_CLAIMS = 5;
/** Interval of checking the disks' room: the reserve has to last this long. */
const ROOM_EVERY_MS = 2_000;
/** Time after a look until the next notification of a session causes another. */
const CHECK_INTERVAL_MS = 200;

/** A session between its claim and the moment it is left. */
interface HeldSession {
  readonly session: ClaimedSession;
  readonly lease: HeldLease;
  /** Its current stage: its model is loaded or changed, then it is crawled. */
  stage: Preparation | SessionRunner;
}

/** The resources of a session's run. */
interface RunMeans {
  readonly database: PatientDatabase;
  readonly archive: FetchArchive | undefined;
  readonly fetcher: Fetcher;
  readonly watch: SessionWatch;
}

/** Claims sessions and crawls several at a time, until it is stopped. */
@Injectable()
export class CrawlWorker {
  private readonly log = new Logger('worker');
  /** All held sessions by id: they are not claimed again, and there are at most `CRAWL_MAX_SESSIONS`. */
  private readonly held = new Map<string, HeldSession>();
  private readonly stopping = new AbortController();
  private fetcher: Fetcher | null = null;
  private readonly claims: ClaimLoop<ClaimedSession>;
  private main: Promise<unknown> = Promise.resolve();
  private readonly roomWork: RegularWork;
  /** Checks sessions for commands: our own commits send notifications too. */
  private readonly checks = new CheckPacer((work) => setTimeout(work, CHECK_INTERVAL_MS).unref());

  constructor(
    private readonly sessions: CrawlSessionsRepository,
    private readonly patience: Patience,
    private readonly room: Room,
    private readonly models: ModelsService,
    private readonly switcher: ModelSwitcher,
    private readonly archives: ArchiveStore,
    private readonly uploads: ArchiveUploadLoop,
    private readonly searchEngines: SearchEngines,
    private readonly events: Events,
    private readonly leases: LeaseKeeper,
    private readonly metrics: CrawlMetrics,
    private readonly fleet: FleetAccess,
    @Inject(FETCHER_FACTORY) private readonly createFetcher: FetcherFactory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.claims = new ClaimLoop<ClaimedSession>({
      capacity: config.CRAWL_MAX_SESSIONS,
      pollMs: POLL_MS,
      claim: () => this.claim(),
      run: (session) => inProject(session.projectId, () => this.hold(session)),
      claimFailed: (error) => logFailure(this.log, error, 'cannot look for sessions, trying again soon'),
      runFailed: (error, { lease }) =>
        logFailure(this.log, error, 'left a session as it is', { sessionId: lease.sessionId }),
      signal: this.stopping.signal,
    });
    this.roomWork = new RegularWork({
      everyMs: ROOM_EVERY_MS,
      atOnce: true,
      run: () => this.checkRoom(),
      log: this.log,
      failure: 'cannot look for room; trying again soon',
    });
    this.room.onFailure(() => this.roomWork.ring());
  }

  start(): void {
    if (this.fleet.isThere) this.fleet.start();
    else this.fetcher = this.createFetcher();
    this.main = Promise.all([
      this.events.subscribe(SESSIONS_CHANNEL, (sessionId) => this.noticed(sessionId), this.stopping.signal),
      this.claims.run(),
    ]);
    this.roomWork.start();
  }

  /** Releases every session with all completed steps committed; resolves when that is done. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const { stage } of this.held.values()) stage.release();
    await this.main;
    await this.roomWork.stop();
    await this.fetcher?.close();
  }

  /** Sessions without room here are left to others, or wait. */
  private async claim(): Promise<ClaimedSession | null> {
    const lacking = await this.room.lacking();
    if (lacking.has('database')) return null;
    const held = [...this.held.keys()];
    return this.sessions.claim(this.config.WORKER_ID, this.leaseMs, held, !lacking.has('archive'));
  }

  private async checkRoom(): Promise<void> {
    const lacking = await this.room.lacking();
    for (const { session, stage } of this.held.values()) {
      const volume = waitsFor(session.config, lacking);
      if (volume !== null && stage instanceof SessionRunner) stage.rest(volume);
    }
    await this.room.record();
  }

  private noticed(sessionId: string): void {
    const held = this.held.get(sessionId);
    if (!held) this.claims.ring();
    else this.checks.call(sessionId, () => this.held.get(sessionId)?.lease.renewNow());
  }

  /** Holds a session until it is left. It counts as held from the call on: the next claim passes it over. */
  private async hold(session: ClaimedSession): Promise<void> {
    const { sessionId } = session.lease;
    const preparation = new Preparation();
    const lease = this.leases.hold(this.sessions.renewal(session.lease, this.leaseMs), (row) =>
      held.stage.statusChanged(leaseStatus(row)),
    );
    const held: HeldSession = { session, lease, stage: preparation };
    this.held.set(sessionId, held);
    try {
      await this.crawl(session, held, preparation);
    } finally {
      lease.drop();
      this.held.delete(sessionId);
    }
  }

  private async crawl(session: ClaimedSession, held: HeldSession, preparation: Preparation): Promise<void> {
    const { sessionId } = session.lease;
    const watch = new SessionWatch(sessionId, this.metrics);
    const database = this.patience.of(session.lease, this.stopping.signal, {
      around: async (batch, work) => {
        await watch.commit(batch, work);
        this.events.publish(SESSIONS_CHANNEL, sessionId);
        // Only now may the fleet drop the results.
        fleet?.committed(batch.steps.map(({ plan }) => plan.step));
      },
      notifies: () => !this.events.publishes,
      quotaReached: (quota) => {
        if (held.stage instanceof SessionRunner) held.stage.pauseFor(quota);
      },
    });
    let end: RunnerEnd;
    let fleet: FleetSession | undefined;
    let archive: FetchArchive | undefined;
    try {
      if (this.stopping.signal.aborted || session.command !== null) preparation.release();
      archive = await this.archiveFor(session);
      const switched = await this.switcher.apply(session, database, preparation.signal);
      if (this.fleet.isThere) fleet = await this.fleet.session(sessionId, session.lease.epoch, session.projectId);
      const fetcher = withAccess(fleet ?? this.fetcher ?? this.createFetcher(), sessionId, session.access);
      const means = { database, archive, watch, fetcher };
      const upgraded = await this.upgraded(switched, database);
      this.log.log({ sessionId, policy: session.policy, epoch: session.lease.epoch }, 'took up the session');
      end = await this.runOf(upgraded, means, held);
      if (end.kind === 'diverged') {
        this.log.warn({ sessionId, policy: session.policy, reason: end.message }, 'the policy learns from the log');
        end = await this.runOf(await this.relearnt(upgraded, database, end.message), means, held);
        if (end.kind === 'diverged') throw new Error(end.message);
      }
    } catch (error) {
      end = endByError(sessionId, error);
    } finally {
      watch.end();
      await fleet?.close();
      await archive
        ?.close()
        .catch((error: unknown) =>
          this.log.error({ err: error, sessionId }, 'cannot end the archive of a session in order'),
        );
    }
    if (end.kind === 'leave') {
      const { state, reason, error, ...notes } = end;
      await database.patiently(() => this.sessions.leave(session.lease, state, reason, error, notes));
      if (end.quota !== undefined) this.metrics.paused(end.quota);
      if (state === 'QUEUED') this.roomWork.ring();
    }
    if (archive !== undefined) this.uploads.ring();
    this.log.log({ sessionId, ...end }, 'session left');
  }

  private async runOf(session: ClaimedSession, means: RunMeans, held: HeldSession): Promise<RunnerEnd> {
    const { stage } = held;
    const runner = await this.runnerFor(session, means);
    held.stage = runner;
    if (stage instanceof Preparation && stage.command !== null)
      runner.statusChanged({ held: true, command: stage.command, switching: false });
    if (this.stopping.signal.aborted) runner.release();
    return runner.run();
  }

  /** The session with the policy of this version. */
  private async upgraded(session: ClaimedSession, database: PatientDatabase): Promise<ClaimedSession> {
    const version = findPolicy(session.policy)?.version;
    if (version === undefined || version === session.policyVersion) return session;
    return this.relearnt(session, database, `version ${version} of policy ${session.policy} chooses differently`);
  }

  private async relearnt(session: ClaimedSession, database: PatientDatabase, reason: string): Promise<ClaimedSession> {
    const policyVersion = findPolicy(session.policy)?.version ?? session.policyVersion;
    const isHeld = await database.patiently(() =>
      this.sessions.relearnPolicy(session.lease, { policyVersion, reason }),
    );
    if (!isHeld) throw new LeaseLostError();
    return { ...session, policyVersion };
  }

  private async archiveFor({ config, lease: { sessionId, epoch } }: ClaimedSession): Promise<FetchArchive | undefined> {
    if (!config.archive) return undefined;
    const failed = (): void => this.room.failed('archive');
    try {
      const run = { sessionId, run: epoch, userAgent: config.userAgent, robots: config.robots };
      return guardedArchive(await this.archives.open(run), failed);
    } catch (error) {
      if (!isVolumeFault(error)) throw error;
      failed();
      throw new NoRoomError('archive', error);
    }
  }

  private async runnerFor(
    session: ClaimedSession,
    { database, archive, watch, fetcher }: RunMeans,
  ): Promise<SessionRunner> {
    if (session.stalledClaims >= MAX_STALLED_CLAIMS) {
      throw new Error(`its worker died ${session.stalledClaims} times in a row without completing a step`);
    }
    const { search } = needsOf(session);
    return new SessionRunner({
      session,
      model: await database.patiently(() => this.models.loadModel(session.modelId)),
      fetcher,
      store: database.store,
      ...(search === undefined ? {} : { search: this.searchEngines.of(search) }),
      ...(archive === undefined ? {} : { archive }),
      watch,
      clock: systemClock,
      commitIntervalMs: this.config.COMMIT_INTERVAL_MS,
      checkpointIntervalMs: this.config.CHECKPOINT_INTERVAL_SECONDS * 1_000,
      markRunning: () => database.patiently(() => this.sessions.markRunning(session.lease)),
    });
  }

  private get leaseMs(): number {
    return this.config.LEASE_SECONDS * 1_000;
  }
}

/** The fetcher with the session's access data. */
function withAccess(fetcher: Fetcher, session: string, given: AccessConfig | null): Fetcher {
  const access: SessionAccess = { session, ...given };
  return {
    fetch: ({ settings, ...request }, signal) =>
      fetcher.fetch({ ...request, settings: { ...settings, access } }, signal),
    close: () => fetcher.close(),
  };
}
