import type { Rng } from './rng.js';

type FloatArray = Float32Array | Float64Array;

/** Slope of LeakyReLU below zero: the TRES reference program's. */
const LEAK = 0.1;

interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  /** Where its weights, one row of `inputs` per output, and its biases begin in the parameters. */
  readonly weightsAt: number;
  readonly biasesAt: number;
}

/**
 * A multilayer perceptron with LeakyReLU hidden layers and a linear output, all parameters in one array.
 *
 * `forward` is for scoring many rows; `gradient` is the mean squared error's derivative for one mini-batch. A row's outputs do not depend on the rows
 * around it, to the last bit.
 */
export class Mlp {
  readonly parameters: FloatArray;
  private readonly layers: readonly Layer[];
  private readonly FloatArray: Float32ArrayConstructor | Float64ArrayConstructor;
  private activations: FloatArray[] = [];
  private deltas: FloatArray[] = [];
  private rows = -1;

  /**
   * @param sizes inputs, hidden units of each layer, outputs
   * @param precision float64 exists for the numeric check of the gradient
   */
  constructor(
    readonly sizes: readonly number[],
    precision: 'float32' | 'float64' = 'float32',
  ) {
    this.FloatArray = precision === 'float32' ? Float32Array : Float64Array;
    let at = 0;
    this.layers = sizes.slice(1).map((outputs, l) => {
      const inputs = sizes[l];
      const layer = { inputs, outputs, weightsAt: at, biasesAt: at + inputs * outputs };
      at += (inputs + 1) * outputs;
      return layer;
    });
    this.parameters = new this.FloatArray(at);
  }

  /** Glorot's uniform weights and zero biases. */
  randomise(rng: Rng): void {
    this.parameters.fill(0);
    for (const { inputs, outputs, weightsAt, biasesAt } of this.layers) {
      const limit = Math.sqrt(6 / (inputs + outputs));
      for (let i = weightsAt; i < biasesAt; i++) this.parameters[i] = (rng.next() * 2 - 1) * limit;
    }
  }

  /**
   * Outputs for `n` rows of `x`.
   *
   * @returns a view of [n, outputs], valid until the next call
   */
  forward(x: FloatArray, n: number): FloatArray {
    this.reserve(n);
    let input = x;
    for (let l = 0; l < this.layers.length; l++) {
      this.forwardLayer(this.layers[l], input, this.activations[l], n, l < this.layers.length - 1);
      input = this.activations[l];
    }
    return input.subarray(0, n * this.sizes[this.sizes.length - 1]);
  }

  /**
   * Adds to `out` the gradient of the mean squared error over `n` rows, and returns that error.
   *
   * @param targets [n, outputs]
   * @param out as long as `parameters`
   */
  gradient(x: FloatArray, targets: FloatArray, n: number, out: FloatArray): number {
    const predicted = this.forward(x, n);
    const last = this.layers.length - 1;
    let error = 0;
    for (let i = 0; i < predicted.length; i++) {
      const difference = predicted[i] - targets[i];
      error += difference * difference;
      this.deltas[last][i] = (2 * difference) / predicted.length;
    }
    for (let l = last; l >= 0; l--) this.backwardLayer(l, x, n, out);
    return error / predicted.length;
  }

  /** Four rows at a time: each weight is read once for four independent sums, which the processor adds in parallel. */
  private forwardLayer(layer: Layer, x: FloatArray, out: FloatArray, n: number, leaky: boolean): void {
    const { inputs, outputs, weightsAt, biasesAt } = layer;
    const w = this.parameters;
    const leak = leaky ? LEAK : 1;
    let row = 0;
    for (; row + 4 <= n; row += 4) {
      const x0 = row * inputs;
      const x1 = x0 + inputs;
      const x2 = x1 + inputs;
      const x3 = x2 + inputs;
      for (let j = 0; j < outputs; j++) {
        let s0 = w[biasesAt + j];
        let s1 = s0;
        let s2 = s0;
        let s3 = s0;
        const wj = weightsAt + j * inputs;
        for (let i = 0; i < inputs; i++) {
          const weight = w[wj + i];
          s0 += weight * x[x0 + i];
          s1 += weight * x[x1 + i];
          s2 += weight * x[x2 + i];
          s3 += weight * x[x3 + i];
        }
        const o = row * outputs + j;
        out[o] = s0 < 0 ? s0 * leak : s0;
        out[o + outputs] = s1 < 0 ? s1 * leak : s1;
        out[o + 2 * outputs] = s2 < 0 ? s2 * leak : s2;
        out[o + 3 * outputs] = s3 < 0 ? s3 * leak : s3;
      }
    }
    for (; row < n; row++) {
      for (let j = 0; j < outputs; j++) {
        let sum = w[biasesAt + j];
        const wj = weightsAt + j * inputs;
        for (let i = 0; i < inputs; i++) sum += w[wj + i] * x[row * inputs + i];
        out[row * outputs + j] = sum < 0 ? sum * leak : sum;
      }
    }
  }

  private backwardLayer(l: number, x: FloatArray, n: number, out: FloatArray): void {
    const { inputs, outputs, weightsAt, biasesAt } = this.layers[l];
    const w = this.parameters;
    const delta = this.deltas[l];
    const input = l === 0 ? x : this.activations[l - 1];
    const inputDelta = l === 0 ? null : this.deltas[l - 1];
    if (inputDelta) inputDelta.fill(0, 0, n * inputs);
    for (let row = 0; row < n; row++) {
      const xr = row * inputs;
      for (let j = 0; j < outputs; j++) {
        const d = delta[row * outputs + j];
        out[biasesAt + j] += d;
        const wj = weightsAt + j * inputs;
        for (let i = 0; i < inputs; i++) out[wj + i] += d * input[xr + i];
        if (inputDelta) for (let i = 0; i < inputs; i++) inputDelta[xr + i] += d * w[wj + i];
      }
    }
    if (inputDelta) for (let i = 0; i < n * inputs; i++) if (input[i] < 0) inputDelta[i] *= LEAK;
  }

  private reserve(n: number): void {
    if (n <= this.rows) return;
    this.rows = n;
    this.activations = this.layers.map(({ outputs }) => new this.FloatArray(n * outputs));
    this.deltas = this.layers.map(({ outputs }) => new this.FloatArray(n * outputs));
  }
}
