import { Float, Int, ObjectType } from '@nestjs/graphql';
import type { SessionState } from '../../../../domain/session/index.js';
import { ApiField } from '../../../../platform/api/index.js';
import { JobKindEnum, JobStateEnum, type JobState } from '../../../base/jobs/index.js';
import { SessionStateEnum, SessionWaitEnum, type SessionWait } from '../../../crawl/sessions/index.js';

@ObjectType('SessionsStanding', { description: 'Sessions of all projects that have not ended, of one state' })
export class SessionsStandingDto {
  @ApiField(SessionStateEnum)
  state: SessionState;

  @ApiField(SessionWaitEnum, { description: 'Null where they are queued: they wait for a worker', nullable: true })
  waitingFor: SessionWait | null;

  @ApiField(Int)
  count: number;

  @ApiField(Date, { description: 'When the oldest of them was created' })
  oldestAt: Date;
}

@ObjectType('JobsStanding', { description: 'Jobs of all projects that have not ended, of one kind and state' })
export class JobsStandingDto {
  @ApiField(JobKindEnum, { example: 'train-model' })
  kind: string;

  @ApiField(JobStateEnum)
  state: JobState;

  @ApiField(Int)
  count: number;

  @ApiField(Date, { description: 'When the oldest of them was created' })
  oldestAt: Date;
}

@ObjectType('WebhooksStanding', { description: 'Messages that webhooks of all projects wait for' })
export class WebhooksStandingDto {
  @ApiField(Int, { description: 'Messages that enabled webhooks wait for' })
  waiting: number;

  @ApiField(Int, { description: 'Messages of webhooks that are switched off' })
  held: number;

  @ApiField(Float, { description: 'Age of the oldest message that an enabled webhook waits for, seconds' })
  oldestSeconds: number;

  @ApiField(Int, { description: 'Webhooks to which no attempt has succeeded lately' })
  failing: number;

  @ApiField(Int, { description: 'Webhooks that the service has switched off' })
  switchedOff: number;
}

@ObjectType('ExportsStanding', { description: 'Stored exports of all projects' })
export class ExportsStandingDto {
  @ApiField(Int, { description: 'Files that wait to be made' })
  queued: number;

  @ApiField(Int, { description: 'Files that are being made' })
  running: number;

  @ApiField(Int, { description: 'Files that are whole' })
  stored: number;

  @ApiField(Float, { description: 'Bytes of the files that are whole' })
  bytes: number;
}

@ObjectType('SchedulesStanding', { description: 'Schedules of all projects: they start sessions and runs of monitors' })
export class SchedulesStandingDto {
  @ApiField(Int, { description: 'Schedules that wait for their due time' })
  waiting: number;

  @ApiField(Int, { description: 'Schedules that are due' })
  due: number;

  @ApiField(Int, { description: 'Schedules that a user has paused' })
  paused: number;

  @ApiField(Int, { description: 'Schedules that were paused after failures' })
  failed: number;

  @ApiField(Float, { description: 'For how long the earliest due time that no worker has dealt with is over, seconds' })
  lateSeconds: number;

  @ApiField(Int, { description: 'Runs that are to be started, most of them after the run before' })
  runsWaiting: number;
}
