import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { DueRunsRepository } from './due-runs.repository.js';
import { ScheduleActions } from './schedule-actions.js';
import { ScheduleClock } from './schedule.js';
import { ScheduleMetrics } from './schedule-metrics.js';
import { ScheduleRunner } from './schedule-runner.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesMapper } from './schedules.mapper.js';
import { SchedulesRepository } from './schedules.repository.js';
import { ScheduleRunsResolver, SchedulesResolver } from './schedules.resolver.js';
import { SchedulesService } from './schedules.service.js';
import { SessionAction } from './session-action.js';

/**
 * Schedules, which start sessions at calendar times. Other modules add kinds of actions (`ScheduleActions`,
 * `addScheduleAction`).
 */
@Module({
  imports: [SessionsModule],
  controllers: [SchedulesController],
  providers: [
    SchedulesService,
    SchedulesRepository,
    SchedulesMapper,
    SchedulesResolver,
    ScheduleRunsResolver,
    DueRunsRepository,
    ScheduleActions,
    ScheduleClock,
    ScheduleMetrics,
    ScheduleRunner,
    SessionAction,
  ],
  exports: [SchedulesService, SchedulesMapper, ScheduleActions, ScheduleMetrics],
})
export class SchedulesModule {}
