import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ClaimLoop } from '../../../platform/claims/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { databaseTrouble, logFailure } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { asService, inProject } from '../../../platform/scope/index.js';
import { decideDue, type NewRun } from './due-decision.js';
import { type Candidate, DueRunsRepository } from './due-runs.repository.js';
import { storedRecurrence } from './recurrence.js';
import { type ScheduleRun, ScheduleClock } from './schedule.js';
import { ScheduleActions } from './schedule-actions.js';
import { type DueOutcome, ScheduleMetrics } from './schedule-metrics.js';

/** Schedules read together: if another process works on the first one, there are others. */
const CANDIDATES = 20;
/** Interval for finding runs whose predecessor has ended, and new schedules. */
const POLL_MS = 5_000;
const NOT_STARTED = 'run not started';
/** Only the log has the text of unexpected errors, because it may contain secrets. */
const UNEXPECTED = 'an unexpected error occurred; the log has it under the id of this schedule';

/**
 * Starts due runs, in every worker process. There are two steps, each in one transaction under the lock on the
 * schedule's row (`FOR UPDATE SKIP LOCKED`): due times become waiting runs, and the next due time is set; then the
 * longest waiting run is started, with its session in the same transaction. If a process dies within a step, the step
 * has no effect, and another process takes it.
 */
@Injectable()
export class ScheduleRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('schedules');
  private readonly stopping = new AbortController();
  private finished: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly runs: DueRunsRepository,
    private readonly actions: ScheduleActions,
    private readonly clock: ScheduleClock,
    private readonly metrics: ScheduleMetrics,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'SCHEDULE_GRACE_SECONDS'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  start(): void {
    const loop = new ClaimLoop<true>({
      capacity: 1,
      pollMs: POLL_MS,
      claim: async () => {
        const done = await this.step();
        if (!done) await this.wakeAtNextDue(() => loop.ring());
        return done ? true : null;
      },
      run: () => Promise.resolve(),
      claimFailed: (error) => logFailure(this.log, error, 'looking for schedules failed'),
      runFailed: () => undefined,
      signal: this.stopping.signal,
    });
    this.finished = loop.run();
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.finished;
    clearTimeout(this.timer);
  }

  /** Takes one step for one schedule. @returns false if there is none to take now */
  async step(): Promise<boolean> {
    const { kinds } = this.actions;
    const due = await asService(() => this.runs.due(this.now, kinds, CANDIDATES));
    if (await this.first(due, (id) => this.arrive(id))) return true;
    const startable = await asService(() => this.runs.startable(kinds, CANDIDATES));
    return this.first(startable, (id) => this.startOne(id));
  }

  private async first(candidates: readonly Candidate[], work: (id: string) => Promise<boolean>): Promise<boolean> {
    for (const { id, projectId } of candidates) if (await inProject(projectId, () => work(id))) return true;
    return false;
  }

  /** Pauses a schedule that this version cannot process: it would block the others. */
  private async arrive(id: string): Promise<boolean> {
    try {
      return await this.makeRuns(id);
    } catch (error) {
      if (databaseTrouble(error) !== null) throw error;
      this.log.error({ err: error, scheduleId: id }, 'due times not processed');
      return this.stopSchedule(id, UNEXPECTED);
    }
  }

  private async stopSchedule(id: string, error: string): Promise<boolean> {
    const done = await this.runs.claimed(id, async (_, db) => {
      await this.runs.pause(db, id, error);
      return true;
    });
    return done ?? false;
  }

  /** Creates runs for past due times. */
  private async makeRuns(id: string): Promise<boolean> {
    let leftOut: NewRun[] = [];
    const done = await this.runs.claimed(id, async (standing, db) => {
      const { schedule } = standing;
      const now = this.now;
      // Another process was faster.
      if (schedule.nextDueAt === null || schedule.nextDueAt > now) return true;
      const recurrence = storedRecurrence(schedule.cron, schedule.timeZone);
      if (recurrence === null) {
        await this.runs.pause(db, id, `this service cannot read ${schedule.cron} in ${schedule.timeZone}`);
        return true;
      }
      const decision = decideDue(recurrence, {
        ...standing,
        ...schedule,
        nextDueAt: schedule.nextDueAt,
        now,
        graceMs: 1_000 * this.config.SCHEDULE_GRACE_SECONDS,
      });
      await this.runs.note(db, schedule, decision);
      leftOut = decision.runs.filter(({ state }) => state !== 'WAITING');
      return true;
    });
    for (const run of leftOut) {
      const { state, dueAt, dueCount } = run;
      this.log.warn({ scheduleId: id, state, dueAt, dueCount }, 'due times skipped');
      this.metrics.dealtWith(state.toLowerCase() as DueOutcome, run);
    }
    return done ?? false;
  }

  /** Starts the longest waiting run. */
  private async startOne(id: string): Promise<boolean> {
    try {
      const startedAt = this.now;
      const started: ScheduleRun[] = [];
      const done = await this.runs.claimed(id, async ({ schedule, underWay }, db) => {
        const run = underWay ? null : await this.runs.oldestWaiting(db, id);
        const action = this.actions.find(schedule.action.kind);
        if (!run || !action) return true;
        const start = await action.prepare(schedule.action.settings, {
          scheduleId: id,
          scheduleName: schedule.name,
          dueAt: run.dueAt,
        });
        await this.runs.started(db, run, await start(db), startedAt);
        started.push(run);
        return true;
      });
      for (const run of started) this.metrics.started(run, startedAt);
      return done ?? false;
    } catch (error) {
      const isExpected = error instanceof DomainError;
      const isTemporary = isExpected ? error.code === 'UNAVAILABLE' : databaseTrouble(error) !== null;
      const fields = { scheduleId: id, isTemporary };
      if (isExpected) this.log.warn({ ...fields, err: error }, NOT_STARTED);
      else logFailure(this.log, error, NOT_STARTED, fields);
      if (!isTemporary) return this.fail(id, isExpected ? error : new DomainError('INTERNAL', UNEXPECTED));
      return false;
    }
  }

  private async fail(id: string, { code, message }: DomainError): Promise<boolean> {
    const failed: ScheduleRun[] = [];
    const done = await this.runs.claimed(id, async ({ schedule, underWay }, db) => {
      const run = underWay ? null : await this.runs.oldestWaiting(db, id);
      if (run === null) return true;
      await this.runs.failed(db, schedule, run, code, message);
      failed.push(run);
      return true;
    });
    for (const run of failed) this.metrics.dealtWith('failed', run);
    return done ?? false;
  }

  private async wakeAtNextDue(wake: () => void): Promise<void> {
    const next = await asService(() => this.runs.nextDue(this.actions.kinds));
    const waitMs = next === null ? POLL_MS : next.getTime() - this.clock.now();
    clearTimeout(this.timer);
    if (waitMs > 0 && waitMs < POLL_MS) this.timer = setTimeout(wake, waitMs);
  }

  private get now(): Date {
    return new Date(this.clock.now());
  }
}
