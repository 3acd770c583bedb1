/**
 * A module that adds a kind of action imports `SchedulesModule`, adds a field for it to `action` with
 * `addScheduleAction` (beside its input and output types), and registers a `ScheduleAction` with `ScheduleActions` in
 * `onModuleInit`. Each run of a schedule starts at most one session, in the transaction that records it.
 * `SchedulesService` creates and changes schedules for other modules too.
 */
export { addScheduleAction } from './dto/schedule-action.dto.js';
export { type ActionSettings, type SchedulesStanding, ScheduleClock } from './schedule.js';
export { type ScheduleAction, ScheduleActions, type StartRun } from './schedule-actions.js';
export { ScheduleMetrics } from './schedule-metrics.js';
export { ScheduleRunner } from './schedule-runner.js';
export { SchedulesMapper, toRunDto } from './schedules.mapper.js';
export { SchedulesModule } from './schedules.module.js';
export { SchedulesService } from './schedules.service.js';
