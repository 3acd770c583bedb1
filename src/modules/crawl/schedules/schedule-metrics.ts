import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';
import { asService } from '../../../platform/scope/index.js';
import { DueRunsRepository } from './due-runs.repository.js';
import type { ScheduleRun, SchedulesStanding } from './schedule.js';

/** Seconds. A run starts within some seconds, or once a worker is running again. */
const DELAY_BUCKETS = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400];

/** The result of a due time in this process. A user's pause drops waiting runs, which is not counted here. */
export type DueOutcome = 'started' | 'failed' | 'skipped_missed' | 'skipped_overlap';

/**
 * Metrics of schedules: this process's decisions on due times, and the state of all schedules. No label identifies a
 * schedule or a project.
 */
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
      help:
        'Due times that this process has decided on, by outcome and by whether they were missed because no ' +
        'worker was running',
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
      help: 'How long ago the earliest due time without a decision was',
      read: async () => (await this.standing()).lateSeconds,
    });
    databaseGauge(registry, {
      name: 'gleaner_schedule_runs_waiting',
      help: 'Runs of all schedules that wait to be started, most of them for the previous run',
      read: async () => (await this.standing()).runsWaiting,
    });
  }

  /** Call it after the commit. */
  dealtWith(outcome: DueOutcome, { missed, dueCount }: Pick<ScheduleRun, 'missed' | 'dueCount'>): void {
    this.dueTimes.inc({ outcome, missed: String(missed) }, dueCount);
  }

  started(run: Pick<ScheduleRun, 'missed' | 'dueCount' | 'dueAt'>, at: Date): void {
    this.dealtWith('started', run);
    this.delays.observe(Math.max(0, at.getTime() - run.dueAt.getTime()) / 1_000);
  }
  /** The state of all schedules for the metrics. */
  standing(): Promise<SchedulesStanding> {
    return asService(() => this.runs.standing());
  }
}
