import { Injectable } from '@nestjs/common';
import type { LeaseHeld } from '../../../platform/leases/index.js';
import { asService } from '../../../platform/scope/index.js';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';
import type { SessionsStanding } from './session.js';
import { SessionsStandingRepository } from './sessions-standing.repository.js';

/** Metric of waiting, running and paused sessions, of all projects together. */
@Injectable()
export class SessionQueueGauge {
  constructor(
    metrics: Metrics,
    private readonly sessions: SessionsStandingRepository,
  ) {
    databaseGauge(metrics.registry, {
      name: 'gleaner_sessions',
      help: 'Sessions of all projects that have not ended, by state',
      label: 'state',
      read: () => asService(() => sessions.countOpen()),
    });
  }

  /** By state, and by the reason for waiting. */
  standing(): Promise<SessionsStanding[]> {
    return asService(() => this.sessions.standing());
  }

  /** Sorted by expiry, earliest first. */
  leases(most: number): Promise<LeaseHeld[]> {
    return asService(() => this.sessions.leases(most));
  }
}
