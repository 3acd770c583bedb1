import { ClaimLoop, type ClaimLoopOptions } from './claim-loop.js';

/** So long that polling finds nothing during a test. */
const NEVER_MS = 1e9;
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on request. */
class Work {
  end: (error?: Error) => void = () => undefined;
  readonly done = new Promise<void>((resolve, reject) => {
    this.end = (error) => (error ? reject(error) : resolve());
  });
  constructor(readonly name: string) {}
}

/** A loop over a queue in memory. */
function loopOf(options: Partial<ClaimLoopOptions<Work>> = {}) {
  const stop = new AbortController();
  const queue: Work[] = [];
  const running: string[] = [];
  const failures: string[] = [];
  let claims = 0;
  const loop = new ClaimLoop<Work>({
    capacity: 2,
    pollMs: NEVER_MS,
    claim: async () => {
      claims++;
      return queue.shift() ?? null;
    },
    run: async (work) => {
      running.push(work.name);
      await work.done.finally(() => running.splice(running.indexOf(work.name), 1));
    },
    claimFailed: (error) => failures.push(String(error)),
    runFailed: (error, { name }) => failures.push(`${name}: ${String(error)}`),
    signal: stop.signal,
    ...options,
  });
  const works = ['a', 'b', 'c', 'd'].map((name) => new Work(name));
  return { loop, stop, queue, running, failures, works, claims: () => claims };
}

describe('ClaimLoop', () => {
  it('does so many pieces at once, and the next one when one has ended', async () => {
    const { loop, stop, queue, running, works } = loopOf();
    queue.push(...works);
    const ended = loop.run();
    await soon();
    expect(running).toEqual(['a', 'b']);
    works[1].end();
    await soon();
    expect(running).toEqual(['a', 'c']);
    works[0].end();
    works[2].end();
    await soon();
    expect(running).toEqual(['d']);
    works[3].end();
    stop.abort();
    await ended;
  });

  it('claims again at once when it is rung during a claim that finds nothing', async () => {
    const [work] = loopOf().works;
    const queue: Work[] = [];
    let looked = (): void => undefined;
    let answer = (): void => undefined;
    const { loop, stop, running } = loopOf({
      capacity: 1,
      // The database has read the queue, and its answer is still on its way.
      claim: () =>
        new Promise((resolve) => {
          const found = queue.shift() ?? null;
          answer = () => resolve(found);
          looked();
        }),
    });
    const hasLooked = new Promise<void>((resolve) => (looked = resolve));
    const ended = loop.run();
    await hasLooked;
    queue.push(work);
    loop.ring();
    answer();
    await soon();
    answer();
    await soon();
    expect(running).toEqual(['a']);
    stop.abort();
    work.end();
    await ended;
  });

  it('looks when it is rung and from time to time, once for many rings', async () => {
    const { loop, stop, queue, running, works, claims } = loopOf();
    const ended = loop.run();
    await soon();
    expect(claims()).toBe(1);
    queue.push(works[0]);
    loop.ring();
    loop.ring();
    loop.ring();
    await soon();
    expect(running).toEqual(['a']);
    expect(claims()).toBeLessThanOrEqual(4);
    works[0].end();
    stop.abort();
    await ended;

    const polling = loopOf({ pollMs: 5 });
    const polled = polling.loop.run();
    await soon();
    polling.queue.push(polling.works[0]);
    while (polling.running.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    polling.works[0].end();
    polling.stop.abort();
    await polled;
  });

  it('does not claim while it has no room, however often it is rung', async () => {
    const { loop, stop, queue, works, claims } = loopOf({ capacity: 1 });
    queue.push(...works);
    const ended = loop.run();
    await soon();
    for (let i = 0; i < 5; i++) {
      loop.ring();
      await soon();
    }
    expect(claims()).toBe(1);
    stop.abort();
    works.forEach(({ end }) => end());
    await ended;
    expect(claims()).toBe(1);
  });

  it('tells of what fails and goes on: a claim after a pause, work beside the others', async () => {
    let isAway = true;
    let claims = 0;
    const { loop, stop, queue, running, failures, works } = loopOf({
      claim: async () => {
        claims++;
        if (isAway) throw new Error('the database is away');
        return queue.shift() ?? null;
      },
    });
    queue.push(works[0], works[1]);
    const ended = loop.run();
    await soon();
    await soon();
    expect([claims, failures]).toEqual([1, ['Error: the database is away']]);
    isAway = false;
    loop.ring();
    await soon();
    works[0].end(new Error('broken'));
    await soon();
    expect(failures[1]).toBe('a: Error: broken');
    expect(running).toEqual(['b']);
    works[1].end();
    stop.abort();
    await ended;
  });

  it('ends when all that was claimed has ended, a claim under way included', async () => {
    let answer = (_: Work | null): void => undefined;
    const { loop, stop, running, works } = loopOf({ claim: () => new Promise((resolve) => (answer = resolve)) });
    let isOver = false;
    const ended = loop.run().then(() => (isOver = true));
    await soon();
    answer(works[0]);
    await soon();
    stop.abort();
    answer(works[1]);
    await soon();
    expect([running, isOver]).toEqual([['a', 'b'], false]);
    works[0].end();
    works[1].end();
    await ended;
    await loop.run();
    expect(running).toEqual([]);
  });
});
