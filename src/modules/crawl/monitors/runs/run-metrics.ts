import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { databaseGauge, Metrics } from '../../../../platform/metrics/index.js';
import { asService } from '../../../../platform/scope/index.js';
import type { RunCounts } from '../monitor.js';
import { MonitorRunsRepository } from './monitor-runs.repository.js';

/**
 * Metrics of monitors: comparisons of this process, and runs in progress. No label identifies a monitor, a page or a
 * project.
 */
@Injectable()
export class RunMetrics {
  private readonly looks: Counter<'outcome'>;
  private readonly found: Counter;
  private readonly runs: Counter<'outcome'>;

  constructor(
    { registry }: Metrics,
    private readonly monitorRuns: MonitorRunsRepository,
  ) {
    const registers = [registry];
    this.looks = new Counter({
      name: 'gleaner_monitor_looks_total',
      help:
        'Visits of watched pages that this process has compared, by outcome: unchanged, changed, gone, back, ' +
        'missed (could not be fetched)',
      labelNames: ['outcome'],
      registers,
    });
    this.found = new Counter({
      name: 'gleaner_monitor_new_pages_total',
      help: 'Relevant pages that runs of monitors have found for the first time',
      registers,
    });
    this.runs = new Counter({
      name: 'gleaner_monitor_runs_total',
      help: 'Runs of monitors that this process has ended, by outcome: completed, failed',
      labelNames: ['outcome'],
      registers,
    });
    databaseGauge(registry, {
      name: 'gleaner_monitor_runs_active',
      help: 'Runs of monitors of all projects that are in progress',
      read: () => this.underWay(),
    });
  }

  /** Counts compared steps. Call it after the commit. */
  compared({ looked, missed, changed, gone, back, new: found }: RunCounts): void {
    const outcomes = { changed, gone, back, missed, unchanged: Math.max(0, looked - missed - changed - gone - back) };
    for (const [outcome, count] of Object.entries(outcomes)) this.looks.inc({ outcome }, count);
    this.found.inc(found);
  }

  ended(error: string | null): void {
    this.runs.inc({ outcome: error === null ? 'completed' : 'failed' });
  }
  /** Runs of all projects that are in progress. */
  async underWay(): Promise<number> {
    return (await asService(() => this.monitorRuns.active())).length;
  }
}
