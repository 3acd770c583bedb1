import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { AuditRepository } from './audit.repository.js';

/** How often a worker looks. */
const EVERY_MS = 3_600_000;
/** Entries deleted in one statement. */
const AT_ONCE = 5_000;

/** Forgets entries of the audit log that are older than the operator keeps them. In workers. */
@Injectable()
export class AuditSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('audit');
  #timer: NodeJS.Timeout | null = null;
  #underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly entries: AuditRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'AUDIT_DAYS'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE !== 'worker') return;
    this.#timer = setInterval(() => {
      this.#underWay = this.sweep();
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#underWay;
  }

  /** Never rejects: what is not deleted now is deleted the next time. */
  async sweep(): Promise<void> {
    try {
      while ((await this.entries.forget(this.config.AUDIT_DAYS, AT_ONCE)) === AT_ONCE);
    } catch (error) {
      this.#log.warn({ err: error }, 'old entries of the audit log are still there');
    }
  }
}
