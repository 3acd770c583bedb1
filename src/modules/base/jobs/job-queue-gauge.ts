import { Injectable } from '@nestjs/common';
import type { LeaseHeld } from '../../../platform/leases/index.js';
import { asService } from '../../../platform/scope/index.js';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';
import type { JobsStanding } from './job.js';
import { JobsRepository } from './jobs.repository.js';

/** Reports to operators how many jobs of all projects wait and run. */
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

  /** Sorted by expiry, earliest first. */
  leases(most: number): Promise<LeaseHeld[]> {
    return asService(() => this.jobs.leases(most));
  }
}
