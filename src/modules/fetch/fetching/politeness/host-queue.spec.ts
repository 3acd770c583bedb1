import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { FRESH_PACE, type HostEvidence, type HostPace } from '../../../../domain/politeness/index.js';
import { systemClock, type Clock } from '../../../../engine/ports.js';
import { HostQueue, type HostQueueOptions, type Leave } from './host-queue.js';

const never = new AbortController().signal;
setMaxListeners(0, never);
const queueOf = (options: Partial<HostQueueOptions> = {}): HostQueue =>
  new HostQueue({ maxConnections: 10, perHostConcurrency: 2, maxWaiting: 100, clock: systemClock, ...options });
const soon = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Enters the queue and records its name at its turn. */
function enterAs(
  name: string,
  order: string[],
  queue: HostQueue,
  host: string,
  delayMs = 0,
  signal = never,
): Promise<Leave> {
  return queue.enter({ host, delayMs }, signal).then((leave) => {
    order.push(name);
    return leave;
  });
}

it('lets so many in per host and in all, first come first served', async () => {
  const queue = queueOf({ maxConnections: 3 });
  const order: string[] = [];
  const turns = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4'].map((name) => enterAs(name, order, queue, name.slice(0, 1)));
  await soon();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  (await turns[0])?.();
  await soon();
  // b2 queued for a connection before host a had room again.
  expect(order).toEqual(['a1', 'a2', 'b1', 'b2']);
  (await turns[1])?.();
  await soon();
  expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  expect(queue.activeConnections).toBe(3);
});

it('a full host holds up nobody else', async () => {
  const queue = queueOf({ perHostConcurrency: 1 });
  const order: string[] = [];
  for (let i = 0; i < 50; i++) void enterAs(`slow${i}`, order, queue, 'slow');
  void enterAs('other', order, queue, 'other');
  await soon();
  expect(order).toEqual(['slow0', 'other']);
});

it("keeps each request's own delay since the host's last start", async () => {
  const queue = queueOf();
  const started = performance.now();
  (await queue.enter({ host: 'a', delayMs: 0 }, never))();
  (await queue.enter({ host: 'a', delayMs: 60 }, never))();
  expect(performance.now() - started).toBeGreaterThanOrEqual(58);
  const order: string[] = [];
  void enterAs('at once', order, queue, 'a');
  await soon();
  expect(order).toEqual(['at once']);
});

it("counts a host's delay from the moment at which the request goes out, if the fetcher reports it", async () => {
  let now = 0;
  const queue = queueOf({ clock: { now: () => now, monotonic: () => now } });
  const leave = await queue.enter({ host: 'a', delayMs: 1_000 }, never);
  now = 400;
  const next = queue.enter({ host: 'a', delayMs: 1_000, patienceMs: 700 }, never);
  leave.sent();
  // A turn expected at 1100 is now at 1400.
  await expect(next).rejects.toMatchObject({ kind: 'deferred' });
  expect(queue.waitMs('a')).toBe(1_000);
  leave();
  now = 600;
  leave.sent();
  expect(queue.waitMs('a')).toBe(800);
});

it('starts nothing at a host with a delay before the last request has gone out', async () => {
  let now = 0;
  const queue = queueOf({ clock: { now: () => now, monotonic: () => now }, perHostConcurrency: 3 });
  const order: string[] = [];
  const leave = await enterAs('first', order, queue, 'a', 5);
  void enterAs('second', order, queue, 'a', 5);
  now = 1_000;
  // Makes the queue recheck all waiting requests.
  queue.note('a', { verdict: 'fine', startedAt: 0, tookMs: 1, retryAfterMs: null });
  await enterAs('elsewhere', order, queue, 'b', 5);
  expect(order).toEqual(['first', 'elsewhere']);
  leave.sent();
  now = 1_005;
  queue.note('a', { verdict: 'fine', startedAt: 0, tookMs: 1, retryAfterMs: null });
  await soon();
  expect(order).toEqual(['first', 'elsewhere', 'second']);
  // Without a delay, requests are sent concurrently.
  await Promise.all([1, 2, 3].map(() => queue.enter({ host: 'c', delayMs: 0 }, never)));
});

it('gives a turn back once, however often it is asked to', async () => {
  const queue = queueOf({ perHostConcurrency: 1 });
  const leave = await queue.enter({ host: 'a', delayMs: 0 }, never);
  leave();
  leave();
  expect(queue.activeConnections).toBe(0);
  await queue.enter({ host: 'a', delayMs: 0 }, never);
  expect(queue.activeConnections).toBe(1);
});

it('drops an aborted waiter at once, wherever it stands, and lets the next one in', async () => {
  const queue = queueOf({ maxConnections: 1 });
  const order: string[] = [];
  const first = await queue.enter({ host: 'a', delayMs: 0 }, never);
  const stop = new AbortController();
  const inLine = enterAs('in line', order, queue, 'b', 0, stop.signal);
  const behind = enterAs('behind', order, queue, 'b', 1_000_000, stop.signal);
  void enterAs('next', order, queue, 'c');
  stop.abort();
  for (const waiting of [inLine, behind]) await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  first();
  await soon();
  expect(order).toEqual(['next']);
  await expect(queue.enter({ host: 'a', delayMs: 0 }, stop.signal)).rejects.toMatchObject({ kind: 'aborted' });
});

it('refuses more waiters than allowed', async () => {
  const queue = queueOf({ maxConnections: 1, maxWaiting: 2 });
  await queue.enter({ host: 'a', delayMs: 0 }, never);
  void queue.enter({ host: 'a', delayMs: 0 }, never);
  void queue.enterUnscheduled(never);
  await expect(queue.enter({ host: 'b', delayMs: 0 }, never)).rejects.toMatchObject({ kind: 'aborted' });
});

it('forgets idle hosts', async () => {
  const queue = queueOf();
  for (let i = 0; i < 2_000; i++) (await queue.enter({ host: `host${i}`, delayMs: 0 }, never))();
  expect(queue.hostCount).toBeLessThan(600);
});

it('never exceeds a limit, loses a waiter or keeps a connection, whatever the order of events', async () => {
  const event = fc.record({ host: fc.constantFrom('a', 'b', 'c'), kind: fc.constantFrom('enter', 'leave', 'abort') });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      const queue = queueOf({ maxConnections: 3, perHostConcurrency: 2 });
      const inside: { host: string; leave: Leave }[] = [];
      const waiting: AbortController[] = [];
      let settled = 0;
      let entered = 0;
      for (const { host, kind } of events) {
        if (kind === 'enter') {
          const stop = new AbortController();
          waiting.push(stop);
          entered++;
          queue.enter({ host, delayMs: 0 }, stop.signal).then(
            (leave) => {
              settled++;
              inside.push({ host, leave });
            },
            () => {
              settled++;
            },
          );
        } else if (kind === 'leave') {
          inside.shift()?.leave();
        } else {
          waiting.shift()?.abort();
        }
        await soon();
        expect(inside.length).toBe(queue.activeConnections);
        expect(queue.activeConnections).toBeLessThanOrEqual(3);
        for (const name of ['a', 'b', 'c'])
          expect(inside.filter((one) => one.host === name).length).toBeLessThanOrEqual(2);
      }
      while (inside.length > 0) {
        inside.shift()?.leave();
        await soon();
      }
      expect(settled).toBe(entered);
      expect(queue.activeConnections).toBe(0);
    }),
    { numRuns: 50 },
  );
});

/** A clock that moves only when set. Timers that fire early find it unchanged and are set again. */
const stopped = (): Clock & { time: number } => {
  const clock = { time: 1_000_000, now: () => 0, monotonic: () => clock.time };
  return clock;
};
const evidence = (
  verdict: HostEvidence['verdict'],
  startedAt: number,
  retryAfterMs: number | null = null,
): HostEvidence => ({ verdict, startedAt, tookMs: 5, retryAfterMs });

describe('patience', () => {
  it('sends away at once who would wait longer, counting those ahead', async () => {
    const clock = stopped();
    const queue = queueOf({ clock });
    (await queue.enter({ host: 'a', delayMs: 100 }, never))();
    const first = enterAs('first', [], queue, 'a', 100);
    expect(queue.waitMs('a')).toBe(200);
    await expect(queue.enter({ host: 'a', delayMs: 100, patienceMs: 199 }, never)).rejects.toMatchObject({
      kind: 'deferred',
      facts: { retryAfterMs: 200 },
    });
    const second = queue.enter({ host: 'a', delayMs: 100, patienceMs: 200 }, never);
    clock.time += 100;
    (await first)();
    clock.time += 100;
    (await second)();
    expect(queue.waitMs('a')).toBe(100);
    expect(queue.waitMs('b')).toBe(0);
  });

  it('sends away who waits when the turn moves', async () => {
    const clock = stopped();
    const queue = queueOf({ clock, perHostConcurrency: 1 });
    const leave = await queue.enter({ host: 'a', delayMs: 0 }, never);
    const waiting = [3_000, 70_000].map((patienceMs) => queue.enter({ host: 'a', delayMs: 0, patienceMs }, never));
    const other = waiting[1]?.then((late) => late());
    leave(evidence('throttled', clock.time, 60_000));
    await expect(waiting[0]).rejects.toMatchObject({ kind: 'deferred', facts: { retryAfterMs: 60_000 } });
    await expect(queue.whenOpen('a', 59_999, never)).rejects.toMatchObject({ kind: 'deferred' });
    clock.time += 60_000;
    queue.note('a', evidence('fine', clock.time));
    await other;
    await queue.whenOpen('a', 0, never);
  });

  it('ends by the clock of timers where the connections stay taken', async () => {
    const queue = queueOf({ perHostConcurrency: 1 });
    await queue.enter({ host: 'a', delayMs: 0 }, never);
    await expect(queue.enter({ host: 'a', delayMs: 0, patienceMs: 20 }, never)).rejects.toMatchObject({
      kind: 'deferred',
      facts: { retryAfterMs: 5_000 },
    });
  });
});

describe('a busy machine', () => {
  it('starts less at once, and waits for no server that says nothing', async () => {
    const queue = queueOf({ share: () => 1 });
    const order: string[] = [];
    await enterAs('silent', order, queue, 'silent');
    const others = ['b', 'c'].map((host) => enterAs(host, order, queue, host));
    await soon();
    expect([order, queue.activeConnections]).toEqual([['silent'], 1]);
    const leave = await others[0];
    await soon();
    // The silent connection is still open, but no longer counts.
    expect([order, queue.activeConnections]).toEqual([['silent', 'b'], 2]);
    leave();
    (await others[1])();
    expect([order, queue.activeConnections]).toEqual([['silent', 'b', 'c'], 1]);
  });

  it('keeps to the number of all connections, however long they have been open', async () => {
    const time = stopped();
    const queue = queueOf({ clock: time, share: () => 1, maxConnections: 2 });
    const order: string[] = [];
    for (const host of ['a', 'b']) {
      await enterAs(host, order, queue, host);
      time.time += 5_000;
    }
    const third = enterAs('c', order, queue, 'c');
    await soon();
    expect(order).toEqual(['a', 'b']);
    void third;
  });
});

describe('memory', () => {
  it("is asked once before a host's first turn, and told what is worth remembering", async () => {
    const clock = stopped();
    const kept: [string, HostPace | null][] = [];
    const recalled: string[] = [];
    const memory = {
      recallHost: async (host: string) => {
        recalled.push(host);
        await soon();
        return host === 'known' ? { ...FRESH_PACE, delayMs: 5_000, notBefore: clock.time + 9_000 } : null;
      },
      keepHost: (host: string, pace: HostPace | null) => void kept.push([host, pace]),
    };
    const queue = queueOf({ clock, memory });
    const order: string[] = [];
    const turns = ['new 1', 'new 2'].map((name) => enterAs(name, order, queue, 'new'));
    await expect(queue.enter({ host: 'known', delayMs: 0, patienceMs: 8_999 }, never)).rejects.toMatchObject({
      facts: { retryAfterMs: 9_000 },
    });
    (await turns[0])?.(evidence('fine', clock.time));
    expect(kept).toEqual([]);
    (await turns[1])?.(evidence('error', clock.time));
    expect(kept).toEqual([['new', expect.objectContaining({ delayMs: 100, failures: 1 })]]);
    for (let n = 0; n < 30; n++) queue.note('new', evidence('fine', clock.time));
    expect(kept[kept.length - 1]).toEqual(['new', null]);
    const told = kept.length;
    queue.note('new', evidence('fine', clock.time));
    expect(kept).toHaveLength(told);
    expect([order, recalled]).toEqual([
      ['new 1', 'new 2'],
      ['new', 'known'],
    ]);
  });
});

describe('addresses', () => {
  const enterAt = (queue: HostQueue, host: string, address: string | null): Promise<Leave> =>
    queue.enter({ host, delayMs: 0, address }, never);

  it('are given in the order in which their hosts came', async () => {
    const queue = queueOf({ perHostConcurrency: 4, perAddressConcurrency: () => 2 });
    const order: string[] = [];
    const enter = (name: string): Promise<Leave> =>
      enterAt(queue, name.slice(0, 1), 'x').then((leave) => {
        order.push(name);
        return leave;
      });
    const turns = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1'].map(enter);
    await soon();
    // Alone, a host has its own limit; then the address is full for all hosts, including itself.
    expect(order).toEqual(['a1', 'a2', 'a3']);
    (await turns[0])?.();
    await soon();
    expect(order).toEqual(['a1', 'a2', 'a3']);
    (await turns[1])?.();
    await soon();
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1']);
    (await turns[2])?.();
    (await turns[3])?.();
    await soon();
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'c1']);
  });

  it('have fewer connections when others come to share them', async () => {
    let most = 2;
    const queue = queueOf({ perHostConcurrency: 4, perAddressConcurrency: () => most });
    const first = await enterAt(queue, 'a', 'x');
    const second = await enterAt(queue, 'b', 'x');
    most = 1;
    let isIn = false;
    const third = enterAt(queue, 'c', 'x').then((leave) => {
      isIn = true;
      return leave;
    });
    first();
    await soon();
    expect(isIn).toBe(false);
    second();
    (await third)();
  });

  it('never have more connections than allowed but of one host, and lose nobody', async () => {
    const event = fc.record({
      host: fc.constantFrom('a', 'b', 'c', 'd'),
      kind: fc.constantFrom('enter', 'leave', 'abort'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const queue = queueOf({ maxConnections: 5, perHostConcurrency: 3, perAddressConcurrency: () => 2 });
        const inside: { host: string; leave: Leave }[] = [];
        const waiting: AbortController[] = [];
        let entered = 0;
        let settled = 0;
        for (const { host, kind } of events) {
          if (kind === 'enter') {
            const stop = new AbortController();
            waiting.push(stop);
            entered++;
            queue.enter({ host, delayMs: 0, address: host === 'd' ? null : 'x' }, stop.signal).then(
              (leave) => {
                settled++;
                inside.push({ host, leave });
              },
              () => {
                settled++;
              },
            );
          } else if (kind === 'leave') inside.splice(Math.floor(inside.length / 2), 1)[0]?.leave();
          else waiting.shift()?.abort();
          await soon();
          // One host alone may have three, which may not leave more than that while others arrive.
          expect(inside.filter((one) => one.host !== 'd').length).toBeLessThanOrEqual(3);
        }
        for (let left = inside.shift(); left; left = inside.shift()) {
          left.leave();
          await soon();
        }
        expect(settled).toBe(entered);
        expect(queue.activeConnections).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
