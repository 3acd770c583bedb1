import { ID, InputType, ObjectType } from '@nestjs/graphql';
import { ApiField, InputField } from '../../../../platform/api/index.js';
import { addScheduleAction } from '../../schedules/index.js';

@InputType({ description: 'A run of a monitor' })
class ScheduledMonitorInput {
  @InputField(ID, { description: 'The monitor that runs' })
  monitorId: string;
}

@ObjectType('ScheduledMonitor', { description: 'A run of a monitor' })
export class ScheduledMonitorDto {
  @ApiField(ID, { description: 'The monitor that runs. It may have been deleted since' })
  monitorId: string;
}

addScheduleAction('monitor', ScheduledMonitorInput, ScheduledMonitorDto, 'Run a monitor');
