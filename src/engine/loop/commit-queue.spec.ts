import { CommitQueue } from './commit-queue.js';

/** A queue whose commits end on request, with a manual clock. */
function queueOf(settings: { readonly maxBatch?: number; readonly checkpointIntervalMs?: number } = {}) {
  const clock = { ms: 0, now: () => 0, monotonic: () => clock.ms };
  const commits: { batch: readonly number[]; checkpoint: boolean; end: (error?: Error) => void }[] = [];
  let written = 0;
  const queue = new CommitQueue<number>({
    clock,
    commitIntervalMs: 1_000,
    maxBatch: 3,
    checkpointIntervalMs: 60_000,
    ...settings,
    write: (batch, checkpoint) =>
      new Promise((resolve, reject) => {
        commits.push({ batch, checkpoint, end: (error) => (error ? reject(error) : resolve()) });
      }),
    written: () => written++,
  });
  queue.start(false);
  const add = (...items: number[]): void => items.forEach((item) => queue.add(item));
  return { clock, commits, queue, add, written: () => written };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('CommitQueue', () => {
  it('commits when enough steps wait or time has passed, and nothing when there is nothing', async () => {
    const { clock, commits, queue, add } = queueOf();
    clock.ms = 5_000;
    await queue.commitIfDue();
    expect(commits).toEqual([]);
    add(1);
    await queue.commitIfDue();
    expect(commits.map(({ batch }) => batch)).toEqual([[1]]);
    commits[0].end();
    await soon();
    add(2, 3);
    clock.ms += 999;
    await queue.commitIfDue();
    expect(commits).toHaveLength(1);
    add(4);
    await queue.commitIfDue();
    expect(commits[1].batch).toEqual([2, 3, 4]);
    commits[1].end();
  });

  it('goes on beside a commit until a second batch is full, then waits for the first', async () => {
    const { clock, commits, queue, add, written } = queueOf();
    add(1, 2, 3);
    await queue.commitIfDue();
    add(4, 5);
    clock.ms = 5_000;
    await queue.commitIfDue();
    add(6);
    let waits = true;
    const due = queue.commitIfDue().then(() => (waits = false));
    await soon();
    expect([waits, commits.length]).toEqual([true, 1]);
    commits[0].end();
    await due;
    expect(commits[1].batch).toEqual([4, 5, 6]);
    commits[1].end();
    await queue.settled();
    expect(written()).toBe(2);
  });

  it('tells of a commit that failed, and commits nothing after it', async () => {
    const { commits, queue, add } = queueOf();
    add(1, 2, 3);
    await queue.commitIfDue();
    add(4, 5, 6);
    const due = queue.commitIfDue();
    commits[0].end(new Error('disk full'));
    await expect(due).rejects.toThrow('disk full');
    expect(queue.hasFailed).toBe(true);
    expect(() => queue.throwIfFailed()).toThrow('disk full');
    await expect(queue.finish()).rejects.toThrow('disk full');
    expect(commits).toHaveLength(1);
  });

  it('ends with a checkpoint and all that is left, after the commit under way', async () => {
    const { commits, queue, add } = queueOf();
    add(1, 2, 3);
    await queue.commitIfDue();
    add(4);
    const finished = queue.finish();
    await soon();
    expect(commits).toHaveLength(1);
    commits[0].end();
    await soon();
    expect(commits[1]).toMatchObject({ batch: [4], checkpoint: true });
    commits[1].end();
    await finished;
  });

  it('keeps checkpoints apart by their interval, and by twenty times what the last one took', async () => {
    const { clock, commits, queue, add } = queueOf({ maxBatch: 1, checkpointIntervalMs: 10_000 });
    const commitAt = async (ms: number, tookMs: number): Promise<boolean> => {
      clock.ms = ms;
      add(ms);
      await queue.commitIfDue();
      clock.ms += tookMs;
      commits[commits.length - 1].end();
      await queue.settled();
      return commits[commits.length - 1].checkpoint;
    };
    expect(await commitAt(9_999, 0)).toBe(false);
    expect(await commitAt(10_000, 1_000)).toBe(true);
    expect(await commitAt(30_999, 0)).toBe(false);
    expect(await commitAt(31_000, 100)).toBe(true);
    expect(await commitAt(41_099, 0)).toBe(false);
    expect(await commitAt(41_100, 0)).toBe(true);
    queue.start(true);
    expect(await commitAt(41_200, 0)).toBe(true);
  });
});
