import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { enumOf } from '../../../platform/api/index.js';
import { TROUBLE_KINDS, type TroubleKind } from '../../../platform/database/index.js';
import { SESSION_STATES, type SessionState } from '../../../domain/session/index.js';
import { SessionStateEnum } from './session-state.enum.js';

const ACTORS = ['user', 'worker'] as const;
const ActorEnum = enumOf(ACTORS);
registerEnumType(ActorEnum, { name: 'SessionActor' });
const TroubleEnum = enumOf(TROUBLE_KINDS);
registerEnumType(TroubleEnum, { name: 'DatabaseTrouble' });

@ObjectType('SessionEventDetails', { description: 'What is known of an event: of each kind only what concerns it' })
export class SessionEventDetailsDto {
  @Field(() => SessionStateEnum, { nullable: true, description: 'The state before a change' })
  @ApiPropertyOptional({ enum: SESSION_STATES, description: 'The state before a change' })
  from?: SessionState;

  @Field(() => SessionStateEnum, {
    nullable: true,
    description: 'The state after it, or of the session when a command was given',
  })
  @ApiPropertyOptional({
    enum: SESSION_STATES,
    description: 'The state after it, or of the session when a command was given',
  })
  to?: SessionState;

  @Field(() => ActorEnum, { nullable: true, description: 'Who changed the state' })
  @ApiPropertyOptional({ enum: ACTORS, description: 'Who changed the state' })
  by?: (typeof ACTORS)[number];

  @Field(() => String, { nullable: true, description: 'The worker that changed the state' })
  @ApiPropertyOptional({ type: String, description: 'The worker that changed the state' })
  worker?: string;

  @Field(() => String, { nullable: true, description: 'From whom a session was taken over' })
  @ApiPropertyOptional({ type: String, description: 'From whom a session was taken over' })
  previousWorker?: string;

  @Field(() => String, { nullable: true, description: 'Why the session ended; why a checkpoint could not be used' })
  @ApiPropertyOptional({ type: String, description: 'Why the session ended; why a checkpoint could not be used' })
  reason?: string;

  @Field(() => String, { nullable: true, description: 'What failed: the session, or the change of its model' })
  @ApiPropertyOptional({ type: String, description: 'What failed: the session, or the change of its model' })
  error?: string;

  @Field(() => ID, { nullable: true, description: 'The model before a change of model' })
  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'The model before a change of model' })
  fromModelId?: string;

  @Field(() => ID, { nullable: true, description: 'The model after it' })
  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'The model after it' })
  toModelId?: string;

  @Field(() => Int, { nullable: true, description: 'Pages judged anew by the new model' })
  @ApiPropertyOptional({ type: 'integer', description: 'Pages judged anew by the new model' })
  pages?: number;

  @Field(() => Int, { nullable: true, description: 'Those that it judges otherwise' })
  @ApiPropertyOptional({ type: 'integer', description: 'Those that it judges otherwise' })
  changed?: number;

  @Field(() => Int, { nullable: true, description: 'Those that became relevant' })
  @ApiPropertyOptional({ type: 'integer', description: 'Those that became relevant' })
  becameRelevant?: number;

  @Field(() => Int, { nullable: true, description: 'Those that are relevant no longer' })
  @ApiPropertyOptional({ type: 'integer', description: 'Those that are relevant no longer' })
  becameIrrelevant?: number;

  @Field(() => Int, { nullable: true, description: 'Relevant pages of the session before the change of model' })
  @ApiPropertyOptional({ type: 'integer', description: 'Relevant pages of the session before the change of model' })
  relevantBefore?: number;

  @Field(() => Int, { nullable: true, description: 'Relevant pages after it' })
  @ApiPropertyOptional({ type: 'integer', description: 'Relevant pages after it' })
  relevantAfter?: number;

  @Field(() => Float, { nullable: true, description: 'Sum of the rewards before the change of model' })
  @ApiPropertyOptional({ type: Number, description: 'Sum of the rewards before the change of model' })
  rewardBefore?: number;

  @Field(() => Float, { nullable: true, description: 'Sum of the rewards after it' })
  @ApiPropertyOptional({ type: Number, description: 'Sum of the rewards after it' })
  rewardAfter?: number;

  @Field(() => ID, { nullable: true, description: 'The model whose classifier did not answer, or answers again' })
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    description: 'The model whose classifier did not answer, or answers again',
  })
  modelId?: string;

  @Field(() => String, { nullable: true, description: 'What the classifier said' })
  @ApiPropertyOptional({ type: String, description: 'What the classifier said' })
  message?: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Steps completed when the checkpoint was taken that could not be used',
  })
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Steps completed when the checkpoint was taken that could not be used',
  })
  checkpoint?: number;

  @Field(() => Date, { nullable: true, description: 'When the database went away' })
  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'When the database went away' })
  since?: Date | string;

  @Field(() => Float, { nullable: true, description: 'How long it was waited for' })
  @ApiPropertyOptional({ type: Number, description: 'How long it was waited for' })
  seconds?: number;

  @Field(() => TroubleEnum, { nullable: true, description: 'What was wrong with the database' })
  @ApiPropertyOptional({ enum: TROUBLE_KINDS, description: 'What was wrong with the database' })
  trouble?: TroubleKind;

  @Field(() => String, { nullable: true, description: 'SQLSTATE, or the code of the driver' })
  @ApiPropertyOptional({ type: String, description: 'SQLSTATE, or the code of the driver' })
  code?: string;
}
