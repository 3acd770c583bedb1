import { Injectable } from '@nestjs/common';
import { asService } from '../../platform/scope/index.js';
import { databaseGauge, Metrics } from '../../platform/metrics/index.js';
import { SessionsRepository } from './sessions.repository.js';

/** Tells operators how many sessions wait, run and are paused, of all projects together. */
@Injectable()
export class SessionQueueGauge {
  constructor(metrics: Metrics, sessions: SessionsRepository) {
    databaseGauge(metrics.registry, {
      name: 'gleaner_sessions',
      help: 'Sessions of all projects that have not ended, by state',
      label: 'state',
      read: () => asService(() => sessions.countOpen()),
    });
  }
}
