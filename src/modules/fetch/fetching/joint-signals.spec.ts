import { getEventListeners } from 'node:events';
import { JointSignals } from './joint-signals.js';

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')));

describe('joint signals', () => {
  it('abort with their caller, and not with another', async () => {
    const signals = new JointSignals(new AbortController().signal);
    const [one, other] = [new AbortController(), new AbortController()];
    let otherSignal: AbortSignal | undefined;
    const first = signals.during(one.signal, untilAborted);
    const second = signals.during(other.signal, (signal) => untilAborted((otherSignal = signal)));
    one.abort();
    expect(await first).toBe('aborted');
    expect(otherSignal?.aborted).toBe(false);
    other.abort();
    expect(await second).toBe('aborted');
  });

  it('abort all when this side is closed, and those that come later', async () => {
    const closed = new AbortController();
    const signals = new JointSignals(closed.signal);
    const caller = new AbortController();
    const under = [signals.during(caller.signal, untilAborted), signals.during(caller.signal, untilAborted)];
    closed.abort();
    expect(await Promise.all(under)).toEqual(['aborted', 'aborted']);
    expect(await signals.during(caller.signal, (signal) => Promise.resolve(signal.aborted))).toBe(true);
  });

  it('leave no listeners behind, whatever becomes of the work', async () => {
    const closed = new AbortController();
    const signals = new JointSignals(closed.signal);
    const ofItsOwn = getEventListeners(closed.signal, 'abort').length;
    const caller = new AbortController();
    const fails = signals.during(caller.signal, () => Promise.reject(new Error('no')));
    const works = signals.during(caller.signal, () => Promise.resolve(1));
    await expect(fails).rejects.toThrow('no');
    expect(await works).toBe(1);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
    expect(getEventListeners(closed.signal, 'abort')).toHaveLength(ofItsOwn);
  });
});
