import { Injectable } from '@nestjs/common';
import type { ScheduleRunDto } from './dto/schedule-run.dto.js';
import type { ScheduleDto } from './dto/schedule.dto.js';
import type { Schedule, ScheduleRun } from './schedule.js';
import { ScheduleActions } from './schedule-actions.js';

@Injectable()
export class SchedulesMapper {
  constructor(private readonly actions: ScheduleActions) {}

  readonly toDto = ({ action, sessionId: _, ...schedule }: Schedule): ScheduleDto => ({
    ...schedule,
    action: { [action.kind]: this.actions.find(action.kind)?.shown(action.settings) },
  });
}

export const toRunDto = ({ dueUntil, ...run }: ScheduleRun): ScheduleRunDto => ({ ...run, dueUntilAt: dueUntil });
