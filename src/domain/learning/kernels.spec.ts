import fc from 'fast-check';
import { type Kernels, PANEL } from './kernels.js';
import { createKernels, assembleKernels, wasmKernels } from './kernels-wasm.js';
import { javascriptKernels } from './kernels-javascript.js';
import { createRng } from '../base/rng.js';

/** Both implementations over blocks with the same content: WebAssembly in 32 bits, JavaScript in 64. */
function twins(size: number, seed: number): [Kernels, Kernels] {
  const wasm = wasmKernels(size);
  if (wasm === null) throw new Error('this engine has no WebAssembly with vectors');
  const twin = javascriptKernels(new Float64Array(size));
  const rng = createRng(seed);
  for (let i = 0; i < size; i++) wasm.memory[i] = (rng.next() * 2 - 1) * 1.5;
  twin.memory.set(wasm.memory);
  return [wasm, twin];
}

function expectAlike([wasm, twin]: [Kernels, Kernels], tolerance: number): void {
  let worst = 0;
  for (let i = 0; i < twin.memory.length; i++) worst = Math.max(worst, Math.abs(wasm.memory[i] - twin.memory[i]));
  expect(worst).toBeLessThan(tolerance);
}

const SEED = fc.integer({ min: 0, max: 1e9 });

describe('kernels in WebAssembly', () => {
  it('are what the engine runs, from bytes that are the same each time', () => {
    expect(createKernels(16).kind).toBe('wasm-simd');
    expect(assembleKernels()).toEqual(assembleKernels());
  });

  it('multiply as JavaScript does, whatever the shapes and the order in memory', () => {
    const shape = {
      rows: fc.integer({ min: 1, max: 20 }),
      panels: fc.integer({ min: 1, max: 9 }),
      depth: fc.integer({ min: 0, max: 40 }),
    };
    fc.assert(
      fc.property(
        fc.record({ ...shape, add: fc.boolean(), transposed: fc.boolean(), packed: fc.boolean(), seed: SEED }),
        (given) => {
          const { rows, panels, depth, add, transposed, packed, seed } = given;
          const columns = panels * PANEL;
          const both = twins(rows * depth + depth * columns + rows * columns, seed);
          const [aRow, aColumn] = transposed ? [1, rows] : [depth, 1];
          const [bRow, bPanel] = packed ? [PANEL, depth * PANEL] : [columns, PANEL];
          const [cRow, cPanel] = packed ? [PANEL, rows * PANEL] : [columns, PANEL];
          const b = rows * depth;
          for (const { multiply } of both)
            multiply({
              a: 0,
              aRow,
              aColumn,
              b,
              bRow,
              bPanel,
              c: b + depth * columns,
              cRow,
              cPanel,
              rows,
              panels,
              depth,
              add,
            });
          expectAlike(both, 1e-4);
        },
      ),
    );
  });

  it('multiply by the definition', () => {
    const { memory, multiply } = createKernels(2 * 3 + 3 * PANEL + 2 * PANEL);
    memory.set([1, 2, 3, 4, 5, 6]);
    for (let k = 0; k < 3; k++) for (let j = 0; j < PANEL; j++) memory[6 + k * PANEL + j] = 10 * k + j;
    const c = 6 + 3 * PANEL;
    multiply({
      a: 0,
      aRow: 3,
      aColumn: 1,
      b: 6,
      bRow: PANEL,
      bPanel: 0,
      c,
      cRow: PANEL,
      cPanel: 0,
      rows: 2,
      panels: 1,
      depth: 3,
      add: false,
    });
    const expected = [0, 1].flatMap((row) =>
      Array.from({ length: PANEL }, (_, j) => {
        const [x, y, z] = row === 0 ? [1, 2, 3] : [4, 5, 6];
        return x * j + y * (10 + j) + z * (20 + j);
      }),
    );
    expect([...memory.subarray(c)]).toEqual(expected);
  });

  it('step forward and backward through an LSTM as JavaScript does', () => {
    const shape = {
      rows: fc.integer({ min: 1, max: 9 }),
      units: fc.integer({ min: 1, max: 6 }).map((n) => 4 * n),
      seed: SEED,
    };
    fc.assert(
      fc.property(fc.record(shape), ({ rows, units, seed }) => {
        let size = 0;
        const take = (count: number): number => (size += count) - count;
        const state = rows * units;
        const forward = {
          gates: take(4 * state),
          bias: take(4 * units),
          previousCell: take(state),
          cell: take(state),
          tanhCell: take(state),
          hidden: take(state),
          sum: take(state),
          mask: take(rows),
          rows,
          units,
        };
        const { gates, previousCell, tanhCell, mask } = forward;
        const gradients = {
          hiddenGradient: take(state),
          nextHiddenGradient: take(state),
          cellGradient: take(state),
          biasGradient: take(4 * units),
        };
        const both = twins(size, seed);
        for (const { memory } of both) for (let row = 0; row < rows; row++) memory[mask + row] = row % 3 === 1 ? 0 : 1;
        for (const { lstmForward } of both) lstmForward(forward);
        expectAlike(both, 2e-6);
        for (const { lstmBackward } of both)
          lstmBackward({ gates, previousCell, tanhCell, mask, ...gradients, rows, units });
        expectAlike(both, 2e-5);
      }),
    );
  });

  it('keep the state of rows without a word at nothing', () => {
    const kernels = createKernels(100);
    const step = {
      gates: 0,
      bias: 16,
      previousCell: 32,
      cell: 36,
      tanhCell: 40,
      hidden: 44,
      sum: 48,
      mask: 52,
      rows: 1,
      units: 4,
    };
    kernels.memory.fill(1, 0, 52);
    kernels.lstmForward(step);
    expect([...kernels.memory.subarray(36, 52)]).toEqual([...new Array<number>(12).fill(0), 1, 1, 1, 1]);
  });

  it('bend at the ends of the hyperbolic tangent as they should', () => {
    const kernels = createKernels(100);
    const step = {
      gates: 0,
      bias: 16,
      previousCell: 32,
      cell: 36,
      tanhCell: 40,
      hidden: 44,
      sum: 48,
      mask: 52,
      rows: 1,
      units: 4,
    };
    kernels.memory[52] = 1;
    const inputs = [-1e30, -3, 0, 1e30];
    for (let gate = 0; gate < 4; gate++) kernels.memory.set(inputs, 4 * gate);
    kernels.lstmForward(step);
    const sigmoids = inputs.map((x) => 1 / (1 + Math.exp(-x)));
    for (const [gate, expected] of [sigmoids, sigmoids, inputs.map(Math.tanh), sigmoids].entries()) {
      expected.forEach((value, j) => expect(kernels.memory[4 * gate + j]).toBeCloseTo(value, 5));
    }
  });

  it('pack columns in panels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9 }), SEED, (panels, depth, seed) => {
        const both = twins(2 * panels * depth * PANEL, seed);
        for (const { pack } of both) pack(0, panels * PANEL, depth, panels, panels * depth * PANEL);
        const [{ memory }] = both;
        expectAlike(both, 1e-12);
        const [k, panel] = [depth - 1, panels - 1];
        expect(memory[panels * depth * PANEL + (panel * depth + k) * PANEL + 3]).toBe(
          memory[k * panels * PANEL + panel * PANEL + 3],
        );
      }),
    );
  });
});
