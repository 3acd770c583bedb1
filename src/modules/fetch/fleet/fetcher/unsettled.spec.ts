import { type Settleable, Unsettled } from './unsettled.js';

interface TestMessage extends Settleable {
  acked: number;
}
function message(seq: number): TestMessage {
  const one: TestMessage = { seq, acked: 0, ack: () => void one.acked++ };
  return one;
}

describe('answers that NATS keeps until their steps are stored', () => {
  it('are settled with the last of their steps, each of their messages once', () => {
    const unsettled = new Unsettled<TestMessage>();
    const [together, first, second] = [message(1), message(2), message(3)];
    unsettled.keep([together], [10, 11, 12]);
    unsettled.keep([first, second], [13]);
    unsettled.stored([10, 12, 13]);
    expect([together, first, second].map(({ acked }) => acked)).toEqual([0, 1, 1]);
    expect(unsettled.sequences).toEqual([1]);
    // Repeated or unknown sequences change nothing.
    unsettled.stored([10, 10, 99]);
    expect([unsettled.has(1), unsettled.has(2)]).toEqual([true, false]);
    unsettled.stored([11]);
    unsettled.stored([10, 11, 12, 13]);
    expect([together, first, second].map(({ acked }) => acked)).toEqual([1, 1, 1]);
    expect(unsettled.sequences).toEqual([]);
  });

  it('are settled at once when nobody waits for any of them', () => {
    const unsettled = new Unsettled<TestMessage>();
    const stray = message(1);
    unsettled.keep([stray], []);
    expect([stray.acked, unsettled.has(1)]).toEqual([1, false]);
  });

  it('may be several for one step, and one may have a step twice', () => {
    const unsettled = new Unsettled<TestMessage>();
    const [attempt, together] = [message(1), message(2)];
    unsettled.keep([attempt], [7]);
    unsettled.keep([together], [7, 8, 7]);
    unsettled.stored([7]);
    expect([attempt.acked, together.acked]).toEqual([1, 0]);
    unsettled.stored([8]);
    expect(together.acked).toBe(1);
  });

  it('differ from those of a lost stream with the same numbers', () => {
    const unsettled = new Unsettled<TestMessage>();
    const [lost, present] = [message(1), message(1)];
    unsettled.keep([lost], [0]);
    unsettled.keep([present], [1]);
    unsettled.stored([0]);
    expect([unsettled.has(1), present.acked]).toEqual([true, 0]);
    unsettled.stored([1]);
    expect([unsettled.has(1), present.acked]).toEqual([false, 1]);
  });
});
