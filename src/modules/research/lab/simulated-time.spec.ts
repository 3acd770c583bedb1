import { SimulatedTime } from './simulated-time.js';

const never = new AbortController().signal;

describe('SimulatedTime', () => {
  it('stands still while anything is being done, and wakes sleepers by their time', async () => {
    const time = new SimulatedTime();
    const order: string[] = [];
    const sleeper = (name: string, ms: number): Promise<void> =>
      time.around(async () => {
        await time.sleep(ms, never);
        order.push(`${name} ${time.monotonic()}`);
        // Work that takes real time takes no simulated time.
        await new Promise((resolve) => setTimeout(resolve, 5));
        expect(time.monotonic()).toBe(ms);
      });
    const done = Promise.all([sleeper('c', 300), sleeper('a', 100), sleeper('b', 200)]);
    // The loop sleeps longest.
    await time.sleep(1_000, never);
    await done;
    expect(order).toEqual(['a 100', 'b 200', 'c 300']);
    expect([time.monotonic(), time.now()]).toEqual([1_000, Date.UTC(2000, 0, 1) + 1_000]);
  });

  it('wakes those of one time in the order in which they fell asleep, one after the other', async () => {
    const time = new SimulatedTime();
    const order: number[] = [];
    const done = Promise.all(
      [1, 2, 3].map((no) =>
        time.around(async () => {
          await time.sleep(50, never);
          order.push(no);
          await time.sleep(0, never);
          order.push(10 + no);
        }),
      ),
    );
    await time.sleep(100, never);
    await done;
    expect(order).toEqual([1, 2, 3, 11, 12, 13]);
  });

  it('wakes whoever is called, at once, and others at their time', async () => {
    const time = new SimulatedTime();
    const bell = new AbortController();
    const work = time.around(async () => {
      await time.sleep(70, never);
      bell.abort();
    });
    await time.sleep(10_000, bell.signal);
    await work;
    expect(time.monotonic()).toBe(70);
    await time.sleep(10, bell.signal);
    expect(time.monotonic()).toBe(70);
  });
});
