import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { HostQueue, type HostQueueOptions, type Leave } from './host-queue.js';

const never = new AbortController().signal;
setMaxListeners(0, never);
const queueOf = (options: Partial<HostQueueOptions> = {}): HostQueue =>
  new HostQueue({ maxConnections: 10, perHostConcurrency: 2, maxWaiting: 100, clock: { now: Date.now }, ...options });
const soon = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

/** Enters and notes its name when it has its turn. */
function enterAs(name: string, order: string[], queue: HostQueue, host: string, delayMs = 0, signal = never): Promise<Leave> {
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
  // b2 stood in line for a connection before host a had room again.
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

it('keeps each request\'s own delay since the host\'s last start', async () => {
  const queue = queueOf();
  const started = performance.now();
  (await queue.enter({ host: 'a', delayMs: 0 }, never))();
  (await queue.enter({ host: 'a', delayMs: 60 }, never))();
  expect(performance.now() - started).toBeGreaterThanOrEqual(58);
  const before = performance.now();
  (await queue.enter({ host: 'a', delayMs: 0 }, never))();
  expect(performance.now() - before).toBeLessThan(30);
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
  await fc.assert(fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
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
        queue.enter({ host, delayMs: 0 }, stop.signal).then((leave) => { settled++; inside.push({ host, leave }); }, () => { settled++; });
      } else if (kind === 'leave') {
        inside.shift()?.leave();
      } else {
        waiting.shift()?.abort();
      }
      await soon();
      expect(inside.length).toBe(queue.activeConnections);
      expect(queue.activeConnections).toBeLessThanOrEqual(3);
      for (const name of ['a', 'b', 'c']) expect(inside.filter((one) => one.host === name).length).toBeLessThanOrEqual(2);
    }
    while (inside.length > 0) {
      inside.shift()?.leave();
      await soon();
    }
    expect(settled).toBe(entered);
    expect(queue.activeConnections).toBe(0);
  }), { numRuns: 50 });
});
