import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, Exit } from './cli-error.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Interruption {
  readonly signal: AbortSignal;
  /** Rejects with a CliError as soon as the user interrupts; never resolves. */
  readonly happened: Promise<never>;
  release(): void;
}

/** Time for work to cancel its session after Ctrl-C. */
const CALL_OFF_MS = 3_000;

/**
 * Waits for work that is expected to stop soon after the interruption's signal aborts.
 *
 * @param lost rejects when the work can no longer succeed
 */
export async function finished(
  working: Promise<void>,
  { happened }: Interruption,
  lost: Promise<never> = new Promise(() => undefined),
): Promise<void> {
  const over = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => undefined);
  try {
    await Promise.race([working, lost, happened]);
  } finally {
    await Promise.race([over(working), over(lost), sleep(CALL_OFF_MS, undefined, { ref: false })]);
  }
}

/**
 * Handles Ctrl-C, SIGTERM and SIGHUP (the terminal was closed), so that a command can wait for them and clean up. A
 * second one ends the process at once.
 */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let reject: (error: Error) => void = () => undefined;
  const happened = new Promise<never>((_, fail) => (reject = fail));
  happened.catch(() => undefined);
  let firstAt = 0;
  const onSignal = (): void => {
    // npm and the terminal both deliver one Ctrl-C: a signal within this time is an echo.
    if (firstAt > 0 && performance.now() - firstAt > 1_000) process.exit(Exit.Interrupted);
    if (firstAt > 0) return;
    firstAt = performance.now();
    controller.abort();
    reject(new CliError('interrupted', Exit.Interrupted));
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    happened,
    release: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
