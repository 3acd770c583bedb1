import { ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, enumOf } from '../../../../platform/api/index.js';
import type { Lease, ProcessSeen } from '../leases-by-process.js';

const ProcessRoleEnum = enumOf(['all', 'api', 'worker', 'fetcher', 'renderer'] as const);
registerEnumType(ProcessRoleEnum, {
  name: 'ProcessRole',
  description:
    'Work of a process: it serves the API, crawls and runs jobs, starts a worker besides serving, or fetches for workers',
});
const LeaseKindEnum = enumOf(['session', 'job'] as const);
registerEnumType(LeaseKindEnum, { name: 'LeaseKind', description: 'Kind of the leased object' });

@ObjectType('ServiceProcess', { description: 'A process of the service. It sends a heartbeat every 15 seconds' })
export class ServiceProcessDto {
  @ApiField(String, { description: 'The name under which it holds leases', example: 'crawler-1' })
  name: string;

  @ApiField(ProcessRoleEnum, { example: 'worker' })
  role: ProcessSeen['role'];

  @ApiField(String, { example: '0.2.0' })
  version: string;

  @ApiField(Date)
  startedAt: Date;

  @ApiField(Date, { description: 'Time of its last heartbeat. A process that has stopped cleanly is not listed' })
  seenAt: Date;

  @ApiField(Int, { description: 'Sessions that it holds' })
  sessions: number;

  @ApiField(Int, { description: 'Jobs that it holds' })
  jobs: number;

  @ApiField(Date, {
    description:
      'When the first of its leases ends, unless it is renewed before; null where it holds none. Leases are renewed several times before they end',
    nullable: true,
  })
  leasesUntil: Date | null;
}

@ObjectType('Lease', { description: 'The right of a worker to a session or a job. It ends unless it is renewed' })
export class LeaseDto {
  @ApiField(LeaseKindEnum, { example: 'session' })
  kind: Lease['kind'];

  @ApiField(ID, { description: 'Of the session or job' })
  id: string;

  @ApiField(ID)
  projectId: string;

  @ApiField(String, { description: 'Name of the worker', example: 'crawler-1' })
  owner: string;

  @ApiField(Date, { description: 'When the session or job was first started', nullable: true })
  startedAt: Date | null;

  @ApiField(Date, { description: 'Once it has ended, another worker takes over' })
  expiresAt: Date;
}
