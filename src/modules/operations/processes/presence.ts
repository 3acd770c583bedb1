import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, VERSION } from '../../../platform/config/index.js';
import { RegularWork } from '../../../platform/regular-work/index.js';
import { asService } from '../../../platform/scope/index.js';
import { ProcessesRepository } from './processes.repository.js';

const EVERY_MS = 15_000;
/** A process that has not been heard of for so long is shown no more. */
const KEPT_MS = 24 * 3_600_000;

/** Says from time to time that this process is there, and when it ends that it is gone. */
@Injectable()
export class Presence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly id = randomUUID();
  private readonly startedAt = new Date();
  private hasSpoken = false;
  readonly #work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    look: () => this.speak(),
    log: new Logger('processes'),
    failure: 'the database does not know that this process is there',
  });

  constructor(
    private readonly processes: ProcessesRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'WORKER_ID'>,
  ) {}

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#work.stop();
    // Where the database is away, the row is forgotten in its time.
    if (this.hasSpoken) await asService(() => this.processes.left(this.id)).catch(() => undefined);
  }

  private async speak(): Promise<void> {
    const { id, startedAt, config } = this;
    const process = { id, name: config.WORKER_ID, role: config.ROLE, version: VERSION, startedAt };
    await asService(() => this.processes.seen(process, KEPT_MS));
    this.hasSpoken = true;
  }
}
