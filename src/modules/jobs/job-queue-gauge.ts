import { Injectable } from '@nestjs/common';
import type { LeaseHeld } from '../../platform/leases/index.js';
import { asService } from '../../platform/scope/index.js';
import { databaseGauge, Metrics } from '../../platform/metrics/index.js';
import type { JobsStanding } from './job.js';
import { JobsRepository } from './jobs.repository.js';

/** Tells operators how many jobs wait and run, of all projects together. */
@Injectable()
export class JobQueueGauge {
  constructor(
    metrics: Metrics,
    private readonly jobs: JobsRepository,
  ) {
    databaseGauge(metrics.registry, {
      name: 'gleaner_jobs',
      help: 'Jobs of all projects that have not ended, by state',
      label: 'state',
      read: () => asService(() => jobs.countOpen()),
    });
  }

  /** By kind and state. */
  standing(): Promise<JobsStanding[]> {
    return asService(() => this.jobs.standing());
  }

  /** Those that end first come first. */
  leases(most: number): Promise<LeaseHeld[]> {
    return asService(() => this.jobs.leases(most));
  }
}
