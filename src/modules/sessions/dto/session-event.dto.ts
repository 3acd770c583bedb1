import { Field, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { Connection, enumOf, Page } from '../../../platform/api/index.js';
import { SESSION_EVENT_KINDS, type SessionEventKind } from '../../../domain/session/index.js';
import { SessionEventDetailsDto } from './session-event-details.dto.js';

@InputType()
export class SwitchModelInput {
  @Field(() => ID, { description: "A READY model of the session's topic" })
  @ApiProperty({ type: String, format: 'uuid', description: "A READY model of the session's topic" })
  @IsUUID()
  modelId: string;
}

const KINDS = 'released: given back by a worker that shuts down; taken over: from a worker whose lease ran out';
const SessionEventKindEnum = enumOf(SESSION_EVENT_KINDS);
registerEnumType(SessionEventKindEnum, { name: 'SessionEventKind' });
@ObjectType('SessionEvent', { description: 'What happened to a session besides its steps' })
export class SessionEventDto {
  @Field(() => Int, { description: 'Raised with each event, not without gaps' })
  @ApiProperty({ type: 'integer', description: 'Raised with each event, not without gaps' })
  no: number;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  at: Date;

  @Field(() => SessionEventKindEnum, { description: KINDS })
  @ApiProperty({ enum: SESSION_EVENT_KINDS, example: 'started', description: KINDS })
  kind: SessionEventKind;

  @Field(() => Int, { description: 'Steps completed by then' })
  @ApiProperty({ type: 'integer', description: 'Steps completed by then' })
  completed: number;

  @Field(() => SessionEventDetailsDto)
  @ApiProperty({ type: () => SessionEventDetailsDto })
  details: SessionEventDetailsDto;
}

export class SessionEventPage extends Page(SessionEventDto) {}

@ObjectType()
export class SessionEventConnection extends Connection(SessionEventDto, 'SessionEvent') {}
