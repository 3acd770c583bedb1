import { ArgsType, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  SESSION_ACTIONS,
  SESSION_COMMANDS,
  STATE_REASONS,
  type SessionAction,
  type SessionCommand,
  type SessionState,
  type StateReason,
} from '../../../domain/session/index.js';
import {
  ApiField,
  BY_NAME,
  Connection,
  enumOf,
  NamedNumber,
  Node,
  Page,
  PageArgs,
  QueryField,
  JsonScalar,
} from '../../../platform/api/index.js';
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

@ObjectType('Session', { implements: () => [Node], description: 'One crawl of a topic under one policy and budget' })
export class SessionDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(Int)
  keywordSetVersion: number;

  @ApiField(ID)
  modelId: string;

  @ApiField(ID, {
    description: 'The model it is to go on under; its worker judges all pages anew first',
    nullable: true,
  })
  pendingModelId: string | null;

  @ApiField(String, { example: 'tres' })
  policy: string;

  @ApiField(Int)
  policyVersion: number;

  @ApiField(JsonScalar, { description: 'With its defaults' })
  policyConfig: unknown;

  @ApiField(SessionConfigDto, { description: 'With the defaults of what was left out' })
  config: SessionConfigDto;

  @ApiField(Int, { description: 'Of the random generator' })
  randomSeed: number;

  @ApiField([String], { description: 'URLs the crawl starts from' })
  seeds: string[];

  @ApiField(SessionStateEnum)
  state: SessionState;

  @ApiField(StateReasonEnum, { description: 'Why it ended', nullable: true })
  stateReason: StateReason | null;

  @ApiField(String, { description: 'What went wrong, when FAILED', nullable: true })
  error: string | null;

  @ApiField(SessionWaitEnum, {
    description: 'What keeps a queued session from starting: MODEL while the model it is to be judged by is being made',
    nullable: true,
  })
  waitingFor: SessionWait | null;

  @ApiField(SessionCommandEnum, { description: 'What was asked for and is not carried out yet', nullable: true })
  command: SessionCommand | null;

  @ApiField([SessionActionEnum])
  availableActions: SessionAction[];

  @ApiField(Int, { description: 'URLs discovered' })
  found: number;

  @ApiField(Int, { description: 'Pages' })
  fetched: number;

  @ApiField(Int, { description: 'Relevant pages' })
  relevant: number;

  @ApiField(Int, { description: 'Domains with a page' })
  domainCount: number;

  @ApiField(Int, { description: 'Domains with a relevant page' })
  relevantDomainCount: number;

  @ApiField(Int, { description: 'Fetches that brought no page; with fetched, what was spent of the budget' })
  failed: number;

  @ApiField(Int, { description: 'URLs that robots.txt denied; they cost nothing' })
  robotsDenied: number;

  @ApiField(Float, { description: 'Relevant pages over pages', nullable: true })
  harvestRate: number | null;

  @ApiField(Float, { description: 'The same over the last 100 pages', nullable: true })
  harvestRateRecent: number | null;

  @ApiField(Int, { description: 'Candidates that wait' })
  frontierSize: number;

  @ApiField(Float)
  pagesPerSecond: number;

  @ApiField(Float, { description: 'Time spent running, seconds' })
  activeSeconds: number;

  @ApiField(Date, { description: 'At the present speed and harvest rate; only while it runs', nullable: true })
  estimatedEndAt: Date | null;

  @ApiField([NamedNumber], {
    description: "The policy's own numbers: leaves, epsilon, replay size",
    rest: BY_NAME,
  })
  policyStats: Readonly<Record<string, number>>;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date)
  updatedAt: Date;

  @ApiField(Date, { nullable: true })
  startedAt: Date | null;

  @ApiField(Date, { nullable: true })
  finishedAt: Date | null;
}

export class SessionPage extends Page(SessionDto) {}

@ObjectType()
export class SessionConnection extends Connection(SessionDto, 'Session') {}

/** Sessions of one topic. */
@ArgsType()
export class TopicSessionsArgs extends PageArgs {
  @QueryField(SessionStateEnum, { description: 'Only sessions in this state', optional: true })
  state?: SessionState | null;
}

/** Sessions of all topics, or of one. */
@ArgsType()
export class SessionsArgs extends TopicSessionsArgs {
  @QueryField(ID, { description: 'Only sessions of this topic', optional: true })
  topicId?: string | null;
}
