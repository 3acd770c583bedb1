import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { migrationNames, PrismaService } from '../database/index.js';
import { asService } from '../scope/index.js';

/** A database that takes longer to say yes is not one to send requests to. */
const CHECK_TIMEOUT_MS = 3_000;

export interface Readiness {
  readonly ready: boolean;
  /** By name of the check: `ok`, or what is wrong. */
  readonly checks: Readonly<Record<string, string>>;
}

@Injectable()
export class HealthService {
  constructor(private readonly prisma: PrismaService) {}

  /** Whether requests can be served: the database answers and has all migrations of this version. */
  async readiness(): Promise<Readiness> {
    const controller = new AbortController();
    const timeout = sleep(CHECK_TIMEOUT_MS, 'timeout' as const, { signal: controller.signal }).catch(
      () => 'timeout' as const,
    );
    try {
      const missing = await Promise.race([this.missingMigrations(), timeout]);
      if (missing === 'timeout')
        return { ready: false, checks: { database: `no answer within ${CHECK_TIMEOUT_MS} ms` } };
      if (missing.length > 0)
        return { ready: false, checks: { database: 'ok', migrations: `missing: ${missing.join(', ')}` } };
      return { ready: true, checks: { database: 'ok', migrations: 'ok' } };
    } catch {
      // The reason may name host and user; this answer is open to everyone.
      return { ready: false, checks: { database: 'not reachable' } };
    } finally {
      controller.abort();
    }
  }

  private async missingMigrations(): Promise<string[]> {
    const { rows } = await asService(() =>
      this.prisma.pool.query<{ migration_name: string }>(
        'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      ),
    );
    const applied = new Set(rows.map((row) => row.migration_name));
    return (await migrationNames()).filter((name) => !applied.has(name));
  }
}
