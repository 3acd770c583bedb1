const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Nothing has begun that would have to end in order. */
const end = (): void => process.exit(0);

/**
 * Ends the process with exit code 0 on a signal that comes while it is still being loaded, until `manageLifecycle` takes over. This module imports nothing,
 * so that an entry point can call it before everything else.
 */
export function endEarly(): void {
  for (const signal of SIGNALS) process.on(signal, end);
}

/** From now on somebody else ends the process in order. */
export function endEarlyNoMore(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}
