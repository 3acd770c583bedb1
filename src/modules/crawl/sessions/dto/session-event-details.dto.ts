import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { OutcomeEnum, QuotaEnum, SessionStateEnum } from './session.enums.js';
import { APIS, ApiField, enumOf } from '../../../../platform/api/index.js';
import { TROUBLE_KINDS, type TroubleKind } from '../../../../platform/database/index.js';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import { type Quota, type SessionState } from '../../../../domain/session/index.js';

const ACTORS = ['user', 'worker', 'job', 'schedule', 'service'] as const;
const ActorEnum = enumOf(ACTORS);
registerEnumType(ActorEnum, { name: 'SessionActor' });
const ApiEnum = enumOf(APIS);
registerEnumType(ApiEnum, { name: 'Api' });
const TroubleEnum = enumOf(TROUBLE_KINDS);
registerEnumType(TroubleEnum, { name: 'DatabaseTrouble' });

@ObjectType('SessionEventDetails', {
  description: 'Details of an event. Each kind of event has only the fields that concern it',
})
export class SessionEventDetailsDto {
  @ApiField(SessionStateEnum, { description: 'The state before a change', optional: true })
  from?: SessionState;

  @ApiField(SessionStateEnum, {
    description: 'The state after it, or of the session when a command was given',
    optional: true,
  })
  to?: SessionState;

  @ApiField(ActorEnum, {
    description: 'Author of the change of state. service: because of a quota, or because there is room again',
    optional: true,
  })
  by?: (typeof ACTORS)[number];

  @ApiField(String, {
    description:
      'Of changes by users: the id of the API key, operator with a fingerprint of a key of the service, or local for a call without a key',
    optional: true,
  })
  caller?: string;

  @ApiField(ApiEnum, { description: 'Of changes by users: the API through which it was asked for', optional: true })
  api?: (typeof APIS)[number];

  @ApiField(String, { description: 'The worker that changed the state', optional: true })
  worker?: string;

  @ApiField(String, { description: 'The worker from which the session was taken over', optional: true })
  previousWorker?: string;

  @ApiField(Int, {
    description: 'How often the session has been claimed or moved, this takeover included',
    optional: true,
  })
  epoch?: number;

  @ApiField(Boolean, {
    description: 'Whether the worker from which the session was taken over died. Otherwise it was too slow',
    optional: true,
  })
  workerDied?: boolean;

  @ApiField(Int, {
    description: 'Steps that were in flight at the last commit before a takeover. They are fetched again',
    optional: true,
  })
  inFlight?: number;

  @ApiField(String, {
    description:
      'Why the session ended or was paused; why it was given back (shutdown, model-switch, database-away, archive-full, database-full; model-remade: its model is trained again, because this version cannot read the stored one); why a checkpoint could not be used; why the policy learnt from the log instead of choosing the same again',
    hasCodes: true,
    optional: true,
  })
  reason?: string;

  @ApiField(QuotaEnum, {
    description: 'The quota that paused the session, or that has room again',
    optional: true,
  })
  quota?: Quota;

  @ApiField(String, { description: 'Error that ended the session or the change of its model', optional: true })
  error?: string;

  @ApiField(ID, { description: 'The model before a change of model', optional: true })
  fromModelId?: string;

  @ApiField(ID, { description: 'The model after it', optional: true })
  toModelId?: string;

  @ApiField(Int, { description: 'Pages judged again by the new model', optional: true })
  pages?: number;

  @ApiField(Int, { description: 'Pages that it judges differently', optional: true })
  changed?: number;

  @ApiField(Int, { description: 'Pages that became relevant', optional: true })
  becameRelevant?: number;

  @ApiField(Int, { description: 'Pages that are no longer relevant', optional: true })
  becameIrrelevant?: number;

  @ApiField(Int, { description: 'Relevant pages of the session before the change of model', optional: true })
  relevantBefore?: number;

  @ApiField(Int, { description: 'Relevant pages after it', optional: true })
  relevantAfter?: number;

  @ApiField(Float, { description: 'Sum of the rewards before the change of model', optional: true })
  rewardBefore?: number;

  @ApiField(Float, { description: 'Sum of the rewards after it', optional: true })
  rewardAfter?: number;

  @ApiField(ID, { description: 'The model whose classifier did not answer, or answers again', optional: true })
  modelId?: string;

  @ApiField(String, { description: 'The answer of the classifier', optional: true })
  message?: string;

  @ApiField(Int, { description: 'Version of the policy that chose the steps so far', optional: true })
  fromVersion?: number;

  @ApiField(Int, { description: 'Version of the policy that has learnt from them', optional: true })
  toVersion?: number;

  @ApiField(Int, {
    description: 'Steps completed when the checkpoint was taken that could not be used',
    optional: true,
  })
  checkpoint?: number;

  @ApiField(String, {
    description:
      'Why there was no room. space: less was free than is kept in reserve; fault: a write failed, and so did a trial',
    optional: true,
  })
  lack?: string;

  @ApiField(Float, { description: 'Free space on the disk, bytes', optional: true })
  freeBytes?: number;

  @ApiField(Float, { description: 'Reserve of free space on the disk, bytes', optional: true })
  reserveBytes?: number;

  @ApiField(Date, { description: 'When the database became unreachable', optional: true })
  since?: Date | string;

  @ApiField(Float, {
    description: 'How long the session waited for the database; how long it was without a worker before a takeover',
    optional: true,
  })
  seconds?: number;

  @ApiField(Int, { description: 'Pages in the window of the saturation rule', optional: true })
  window?: number;

  @ApiField(Int, { description: 'Relevant pages among them', optional: true })
  relevant?: number;

  @ApiField(Float, { description: 'Harvest rate of the window', optional: true })
  harvestRate?: number;

  @ApiField(Float, { description: 'Its upper confidence bound', optional: true })
  upper?: number;

  @ApiField(Float, { description: 'Confidence of this bound', optional: true })
  confidence?: number;

  @ApiField(Float, { description: 'The floor, below which the bound was for a whole window of pages', optional: true })
  minHarvestRate?: number;

  @ApiField(String, {
    description:
      'The host that was given up, refused by robots.txt, retried, held or freed. Absent: all hosts after the first 50',
    optional: true,
  })
  host?: string;

  @ApiField(Int, {
    description:
      'How often: URLs that robots.txt refused, further attempts, or how often a host was given up, held or freed. Grows; the event gets a new number when it has grown tenfold',
    optional: true,
  })
  count?: number;

  @ApiField(Int, { description: 'Further attempts that brought the page', optional: true })
  recovered?: number;

  @ApiField(Int, { description: 'Failures in a row for which the host was given up', optional: true })
  failures?: number;

  @ApiField(Int, {
    description: 'Fetches in a row that had brought nothing when the host was held or freed',
    optional: true,
  })
  inRow?: number;

  @ApiField(OutcomeEnum, { description: 'How the last of the fetches concerned ended', optional: true })
  outcome?: StepOutcome;

  @ApiField(Int, { description: 'Its HTTP status, if there was an answer', optional: true })
  httpStatus?: number;

  @ApiField(TroubleEnum, { description: 'The error of the database', optional: true })
  trouble?: TroubleKind;

  @ApiField(String, { description: 'SQLSTATE, or the code of the driver', optional: true })
  code?: string;
}
