import { once } from 'node:events';
import { RegularWork, type RegularWorkOptions } from './regular-work.js';

const HOUR_MS = 3_600_000;

function workOf(options: Partial<RegularWorkOptions> & Pick<RegularWorkOptions, 'run'>) {
  const told: unknown[] = [];
  const log = { warn: (...said: unknown[]) => told.push(said), error: (...said: unknown[]) => told.push(said) };
  return {
    work: new RegularWork({ everyMs: HOUR_MS, atOnce: true, log, failure: 'nothing was done', ...options }),
    told,
  };
}
/** Resolves each time that it is called. */
function calls() {
  const waiting: (() => void)[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    call: () => {
      count++;
      waiting.splice(0).forEach((resolve) => resolve());
    },
    async reached(n: number) {
      while (count < n) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

describe('RegularWork', () => {
  it('runs at once, again when it is rung, and no more when it is stopped', async () => {
    const runs = calls();
    const { work, told } = workOf({ run: async () => runs.call() });
    work.start();
    await runs.reached(1);
    work.ring();
    await runs.reached(2);
    await work.stop();
    work.ring();
    expect(runs.count).toBe(2);
    expect(told).toEqual([]);
  });

  it('waits its time before the first run where it is not urgent', async () => {
    const runs = calls();
    const { work } = workOf({ atOnce: false, run: async () => runs.call() });
    work.start();
    await work.stop();
    expect(runs.count).toBe(0);
    const soon = workOf({ atOnce: false, everyMs: 1, run: async () => runs.call() });
    soon.work.start();
    await runs.reached(2);
    await soon.work.stop();
  });

  it('logs a failed run, and runs again', async () => {
    const runs = calls();
    const error = new Error('no room');
    const { work, told } = workOf({
      everyMs: 1,
      run: async () => {
        runs.call();
        if (runs.count === 1) throw error;
      },
    });
    work.start();
    await runs.reached(2);
    await work.stop();
    expect(told).toEqual([[{ err: error }, 'nothing was done']]);
  });

  it('waits for the current run when it is stopped; a run that then ends early is no failure', async () => {
    const began = calls();
    let hasEnded = false;
    const { work, told } = workOf({
      run: async (signal) => {
        began.call();
        await once(signal, 'abort');
        hasEnded = true;
        signal.throwIfAborted();
      },
    });
    work.start();
    await began.reached(1);
    await work.stop();
    expect([hasEnded, told]).toEqual([true, []]);
  });
});
