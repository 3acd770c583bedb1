import { CliError, Exit } from './cli-error.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Rejects with a CliError as soon as the user asks for the end; never resolves. */
  readonly happened: Promise<never>;
  release(): void;
}

/** Ctrl-C and SIGTERM as something a command can wait for and clean up after. A second one ends the process at once. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let reject: (error: Error) => void = () => undefined;
  const happened = new Promise<never>((_, fail) => (reject = fail));
  happened.catch(() => undefined);
  let firstAt = 0;
  const onSignal = (): void => {
    // npm and the terminal both deliver one Ctrl-C: what follows at once is its echo.
    if (firstAt > 0 && performance.now() - firstAt > 1_000) process.exit(Exit.Interrupted);
    if (firstAt > 0) return;
    firstAt = performance.now();
    controller.abort();
    reject(new CliError('interrupted', Exit.Interrupted));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    happened,
    release: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
}
