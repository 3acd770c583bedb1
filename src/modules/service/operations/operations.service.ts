import { Injectable } from '@nestjs/common';
import { requireOperator } from '../../../platform/auth/index.js';
import { VERSION } from '../../../platform/config/index.js';
import type { LeaseHeld } from '../../../platform/leases/index.js';
import { asService } from '../../../platform/scope/index.js';
import { ExperimentsService } from '../../research/experiments/index.js';
import { JobQueueGauge, type JobsStanding } from '../../base/jobs/index.js';
import { MonitorRunMetrics } from '../../crawl/monitors/index.js';
import { ScheduleMetrics, type SchedulesStanding } from '../../crawl/schedules/index.js';
import { SessionQueueGauge, type SessionsStanding } from '../../crawl/sessions/index.js';
import { ExportMetrics, type ExportsStanding } from '../../results/stored-exports/index.js';
import { WebhookQueue, type WebhooksStanding } from '../webhooks/index.js';
import { DatabaseFiguresRepository, type DatabaseFigures } from './database-figures.repository.js';
import { type Lease, leasesOf, type ProcessSeen, processesWith } from './leases-by-process.js';
import { ProcessesRepository } from './processes/processes.repository.js';

interface Operations {
  readonly version: string;
  readonly processes: readonly ProcessSeen[];
  readonly sessions: readonly SessionsStanding[];
  readonly jobs: readonly JobsStanding[];
  readonly leases: readonly Lease[];
  readonly webhooks: WebhooksStanding;
  readonly exports: ExportsStanding;
  readonly schedules: SchedulesStanding;
  readonly monitorRuns: number;
  readonly experimentsQueued: number;
  readonly experimentsRunning: number;
  readonly database: DatabaseFigures;
}

/** Far more than a service has. */
const MOST_PROCESSES = 200;
/** Limit for leases of sessions, and the same for jobs: a process's counts are based on them. */
const MOST_LEASES = 1_000;
const SHOWN_LEASES = 200;
const SHOWN_TABLES = 12;

/** The state of the whole service. The figures of queues are those of the metrics. */
@Injectable()
export class OperationsService {
  constructor(
    private readonly sessions: SessionQueueGauge,
    private readonly jobs: JobQueueGauge,
    private readonly webhooks: WebhookQueue,
    private readonly exports: ExportMetrics,
    private readonly schedules: ScheduleMetrics,
    private readonly monitors: MonitorRunMetrics,
    private readonly experiments: ExperimentsService,
    private readonly processes: ProcessesRepository,
    private readonly database: DatabaseFiguresRepository,
  ) {}

  /** @throws DomainError FORBIDDEN for the holder of a project's key */
  async get(): Promise<Operations> {
    requireOperator();
    const [held, queues, seen, database] = await Promise.all([
      this.held(),
      this.queues(),
      asService(() => this.processes.list(MOST_PROCESSES)),
      asService(() => this.database.find(SHOWN_TABLES)),
    ]);
    const leases = leasesOf(held.sessions, held.jobs);
    return {
      ...queues,
      version: VERSION,
      processes: processesWith(seen, leases),
      leases: leases.slice(0, SHOWN_LEASES),
      database,
    };
  }

  private async held(): Promise<Record<'sessions' | 'jobs', readonly LeaseHeld[]>> {
    const [sessions, jobs] = await Promise.all([this.sessions.leases(MOST_LEASES), this.jobs.leases(MOST_LEASES)]);
    return { sessions, jobs };
  }

  private async queues(): Promise<Omit<Operations, 'version' | 'processes' | 'leases' | 'database'>> {
    const [sessions, jobs, webhooks, exports, schedules, monitorRuns, experiments] = await Promise.all([
      this.sessions.standing(),
      this.jobs.standing(),
      this.webhooks.standing(),
      this.exports.standing(),
      this.schedules.standing(),
      this.monitors.underWay(),
      this.experiments.countOpen(),
    ]);
    const { QUEUED: experimentsQueued = 0, RUNNING: experimentsRunning = 0 } = experiments;
    return { sessions, jobs, webhooks, exports, schedules, monitorRuns, experimentsQueued, experimentsRunning };
  }
}
