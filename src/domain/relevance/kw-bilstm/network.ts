import { BiLstm, BlockLayout, type SequenceBatch } from '../../learning/bilstm.js';
import { sigmoid } from '../../learning/calibration.js';
import type { Kernels } from '../../learning/kernels.js';
import { createKernels } from '../../learning/kernels-wasm.js';
import type { Rng } from '../../base/rng.js';

/** One text as input of the network. */
export interface EncodedText {
  /** Rows of its words in the word vectors, in order. */
  readonly tokens: Int32Array;
  /** Keyword bins and keyword features, concatenated. */
  readonly keywords: Float32Array;
}

export interface NetworkShape {
  /** Dimensions of a word vector. */
  readonly inputs: number;
  /** Hidden units of the LSTM in each direction. */
  readonly units: number;
  readonly bins: number;
  readonly features: number;
}

/** The largest batch of a network, which determines its memory. */
interface NetworkRoom {
  /** Texts of a batch. */
  readonly maxRows: number;
  /** Words of a text. */
  readonly maxWords: number;
  /** False omits the memory that only `backward` needs. */
  readonly trainable: boolean;
}

/**
 * Units of the dense layers: the reference program narrows 300, 150, 85, 45 before the keywords join, and 50, 10 after.
 */
const TEXT_UNITS = 32;
const JOINT_UNITS = 16;

/** One dense layer: reads rows of `inputs`, writes the first `outputs` values of the next layer's rows. */
interface Dense {
  readonly inputs: number;
  readonly outputs: number;
  /** [outputs, inputs]. */
  readonly weights: number;
  readonly biases: number;
  readonly x: number;
  readonly xGradient: number;
}

/** Reads a word's vector into an array. */
export type VectorReader = (token: number, out: Float32Array) => void;

/** Random dropout during training, so that the network does not rely on single values. */
interface Dropout {
  /** Share of the values between layers. */
  readonly rate: number;
  /** Share of the words. */
  readonly words: number;
  readonly rng: Rng;
}

/** Creates kernels over a block of this many floats. */
export type KernelMaker = (size: number) => Kernels;

/**
 * A small version of the network of TRES's reference program: word vectors → bidirectional LSTM → mean over the words →
 * dense layer; its outputs joined by keyword bins and keyword features → dense layer; its outputs joined by the keyword
 * features again → one output, the log-odds of relevance. Dropout before each dense layer while training.
 */
export class KwBiLstmNetwork {
  /** View of all parameters in the kernels' block. */
  readonly parameters: Kernels['memory'];
  /** Gradient of the parameters, accumulated by `backward`; empty in a network that is not trainable. */
  readonly gradient: Kernels['memory'];
  private readonly lstm: BiLstm;
  private readonly dense: readonly Dense[];
  private readonly output: number;
  private readonly outputGradient: number;
  private readonly sumGradients: readonly [number, number];
  private readonly gradientAt: number;
  private readonly kernels: Kernels;
  private readonly vector: Float32Array;
  private batch: SequenceBatch = { rows: 0, steps: 0 };
  /** Factor for values that are not dropped. */
  private scale = 1;

  constructor(
    readonly shape: NetworkShape,
    private readonly readVector: VectorReader,
    private readonly room: NetworkRoom,
    make: KernelMaker = createKernels,
  ) {
    const { inputs, units, bins, features } = shape;
    const { maxRows, maxWords, trainable } = room;
    const layout = new BlockLayout();
    const widths = [2 * units, TEXT_UNITS + bins + features, JOINT_UNITS + features];
    const outputs = [TEXT_UNITS, JOINT_UNITS, 1];
    // Parameters first, the LSTM's after the others, so that all are contiguous.
    const weights = widths.map((width, l) => ({
      weights: layout.take(width * outputs[l]),
      biases: layout.take(outputs[l]),
    }));
    this.lstm = new BiLstm({ inputs, units, maxCells: maxRows * maxWords, maxRows }, layout, trainable);
    const parameterCount = this.lstm.parameters + this.lstm.parameterCount;
    const training = (count: number): number => layout.take(trainable ? count : 0);
    this.dense = widths.map((width, l) => ({
      ...weights[l],
      inputs: width,
      outputs: outputs[l],
      x: layout.take(maxRows * width),
      xGradient: training(maxRows * width),
    }));
    this.output = layout.take(maxRows);
    this.outputGradient = training(maxRows);
    this.sumGradients = [training(maxRows * units), training(maxRows * units)];
    this.gradientAt = training(parameterCount);
    this.kernels = make(layout.size);
    const { memory } = this.kernels;
    this.parameters = memory.subarray(0, parameterCount);
    this.gradient = memory.subarray(this.gradientAt, this.gradientAt + (trainable ? parameterCount : 0));
    this.vector = new Float32Array(inputs);
  }

  randomise(rng: Rng): void {
    const { memory } = this.kernels;
    this.lstm.randomise(memory, rng);
    for (const { weights, biases, inputs, outputs } of this.dense) {
      const limit = Math.sqrt(6 / (inputs + outputs));
      for (let i = weights; i < weights + inputs * outputs; i++) memory[i] = (rng.next() * 2 - 1) * limit;
      memory.fill(0, biases, biases + outputs);
    }
  }

  /**
   * Log-odds of relevance of each text, in a view that the next call overwrites.
   *
   * @param dropout null outside of training
   */
  forward(texts: readonly EncodedText[], dropout: Dropout | null = null): Kernels['memory'] {
    const { memory } = this.kernels;
    this.scale = dropout === null ? 1 : 1 / (1 - dropout.rate);
    this.batch = this.write(texts, dropout);
    if (this.batch.steps > 0) this.lstm.forward(this.kernels, this.batch);
    this.pool(texts, dropout);
    for (let l = 0; l < this.dense.length; l++) this.forwardDense(l, texts.length, dropout);
    return memory.subarray(this.output, this.output + texts.length);
  }

  /**
   * Sets `gradient` to that of the mean cross-entropy over the texts of the last `forward`, and returns the mean.
   *
   * @param labels 1 relevant, 0 not
   */
  backward(texts: readonly EncodedText[], labels: ArrayLike<number>): number {
    const { memory } = this.kernels;
    const rows = texts.length;
    this.gradient.fill(0);
    let loss = 0;
    for (let row = 0; row < rows; row++) {
      const logit = memory[this.output + row];
      loss += crossEntropy(logit, labels[row]);
      memory[this.outputGradient + row] = (sigmoid(logit) - labels[row]) / rows;
    }
    for (let l = this.dense.length - 1; l >= 0; l--) this.backwardDense(l, rows);
    this.unpool(texts);
    if (this.batch.steps > 0)
      this.lstm.backward(this.kernels, this.batch, this.sumGradients, this.gradientAt + this.lstm.parameters);
    return loss / rows;
  }

  /** Writes the batch's vectors, mask, keyword bins and keyword features. */
  private write(texts: readonly EncodedText[], dropout: Dropout | null): SequenceBatch {
    const { memory } = this.kernels;
    const { inputs, bins, features } = this.shape;
    const rows = texts.length;
    const steps = texts.reduce((most, { tokens }) => Math.max(most, tokens.length), 0);
    if (rows > this.room.maxRows || steps > this.room.maxWords)
      throw new RangeError(`a batch of ${rows} texts of up to ${steps} words is too large`);
    memory.fill(0, this.lstm.input, this.lstm.input + rows * steps * inputs);
    memory.fill(0, this.lstm.mask, this.lstm.mask + rows * steps);
    texts.forEach(({ tokens, keywords }, row) => {
      for (let t = 0; t < tokens.length; t++) {
        memory[this.lstm.mask + t * rows + row] = 1;
        if (dropout !== null && dropout.rng.next() < dropout.words) continue;
        this.readVector(tokens[t], this.vector);
        memory.set(this.vector, this.lstm.input + (t * rows + row) * inputs);
      }
      const [, joint, last] = this.dense;
      memory.set(keywords, joint.x + row * joint.inputs + TEXT_UNITS);
      memory.set(keywords.subarray(bins, bins + features), last.x + row * last.inputs + JOINT_UNITS);
    });
    return { rows, steps };
  }

  /** The mean of the hidden states over each text's words; zero for a text without words. */
  private pool(texts: readonly EncodedText[], dropout: Dropout | null): void {
    const { memory } = this.kernels;
    const { units } = this.shape;
    const [{ x, inputs }] = this.dense;
    texts.forEach(({ tokens }, row) => {
      for (const d of [0, 1] as const) {
        for (let j = 0; j < units; j++) {
          const mean = tokens.length === 0 ? 0 : memory[this.lstm.sumAt(d) + row * units + j] / tokens.length;
          memory[x + row * inputs + d * units + j] = this.drop(mean, dropout);
        }
      }
    });
  }

  /** Distributes gradients of the means over the words. A dropped value is exactly 0, and passes none on. */
  private unpool(texts: readonly EncodedText[]): void {
    const { memory } = this.kernels;
    const { units } = this.shape;
    const [{ x, xGradient, inputs }] = this.dense;
    texts.forEach(({ tokens }, row) => {
      for (const d of [0, 1] as const) {
        for (let j = 0; j < units; j++) {
          const at = row * inputs + d * units + j;
          const kept = memory[x + at] !== 0 && tokens.length > 0;
          memory[this.sumGradients[d] + row * units + j] = kept
            ? (memory[xGradient + at] * this.scale) / tokens.length
            : 0;
        }
      }
    });
  }

  private drop(value: number, dropout: Dropout | null): number {
    return dropout === null ? value : dropout.rng.next() < dropout.rate ? 0 : value * this.scale;
  }

  private forwardDense(l: number, rows: number, dropout: Dropout | null): void {
    const { memory } = this.kernels;
    const { inputs, outputs, weights, biases, x } = this.dense[l];
    const last = l === this.dense.length - 1;
    const next = last ? this.output : this.dense[l + 1].x;
    const width = last ? 1 : this.dense[l + 1].inputs;
    for (let row = 0; row < rows; row++) {
      for (let j = 0; j < outputs; j++) {
        let sum = memory[biases + j];
        for (let i = 0; i < inputs; i++) sum += memory[weights + j * inputs + i] * memory[x + row * inputs + i];
        memory[next + row * width + j] = last ? sum : sum > 0 ? this.drop(sum, dropout) : 0;
      }
    }
  }

  private backwardDense(l: number, rows: number): void {
    const { memory } = this.kernels;
    const { inputs, outputs, weights, biases, x, xGradient } = this.dense[l];
    const last = l === this.dense.length - 1;
    const [y, yGradient] = last
      ? [this.output, this.outputGradient]
      : [this.dense[l + 1].x, this.dense[l + 1].xGradient];
    const width = last ? 1 : this.dense[l + 1].inputs;
    memory.fill(0, xGradient, xGradient + rows * inputs);
    for (let row = 0; row < rows; row++) {
      for (let j = 0; j < outputs; j++) {
        // Values cut at zero or dropped are 0, and pass no gradient on.
        if (!last && memory[y + row * width + j] <= 0) continue;
        const gradient = memory[yGradient + row * width + j] * (last ? 1 : this.scale);
        memory[this.gradientAt + biases + j] += gradient;
        for (let i = 0; i < inputs; i++) {
          memory[this.gradientAt + weights + j * inputs + i] += gradient * memory[x + row * inputs + i];
          memory[xGradient + row * inputs + i] += gradient * memory[weights + j * inputs + i];
        }
      }
    }
  }
}

/** −log of the probability of the label, without overflow. */
export function crossEntropy(logit: number, label: number): number {
  return Math.max(logit, 0) - logit * label + Math.log1p(Math.exp(-Math.abs(logit)));
}
