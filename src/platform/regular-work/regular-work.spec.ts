import { once } from 'node:events';
import { RegularWork, type RegularWorkOptions } from './regular-work.js';

const HOUR_MS = 3_600_000;

function workOf(options: Partial<RegularWorkOptions> & Pick<RegularWorkOptions, 'look'>) {
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
  it('looks at once, again when it is rung, and no more when it is stopped', async () => {
    const looks = calls();
    const { work, told } = workOf({ look: async () => looks.call() });
    work.start();
    await looks.reached(1);
    work.ring();
    await looks.reached(2);
    await work.stop();
    work.ring();
    expect(looks.count).toBe(2);
    expect(told).toEqual([]);
  });

  it('waits its time before the first look where it is not urgent', async () => {
    const looks = calls();
    const { work } = workOf({ atOnce: false, look: async () => looks.call() });
    work.start();
    await work.stop();
    expect(looks.count).toBe(0);
    const soon = workOf({ atOnce: false, everyMs: 1, look: async () => looks.call() });
    soon.work.start();
    await looks.reached(2);
    await soon.work.stop();
  });

  it('tells of a look that fails, and looks again', async () => {
    const looks = calls();
    const error = new Error('no room');
    const { work, told } = workOf({
      everyMs: 1,
      look: async () => {
        looks.call();
        if (looks.count === 1) throw error;
      },
    });
    work.start();
    await looks.reached(2);
    await work.stop();
    expect(told).toEqual([[{ err: error }, 'nothing was done']]);
  });

  it('waits for the look under way when it is stopped; what ends early then is no failure', async () => {
    const began = calls();
    let hasEnded = false;
    const { work, told } = workOf({
      look: async (signal) => {
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
