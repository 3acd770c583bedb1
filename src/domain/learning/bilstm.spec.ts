import fc from 'fast-check';
import { BiLstm, BlockLayout } from './bilstm.js';
import type { Kernels } from './kernels.js';
import { javascriptKernels } from './kernels-javascript.js';
import { wasmKernels } from './kernels-wasm.js';
import { createRng } from '../base/rng.js';

const UNITS = 8;

/** A small network with a batch of sequences of the given lengths, and a loss: the sums weighted by random factors. */
class Probe {
  private readonly layout = new BlockLayout();
  private readonly lstm: BiLstm;
  private readonly batch: { rows: number; steps: number };
  private readonly factors: readonly [number, number];
  private readonly gradientAt: number;
  readonly kernels: Kernels;

  constructor(lengths: readonly number[], inputs: number, seed: number, make: (size: number) => Kernels | null) {
    this.batch = { rows: lengths.length, steps: Math.max(...lengths) };
    const { rows, steps } = this.batch;
    this.lstm = new BiLstm({ inputs, units: UNITS, maxCells: rows * steps, maxRows: rows }, this.layout, true);
    this.factors = [this.layout.take(rows * UNITS), this.layout.take(rows * UNITS)];
    this.gradientAt = this.layout.take(this.lstm.parameterCount);
    const kernels = make(this.layout.size);
    if (kernels === null) throw new Error('this engine has no WebAssembly with vectors');
    this.kernels = kernels;
    const { memory } = kernels;
    const rng = createRng(seed);
    this.lstm.randomise(memory, rng);
    lengths.forEach((length, row) => {
      for (let t = 0; t < length; t++) {
        memory[this.lstm.mask + t * rows + row] = 1;
        for (let k = 0; k < inputs; k++)
          memory[this.lstm.input + (t * rows + row) * inputs + k] = Math.fround(rng.next() * 2 - 1);
      }
    });
    for (const at of this.factors)
      for (let i = 0; i < rows * UNITS; i++) memory[at + i] = Math.fround(rng.next() * 2 - 1);
    // The same initial weights in both precisions.
    for (let i = 0; i < this.lstm.parameterCount; i++) this.parameters[i] = Math.fround(this.parameters[i]);
  }

  get parameters(): Kernels['memory'] {
    return this.kernels.memory.subarray(this.lstm.parameters, this.lstm.parameters + this.lstm.parameterCount);
  }

  get sums(): number[] {
    return ([0, 1] as const).flatMap((d) => [
      ...this.kernels.memory.subarray(this.lstm.sumAt(d), this.lstm.sumAt(d) + this.batch.rows * UNITS),
    ]);
  }

  loss(): number {
    this.lstm.forward(this.kernels, this.batch);
    const factors = this.factors.flatMap((at) => [...this.kernels.memory.subarray(at, at + this.batch.rows * UNITS)]);
    return this.sums.reduce((sum, x, i) => sum + x * factors[i], 0);
  }

  gradient(): number[] {
    const { memory } = this.kernels;
    memory.fill(0, this.gradientAt, this.gradientAt + this.lstm.parameterCount);
    this.lstm.forward(this.kernels, this.batch);
    this.lstm.backward(this.kernels, this.batch, this.factors, this.gradientAt);
    return [...memory.subarray(this.gradientAt, this.gradientAt + this.lstm.parameterCount)];
  }
}

/** |a − b| / |b|. */
function relativeDistance(a: readonly number[], b: readonly number[]): number {
  const distance = a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0);
  return Math.sqrt(distance / b.reduce((sum, x) => sum + x * x, 0));
}

const inDoubles = (size: number): Kernels => javascriptKernels(new Float64Array(size));
const inFloats = (size: number): Kernels => javascriptKernels(new Float32Array(size));

describe('BiLstm', () => {
  it('has the gradient that differences of its loss show', () => {
    const probe = new Probe([5, 1, 3, 7], 6, 1, inDoubles);
    const gradient = probe.gradient();
    const h = 1e-5;
    const numeric = gradient.map((_, i) => {
      const kept = probe.parameters[i];
      probe.parameters[i] = kept + h;
      const above = probe.loss();
      probe.parameters[i] = kept - h;
      const below = probe.loss();
      probe.parameters[i] = kept;
      return (above - below) / (2 * h);
    });
    expect(relativeDistance(gradient, numeric)).toBeLessThan(1e-8);
  });

  it('has the same sums and gradient by every kind of kernels', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 1e9 }), (batch, inputs, seed) => {
        const exact = new Probe(batch, inputs, seed, inDoubles);
        const expected = exact.gradient();
        for (const make of [wasmKernels, inFloats]) {
          const probe = new Probe(batch, inputs, seed, make);
          expect(relativeDistance(probe.gradient(), expected)).toBeLessThan(1e-4);
          expect(relativeDistance(probe.sums, exact.sums)).toBeLessThan(1e-5);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('goes over gates in blocks as in one piece', () => {
    // 9 rows of 40 steps are more than one block.
    const lengths = [40, 40, 40, 40, 40, 40, 40, 40, 40];
    const exact = new Probe(lengths, 12, 3, inDoubles);
    expect(relativeDistance(new Probe(lengths, 12, 3, wasmKernels).gradient(), exact.gradient())).toBeLessThan(1e-4);
  });

  it('gives a sequence the same sums whatever it is padded to and stands beside', () => {
    const alone = new Probe([4], 5, 9, inDoubles);
    alone.loss();
    const padded = new Probe([4, 11], 5, 9, inDoubles);
    padded.loss();
    for (let d = 0; d < 2; d++) {
      expect(padded.sums.slice(d * 2 * UNITS, d * 2 * UNITS + UNITS)).toEqual(
        alone.sums.slice(d * UNITS, (d + 1) * UNITS),
      );
    }
  });

  it('reads from both sides: the order of words counts, and its mirror image changes the directions about', () => {
    const probe = new Probe([2], 1, 4, inDoubles);
    const { memory } = probe.kernels;
    const half = probe.parameters.length / 2;
    probe.parameters.copyWithin(half, 0, half);
    probe.loss();
    const sums = probe.sums;
    const inputs = memory.subarray(probe.parameters.length, probe.parameters.length + 2);
    inputs.reverse();
    probe.loss();
    const mirrored = probe.sums;
    expect(mirrored).not.toEqual(sums);
    expect([...mirrored.slice(UNITS), ...mirrored.slice(0, UNITS)]).toEqual(sums);
  });

  it('refuses numbers of units its kernels cannot divide', () => {
    expect(() => new BiLstm({ inputs: 4, units: 12, maxCells: 10, maxRows: 1 }, new BlockLayout(), false)).toThrow(
      RangeError,
    );
  });
});
