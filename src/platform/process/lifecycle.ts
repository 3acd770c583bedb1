import type { Logger } from 'pino';
import { endEarlyNoMore } from './early-end.js';

export interface LifecycleOptions {
  readonly logger: Logger;
  /** After this the process ends even if `stop` has not finished. */
  readonly deadlineMs: number;
  /** Ends everything in order. */
  readonly stop: () => Promise<void>;
}

/** Ctrl-C reaches all processes of a terminal, and parents pass it on as well: what follows at once is an echo, later it is impatience. */
const ECHO_MS = 1_000;

/**
 * Ends the process in order on SIGTERM, SIGINT, SIGHUP (its terminal was closed) or, in a forked process, when its parent is gone; at once on a second
 * SIGINT.
 *
 * An error that nobody caught ends it too, without order: its state is not to be trusted, and everything committed is safe.
 *
 * @returns ends the process on behalf of the program itself
 */
export function manageLifecycle({
  logger,
  deadlineMs,
  stop,
}: LifecycleOptions): (reason: string, exitCode?: number) => void {
  let ending = false;
  let endingSince = 0;
  const end = (reason: string, exitCode = 0) => {
    if (ending) return;
    ending = true;
    endingSince = performance.now();
    logger.info({ reason }, 'stopping');
    const timer = setTimeout(() => {
      logger.error({ deadlineMs }, 'not stopped in time: giving up');
      process.exit(1);
    }, deadlineMs);
    timer.unref();
    stop().then(
      () => {
        logger.info('stopped');
        process.exit(exitCode);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending && signal === 'SIGINT' && performance.now() - endingSince > ECHO_MS) process.exit(130);
      end(signal);
    });
  }
  endEarlyNoMore();
  if (process.send) {
    process.once('disconnect', () => end('parent process gone'));
    if (!process.connected) end('parent process gone');
  }
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  });
  return end;
}
