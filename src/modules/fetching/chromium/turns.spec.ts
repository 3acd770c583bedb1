import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

const signal = new AbortController().signal;

describe('Turns', () => {
  it('lets so many in at a time, in order', async () => {
    const turns = new Turns(() => 2, 10);
    const order: number[] = [];
    const leave = await turns.enter(signal);
    await turns.enter(signal);
    const third = turns.enter(signal).then((leaveThird) => {
      order.push(3);
      leaveThird();
    });
    const fourth = turns.enter(signal).then(() => order.push(4));
    await Promise.resolve();
    expect(order).toEqual([]);
    leave();
    await Promise.all([third, fourth]);
    expect(order).toEqual([3, 4]);
  });

  it('forgets who gave up', async () => {
    const turns = new Turns(() => 1, 10);
    const leave = await turns.enter(signal);
    const stop = new AbortController();
    const gone = turns.enter(stop.signal);
    const next = turns.enter(signal);
    stop.abort();
    await expect(gone).rejects.toMatchObject({ kind: 'aborted' });
    leave();
    expect(await next).toEqual(expect.any(Function));
    await expect(turns.enter(AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('refuses a line that is too long', async () => {
    const turns = new Turns(() => 1, 1);
    await turns.enter(signal);
    void turns.enter(signal);
    await expect(turns.enter(signal)).rejects.toMatchObject({ kind: 'aborted' });
  });
});
