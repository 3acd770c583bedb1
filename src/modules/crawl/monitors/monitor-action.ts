import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError, invalid } from '../../../platform/errors/index.js';
import { type ActionSettings, type ScheduleAction, ScheduleActions, type StartRun } from '../schedules/index.js';
import type { ScheduledMonitorDto } from './dto/scheduled-monitor.dto.js';
import { MonitorsRepository } from './monitors.repository.js';
import { MonitorRunsService } from './runs/monitor-runs.service.js';

/**
 * Lets schedules run monitors. A schedule with a shorter interval than the monitor's pages does no harm: a run fetches
 * only due pages.
 */
@Injectable()
export class MonitorAction implements ScheduleAction, OnModuleInit {
  readonly kind = 'monitor';

  constructor(
    private readonly monitors: MonitorsRepository,
    private readonly runs: MonitorRunsService,
    private readonly actions: ScheduleActions,
  ) {}

  onModuleInit(): void {
    this.actions.register(this);
  }

  async check(wanted: ActionSettings): Promise<ActionSettings> {
    const monitorId = idOf(wanted);
    if (!(await this.monitors.find(monitorId)))
      throw invalid('monitorId', `monitor ${monitorId} does not exist`, 'the id of a monitor');
    return { monitorId };
  }

  shown(stored: ActionSettings): ScheduledMonitorDto {
    return { monitorId: idOf(stored) };
  }

  async prepare(stored: ActionSettings): Promise<StartRun> {
    const start = await this.runs.prepare(idOf(stored), false);
    return async (tx) => {
      const started = await start(tx, { actor: 'schedule' });
      if (started !== null) return started.sessionId;
      // The schedule's run waits until the other one has ended.
      throw new DomainError('UNAVAILABLE', 'another run of the monitor is in progress');
    };
  }
}

const idOf = (settings: ActionSettings): string => settings['monitorId'] as string;
