/**
 * Processor time of a piece of work in this process, ms: unlike wall time it does not grow when other processes keep
 * the machine busy.
 */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Bound for hostile input, ms of processor time: linear work takes a fifth of it at most on a slow machine, quadratic
 * work takes many times it.
 */
export const LINEAR_MS = 5_000;
