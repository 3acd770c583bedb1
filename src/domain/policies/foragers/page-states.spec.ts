import { best, threeTopics } from '../../../../test/support/three-topics.js';
import { createRng } from '../../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../../base/snapshot.js';
import { PageStates } from './page-states.js';

describe('PageStates', () => {
  const options = { clusters: 3, vocabulary: 100, bootstrapPages: 30 };

  it('projects words until it has enough pages, then learns from them and tells their states', () => {
    const states = new PageStates(options, createRng(1));
    const before = states.stateOf(new Map([['bread', 1]]));
    expect(before.filter((value) => value !== 0)).toHaveLength(1);
    const told = threeTopics(30).map((words, urlNo) => states.take(urlNo, words));
    expect(told.slice(0, -1).every((each) => each === null)).toBe(true);
    expect(told[29]).toHaveLength(30);
    expect(states.isTrained).toBe(true);
    expect(new Set(told[29]?.slice(0, 3).map(({ state }) => best(state))).size).toBe(3);
  });

  it('goes on alike after it was saved, before and after the training', () => {
    for (const taken of [12, 30]) {
      const rng = createRng(6);
      const states = new PageStates(options, rng);
      threeTopics(taken).forEach((words, urlNo) => states.take(urlNo, words));
      const otherRng = createRng(1);
      otherRng.restore(rng.save());
      const other = new PageStates(options, otherRng);
      other.restore(decodeSnapshot(encodeSnapshot(states.save())));
      for (const each of [states, other]) threeTopics(30).forEach((words, urlNo) => each.take(urlNo, words));
      expect(other.stateOf(new Map([['opera', 2]]))).toEqual(states.stateOf(new Map([['opera', 2]])));
    }
  });
});
