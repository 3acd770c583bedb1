import { RunningTime } from './running-time.js';

describe('RunningTime', () => {
  it('goes on from the last commit for budgets, from the newest step for facts', () => {
    const clock = { ms: 500, now: () => 0, monotonic: () => clock.ms };
    const time = new RunningTime(clock);
    time.start(10_000, 9_000);
    clock.ms += 250;
    expect([time.active, time.ofAgenda]).toEqual([10_250, 9_250]);
  });
});
