import { ArgsType, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, InputField, Node, Page, QueryField } from '../../../../platform/api/index.js';
import { OthersFixed } from '../../../../platform/errors/index.js';
import { MAX_CRON_CHARS, MAX_ZONE_CHARS } from '../recurrence.js';
import {
  DEFAULT_NEXT_RUNS,
  MAX_FAILURES,
  MAX_NAME_CHARS,
  MAX_NEXT_RUNS,
  MAX_WAITING,
  MISSED_RULES,
  type MissedRule,
  OVERLAP_RULES,
  type OverlapRule,
  PAUSE_REASONS,
  type PauseReason,
} from '../schedule.js';
import { ScheduleActionDto, ScheduleActionInput } from './schedule-action.dto.js';

const MissedEnum = enumOf(MISSED_RULES);
registerEnumType(MissedEnum, { name: 'MissedRuns', description: 'Rule for due times that were missed' });
const OverlapEnum = enumOf(OVERLAP_RULES);
registerEnumType(OverlapEnum, {
  name: 'OverlappingRuns',
  description: 'Rule for a due time while the previous run still goes on',
});
const PauseEnum = enumOf(PAUSE_REASONS);
registerEnumType(PauseEnum, { name: 'SchedulePause', description: 'Why a schedule is paused' });

const NAME = 'For people. Unique within the project';
const CRON_TEXT =
  'Cron expression of five fields: minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly';
const ZONE_TEXT = 'IANA time zone in which the expression is read';
const MISSED = `Due times at which no worker was there. skip: they are left out; once: one run is started for all of them; all: each is run, one after the other, at most the last ${MAX_WAITING}`;
const OVERLAP =
  'A due time while the session of the run before has not ended. skip: it is left out; queue: it waits for that end, and while one waits, further ones are left out';

@ObjectType('Schedule', {
  implements: () => [Node],
  description: 'Starts sessions or runs of a monitor at the due times of a cron expression',
})
export class ScheduleDto {
  @ApiField(ID)
  id: string;

  @ApiField(String, { description: NAME })
  name: string;

  @ApiField(String, { description: CRON_TEXT, example: '30 6 * * MON-FRI' })
  cron: string;

  @ApiField(String, { description: ZONE_TEXT, example: 'Europe/Berlin' })
  timeZone: string;

  @ApiField(ScheduleActionDto)
  action: ScheduleActionDto;

  @ApiField(MissedEnum, { description: MISSED })
  missed: MissedRule;

  @ApiField(OverlapEnum, { description: OVERLAP })
  overlap: OverlapRule;

  @ApiField(Date, { description: 'Since when it is paused', nullable: true })
  pausedAt: Date | null;

  @ApiField(PauseEnum, {
    description: `user: somebody paused it; failures: ${MAX_FAILURES} runs in a row could not be started, or their sessions failed, or what it starts with was deleted`,
    nullable: true,
  })
  pauseReason: PauseReason | null;

  @ApiField(Date, { description: 'When it is due next. Null while it is paused', nullable: true })
  nextDueAt: Date | null;

  @ApiField(Int, {
    description: 'Runs in a row, up to now, that could not be started, or whose session ended as failed',
  })
  failures: number;

  @ApiField(String, { description: 'Why the last of them failed. It stays until a run has gone well', nullable: true })
  lastError: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { description: 'When a user changed it last' })
  updatedAt: Date;
}

export class SchedulePage extends Page(ScheduleDto) {}

@ObjectType()
export class ScheduleConnection extends Connection(ScheduleDto, 'Schedule') {}

@ObjectType('NextRuns', { description: 'When a schedule is due' })
export class NextRunsDto {
  @ApiField([Date], { description: 'The next due times, the first one first' })
  dueAt: Date[];
}

@ArgsType()
export class NextRunsArgs {
  @QueryField(Int, {
    description: 'Number of due times',
    optional: true,
    default: DEFAULT_NEXT_RUNS,
    minimum: 1,
    maximum: MAX_NEXT_RUNS,
  })
  count?: number | null;
}

@ArgsType()
export class PreviewScheduleArgs extends NextRunsArgs {
  @QueryField(String, { description: CRON_TEXT, example: '30 6 * * MON-FRI', maxLength: MAX_CRON_CHARS })
  cron: string;

  @QueryField(String, { description: ZONE_TEXT, example: 'Europe/Berlin', maxLength: MAX_ZONE_CHARS })
  timeZone: string;
}

@InputType()
export class CreateScheduleInput {
  @InputField(String, { description: NAME, example: 'news of the week', minLength: 1, maxLength: MAX_NAME_CHARS })
  name: string;

  @InputField(String, { description: CRON_TEXT, example: '30 6 * * MON-FRI', maxLength: MAX_CRON_CHARS })
  cron: string;

  @InputField(String, {
    description: ZONE_TEXT,
    example: 'Europe/Berlin',
    optional: true,
    default: 'UTC',
    maxLength: MAX_ZONE_CHARS,
  })
  timeZone?: string | null;

  @InputField(ScheduleActionInput)
  action: ScheduleActionInput;

  @InputField(MissedEnum, { description: MISSED, optional: true, default: 'skip' })
  missed?: MissedRule | null;

  @InputField(OverlapEnum, { description: OVERLAP, optional: true, default: 'skip' })
  overlap?: OverlapRule | null;
}

@InputType({ description: 'Fields to change. Omitted fields keep their values' })
@OthersFixed('action has the topic and the settings of its sessions, and the calls pause and resume change its state')
export class UpdateScheduleInput {
  @InputField(String, { description: NAME, optional: true, minLength: 1, maxLength: MAX_NAME_CHARS })
  name?: string | null;

  @InputField(String, { description: CRON_TEXT, example: '0 5 * * *', optional: true, maxLength: MAX_CRON_CHARS })
  cron?: string | null;

  @InputField(String, { description: ZONE_TEXT, example: 'UTC', optional: true, maxLength: MAX_ZONE_CHARS })
  timeZone?: string | null;

  @InputField(ScheduleActionInput, { description: 'In place of the action that there is', optional: true })
  action?: ScheduleActionInput | null;

  @InputField(MissedEnum, { description: MISSED, optional: true })
  missed?: MissedRule | null;

  @InputField(OverlapEnum, { description: OVERLAP, optional: true })
  overlap?: OverlapRule | null;
}
