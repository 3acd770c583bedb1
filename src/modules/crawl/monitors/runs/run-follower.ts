import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TERMINAL_STATES } from '../../../../domain/session/index.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { Events, databaseTrouble, SESSIONS_CHANNEL } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { asService, inProject } from '../../../../platform/scope/index.js';
import { WakeUp } from '../../../../platform/concurrency/index.js';
import { SessionPreparation, SessionsService } from '../../sessions/index.js';
import { isForager, type Monitor, type RunCounts } from '../monitor.js';
import { MonitoredPagesRepository } from '../monitored-pages.repository.js';
import { MonitorsRepository } from '../monitors.repository.js';
import { PageChangesRepository } from '../page-changes.repository.js';
import { type FollowedRun, MonitorRunsRepository } from './monitor-runs.repository.js';
import { RunComparison } from './run-comparison.js';
import { RunMetrics } from './run-metrics.js';
import { newFetches, sessionOf } from './run-plan.js';

/** Steps compared in one transaction. */
const BATCH_STEPS = 25;
/** Notifications announce new steps, but can be lost. */
const POLL_MS = 10_000;
/** Pause after a check, so that a busy session is not read after each of its commits. */
const REST_MS = 250;
const PAUSE_AFTER_ERROR_MS = 2_000;

/** The result of advancing a run. */
type Turn = 'more' | 'waiting' | { readonly ended: FollowedRun };

/**
 * Follows the sessions of monitors' runs: compares their results while they run, and starts the next phase. Runs in
 * workers.
 *
 * All its state is in the database: the position of a run is written together with the results of its comparison. So
 * any process can continue any run, one at a time, and nothing is reported twice.
 */
@Injectable()
export class RunFollower implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('monitors');
  private readonly wake = new WakeUp();
  private readonly stopping = new AbortController();
  private finished: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly monitors: MonitorsRepository,
    private readonly pages: MonitoredPagesRepository,
    private readonly changes: PageChangesRepository,
    private readonly runs: MonitorRunsRepository,
    private readonly comparison: RunComparison,
    private readonly metrics: RunMetrics,
    private readonly sessions: SessionsService,
    private readonly preparation: SessionPreparation,
    private readonly events: Events,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE !== 'worker') return;
    this.finished = Promise.all([
      this.events.subscribe(SESSIONS_CHANNEL, () => this.wake.ring(), this.stopping.signal),
      this.follow(),
    ]);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.wake.ring();
    await this.finished;
  }

  private async follow(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const isWell = await this.round();
      await this.rest(isWell ? REST_MS : PAUSE_AFTER_ERROR_MS);
      if (isWell && !this.stopping.signal.aborted) await this.wake.wait(POLL_MS);
    }
  }

  /** Advances each run until it has to wait. @returns false if an error occurred */
  private async round(): Promise<boolean> {
    let isWell = true;
    const noting = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        isWell = false;
        this.log.warn(databaseTrouble(error) ?? { err: error }, 'a run of a monitor waits');
      }
    };
    await noting(async () => {
      for (const { id, projectId } of await asService(() => this.runs.active())) {
        // An obstacle for one run does not stop others.
        await noting(async () => {
          while (!this.stopping.signal.aborted && (await inProject(projectId, () => this.advance(id))));
        });
      }
    });
    return isWell;
  }

  /** Advances a run by one piece of work, in the scope of its project. @returns whether more may follow at once */
  async advance(id: string): Promise<boolean> {
    const turn = await this.compareSome(id);
    if (turn === 'more' || turn === 'waiting') return turn === 'more';
    const { ended } = turn;
    const monitor = await this.monitors.find(ended.monitorId);
    if (!monitor) return false;
    const error = failureOf(ended);
    if (error === null && ended.state === 'LOOKING' && (await this.search(ended, monitor))) return true;
    await this.finish(ended, error);
    await this.tidy(monitor);
    return false;
  }

  private async compareSome(id: string): Promise<Turn> {
    const compared: RunCounts[] = [];
    const turn = await this.runs.transaction(async (db): Promise<Turn> => {
      const run = await this.runs.lock(db, id);
      if (run === null) return 'waiting';
      if (run.sessionState === null) return { ended: run };
      const steps = await this.runs.steps(db, run.sessionId, run.followed, BATCH_STEPS);
      if (steps.length > 0) {
        const counts = await this.comparison.compare(db, run, steps);
        await this.runs.follow(db, id, steps.length, counts);
        compared.push(counts);
      }
      if (steps.length === BATCH_STEPS) return 'more';
      if (!TERMINAL_STATES.has(run.sessionState)) return 'waiting';
      // Foragers do not visit all seeds.
      if (!isForager(run.settings.policy)) await this.pages.notReached(db, run.monitorId, run.sessionId);
      return { ended: run };
    });
    for (const counts of compared) this.metrics.compared(counts);
    return turn;
  }

  /** Continues with links near the known pages. @returns false if there are none, or another process has continued */
  private async search(run: FollowedRun, monitor: Monitor): Promise<boolean> {
    const most = newFetches(monitor);
    if (isForager(monitor.policy) || most === 0) return false;
    const urls = await this.pages.frontier(monitor.id, most);
    if (urls.length === 0) return false;
    try {
      const input = sessionOf(monitor, await this.monitors.crawlOf(monitor.id), urls);
      const insert = await this.preparation.prepare(monitor.topicId, input, false);
      return await this.runs.transaction(async (db) => {
        const locked = await this.runs.lock(db, run.id);
        if (locked === null || locked.state !== 'LOOKING') return false;
        const by = { startedBy: 'MONITOR', startedById: monitor.id } as const;
        await this.runs.goOn(db, run.id, 'SEARCHING', await insert(db, { actor: 'worker' }, by));
        return true;
      });
    } catch (error) {
      // The results of the first session stay. Lacking capacity for a second one is reported instead of waiting.
      if (!(error instanceof DomainError) || error.code === 'UNAVAILABLE') throw error;
      await this.finish(run, `${error.code}: ${error.message}`);
      return false;
    }
  }

  private async finish(run: FollowedRun, error: string | null): Promise<void> {
    const hasEnded = await this.runs.transaction(async (db) => {
      const locked = await this.runs.lock(db, run.id);
      // Another process may have continued it.
      if (locked === null || locked.sessionId !== run.sessionId) return false;
      await this.runs.finish(db, run.id, error);
      await this.pages.forgetLinks(db, run.monitorId);
      await this.changes.forget(db, run.monitorId);
      await this.runs.forget(db, run.monitorId);
      return true;
    });
    if (hasEnded) this.metrics.ended(error);
  }

  /** Deletes the sessions of older runs. Sessions left after a crash are deleted with the next run. */
  private async tidy({ id, keepRuns }: Monitor): Promise<void> {
    for (const run of await this.runs.old(id, keepRuns)) {
      for (const session of run.sessions) {
        await this.sessions.delete(session).catch((error: unknown) => {
          // It has been deleted already, or a user has resumed it.
          if (!(error instanceof DomainError && ['NOT_FOUND', 'INVALID_STATE'].includes(error.code))) throw error;
        });
      }
      await this.runs.withoutSessions(run.id);
    }
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** Why a run with an ended session failed; null if it did not. Reaching no page at all is a result, not a failure. */
function failureOf({ sessionState, sessionReason, sessionError }: FollowedRun): string | null {
  if (sessionState === null) return 'its session was deleted';
  if (sessionState !== 'FAILED' || sessionReason === 'SEEDS_UNREACHABLE') return null;
  return `its session failed: ${sessionReason ?? 'ERROR'}${sessionError === null ? '' : `, ${sessionError}`}`;
}
