import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { AuditRepository } from './audit.repository.js';

/** Interval between two sweeps. */
const EVERY_MS = 3_600_000;
/** Entries deleted per statement. */
const AT_ONCE = 5_000;

/** Deletes entries of the audit log after the operator's retention period. Runs in workers. */
@Injectable()
export class AuditSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: false,
    run: () => this.sweep(),
    log: new Logger('audit'),
    failure: 'cannot delete old entries of the audit log',
  });

  constructor(
    private readonly entries: AuditRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'AUDIT_DAYS'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  async sweep(): Promise<void> {
    while ((await this.entries.forget(this.config.AUDIT_DAYS, AT_ONCE)) === AT_ONCE);
  }
}
