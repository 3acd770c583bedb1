import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from 'pino';
import type { Environment } from '../config/index.js';

interface SupervisorOptions {
  /** Script of the child process. */
  readonly script: string;
  readonly env: Environment;
  /** Node options for it, in addition to those of this process. */
  readonly execArgv?: readonly string[];
  /** Time for the child's orderly end. */
  readonly graceMs: number;
  readonly logger: Logger;
}

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 30_000;
/** A child that ran this long died of a new cause: the delay is reset. */
const HEALTHY_AFTER_MS = 60_000;

/**
 * Keeps one child process running: restarts it when it dies, with growing delays if it dies soon.
 *
 * The child has an IPC channel and must end when that closes, so that it never outlives this process, even a killed
 * one.
 */
export class ProcessSupervisor {
  private child: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private delayMs = FIRST_DELAY_MS;
  private stopping = false;
  private count = 0;

  constructor(private readonly options: SupervisorOptions) {}

  /** Number of restarts of the child. */
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
      // A child that was never started does not exit.
      if (child.pid === undefined) again({ err: error }, 'cannot start the worker process');
      else this.options.logger.error({ err: error }, 'worker process');
    });
  }

  /** Ends the child; resolves when it has exited. */
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
