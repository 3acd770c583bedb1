import { DoubleQNetwork } from './q-network.js';
import { ReplayBuffer, type TransitionBatch } from './replay-buffer.js';
import { createRng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';

const OPTIONS = { features: 2, hidden: [8, 8], discount: 0.5, clip: { by: 'value', limit: 1 } } as const;
const batchOf = (taken: number[][], rewards: number[], next: number[][][]): TransitionBatch => ({
  size: taken.length,
  taken: Float32Array.from(taken.flat()),
  rewards: Float32Array.from(rewards),
  next: Float32Array.from(next.flat(2)),
  nextCounts: Uint16Array.from(next, (rows) => rows.length),
});

describe('DoubleQNetwork', () => {
  it('takes the reward alone where nothing can follow', () => {
    const network = new DoubleQNetwork(OPTIONS, createRng(1));
    expect(
      network.targetsOf(
        batchOf(
          [
            [0, 0],
            [1, 1],
          ],
          [0.25, 1],
          [[], []],
        ),
      )[0],
    ).toBe(0.25);
  });

  it('lets the online network choose and the target network price', () => {
    const network = new DoubleQNetwork(OPTIONS, createRng(2));
    const lone = (x: number[]): number => network.targetsOf(batchOf([[0, 0]], [0], [[x]]))[0] / OPTIONS.discount;
    const rows = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ];
    const prices = rows.map(lone);
    // Training changes only the online network: the choice may move, the target values stay.
    const teach = batchOf(rows, [0, 0, 4, 0], [[], [], [], []]);
    for (let i = 0; i < 300; i++) network.train(teach, 1e-2);
    expect(rows.map(lone)).toEqual(prices);
    const online = [...network.values(Float32Array.from(rows.flat()), 4)];
    expect(online.indexOf(Math.max(...online))).toBe(2);
    expect(network.targetsOf(batchOf([[0, 0]], [1], [rows]))[0]).toBeCloseTo(1 + OPTIONS.discount * prices[2], 5);
    network.updateTarget();
    expect(lone(rows[2])).toBeCloseTo(online[2], 5);
  });

  it('learns the value of a chain whose reward comes at its end', () => {
    // a → b → reward 1. Values: b = 1, a = γ·1; c leads nowhere.
    const [a, b, c] = [
      [1, 0],
      [0, 1],
      [1, 1],
    ];
    const replay = new ReplayBuffer(100, 2, 1);
    const add = (x: number[], reward: number, next: number[]): void =>
      void replay.add(Float32Array.from(x), reward, Float32Array.from(next), next.length / 2);
    for (let i = 0; i < 10; i++) {
      add(a, 0, b);
      add(b, 1, []);
      add(c, 0, []);
    }
    const network = new DoubleQNetwork(OPTIONS, createRng(3));
    const rng = createRng(4);
    for (let i = 0; i < 1_000; i++) {
      network.train(replay.sample(20, rng), 5e-3);
      if (i % 50 === 0) network.updateTarget();
    }
    const values = network.values(Float32Array.from([...a, ...b, ...c]), 3);
    expect(values[0]).toBeCloseTo(0.5, 1);
    expect(values[1]).toBeCloseTo(1, 1);
    expect(values[2]).toBeCloseTo(0, 1);
  });

  it('continues identically after save and restore, and refuses another size', () => {
    const [one, two] = [new DoubleQNetwork(OPTIONS, createRng(5)), new DoubleQNetwork(OPTIONS, createRng(6))];
    const batch = batchOf(
      [
        [0, 1],
        [1, 0],
      ],
      [1, 0],
      [[[1, 1]], []],
    );
    for (let i = 0; i < 10; i++) one.train(batch, 1e-3);
    const saved = decodeSnapshot(encodeSnapshot(one.save()));
    two.restore(saved);
    expect(two.train(batch, 1e-3)).toBe(one.train(batch, 1e-3));
    expect(encodeSnapshot(two.save())).toEqual(encodeSnapshot(one.save()));
    expect(() => new DoubleQNetwork({ ...OPTIONS, hidden: [4] }, createRng(1)).restore(saved)).toThrow(RangeError);
  });
});
