import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import {
  SESSION_ACTIONS,
  SESSION_COMMANDS,
  SESSION_STATES,
  STATE_REASONS,
  type SessionAction,
  type SessionCommand,
  type SessionState,
  type StateReason,
} from '../../../domain/session/index.js';
import { Connection, enumOf, JsonScalar, Node, Page, PageArgs } from '../../../platform/api/index.js';
import { SESSION_WAITS, type SessionWait } from '../session.js';
import { SessionConfigDto } from './session-config.dto.js';
import { SessionStateEnum } from './session-state.enum.js';

const StateReasonEnum = enumOf(STATE_REASONS);
const SessionCommandEnum = enumOf(SESSION_COMMANDS);
/** Named as the operations are. */
const SessionActionEnum = Object.fromEntries(SESSION_ACTIONS.map((action) => [action, action]));
const SessionWaitEnum = enumOf(SESSION_WAITS);
registerEnumType(SessionWaitEnum, { name: 'SessionWait' });
registerEnumType(StateReasonEnum, { name: 'StateReason', description: 'Why a session ended' });
registerEnumType(SessionCommandEnum, { name: 'SessionCommand' });
registerEnumType(SessionActionEnum, { name: 'SessionAction' });

const WAITING_FOR =
  'What keeps a queued session from starting: MODEL while the model it is to be judged by is being made';

@ObjectType('Session', { implements: () => [Node], description: 'One crawl of a topic under one policy and budget' })
export class SessionDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  topicId: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  keywordSetVersion: number;

  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  modelId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The model it is to go on under; its worker judges all pages anew first',
  })
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The model it is to go on under; its worker judges all pages anew first',
  })
  pendingModelId: string | null;

  @Field(() => String)
  @ApiProperty({ type: String, example: 'tres' })
  policy: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  policyVersion: number;

  @Field(() => JsonScalar, { description: 'With its defaults' })
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'With its defaults' })
  policyConfig: unknown;

  @Field(() => SessionConfigDto, { description: 'With the defaults of what was left out' })
  @ApiProperty({ type: () => SessionConfigDto, description: 'With the defaults of what was left out' })
  config: SessionConfigDto;

  @Field(() => Int, { description: 'Of the random generator' })
  @ApiProperty({ type: 'integer', description: 'Of the random generator' })
  randomSeed: number;

  @Field(() => [String], { description: 'URLs the crawl starts from' })
  @ApiProperty({ type: [String], description: 'URLs the crawl starts from' })
  seeds: string[];

  @Field(() => SessionStateEnum)
  @ApiProperty({ enum: SESSION_STATES })
  state: SessionState;

  @Field(() => StateReasonEnum, { nullable: true, description: 'Why it ended' })
  @ApiProperty({ enum: STATE_REASONS, nullable: true, description: 'Why it ended' })
  stateReason: StateReason | null;

  @Field(() => String, { nullable: true, description: 'What went wrong, when FAILED' })
  @ApiProperty({ type: String, nullable: true, description: 'What went wrong, when FAILED' })
  error: string | null;

  @Field(() => SessionWaitEnum, { nullable: true, description: WAITING_FOR })
  @ApiProperty({ enum: SESSION_WAITS, nullable: true, description: WAITING_FOR })
  waitingFor: SessionWait | null;

  @Field(() => SessionCommandEnum, { nullable: true, description: 'What was asked for and is not carried out yet' })
  @ApiProperty({ enum: SESSION_COMMANDS, nullable: true, description: 'What was asked for and is not carried out yet' })
  command: SessionCommand | null;

  @Field(() => [SessionActionEnum])
  @ApiProperty({ enum: SESSION_ACTIONS, isArray: true })
  availableActions: SessionAction[];

  @Field(() => Int, { description: 'URLs discovered' })
  @ApiProperty({ type: 'integer', description: 'URLs discovered' })
  found: number;

  @Field(() => Int, { description: 'Pages' })
  @ApiProperty({ type: 'integer', description: 'Pages' })
  fetched: number;

  @Field(() => Int, { description: 'Relevant pages' })
  @ApiProperty({ type: 'integer', description: 'Relevant pages' })
  relevant: number;

  @Field(() => Int, { description: 'Domains with a page' })
  @ApiProperty({ type: 'integer', description: 'Domains with a page' })
  domainCount: number;

  @Field(() => Int, { description: 'Domains with a relevant page' })
  @ApiProperty({ type: 'integer', description: 'Domains with a relevant page' })
  relevantDomainCount: number;

  @Field(() => Int, { description: 'Fetches that brought no page; with fetched, what was spent of the budget' })
  @ApiProperty({
    type: 'integer',
    description: 'Fetches that brought no page; with fetched, what was spent of the budget',
  })
  failed: number;

  @Field(() => Int, { description: 'URLs that robots.txt denied; they cost nothing' })
  @ApiProperty({ type: 'integer', description: 'URLs that robots.txt denied; they cost nothing' })
  robotsDenied: number;

  @Field(() => Float, { nullable: true, description: 'Relevant pages over pages' })
  @ApiProperty({ type: Number, nullable: true, description: 'Relevant pages over pages' })
  harvestRate: number | null;

  @Field(() => Float, { nullable: true, description: 'The same over the last 100 pages' })
  @ApiProperty({ type: Number, nullable: true, description: 'The same over the last 100 pages' })
  harvestRateRecent: number | null;

  @Field(() => Int, { description: 'Candidates that wait' })
  @ApiProperty({ type: 'integer', description: 'Candidates that wait' })
  frontierSize: number;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  pagesPerSecond: number;

  @Field(() => Float, { description: 'Time spent running, seconds' })
  @ApiProperty({ type: Number, description: 'Time spent running, seconds' })
  activeSeconds: number;

  @Field(() => Date, { nullable: true, description: 'At the present speed and harvest rate; only while it runs' })
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'At the present speed and harvest rate; only while it runs',
  })
  estimatedEndAt: Date | null;

  /** GraphQL has it as a list. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: "The policy's own numbers: leaves, epsilon, replay size",
  })
  policyStats: Readonly<Record<string, number>>;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: Date;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: Date;

  @Field(() => Date, { nullable: true })
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  startedAt: Date | null;

  @Field(() => Date, { nullable: true })
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt: Date | null;
}

export class SessionPage extends Page(SessionDto) {}

@ObjectType()
export class SessionConnection extends Connection(SessionDto, 'Session') {}

/** Sessions of one topic. */
@ArgsType()
export class TopicSessionsArgs extends PageArgs {
  @Field(() => SessionStateEnum, { nullable: true })
  @ApiPropertyOptional({ enum: SESSION_STATES })
  @IsOptional()
  @IsIn(SESSION_STATES)
  state?: SessionState | null;
}

/** Sessions of all topics, or of one. */
@ArgsType()
export class SessionsArgs extends TopicSessionsArgs {
  @Field(() => ID, { nullable: true })
  @ApiPropertyOptional({ type: String, format: 'uuid' })
  @IsOptional()
  @IsUUID()
  topicId?: string | null;
}
