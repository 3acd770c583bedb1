import { Float, ID, Int } from '@nestjs/graphql';
import {
  type Quota,
  QUOTAS,
  SESSION_EVENT_KINDS,
  SESSION_STATES,
  type SessionEventKind,
  type SessionState,
  STATE_REASONS,
  type StateReason,
} from '../../../../domain/session/index.js';
import { ApiField, enumOf, EventData } from '../../../../platform/api/index.js';
import { EVENT_TYPES } from '../../../../platform/outbox/index.js';

/** `data` of the messages about sessions, as functions of the database write them. REST alone documents them. */

const rest = { only: 'rest' } as const;
const nullable = { only: 'rest', nullable: true } as const;
const State = enumOf(SESSION_STATES);
const Reason = enumOf(STATE_REASONS);
const SESSION = {
  sessionId: '0190f4c8-7c1e-7000-8000-3f2504e04f89',
  topicId: '0190f4c8-7c1e-7000-8000-3f2504e04f90',
};
const COUNTS = {
  ...{ policy: 'prospector', found: 900, fetched: 500 },
  ...{ relevant: 120, domains: 40, relevantDomains: 12, failed: 9 },
};

class OfSession {
  @ApiField(ID, rest)
  sessionId: string;

  @ApiField(ID, rest)
  topicId: string;
}

class OfState extends OfSession {
  @ApiField(Reason, { ...nullable, description: 'Why the session is in its state' })
  reason: StateReason | null;

  @ApiField(String, {
    ...nullable,
    description: 'Cause of the failure: the first 500 characters of the error',
    example: 'the model was deleted',
  })
  error: string | null;
}

class OfCounts extends OfState {
  @ApiField(String, { ...rest, description: 'Name of the policy' })
  policy: string;

  @ApiField(Int, { ...rest, description: 'URLs found' })
  found: number;

  @ApiField(Int, { ...rest, description: 'URLs fetched' })
  fetched: number;

  @ApiField(Int, { ...rest, description: 'Relevant pages' })
  relevant: number;

  @ApiField(Int, { ...rest, description: 'Domains' })
  domains: number;

  @ApiField(Int, { ...rest, description: 'Domains with relevant pages' })
  relevantDomains: number;

  @ApiField(Int, { ...rest, description: 'Fetches that failed' })
  failed: number;
}

@EventData('session.ended', {
  summary: EVENT_TYPES['session.ended'],
  example: { ...SESSION, state: 'COMPLETED', reason: 'BUDGET', error: null, ...COUNTS },
})
export class SessionEndedEvent extends OfCounts {
  @ApiField(enumOf(['COMPLETED', 'STOPPED', 'FAILED'] as const), rest)
  state: SessionState;
}

@EventData('quota.reached', {
  summary: EVENT_TYPES['quota.reached'],
  example: { ...SESSION, quota: 'STORED_PAGES', reason: 'QUOTA', error: null, ...COUNTS },
})
export class QuotaReachedEvent extends OfCounts {
  @ApiField(enumOf(QUOTAS), { ...rest, description: 'The quota that is used up' })
  quota: Quota;
}

@EventData('session.state_changed', {
  summary: EVENT_TYPES['session.state_changed'],
  example: {
    ...SESSION,
    ...{ from: 'STARTING', to: 'RUNNING', kind: 'running', by: 'worker', reason: null, error: null },
  },
})
export class SessionStateChangedEvent extends OfState {
  @ApiField(State, { ...nullable, description: 'The state before; null for a new session' })
  from: SessionState | null;

  @ApiField(State, rest)
  to: SessionState;

  @ApiField(enumOf(SESSION_EVENT_KINDS), { ...rest, description: 'The kind of the event of the session' })
  kind: SessionEventKind;

  @ApiField(String, {
    ...nullable,
    description: 'Author of the change of state: user, worker, job, schedule or service',
    example: 'worker',
  })
  by: string | null;
}

@EventData('session.saturated', {
  summary: EVENT_TYPES['session.saturated'],
  example: {
    ...SESSION,
    ...{ window: 100, minHarvestRate: 0.1, confidence: 0.95, relevant: 2, harvestRate: 0.02, upper: 0.0616 },
  },
})
export class SessionSaturatedEvent extends OfSession {
  @ApiField(Int, { ...rest, description: 'Pages in the window of the rule' })
  window: number;

  @ApiField(Float, { ...rest, description: 'The floor of the harvest rate' })
  minHarvestRate: number;

  @ApiField(Float, { ...rest, optional: true, description: 'Confidence of the upper bound' })
  confidence?: number;

  @ApiField(Int, { ...rest, description: 'Relevant pages in the window' })
  relevant: number;

  @ApiField(Float, { ...rest, description: 'Harvest rate of the window' })
  harvestRate: number;

  @ApiField(Float, { ...rest, optional: true, description: 'Upper confidence bound of the harvest rate' })
  upper?: number;
}
