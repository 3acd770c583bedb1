/** Processor time a piece of work takes in this process, ms: unlike the time on the wall it does not grow when other processes keep the machine busy. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
