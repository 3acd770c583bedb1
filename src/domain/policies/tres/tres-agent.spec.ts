import { createRng } from '../../base/rng.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../base/snapshot.js';
import { resolveSettings, tresConfigSchema } from './config.js';
import { TresAgent } from './tres-agent.js';

const agentOf = (given: Readonly<Record<string, unknown>>, budget = 20_000): TresAgent =>
  new TresAgent(resolveSettings(tresConfigSchema.parse(given), budget, Number.POSITIVE_INFINITY), 2, createRng(1));
const NEXT = Float32Array.of(0.1, 0.2);

function observe(agent: TresAgent, steps: number, links = 1): void {
  for (let i = 0; i < steps; i++) {
    agent.observe(Float32Array.of(i % 2, 0.5), i % 2, NEXT, links);
    agent.learn();
  }
}
const nextCounts = (agent: TresAgent): number[] => [...((agent.save().replay as Snapshot).nextCounts as Uint16Array)];

describe('TresAgent', () => {
  it('explores until learning starts, and learns from then on at its period', () => {
    const agent = agentOf({ preset: 'program', learningStarts: 12 });
    const row = Float32Array.of(1, 0.5);
    const untrained = agent.values(row, 1)[0];
    observe(agent, 11);
    expect([agent.decides, agent.values(row, 1)[0]]).toEqual([false, untrained]);
    observe(agent, 1);
    const after12 = agent.values(row, 1)[0];
    expect([agent.decides, after12 === untrained]).toEqual([true, false]);
    observe(agent, 2);
    expect(agent.values(row, 1)[0]).toBe(after12);
    observe(agent, 1);
    expect(agent.values(row, 1)[0]).not.toBe(after12);
  });

  it('lets the learning rate fall at each copy of the target network', () => {
    const agent = agentOf({ preset: 'paper', learningStarts: 2, targetEvery: 5 });
    observe(agent, 14);
    expect(agent.stats().learningRate).toBeCloseTo(1e-3 * 0.9 ** 2, 12);
  });

  it('adds the tree’s sample to what was observed since the choice before', () => {
    const agent = agentOf({ preset: 'paper' });
    observe(agent, 2);
    agent.completeNext(NEXT);
    observe(agent, 1);
    expect(nextCounts(agent)).toEqual([2, 2, 1]);
    agent.completeNext(NEXT);
    expect(nextCounts(agent)).toEqual([2, 2, 2]);
  });

  it('drops dead ends, and leaves the tree’s sample out, as the program does', () => {
    const agent = agentOf({ preset: 'program' });
    observe(agent, 2, 0);
    observe(agent, 1);
    agent.completeNext(NEXT);
    expect(nextCounts(agent)).toEqual([1]);
  });

  it('keeps its schedule when it is restored under a larger budget', () => {
    const agent = agentOf({}, 500);
    observe(agent, 20);
    const extended = agentOf({}, 5_000);
    expect(extended.stats().learningStarts).toBe(125);
    extended.restore(decodeSnapshot(encodeSnapshot(agent.save())));
    expect(extended.stats()).toEqual(agent.stats());
    expect(extended.decides).toBe(true);
  });
});
