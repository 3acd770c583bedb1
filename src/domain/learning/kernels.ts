/** Width of the panels in which matrix products are computed: two vectors of four floats. */
export const PANEL = 8;

export type FloatArray = Float32Array | Float64Array;

/**
 * The hyperbolic tangent in 32 bits: x·P(x²) / Q(x²), coefficients from the highest power down, constant beyond the
 * limit (from the Eigen library, `generic_fast_tanh_float`). The error is below 4·10⁻⁷.
 */
export const TANH = {
  limit: 7.90531110763549805,
  numerator: [
    -2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-8, 1.48572235717979e-5,
    6.37261928875436e-4, 4.89352455891786e-3,
  ],
  denominator: [1.19825839466702e-6, 1.18534705686654e-4, 2.268434632439e-3, 4.89352518554385e-3],
} as const;

/**
 * C = A·B, or C += A·B. A matrix is given by its first element and the strides of rows and columns, in elements, so
 * that transposed and packed matrices need no copies. Columns of B and C come in panels of {@link PANEL}, whose
 * elements are adjacent in each row.
 */
export interface MatrixProduct {
  readonly a: number;
  readonly aRow: number;
  readonly aColumn: number;
  readonly b: number;
  readonly bRow: number;
  readonly bPanel: number;
  readonly c: number;
  readonly cRow: number;
  readonly cPanel: number;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of B and C, in panels. */
  readonly panels: number;
  /** Columns of A, rows of B. */
  readonly depth: number;
  readonly add: boolean;
}

/**
 * One step of an LSTM for a batch. The order of gates is input, forget, candidate, output; shapes are [rows, units]
 * unless stated.
 */
export interface LstmForward {
  /** [rows, 4 units]: inputs of the gates without bias, replaced by their outputs. */
  readonly gates: number;
  /** [4 units]. */
  readonly bias: number;
  readonly previousCell: number;
  /** Written, with its hyperbolic tangent and the hidden state. */
  readonly cell: number;
  readonly tanhCell: number;
  readonly hidden: number;
  /** Accumulates the hidden state. */
  readonly sum: number;
  /** [rows]: 1 where the text has a word at this step; where 0, the state is 0. */
  readonly mask: number;
  readonly rows: number;
  /** A multiple of 4. */
  readonly units: number;
}

export interface LstmBackward {
  /** [rows, 4 units]: the result of `LstmForward`; replaced by the gradient of the gates' inputs. */
  readonly gates: number;
  readonly previousCell: number;
  readonly tanhCell: number;
  readonly mask: number;
  /** Gradient of each hidden state from the loss. */
  readonly hiddenGradient: number;
  /** Gradient of this hidden state from the next step. */
  readonly nextHiddenGradient: number;
  /** Gradient of the cell: this step's on entry, the previous step's on return. */
  readonly cellGradient: number;
  /** [4 units], accumulated. */
  readonly biasGradient: number;
  readonly rows: number;
  readonly units: number;
}

/** The inner loops of recurrent networks over one block of floats; matrices are given by their position in it. */
export interface Kernels {
  readonly kind: 'wasm-simd' | 'javascript';
  readonly memory: FloatArray;
  multiply(product: MatrixProduct): void;
  lstmForward(step: LstmForward): void;
  lstmBackward(step: LstmBackward): void;
  /** Copies [depth, 8·panels], rows `from + k·row`, to consecutive panels in `to`. */
  pack(from: number, row: number, depth: number, panels: number, to: number): void;
}
