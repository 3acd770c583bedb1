import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from 'pino';
import type { Environment } from '../config/index.js';

export interface SupervisorOptions {
  /** Script that the child process runs. */
  readonly script: string;
  readonly env: Environment;
  /** Options of Node for it, beside those of this process. */
  readonly execArgv?: readonly string[];
  /** Time the child gets to end in order. */
  readonly graceMs: number;
  readonly logger: Logger;
}

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 30_000;
/** A child that ran this long died of something new: the delay starts small again. */
const HEALTHY_AFTER_MS = 60_000;

/**
 * Keeps one child process running: starts it again when it dies, waiting longer each time that it dies soon.
 *
 * The child has an IPC channel and is to end when that closes, so that it never outlives this process, not even one that was killed.
 */
export class ProcessSupervisor {
  private child: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private delayMs = FIRST_DELAY_MS;
  private stopping = false;
  private count = 0;

  constructor(private readonly options: SupervisorOptions) {}

  /** How often the child was started again. */
  get restarts(): number {
    return Math.max(0, this.count - 1);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  start(): void {
    const startedAt = performance.now();
    this.count++;
    const child = fork(this.options.script, [], {
      env: this.options.env,
      execArgv: [...process.execArgv, ...(this.options.execArgv ?? [])],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    const again = (fault: object, what: string): void => {
      this.child = null;
      if (this.stopping) return;
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) this.delayMs = FIRST_DELAY_MS;
      this.options.logger.error({ ...fault, restartInMs: this.delayMs }, what);
      this.timer = setTimeout(() => this.start(), this.delayMs);
      this.delayMs = Math.min(LONGEST_DELAY_MS, this.delayMs * 2);
    };
    child.once('exit', (code, signal) => again({ code, signal }, 'worker process died'));
    child.on('error', (error) => {
      // A child that never was does not exit.
      if (child.pid === undefined) again({ err: error }, 'worker process could not be started');
      else this.options.logger.error({ err: error }, 'worker process');
    });
  }

  /** Ends the child; resolves when it has gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.timer) clearTimeout(this.timer);
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), this.options.graceMs);
      child.once('exit', () => {
        clearTimeout(force);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }
}
