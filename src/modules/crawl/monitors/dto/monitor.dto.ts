import { Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, Node, Page } from '../../../../platform/api/index.js';
import type { ChangeKind, MonitorPolicy, RunState } from '../monitor.js';
import { ChangeKindEnum, MonitorPolicyEnum, RunStateEnum, SETTING_TEXTS } from './setting-texts.js';

@ObjectType('Monitor', {
  implements: () => [Node],
  description: 'Watches pages: fetches them repeatedly and records their changes',
})
export class MonitorDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(ID, {
    nullable: true,
    description: 'Session with whose pages it began; null: those of all sessions of the topic',
  })
  sessionId: string | null;

  @ApiField(String)
  name: string;

  @ApiField(MonitorPolicyEnum, { description: SETTING_TEXTS.policy })
  policy: MonitorPolicy;

  @ApiField(Int, { description: SETTING_TEXTS.fetches })
  fetches: number;

  @ApiField(Float, { description: SETTING_TEXTS.newShare })
  newShare: number;

  @ApiField(Float, { description: SETTING_TEXTS.minHours })
  minHours: number;

  @ApiField(Float, { description: SETTING_TEXTS.maxHours })
  maxHours: number;

  @ApiField(Float, { description: SETTING_TEXTS.changeProbability })
  changeProbability: number;

  @ApiField(Boolean, { description: SETTING_TEXTS.ignoreNumbers })
  ignoreNumbers: boolean;

  @ApiField(Int, { description: SETTING_TEXTS.keepRuns })
  keepRuns: number;

  @ApiField(Int, { description: 'Number of pages that it watches, at most 5000' })
  watched: number;

  @ApiField(Int, { description: 'Number of links near them that were not fetched yet' })
  frontier: number;

  @ApiField(Boolean, { description: 'Whether its feed can be read with a token' })
  hasFeedToken: boolean;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date)
  updatedAt: Date;
}

export class MonitorPage extends Page(MonitorDto) {}

@ObjectType()
export class MonitorConnection extends Connection(MonitorDto, 'Monitor') {}

@ObjectType('MonitorRun', {
  implements: () => [Node],
  description: 'One run of a monitor: it fetches the pages that are due',
})
export class MonitorRunDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  monitorId: string;

  @ApiField(RunStateEnum)
  state: RunState;

  @ApiField([ID], {
    description:
      'Its sessions: one for pages that are known, then one for links near them. Empty if nothing was due, and for older runs, whose sessions are deleted',
  })
  sessions: readonly string[];

  @ApiField(Int, { description: 'Known pages that were checked' })
  looked: number;

  @ApiField(Int, { description: 'Relevant pages that were not known' })
  new: number;

  @ApiField(Int)
  changed: number;

  @ApiField(Int)
  gone: number;

  @ApiField(Int, { description: 'Pages that were gone and are there again' })
  back: number;

  @ApiField(Int, { description: 'Pages that could not be fetched, which may pass' })
  missed: number;

  @ApiField(String, { nullable: true, description: 'Why it failed' })
  error: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true })
  finishedAt: Date | null;
}

export class MonitorRunPage extends Page(MonitorRunDto) {}

@ObjectType()
export class MonitorRunConnection extends Connection(MonitorRunDto, 'MonitorRun') {}

@ObjectType('SeenChange', { implements: () => [Node], description: 'A change that a monitor has found on a page' })
class SeenChangeDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  monitorId: string;

  @ApiField(ID)
  runId: string;

  @ApiField(ID, { description: 'Session of the run. Those of older runs are deleted' })
  sessionId: string;

  @ApiField(Int, { description: 'Step of that session that brought it' })
  step: number;

  @ApiField(ChangeKindEnum)
  kind: ChangeKind;

  @ApiField(String)
  url: string;

  @ApiField(String, { nullable: true })
  titleBefore: string | null;

  @ApiField(String, { nullable: true })
  titleAfter: string | null;

  @ApiField(Float, { nullable: true, description: 'Probability that the page was relevant, by the model of that time' })
  probabilityBefore: number | null;

  @ApiField(Float, { nullable: true, description: 'Probability that the page is relevant' })
  probabilityAfter: number | null;

  @ApiField(String, {
    nullable: true,
    description:
      'How the main text has changed: a unified difference without its header, a sentence a line. Null for pages that are new or gone',
  })
  difference: string | null;

  @ApiField(Boolean, { description: 'Whether the difference, or a line in it, is cut: it has at most 8000 characters' })
  truncated: boolean;

  @ApiField(Int)
  linesAdded: number;

  @ApiField(Int)
  linesRemoved: number;

  @ApiField(String, { description: 'How the check ended, as outcomes of pages are called', example: 'http-error' })
  outcome: string;

  @ApiField(Int, { nullable: true })
  httpStatus: number | null;

  @ApiField(Date, { description: 'When the page was fetched' })
  seenAt: Date;

  @ApiField(Date, { description: 'When it was noted' })
  createdAt: Date;
}

export class SeenChangePage extends Page(SeenChangeDto) {}

@ObjectType()
export class SeenChangeConnection extends Connection(SeenChangeDto, 'SeenChange') {}

@ObjectType('FeedToken')
export class FeedTokenDto {
  @ApiField(MonitorDto)
  monitor: MonitorDto;

  @ApiField(String, {
    description:
      'Goes into the address of the feed, as `?token=`. It reads this feed and nothing else, and is not shown again',
  })
  token: string;
}
