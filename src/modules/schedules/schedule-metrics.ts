import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { databaseGauge, Metrics } from '../../platform/metrics/index.js';
import { asService } from '../../platform/scope/index.js';
import { DueRunsRepository } from './due-runs.repository.js';
import type { ScheduleRun, SchedulesStanding } from './schedule.js';

/** Seconds. A run is started within some seconds, or when a worker is there again. */
const DELAY_BUCKETS = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400];

/** What became of a due time in this process. Pauses by users leave out those that wait; the calls that do this are not counted here. */
export type DueOutcome = 'started' | 'failed' | 'skipped_missed' | 'skipped_overlap';

/** Schedules as metrics: what this process did about due times, and how all of them stand. No label tells of a schedule or a project. */
@Injectable()
export class ScheduleMetrics {
  private readonly dueTimes: Counter<'outcome' | 'missed'>;
  private readonly delays: Histogram;

  constructor(
    { registry }: Metrics,
    private readonly runs: DueRunsRepository,
  ) {
    this.dueTimes = new Counter({
      name: 'gleaner_schedule_due_times_total',
      help: 'Due times that this process has dealt with, by outcome and by whether they were missed because no worker was there',
      labelNames: ['outcome', 'missed'],
      registers: [registry],
    });
    this.delays = new Histogram({
      name: 'gleaner_schedule_delay_seconds',
      help: 'Time from a due time to the start of its run',
      buckets: DELAY_BUCKETS,
      registers: [registry],
    });
    databaseGauge(registry, {
      name: 'gleaner_schedules',
      help: 'Schedules of all projects, by state: waiting for their due time, due, paused by a user, failed (paused after failures)',
      label: 'state',
      read: async () => {
        const { waiting, due, paused, failed } = await this.standing();
        return { waiting, due, paused, failed };
      },
    });
    databaseGauge(registry, {
      name: 'gleaner_schedule_late_seconds',
      help: 'For how long the earliest due time that no worker has dealt with is over',
      read: async () => (await this.standing()).lateSeconds,
    });
    databaseGauge(registry, {
      name: 'gleaner_schedule_runs_waiting',
      help: 'Runs of all schedules that are to be started, most of them after the run before',
      read: async () => (await this.standing()).runsWaiting,
    });
  }

  /** Call it once this is committed. */
  dealtWith(outcome: DueOutcome, { missed, dueCount }: Pick<ScheduleRun, 'missed' | 'dueCount'>): void {
    this.dueTimes.inc({ outcome, missed: String(missed) }, dueCount);
  }

  started(run: Pick<ScheduleRun, 'missed' | 'dueCount' | 'dueAt'>, at: Date): void {
    this.dealtWith('started', run);
    this.delays.observe(Math.max(0, at.getTime() - run.dueAt.getTime()) / 1_000);
  }
  /** What the metrics tell of all schedules, at once. */
  standing(): Promise<SchedulesStanding> {
    return asService(() => this.runs.standing());
  }
}
