import { ArgsType, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, Node, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { RUN_STATES, type RunState } from '../schedule.js';

const RunStateEnum = Object.fromEntries(RUN_STATES.map((state) => [state, state]));
registerEnumType(RunStateEnum, {
  name: 'ScheduleRunState',
  description:
    'Result of a due time. WAITING: it is about to be started, or waits for the end of the run before; SKIPPED_MISSED: no worker was there in time; SKIPPED_OVERLAP: the run before had not ended; SKIPPED_PAUSED: the schedule was paused while it waited',
});

@ObjectType('ScheduleRun', {
  implements: () => [Node],
  description: 'Result of one due time of a schedule, or of several that were missed',
})
export class ScheduleRunDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  scheduleId: string;

  @ApiField(Date, { description: 'When it was due' })
  dueAt: Date;

  @ApiField(Date, { description: 'The last of the due times that it stands for. SKIPPED_MISSED may stand for several' })
  dueUntilAt: Date;

  @ApiField(Int, { description: 'How many due times it stands for. 5000: so many or more' })
  dueCount: number;

  @ApiField(Boolean, { description: 'No worker was there when it was due' })
  missed: boolean;

  @ApiField(RunStateEnum)
  state: RunState;

  @ApiField(String, {
    description: 'Of a run that failed: the code of the refusal, as errors of the API have it',
    example: 'NOT_FOUND',
    nullable: true,
  })
  reason: string | null;

  @ApiField(String, { description: 'Of a run that failed: what went wrong', nullable: true })
  error: string | null;

  @ApiField(ID, {
    description: 'The session that it started. It may have been deleted since. Null also if there was nothing to do',
    nullable: true,
  })
  sessionId: string | null;

  @ApiField(Date, { description: 'When it was noted that it is due' })
  createdAt: Date;

  @ApiField(Date, { description: 'When its session was made', nullable: true })
  startedAt: Date | null;
}

export class ScheduleRunPage extends Page(ScheduleRunDto) {}

@ObjectType()
export class ScheduleRunConnection extends Connection(ScheduleRunDto, 'ScheduleRun') {}

@ArgsType()
export class ScheduleRunsArgs extends PageArgs {
  @QueryField(RunStateEnum, { description: 'Only runs in this state', optional: true })
  state?: RunState | null;
}
