import type { CrawlState } from '../../domain/session/index.js';
import { learnedStateOf, LearnedStateNotes } from './learned-state-notes.js';

const clock = { ms: 0, now: () => 0, monotonic: () => clock.ms };
const stateOf = (completed: number, learnedState: () => { ranksBy: string }): CrawlState =>
  ({ completed, policy: { learnedState } }) as unknown as CrawlState;

const unwanted = (error: unknown): never => {
  throw error;
};

describe('LearnedStateNotes', () => {
  it('tells at the first commit, then every few seconds, and with each checkpoint', () => {
    const notes = new LearnedStateNotes(clock, unwanted);
    const state = stateOf(3, () => ({ ranksBy: 'Chance.' }));
    const times: number[] = [];
    for (clock.ms = 0; clock.ms < 12_000; clock.ms += 500) if (notes.take(state, false)) times.push(clock.ms);
    expect(times).toEqual([0, 5_000, 10_000]);
    expect(notes.take(state, true)).toContain('Chance.');
  });

  it('tells less often when it takes long: a two-hundredth of the time at most', () => {
    const notes = new LearnedStateNotes(clock, unwanted);
    let asked = 0;
    const state = stateOf(3, () => {
      asked++;
      clock.ms += 1_000;
      return { ranksBy: 'Chance.' };
    });
    for (clock.ms = 0; clock.ms < 1_000_000; clock.ms += 500) notes.take(state, false);
    expect(asked).toBe(5);
  });

  it('tells nothing before the first step, and nothing of a policy that has nothing to tell', () => {
    expect(
      learnedStateOf(
        stateOf(0, () => ({ ranksBy: 'Chance.' })),
        unwanted,
      ),
    ).toBeNull();
    expect(learnedStateOf({ completed: 3, policy: {} } as unknown as CrawlState, unwanted)).toBeNull();
  });

  it('tells nothing of a policy that fails to tell it, and says so once', () => {
    const failures: unknown[] = [];
    const notes = new LearnedStateNotes(clock, (error) => failures.push(error));
    const broken = stateOf(3, () => {
      throw new Error('no idea');
    });
    expect([notes.take(broken, true), notes.take(broken, true)]).toEqual([null, null]);
    expect(failures).toEqual([new Error('no idea')]);
  });
});
