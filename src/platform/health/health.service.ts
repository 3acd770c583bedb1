import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { migrationNames, PrismaService } from '../database/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { asService } from '../scope/index.js';
import { Volumes } from '../volumes/index.js';

/** Longest time for the database's answer; a slower one is not ready for requests. */
const CHECK_TIMEOUT_MS = 3_000;

const LACKS = { space: 'almost full: sessions wait for room', fault: 'cannot be written: sessions wait' } as const;

interface Readiness {
  readonly ready: boolean;
  /** By name of the check: `ok`, or the problem. */
  readonly checks: Readonly<Record<string, string>>;
}

@Injectable()
export class HealthService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly volumes: Volumes,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE'>,
  ) {}

  /**
   * Whether requests can be served: the database answers and has all migrations of this version. A worker is also not
   * ready while the database is out of space; reading continues meanwhile.
   */
  async readiness(): Promise<Readiness> {
    const [{ ready, checks }, rooms] = await Promise.all([this.ofDatabase(), this.volumes.rooms()]);
    const stands = rooms.some(([name, { lack }]) => name === 'database' && lack !== null);
    const disks = rooms.map(([name, { lack }]): [string, string] => [
      `${name}-disk`,
      lack === null ? 'ok' : LACKS[lack],
    ]);
    return {
      ready: ready && !(stands && this.config.ROLE === 'worker'),
      checks: { ...checks, ...Object.fromEntries(disks) },
    };
  }

  private async ofDatabase(): Promise<Readiness> {
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
      // The reason may contain host and user; this response is public.
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
