import { threadId } from 'node:worker_threads';
import { isThorough, testThoroughly } from '../../../test/support/thoroughness.js';
import { IdleThreads, runApart, runInThread, type ThreadTask } from './run-in-thread.js';

const inThread = <I, O>(source: string): ThreadTask<I, O> => ({
  url: `data:text/javascript,${encodeURIComponent(`import { threadId } from 'node:worker_threads'; export const task = { run: ${source} };`)}`,
  run: () => {
    throw new Error('ran in the calling thread');
  },
});
const never = new AbortController().signal;

describe('runInThread', () => {
  it('computes in another thread, sharing shared buffers', async () => {
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const task = inThread<{ a: number; shared: Int32Array }, { sum: Float64Array; thread: number }>(
      '({ a, shared }) => { shared[0] = 7; return { sum: new Float64Array([a + 1]), thread: threadId }; }',
    );
    const { sum, thread } = await runInThread(task, { a: 1, shared }, never);
    expect([...sum]).toEqual([2]);
    expect(thread).not.toBe(threadId);
    expect(shared[0]).toBe(7);
  });

  it('passes progress on, in order and before the answer', async () => {
    const shares: number[] = [];
    const task = inThread<null, string>('(_, progress) => { progress(0.25); progress(0.5); return "done"; }');
    expect(await runInThread(task, null, never, (share) => void shares.push(share))).toBe('done');
    expect(shares).toEqual([0.25, 0.5]);
  });

  it('rejects with what the task threw', async () => {
    await expect(
      runInThread(inThread('async () => { throw new RangeError("too few"); }'), null, never),
    ).rejects.toThrow('too few');
  });

  it('rejects when the thread ends without an answer', async () => {
    await expect(runInThread(inThread('() => process.exit(3)'), null, never)).rejects.toThrow('code 3');
  });

  it('stops a task that never ends when aborted', async () => {
    const stop = new AbortController();
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const running = runInThread(
      inThread<Int32Array, never>('(shared) => { Atomics.store(shared, 0, 1); Atomics.notify(shared, 0); for (;;); }'),
      shared,
      stop.signal,
    );
    while (Atomics.load(shared, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await expect(running).rejects.toThrow('interrupted');
  });

  it('keeps a thread for the next task, unless its task failed', async () => {
    const where = inThread<null, number>('() => threadId');
    const first = await runInThread(where, null, never);
    expect(await runInThread(where, null, never)).toBe(first);
    await expect(runInThread(inThread('() => { throw new Error("no"); }'), null, never)).rejects.toThrow('no');
    expect(await runInThread(where, null, never)).not.toBe(first);
  });

  testThoroughly('keeps no thread that its task has left large', async () => {
    const where = inThread<null, number>('() => threadId');
    const second = await runInThread(where, null, never);
    const large = await runInThread(
      inThread<null, number>(
        '() => { globalThis.kept = [1, 2].map(() => new Array(2e7).fill(0.5)); return threadId; }',
      ),
      null,
      never,
    );
    expect(large).toBe(second);
    expect(await runInThread(where, null, never)).not.toBe(large);
  });

  it('gives no work to a thread that is being ended because it had none', async () => {
    const where = inThread<null, number>('() => threadId');
    for (let round = 0; round < (isThorough ? 10 : 2); round++) {
      const idle = new IdleThreads(1);
      const first = await runInThread(where, null, never, undefined, idle);
      // Timers of equal length fire in order: by then its end has been requested, but mostly not reached.
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect(await runInThread(where, null, never, undefined, idle)).not.toBe(first);
    }
  });

  it('gives parts of the output as they come, from a thread that takes no turn', async () => {
    const task = {
      url: `data:text/javascript,${encodeURIComponent('export const task = { run: (count, _, give) => { for (let i = 0; i < count; i++) give({ i }); return count; } };')}`,
      run: () => 0,
    };
    const parts: unknown[] = [];
    expect(await runApart<number, number, unknown>(task, 3, never, (part) => void parts.push(part))).toBe(3);
    expect(parts).toEqual([{ i: 0 }, { i: 1 }, { i: 2 }]);
    const stop = new AbortController();
    const running = runApart(inThread<null, never>('() => { for (;;); }'), null, stop.signal, () => undefined);
    stop.abort();
    await expect(running).rejects.toThrow('interrupted');
  });

  it('runs what is not compiled where it is', async () => {
    const task: ThreadTask<number, number> = { url: import.meta.url, run: (x) => x * 2 };
    expect(await runInThread(task, 21, never)).toBe(42);
  });
});
