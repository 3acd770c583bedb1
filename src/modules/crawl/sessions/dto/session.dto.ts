import { ArgsType, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { SESSION_ACTIONS, type SessionAction, type SessionState } from '../../../../domain/session/index.js';
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
} from '../../../../platform/api/index.js';
import { MAX_NAME_CHARS, SESSION_STARTERS, SESSION_WAITS, type SessionStarter, type SessionWait } from '../session.js';
import { ObjectiveProgressDto, SessionConfigDto } from './session-settings.dto.js';
import { SessionProgressFields } from './session-progress.dto.js';
import { SessionStateEnum } from './session.enums.js';

/** Named like the operations. */
const SessionActionEnum = Object.fromEntries(SESSION_ACTIONS.map((action) => [action, action]));
export const SessionWaitEnum = enumOf(SESSION_WAITS);
registerEnumType(SessionWaitEnum, { name: 'SessionWait' });
registerEnumType(SessionActionEnum, { name: 'SessionAction' });
const SessionStarterEnum = enumOf(SESSION_STARTERS);
registerEnumType(SessionStarterEnum, {
  name: 'SessionStarter',
  description: 'Starter of a session: a call, a schedule, or a run of a monitor (also one that a schedule asked for)',
});

@ObjectType('Session', { implements: () => [Node], description: 'One crawl of a topic under one policy and budget' })
export class SessionDto extends SessionProgressFields {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(String, { description: 'Name that people gave it', nullable: true })
  name: string | null;

  @ApiField(String, { description: 'Note of people on it; empty if there is none' })
  note: string;

  @ApiField(SessionStarterEnum, { description: 'Starter of the session' })
  startedBy: SessionStarter;

  @ApiField(ID, {
    description: 'The schedule or monitor that started it, which may have been deleted since. Null for a user',
    nullable: true,
  })
  startedById: string | null;

  @ApiField(Int)
  keywordSetVersion: number;

  @ApiField(String, { example: 'tres' })
  policy: string;

  @ApiField(Int)
  policyVersion: number;

  @ApiField(JsonScalar, { description: 'Including defaults' })
  policyConfig: unknown;

  @ApiField(SessionConfigDto, { description: 'Includes the defaults of omitted settings' })
  config: SessionConfigDto;

  @ApiField(Int, { description: 'Seed of the random generator' })
  randomSeed: number;

  @ApiField(ID, { description: 'The session with whose learned state it started', nullable: true })
  startFrom: string | null;

  @ApiField([String], { description: 'URLs from which the crawl starts' })
  seeds: string[];

  @ApiField(String, { description: 'Cause of the failure, if failed', nullable: true })
  error: string | null;

  @ApiField(SessionWaitEnum, {
    description:
      'Why a queued session does not start yet. MODEL: its model is still being made. QUOTA: a quota of its project is used up. ARCHIVE_FULL, DATABASE_FULL: the disk of the archives, or the database, is full or cannot be written',
    nullable: true,
  })
  waitingFor: SessionWait | null;

  @ApiField([SessionActionEnum])
  availableActions: SessionAction[];

  @ApiField(ObjectiveProgressDto, { description: 'Null for a session without an objective', nullable: true })
  objectiveProgress: ObjectiveProgressDto | null;

  @ApiField(Float, { description: 'Harvest rate of the last 100 pages', nullable: true })
  harvestRateRecent: number | null;

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

  @QueryField(SessionStarterEnum, { description: 'Only sessions that this started', optional: true })
  startedBy?: SessionStarter | null;

  @QueryField(String, {
    description:
      'Words that all occur in the name of the session, the name of its topic, or the policy; upper and lower case do not matter',
    optional: true,
    maxLength: MAX_NAME_CHARS,
  })
  search?: string | null;
}

/** Sessions of all topics, or of one. */
@ArgsType()
export class SessionsArgs extends TopicSessionsArgs {
  @QueryField(ID, { description: 'Only sessions of this topic', optional: true })
  topicId?: string | null;
}
