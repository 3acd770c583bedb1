import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../platform/database/index.js';

/** A process of the service as it says itself. */
export interface ServiceProcess {
  readonly id: string;
  /** The name under which it holds leases. */
  readonly name: string;
  readonly role: 'all' | 'api' | 'worker' | 'fetcher' | 'renderer';
  readonly version: string;
  readonly startedAt: Date;
}

/** A process with when it was last heard of. */
export interface SeenProcess extends Omit<ServiceProcess, 'id'> {
  readonly seenAt: Date;
}

/** The processes of the service. All of this is asked in the scope of the service. */
@Injectable()
export class ProcessesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Says that a process is there. What has not been heard of for long is forgotten. */
  async seen({ id, name, role, version, startedAt }: ServiceProcess, keptMs: number): Promise<void> {
    await this.prisma.$executeRaw`
      WITH gone AS (DELETE FROM service_processes WHERE seen_at < now() - ${keptMs} * interval '1 millisecond')
      INSERT INTO service_processes (id, name, role, version, started_at) VALUES (${id}::uuid, ${name}, ${role}, ${version}, ${startedAt})
      ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
  }

  async left(id: string): Promise<void> {
    await this.prisma.$executeRaw`DELETE FROM service_processes WHERE id = ${id}::uuid`;
  }

  /** Those heard of last come first. */
  list(most: number): Promise<SeenProcess[]> {
    return this.prisma.$queryRaw<SeenProcess[]>`
      SELECT name, role, version, started_at AS "startedAt", seen_at AS "seenAt" FROM service_processes ORDER BY seen_at DESC, name LIMIT ${most}`;
  }
}
