import { Semaphore } from './semaphore.js';

/** Work that ends on request. */
function work() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  let started = false;
  return { run: () => ((started = true), done), end, isStarted: () => started };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('Semaphore', () => {
  it('lets so many work at once, the others in their order', async () => {
    const turns = new Semaphore(2, 10, 'things are done');
    const works = Array.from({ length: 4 }, work);
    const runs = works.map(({ run }) => turns.run(run));
    expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false]);
    works[1].end();
    await soon();
    expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false]);
    works.forEach(({ end }) => end());
    await Promise.all(runs);
    expect(turns.busy).toBe(0);
  });

  it('refuses more than may wait, and says so', async () => {
    const turns = new Semaphore(1, 1, 'things are done');
    const [first, second] = [work(), work()];
    const runs = [turns.run(first.run), turns.run(second.run)];
    await expect(turns.run(work().run)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'too many things are done: try again shortly',
    });
    first.end();
    second.end();
    await Promise.all(runs);
    await turns.run(() => Promise.resolve());
  });

  it('gives the turn on when work fails, and forgets who no longer waits', async () => {
    const turns = new Semaphore(1, 5, 'things are done');
    const first = work();
    const stop = new AbortController();
    const failing = turns.run(() => first.run().then(() => Promise.reject(new Error('broken'))));
    const gone = turns.run(work().run, stop.signal);
    const last = turns.run(() => Promise.resolve('done'));
    stop.abort(new Error('away'));
    await expect(gone).rejects.toThrow('away');
    first.end();
    await expect(failing).rejects.toThrow('broken');
    expect(await last).toBe('done');
    expect(turns.busy).toBe(0);
  });

  it('rereads its limit for each call, and refuses with the error of the caller', async () => {
    let atOnce = 1;
    const turns = new Semaphore(
      () => atOnce,
      2,
      () => new RangeError('too long a line'),
    );
    const works = Array.from({ length: 3 }, work);
    const runs = works.map(({ run }) => turns.run(run));
    await expect(turns.run(work().run)).rejects.toThrow(RangeError);
    atOnce = 2;
    works[0].end();
    await soon();
    expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, true]);
    works.forEach(({ end }) => end());
    await Promise.all(runs);
    expect(turns.busy).toBe(0);
  });
});
