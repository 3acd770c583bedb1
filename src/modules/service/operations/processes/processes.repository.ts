import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../platform/database/index.js';

/** A process of the service, as described by itself. */
interface ServiceProcess {
  readonly id: string;
  /** The name under which it holds leases. */
  readonly name: string;
  readonly role: 'all' | 'api' | 'worker' | 'fetcher' | 'renderer';
  readonly version: string;
  readonly startedAt: Date;
}

/** A process with the time of its last sign. */
export interface SeenProcess extends Omit<ServiceProcess, 'id'> {
  readonly seenAt: Date;
}

/** The processes of the service. Requires the scope of the service. */
@Injectable()
export class ProcessesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Records that a process is running, and deletes outdated records. */
  async seen({ id, name, role, version, startedAt }: ServiceProcess, keptMs: number): Promise<void> {
    await this.prisma.$executeRaw`
      WITH gone AS (DELETE FROM service_processes WHERE seen_at < now() - ${keptMs} * interval '1 millisecond')
      INSERT INTO service_processes (id, name, role, version, started_at) VALUES (${id}::uuid, ${name}, ${role}, ${version}, ${startedAt})
      ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
  }

  async left(id: string): Promise<void> {
    await this.prisma.$executeRaw`DELETE FROM service_processes WHERE id = ${id}::uuid`;
  }

  /** Most recent sign first. */
  list(most: number): Promise<SeenProcess[]> {
    return this.prisma.$queryRaw<SeenProcess[]>`
      SELECT name, role, version, started_at AS "startedAt", seen_at AS "seenAt" FROM service_processes ORDER BY seen_at DESC, name LIMIT ${most}`;
  }
}
