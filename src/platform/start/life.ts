import type { Logger } from 'pino';
import { checkMachine } from './machine.js';
import { refusalOf } from './refusal.js';

/** The life of this process, from its first line to its exit. */
export interface Life {
  /** Aborts when the process begins to end. */
  readonly ending: AbortSignal;
  /**
   * Registers work for the end of the process. The last registered runs first, whether the process has started, was
   * refused, or gets a signal.
   */
  onEnd(end: () => unknown): void;
  /** From now on the log reports how the process ends, and the end may take this long. */
  setUp(logger: Logger, deadlineMs: number): void;
}

/** Time to end what a start has begun: a PostgreSQL that is starting must finish starting before it can stop. */
const STARTING_DEADLINE_MS = 60_000;
/**
 * Ctrl-C reaches all processes of a terminal, and parents also pass it on: a second signal within this time is an echo,
 * a later one is a request to end at once.
 */
const ECHO_MS = 1_000;

class ProcessLife implements Life {
  private readonly ends: (() => unknown)[] = [];
  private readonly controller = new AbortController();
  private logger: Logger | null = null;
  private deadlineMs = STARTING_DEADLINE_MS;
  private endingSince: number | null = null;
  private hasStarted = false;
  readonly ending = this.controller.signal;

  onEnd(end: () => unknown): void {
    this.ends.push(end);
  }

  setUp(logger: Logger, deadlineMs: number): void {
    this.logger = logger;
    this.deadlineMs = deadlineMs;
  }

  started(): void {
    this.hasStarted = true;
  }

  watch(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => {
        const again = this.endingSince !== null && performance.now() - this.endingSince > ECHO_MS;
        if (again && signal === 'SIGINT') process.exit(130);
        this.end(signal, 0);
      });
    if (process.send) {
      process.once('disconnect', () => this.end('the parent process has ended', 0));
      if (!process.connected) this.end('the parent process has ended', 0);
    }
    process.on('uncaughtException', (error) => {
      if (!this.hasStarted) return this.refuse(error);
      // The process's state cannot be trusted, and everything committed is safe.
      this.logger?.fatal({ err: error }, 'uncaught error');
      process.exit(1);
    });
  }

  /** Ends a failed start. If the process was already ending, the failure is expected. */
  refuse(error: unknown): void {
    if (this.endingSince !== null) return;
    const refusal = refusalOf(error);
    if (refusal === null && this.logger !== null) this.logger.fatal({ err: error }, 'the start failed');
    else if (refusal !== null && this.logger !== null) this.logger.fatal(refusal.message);
    else {
      const stack = error instanceof Error ? error.stack : undefined;
      process.stderr.write(`${refusal?.message ?? stack ?? String(error)}\n`);
    }
    this.end('start refused', refusal?.exitCode ?? 1);
  }

  private end(reason: string, exitCode: number): void {
    if (this.endingSince !== null) return;
    this.endingSince = performance.now();
    this.logger?.info({ reason }, 'stopping');
    setTimeout(() => {
      this.logger?.error({ deadlineMs: this.deadlineMs }, 'cannot stop in time: exiting');
      process.exit(1);
    }, this.deadlineMs).unref();
    this.controller.abort();
    void this.endAll().then((isDone) => {
      if (isDone) this.logger?.info('stopped');
      process.exit(isDone ? exitCode : 1);
    });
  }

  private async endAll(): Promise<boolean> {
    let isDone = true;
    for (let end = this.ends.pop(); end !== undefined; end = this.ends.pop()) {
      try {
        await end();
      } catch (error) {
        isDone = false;
        this.logger?.error({ err: error }, 'stopping failed');
      }
    }
    return isDone;
  }
}

/**
 * Runs a process of the service: every entry point begins with it and imports nothing else before. A failed start
 * prints one sentence with the reason, ends what it has begun, and exits with a non-zero code.
 *
 * The process ends in order on SIGTERM, SIGINT, SIGHUP (its terminal was closed) or, in a forked process, when its
 * parent is gone; at once on a second SIGINT. An uncaught error after the start ends it at once.
 *
 * @param main starts the process; it has started when this resolves
 */
export function start(main: (life: Life) => Promise<void>): void {
  const life = new ProcessLife();
  life.watch();
  const begin = async (): Promise<void> => {
    checkMachine();
    await main(life);
    life.started();
  };
  begin().catch((error: unknown) => life.refuse(error));
}
