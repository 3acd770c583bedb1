import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, enumOf } from '../../../platform/api/index.js';
import { TROUBLE_KINDS, type TroubleKind } from '../../../platform/database/index.js';
import { type SessionState } from '../../../domain/session/index.js';
import { SessionStateEnum } from './session-state.enum.js';

const ACTORS = ['user', 'worker'] as const;
const ActorEnum = enumOf(ACTORS);
registerEnumType(ActorEnum, { name: 'SessionActor' });
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

  @ApiField(ActorEnum, { description: 'Who changed the state', optional: true })
  by?: (typeof ACTORS)[number];

  @ApiField(String, { description: 'The worker that changed the state', optional: true })
  worker?: string;

  @ApiField(String, { description: 'The worker from which the session was taken over', optional: true })
  previousWorker?: string;

  @ApiField(String, { description: 'Why the session ended; why a checkpoint could not be used', optional: true })
  reason?: string;

  @ApiField(String, { description: 'What failed: the session, or the change of its model', optional: true })
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

  @ApiField(Int, {
    description: 'Steps completed when the checkpoint was taken that could not be used',
    optional: true,
  })
  checkpoint?: number;

  @ApiField(Date, { description: 'When the database became unreachable', optional: true })
  since?: Date | string;

  @ApiField(Float, { description: 'How long the session waited for it', optional: true })
  seconds?: number;

  @ApiField(TroubleEnum, { description: 'The error of the database', optional: true })
  trouble?: TroubleKind;

  @ApiField(String, { description: 'SQLSTATE, or the code of the driver', optional: true })
  code?: string;
}
