import { Injectable } from '@nestjs/common';
import { asService } from '../../platform/scope/index.js';
import { databaseGauge, Metrics } from '../../platform/metrics/index.js';
import { JobsRepository } from './jobs.repository.js';

/** Tells operators how many jobs wait and run, of all projects together. */
@Injectable()
export class JobQueueGauge {
  constructor(metrics: Metrics, jobs: JobsRepository) {
    databaseGauge(metrics.registry, {
      name: 'gleaner_jobs',
      help: 'Jobs of all projects that have not ended, by status',
      label: 'status',
      read: () => asService(() => jobs.countOpen()),
    });
  }
}
