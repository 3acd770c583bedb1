import { LEARNED_STATE_LIMITS, type LearnedState, learnedStateSchema } from './learned-state.js';
import { MAX_LEARNED_STATE_BYTES, learnedStateText, boundedState } from './learned-state-text.js';

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const LONG = 'ü'.repeat(5_000);

/** More of everything than the bounds allow, in two-byte characters. */
const EXCESSIVE: LearnedState = {
  ranksBy: LONG,
  tree: {
    ...{ title: LONG, note: LONG, inAll: 5_000 },
    nodes: many(5_000, (id) => ({
      ...{ id, parent: id === 0 ? null : 0, rule: LONG, isLeaf: true, splitStep: null },
      ...{ candidates: 1, samples: 1, meanReward: Number.NaN, value: 1 / 3, hidden: 0 },
    })),
  },
  tables: many(50, () => ({
    ...{ title: LONG, note: LONG, rowName: LONG, inAll: 1_000 },
    columns: many(50, () => ({ name: LONG, note: LONG })),
    rows: many(1_000, () => ({ name: LONG, values: many(50, () => Math.PI) })),
  })),
  weights: many(50, () => ({
    ...{ title: LONG, note: LONG, inAll: 1_000 },
    weights: many(1_000, () => ({ name: LONG, group: LONG, weight: Number.POSITIVE_INFINITY, start: Math.E })),
  })),
  foragers: many(100, (id) => ({
    ...{ id, state: 'idle' as const, score: 1, pathSteps: 1, frontier: 1, startsInAll: 1_000 },
    starts: many(1_000, (urlNo) => ({ urlNo, value: 1 / 7 })),
    words: many(1_000, () => ({ name: LONG, weight: 1 })),
  })),
  history: { inAll: 1_000, events: many(1_000, (step) => ({ step, node: null, text: LONG })) },
};

describe('a learned state as it is stored', () => {
  it('is within its bounds, whatever a policy tells', () => {
    const told = boundedState(EXCESSIVE);
    expect(learnedStateSchema.parse(told)).toEqual(told);
    expect(told.tree?.nodes).toHaveLength(LEARNED_STATE_LIMITS.nodes);
    expect(told.tree?.nodes[0]).toMatchObject({ meanReward: null, value: 0.333333 });
    // The newest events stay.
    expect(told.history?.events.at(-1)?.step).toBe(999);
  });

  it('leaves out whole parts when it is too long all the same, the least important first', () => {
    const text = learnedStateText(EXCESSIVE);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_LEARNED_STATE_BYTES);
    const told = learnedStateSchema.parse(JSON.parse(text));
    expect(told.history).toBeNull();
    expect(told.tree).not.toBeNull();
  });

  it('is the same text for the same learned state', () => {
    expect(learnedStateText(EXCESSIVE)).toBe(learnedStateText({ ...EXCESSIVE }));
  });

  it('has no half of a character', () => {
    const { ranksBy } = boundedState({ ranksBy: '😀'.repeat(200) });
    expect(ranksBy.endsWith('…')).toBe(true);
    expect(/\p{Cs}/u.test(ranksBy)).toBe(false);
  });

  it('of a policy that learns nothing is one sentence', () => {
    expect(boundedState({ ranksBy: 'Chance.' })).toEqual({
      ...{ ranksBy: 'Chance.', tree: null, tables: [], weights: [], foragers: [], history: null },
    });
  });
});
