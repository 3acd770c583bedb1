import type { Environment } from '../platform/config/index.js';
import { CliError } from './cli-error.js';
import { finished, watchInterruption } from './interruption.js';
import type { Screen } from './screen.js';
import { startServiceProcess, type ServiceProcess } from './service-process.js';

export interface ServiceUse {
  readonly dataDir: string;
  readonly settings: Environment;
  /** Whether the service keeps running after the work, until Ctrl-C. */
  readonly keep: boolean;
}

/**
 * Starts the service, does the work with it, and always ends it.
 *
 * @param work stops soon after the signal aborts
 * @throws CliError on Ctrl-C and if the service ends too early; errors of `work`
 */
export async function withService(
  use: ServiceUse,
  screen: Screen,
  work: (service: ServiceProcess, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interruption = watchInterruption();
  try {
    const from = performance.now();
    screen.note('Starting the service ...');
    const starting = startServiceProcess(use.dataDir, use.settings);
    const service = await Promise.race([starting, interruption.happened]).catch(async (error: unknown) => {
      await starting.then(
        (late) => late.stop(),
        () => undefined,
      );
      throw error;
    });
    screen.note(
      `Service: ${service.url}, data in ${use.dataDir} (${((performance.now() - from) / 1_000).toFixed(1)} s)`,
    );
    try {
      const dead = service.ended.then((code): never => {
        throw new CliError(`the service ended with code ${code ?? 'none'}; its log is ${service.logFile}`);
      });
      dead.catch(() => undefined);
      await finished(work(service, interruption.signal), interruption, dead);
      if (use.keep) await Promise.race([dead, interruption.happened.catch(() => undefined)]);
    } finally {
      screen.note('Stopping the service ...');
      await service.stop();
    }
  } finally {
    interruption.release();
  }
}
