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
import { HarvestEstimateDto } from './harvest-estimate.dto.js';
import { ObjectiveProgressDto, SessionConfigDto } from './session-config.dto.js';
import { SessionStateEnum } from './session-state.enum.js';

export const StateReasonEnum = enumOf(STATE_REASONS);
export const SessionCommandEnum = enumOf(SESSION_COMMANDS);
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
    description: 'The model under which the session will continue. Its worker first judges all pages again',
    nullable: true,
  })
  pendingModelId: string | null;

  @ApiField(String, { example: 'tres' })
  policy: string;

  @ApiField(Int)
  policyVersion: number;

  @ApiField(JsonScalar, { description: 'Including defaults' })
  policyConfig: unknown;

  @ApiField(SessionConfigDto, { description: 'Includes the defaults of settings that were left out' })
  config: SessionConfigDto;

  @ApiField(Int, { description: 'Seed of the random generator' })
  randomSeed: number;

  @ApiField(ID, { description: 'The session from whose learning it started', nullable: true })
  startFrom: string | null;

  @ApiField([String], { description: 'URLs from which the crawl starts' })
  seeds: string[];

  @ApiField(SessionStateEnum)
  state: SessionState;

  @ApiField(StateReasonEnum, { description: 'Why the session ended', nullable: true })
  stateReason: StateReason | null;

  @ApiField(String, { description: 'What went wrong, if FAILED', nullable: true })
  error: string | null;

  @ApiField(SessionWaitEnum, {
    description: 'Why a queued session does not start yet. MODEL: its model is still being made',
    nullable: true,
  })
  waitingFor: SessionWait | null;

  @ApiField(SessionCommandEnum, { description: 'A command that was given and is not carried out yet', nullable: true })
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

  @ApiField(ObjectiveProgressDto, { description: 'Null for a session without an objective', nullable: true })
  objectiveProgress: ObjectiveProgressDto | null;

  @ApiField(Int, { description: 'Fetches that brought no page. fetched + failed is what was spent of the budget' })
  failed: number;

  @ApiField(Int, { description: 'URLs that robots.txt denied. They cost nothing' })
  robotsDenied: number;

  @ApiField(Float, { description: 'Relevant pages divided by pages', nullable: true })
  harvestRate: number | null;

  @ApiField(Float, { description: 'Harvest rate of the last 100 pages', nullable: true })
  harvestRateRecent: number | null;

  @ApiField(HarvestEstimateDto, {
    description: 'The present harvest rate with what chance leaves open. Null before the first page',
    nullable: true,
  })
  harvestEstimate: HarvestEstimateDto | null;

  @ApiField(Int, { description: 'Number of candidates that wait' })
  frontierSize: number;

  @ApiField(Float)
  pagesPerSecond: number;

  @ApiField(Float, { description: 'Time spent running, seconds' })
  activeSeconds: number;

  @ApiField(Date, {
    description: 'Estimated from the present speed and harvest rate. Only while the session runs',
    nullable: true,
  })
  estimatedEndAt: Date | null;

  @ApiField([NamedNumber], {
    description: 'Numbers that the policy reports, such as leaves, epsilon, replay size',
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
