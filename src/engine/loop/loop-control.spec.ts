import { LoopControl } from './loop-control.js';

const abortedOf = ({ commanded, fetching, judging }: LoopControl): boolean[] =>
  [commanded, fetching, judging].map(({ aborted }) => aborted);

describe('LoopControl', () => {
  it('ends nothing that is under way at once for a pause, all of it for a stop', () => {
    const control = new LoopControl(false);
    control.request('run');
    expect(abortedOf(control)).toEqual([false, false, false]);
    control.request('pause');
    expect([control.command, ...abortedOf(control)]).toEqual(['pause', true, false, false]);
    control.request('stop');
    expect([control.command, ...abortedOf(control)]).toEqual(['stop', true, true, true]);
  });

  it('waits a moment for verdicts from outside when it pauses', async () => {
    const control = new LoopControl(true);
    control.request('pause');
    expect(control.judging.aborted).toBe(false);
    await new Promise((resolve) => control.judging.addEventListener('abort', resolve));
    expect(control.fetching.aborted).toBe(false);
  });

  it('ends fetches that take long when it pauses', async () => {
    const control = new LoopControl(false, 1);
    control.request('pause');
    expect(control.fetching.aborted).toBe(false);
    await new Promise((resolve) => control.fetching.addEventListener('abort', resolve));
    expect(control.judging.aborted).toBe(false);
  });
});
