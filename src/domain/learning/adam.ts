import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

/** Constants of Kingma and Ba (2015); epsilon is Keras's, which the TRES reference program runs on. */
const BETA1 = 0.9;
const BETA2 = 0.999;
const EPSILON = 1e-7;

/** Gradient clipping: each component cut at the limit, or the whole vector scaled down to it. */
export interface GradientClip {
  readonly by: 'value' | 'norm';
  readonly limit: number;
}

/** The Adam optimiser over one flat parameter array. */
export class Adam {
  private readonly mean: Float32Array;
  private readonly square: Float32Array;
  private steps = 0;

  constructor(
    size: number,
    private readonly clip: GradientClip,
  ) {
    this.mean = new Float32Array(size);
    this.square = new Float32Array(size);
  }

  /** One update of `parameters` in place; `gradient` is clipped in place. */
  update(parameters: Float32Array | Float64Array, gradient: Float32Array | Float64Array, learningRate: number): void {
    this.clipGradient(gradient);
    this.steps++;
    const rate = (learningRate * Math.sqrt(1 - BETA2 ** this.steps)) / (1 - BETA1 ** this.steps);
    for (let i = 0; i < parameters.length; i++) {
      const g = gradient[i];
      this.mean[i] = BETA1 * this.mean[i] + (1 - BETA1) * g;
      this.square[i] = BETA2 * this.square[i] + (1 - BETA2) * g * g;
      parameters[i] -= (rate * this.mean[i]) / (Math.sqrt(this.square[i]) + EPSILON);
    }
  }

  save(): Snapshot {
    return { steps: this.steps, mean: this.mean, square: this.square };
  }

  /** @throws RangeError if the snapshot has another number of parameters; then nothing is changed */
  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const need = { length: this.mean.length };
    const mean = from.float32('mean', need);
    const square = from.float32('square', need);
    this.steps = from.integer('steps');
    this.mean.set(mean);
    this.square.set(square);
  }

  private clipGradient(gradient: Float32Array | Float64Array): void {
    const { by, limit } = this.clip;
    if (by === 'value') {
      for (let i = 0; i < gradient.length; i++) gradient[i] = Math.max(-limit, Math.min(limit, gradient[i]));
      return;
    }
    let norm = 0;
    for (const g of gradient) norm += g * g;
    norm = Math.sqrt(norm);
    if (norm > limit) for (let i = 0; i < gradient.length; i++) gradient[i] *= limit / norm;
  }
}
