import type { Rng } from '../base/rng.js';

type FloatArray = Float32Array | Float64Array;

/** Slope of LeakyReLU below zero: the TRES reference program's. */
const LEAK = 0.1;

interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  /** Start of its weights (one row of `inputs` per output) and of its biases in the parameters. */
  readonly weightsAt: number;
  readonly biasesAt: number;
}

/**
 * A multilayer perceptron with LeakyReLU hidden layers and a linear output, all parameters in one array.
 *
 * `forward` scores many rows; `gradient` is the mean squared error's derivative for one mini-batch. A row's outputs do
 * not depend on other rows, to the last bit.
 */
export class Mlp {
  readonly parameters: FloatArray;
  private readonly layers: readonly Layer[];
  private readonly FloatArray: Float32ArrayConstructor | Float64ArrayConstructor;
  /**
   * The kernels read float64 copies, rounded to the network's precision: each number is converted once instead of at
   * every read, and sums stay the same to the last bit.
   */
  private readonly weights: Float64Array;
  private inputs = new Float64Array(0);
  private activations: Float64Array[] = [];
  private deltas: FloatArray[] = [];
  private rows = -1;

  /**
   * @param sizes inputs, hidden units of each layer, outputs
   * @param precision float64 is for the numerical check of the gradient
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
    this.weights = new Float64Array(at);
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
  forward(x: FloatArray, n: number): Float64Array {
    this.reserve(n);
    this.weights.set(this.parameters);
    this.inputs.set(x.subarray(0, n * this.sizes[0]));
    let input: Float64Array = this.inputs;
    for (let l = 0; l < this.layers.length; l++) {
      this.forwardLayer(this.layers[l], input, this.activations[l], n, l < this.layers.length - 1);
      input = this.activations[l];
    }
    return input.subarray(0, n * this.sizes[this.sizes.length - 1]);
  }

  /**
   * Adds the gradient of the mean squared error over `n` rows to `out`, and returns that error.
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

  /**
   * Four rows and two outputs at a time: each value read serves several of eight independent sums, which the processor
   * adds in parallel.
   */
  private forwardLayer(
    { inputs, outputs, weightsAt, biasesAt }: Layer,
    x: Float64Array,
    out: Float64Array,
    n: number,
    leaky: boolean,
  ): void {
    const w = this.weights;
    const leak = leaky ? LEAK : 1;
    const whole = n - (n % 4);
    const pairs = outputs - (outputs % 2);
    for (let row = 0; row < whole; row += 4) {
      const x0 = row * inputs;
      const x1 = x0 + inputs;
      const x2 = x1 + inputs;
      const x3 = x2 + inputs;
      for (let j = 0; j < pairs; j += 2) {
        let a0 = w[biasesAt + j];
        let a1 = a0;
        let a2 = a0;
        let a3 = a0;
        let b0 = w[biasesAt + j + 1];
        let b1 = b0;
        let b2 = b0;
        let b3 = b0;
        const wa = weightsAt + j * inputs;
        const wb = wa + inputs;
        for (let i = 0; i < inputs; i++) {
          const u = w[wa + i];
          const v = w[wb + i];
          const y0 = x[x0 + i];
          const y1 = x[x1 + i];
          const y2 = x[x2 + i];
          const y3 = x[x3 + i];
          a0 += u * y0;
          a1 += u * y1;
          a2 += u * y2;
          a3 += u * y3;
          b0 += v * y0;
          b1 += v * y1;
          b2 += v * y2;
          b3 += v * y3;
        }
        const o = row * outputs + j;
        out[o] = a0 < 0 ? a0 * leak : a0;
        out[o + 1] = b0 < 0 ? b0 * leak : b0;
        out[o + outputs] = a1 < 0 ? a1 * leak : a1;
        out[o + outputs + 1] = b1 < 0 ? b1 * leak : b1;
        out[o + 2 * outputs] = a2 < 0 ? a2 * leak : a2;
        out[o + 2 * outputs + 1] = b2 < 0 ? b2 * leak : b2;
        out[o + 3 * outputs] = a3 < 0 ? a3 * leak : a3;
        out[o + 3 * outputs + 1] = b3 < 0 ? b3 * leak : b3;
      }
    }
    for (let row = 0; row < n; row++) {
      for (let j = row < whole ? pairs : 0; j < outputs; j++) {
        let sum = w[biasesAt + j];
        const wj = weightsAt + j * inputs;
        for (let i = 0; i < inputs; i++) sum += w[wj + i] * x[row * inputs + i];
        out[row * outputs + j] = sum < 0 ? sum * leak : sum;
      }
    }
    if (this.FloatArray === Float32Array) for (let i = 0; i < n * outputs; i++) out[i] = Math.fround(out[i]);
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
    this.inputs = new Float64Array(n * this.sizes[0]);
    this.activations = this.layers.map(({ outputs }) => new Float64Array(n * outputs));
    this.deltas = this.layers.map(({ outputs }) => new this.FloatArray(n * outputs));
  }
}
