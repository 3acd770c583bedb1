import { type Kernels, PANEL } from './kernels.js';
import type { Rng } from '../base/rng.js';

/** Assigns positions in a block of floats before the block exists. */
export class BlockLayout {
  /** Floats assigned so far. */
  size = 0;

  /** @returns the start of a run of `count` floats */
  take(count: number): number {
    const at = this.size;
    this.size += count;
    return at;
  }
}

interface BiLstmShape {
  /** Values of an input vector. */
  readonly inputs: number;
  /** Hidden units of each direction: a multiple of 8. */
  readonly units: number;
  /** Most steps times rows of a batch. */
  readonly maxCells: number;
  /** Most rows of a batch. */
  readonly maxRows: number;
}

/** One batch of sequences: those shorter than `steps` are padded, as the mask shows. */
export interface SequenceBatch {
  readonly rows: number;
  readonly steps: number;
}

/**
 * Rows of gates packed and multiplied at once for the gradient of the weights: what fits into the second-level cache.
 */
const BLOCK_DEPTH = 256;
/**
 * Initial bias of forget gates: remember, until there is a reason not to (Jozefowicz, Zaremba and Sutskever 2015,
 * section 3.1).
 */
const FORGET_BIAS = 1;

/** Positions of one direction's parts. */
interface Direction {
  readonly reversed: boolean;
  /** Weights of inputs and of hidden states in panels: [4 units / 8][rows][8]. */
  readonly inputWeights: number;
  readonly hiddenWeights: number;
  readonly bias: number;
  readonly gates: number;
  readonly cells: number;
  readonly tanhCells: number;
  readonly hidden: number;
  readonly sum: number;
}

/**
 * A bidirectional LSTM (Graves, Fernández and Schmidhuber 2005) over one block of floats, summed over the steps of each
 * sequence, as mean pooling needs.
 *
 * Its parameters are contiguous from `parameters` on. Time is the first dimension: values of step t, row b begin at
 * (t·rows + b)·width.
 */
export class BiLstm {
  readonly parameters: number;
  readonly parameterCount: number;
  /** [steps, rows, inputs], to be written before `forward`; zeros where the mask is 0. */
  readonly input: number;
  /** [steps, rows]: 1 where a sequence has an input. */
  readonly mask: number;
  private readonly directions: readonly [Direction, Direction];
  /** A block of zeros: the state before the first step. Never written. */
  private readonly noState: number;
  private readonly noGradient: number;
  private readonly cellGradient: number;
  private readonly hiddenGradient: number;
  private readonly transposed: number;
  private readonly packed: number;

  /** @param trainable false omits the memory that only `backward` needs */
  constructor(
    readonly shape: BiLstmShape,
    layout: BlockLayout,
    trainable: boolean,
  ) {
    const { inputs, units, maxCells, maxRows } = shape;
    if (units % PANEL !== 0) throw new RangeError(`a BiLSTM of ${units} units: they must be a multiple of ${PANEL}`);
    const gateWidth = 4 * units;
    this.parameters = layout.size;
    const weights = [false, true].map((reversed) => ({
      reversed,
      inputWeights: layout.take(inputs * gateWidth),
      hiddenWeights: layout.take(units * gateWidth),
      bias: layout.take(gateWidth),
    }));
    this.parameterCount = layout.size - this.parameters;
    this.input = layout.take(maxCells * inputs);
    this.mask = layout.take(maxCells);
    const states = (): Pick<Direction, 'gates' | 'cells' | 'tanhCells' | 'hidden' | 'sum'> => ({
      gates: layout.take(maxCells * gateWidth),
      cells: layout.take(maxCells * units),
      tanhCells: layout.take(maxCells * units),
      hidden: layout.take(maxCells * units),
      sum: layout.take(maxRows * units),
    });
    this.directions = [
      { ...weights[0], ...states() },
      { ...weights[1], ...states() },
    ];
    this.noState = layout.take(maxRows * units);
    const training = (count: number): number => layout.take(trainable ? count : 0);
    this.noGradient = training(maxRows * units);
    this.cellGradient = training(maxRows * units);
    this.hiddenGradient = training(maxRows * units);
    this.transposed = training(units * gateWidth);
    this.packed = training(BLOCK_DEPTH * gateWidth);
  }

  /** Glorot's uniform weights; biases 0, those of forget gates 1. */
  randomise(memory: Kernels['memory'], rng: Rng): void {
    const { inputs, units } = this.shape;
    const fill = (at: number, rows: number): void => {
      // Each gate is a separate matrix: [rows, units].
      const limit = Math.sqrt(6 / (rows + units));
      for (let i = at; i < at + rows * 4 * units; i++) memory[i] = (rng.next() * 2 - 1) * limit;
    };
    for (const { inputWeights, hiddenWeights, bias } of this.directions) {
      fill(inputWeights, inputs);
      fill(hiddenWeights, units);
      memory.fill(0, bias, bias + 4 * units);
      memory.fill(FORGET_BIAS, bias + units, bias + 2 * units);
    }
  }

  /** Runs both directions over the batch in `input` and `mask`; `sumAt` then has the positions of the sums. */
  forward(kernels: Kernels, { rows, steps }: SequenceBatch): void {
    const { inputs, units } = this.shape;
    const gateWidth = 4 * units;
    const panels = gateWidth / PANEL;
    const state = rows * units;
    for (const { reversed, inputWeights, hiddenWeights, bias, gates, cells, tanhCells, hidden, sum } of this
      .directions) {
      kernels.memory.fill(0, sum, sum + state);
      kernels.multiply({
        a: this.input,
        aRow: inputs,
        aColumn: 1,
        b: inputWeights,
        bRow: PANEL,
        bPanel: inputs * PANEL,
        c: gates,
        cRow: gateWidth,
        cPanel: PANEL,
        rows: rows * steps,
        panels,
        depth: inputs,
        add: false,
      });
      for (let s = 0; s < steps; s++) {
        const t = reversed ? steps - 1 - s : s;
        const before = reversed ? t + 1 : t - 1;
        const gatesAt = gates + t * rows * gateWidth;
        if (s > 0) {
          kernels.multiply({
            a: hidden + before * state,
            aRow: units,
            aColumn: 1,
            b: hiddenWeights,
            bRow: PANEL,
            bPanel: units * PANEL,
            c: gatesAt,
            cRow: gateWidth,
            cPanel: PANEL,
            rows,
            panels,
            depth: units,
            add: true,
          });
        }
        kernels.lstmForward({
          gates: gatesAt,
          bias,
          previousCell: s > 0 ? cells + before * state : this.noState,
          cell: cells + t * state,
          tanhCell: tanhCells + t * state,
          hidden: hidden + t * state,
          sum,
          mask: this.mask + t * rows,
          rows,
          units,
        });
      }
    }
  }

  /** Start of a direction's sums over the steps: [rows, units]. */
  sumAt(direction: 0 | 1): number {
    return this.directions[direction].sum;
  }

  /**
   * Adds the gradient of the parameters for the last `forward`, overwriting its gates.
   *
   * @param sumGradients gradient of each direction's hidden states, the same for every step of a row: [rows, units]
   * @param gradient start of the parameters' gradients, in the order of the parameters
   */
  backward(
    kernels: Kernels,
    { rows, steps }: SequenceBatch,
    sumGradients: readonly [number, number],
    gradient: number,
  ): void {
    const { inputs, units } = this.shape;
    const { memory } = kernels;
    const gateWidth = 4 * units;
    const state = rows * units;
    const place = (parameter: number): number => parameter - this.parameters + gradient;
    this.directions.forEach((direction, d) => {
      const { reversed, hiddenWeights, bias, gates, cells, tanhCells, hidden } = direction;
      this.transpose(memory, hiddenWeights);
      memory.fill(0, this.cellGradient, this.cellGradient + state);
      for (let s = steps - 1; s >= 0; s--) {
        const t = reversed ? steps - 1 - s : s;
        const before = reversed ? t + 1 : t - 1;
        const gatesAt = gates + t * rows * gateWidth;
        kernels.lstmBackward({
          gates: gatesAt,
          previousCell: s > 0 ? cells + before * state : this.noState,
          tanhCell: tanhCells + t * state,
          mask: this.mask + t * rows,
          hiddenGradient: sumGradients[d],
          nextHiddenGradient: s === steps - 1 ? this.noGradient : this.hiddenGradient,
          cellGradient: this.cellGradient,
          biasGradient: place(bias),
          rows,
          units,
        });
        if (s === 0) break;
        kernels.multiply({
          a: gatesAt,
          aRow: gateWidth,
          aColumn: 1,
          b: this.transposed,
          bRow: PANEL,
          bPanel: gateWidth * PANEL,
          c: this.hiddenGradient,
          cRow: units,
          cPanel: PANEL,
          rows,
          panels: units / PANEL,
          depth: gateWidth,
          add: false,
        });
      }
      this.addOuter(kernels, this.input, inputs, gates, rows * steps, place(direction.inputWeights));
      // A step's hidden state feeds the gates of the next step in its direction.
      const [from, to] = reversed ? [hidden + state, gates] : [hidden, gates + rows * gateWidth];
      this.addOuter(kernels, from, units, to, rows * (steps - 1), place(hiddenWeights));
    });
  }

  /** Adds Aᵀ·G to a gradient in panels: A is [depth, width], G gradients of gates, [depth, 4 units]. */
  private addOuter(kernels: Kernels, a: number, width: number, gates: number, depth: number, gradient: number): void {
    const gateWidth = 4 * this.shape.units;
    const panels = gateWidth / PANEL;
    for (let from = 0; from < depth; from += BLOCK_DEPTH) {
      const part = Math.min(BLOCK_DEPTH, depth - from);
      kernels.pack(gates + from * gateWidth, gateWidth, part, panels, this.packed);
      kernels.multiply({
        a: a + from * width,
        aRow: 1,
        aColumn: width,
        b: this.packed,
        bRow: PANEL,
        bPanel: part * PANEL,
        c: gradient,
        cRow: PANEL,
        cPanel: width * PANEL,
        rows: width,
        panels,
        depth: part,
        add: true,
      });
    }
  }

  /** Transposed hidden weights, in panels: [units / 8][4 units][8]. */
  private transpose(memory: Kernels['memory'], weights: number): void {
    const { units } = this.shape;
    const gateWidth = 4 * units;
    for (let unit = 0; unit < units; unit++) {
      const to = this.transposed + (unit - (unit % PANEL)) * gateWidth + (unit % PANEL);
      for (let gate = 0; gate < gateWidth; gate++) {
        memory[to + gate * PANEL] = memory[weights + (gate - (gate % PANEL)) * units + unit * PANEL + (gate % PANEL)];
      }
    }
  }
}
