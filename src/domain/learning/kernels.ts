/** Columns of matrix products are computed in panels of so many: two vectors of four floats. */
export const PANEL = 8;

export type FloatArray = Float32Array | Float64Array;

/**
 * The hyperbolic tangent in 32 bits: x·P(x²) / Q(x²), coefficients from the highest power down, beyond the limit as at it (from the Eigen library,
 * `generic_fast_tanh_float`). The error is below 4·10⁻⁷.
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
 * C = A·B, or C += A·B. Where a matrix lies in memory is given by its first element and the distances between neighbours, in elements: so transposed and
 * packed matrices need no copies. Columns of B and C go by panels of {@link PANEL}, whose elements are neighbours in each row.
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

/** One step of an LSTM for a batch. Gates stand in the order input, forget, candidate, output; [rows, units] unless told otherwise. */
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
  /** The hidden state is added to it. */
  readonly sum: number;
  /** [rows]: 1 where the text has a word at this step; where 0, the state is 0. */
  readonly mask: number;
  readonly rows: number;
  /** A multiple of 4. */
  readonly units: number;
}

export interface LstmBackward {
  /** [rows, 4 units]: what `LstmForward` left; replaced by the gradient of the gates' inputs. */
  readonly gates: number;
  readonly previousCell: number;
  readonly tanhCell: number;
  readonly mask: number;
  /** Gradient of each hidden state from outside. */
  readonly hiddenGradient: number;
  /** Gradient of this hidden state from the next step. */
  readonly nextHiddenGradient: number;
  /** Gradient of the cell: of this step's on entry, of the previous one's afterwards. */
  readonly cellGradient: number;
  /** [4 units], added to. */
  readonly biasGradient: number;
  readonly rows: number;
  readonly units: number;
}

/** The inner loops of recurrent networks over one block of floats; matrices are given by their place in it. */
export interface Kernels {
  readonly kind: 'wasm-simd' | 'javascript';
  readonly memory: FloatArray;
  multiply(product: MatrixProduct): void;
  lstmForward(step: LstmForward): void;
  lstmBackward(step: LstmBackward): void;
  /** Copies [depth, 8·panels], rows `from + k·row`, to panels that lie one after the other in `to`. */
  pack(from: number, row: number, depth: number, panels: number, to: number): void;
}
