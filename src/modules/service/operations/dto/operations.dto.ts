import { Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { LeaseDto, ServiceProcessDto } from './process.dto.js';
import {
  ExportsStandingDto,
  JobsStandingDto,
  SchedulesStandingDto,
  SessionsStandingDto,
  WebhooksStandingDto,
} from './queues.dto.js';

@ObjectType('TableSize', { description: 'A table with its indexes and large values' })
class TableSizeDto {
  @ApiField(String, { example: 'pages' })
  name: string;

  @ApiField(Float)
  bytes: number;

  @ApiField(Float, { description: 'Estimated by the database' })
  estimatedRows: number;
}

@ObjectType('DatabaseFigures', { description: 'Size and load of the database, from its catalogue' })
class DatabaseFiguresDto {
  @ApiField(Date, { description: 'The present moment by the clock of the database' })
  at: Date;

  @ApiField(Float, { description: 'Of the whole database. This and the tables are as of at most 10 seconds ago' })
  bytes: number;

  @ApiField(Int, { description: 'Open connections to the server, of all programs' })
  connections: number;

  @ApiField(Int, { description: 'Connections that the server takes at most' })
  maxConnections: number;

  @ApiField(Date, {
    description: 'When the oldest open transaction of this database began; null where there is none',
    nullable: true,
  })
  oldestTransactionAt: Date | null;

  @ApiField([TableSizeDto], { description: 'The 12 largest tables, largest first' })
  tables: readonly TableSizeDto[];
}

@ObjectType('Operations', { description: 'State of the service over all projects' })
export class OperationsDto {
  @ApiField(String, { description: 'Version of the process that answers', example: '0.2.0' })
  version: string;

  @ApiField([ServiceProcessDto], {
    description: 'Processes with a heartbeat in the last day, the latest first; at most 200',
  })
  processes: readonly ServiceProcessDto[];

  @ApiField([SessionsStandingDto], { description: 'Sessions that have not ended, by state and reason for waiting' })
  sessions: readonly SessionsStandingDto[];

  @ApiField([JobsStandingDto], { description: 'Jobs that have not ended, by kind and state' })
  jobs: readonly JobsStandingDto[];

  @ApiField([LeaseDto], { description: 'Leases, those that end first coming first: 200 at most' })
  leases: readonly LeaseDto[];

  @ApiField(WebhooksStandingDto)
  webhooks: WebhooksStandingDto;

  @ApiField(ExportsStandingDto)
  exports: ExportsStandingDto;

  @ApiField(SchedulesStandingDto)
  schedules: SchedulesStandingDto;

  @ApiField(Int, { description: 'Runs of monitors that are under way' })
  monitorRuns: number;

  @ApiField(Int, { description: 'Experiments that wait for a worker' })
  experimentsQueued: number;

  @ApiField(Int, { description: 'Experiments that run' })
  experimentsRunning: number;

  @ApiField(DatabaseFiguresDto)
  database: DatabaseFiguresDto;
}
