/** Rows of numbers, each with an outcome and a weight. */
export interface WeightedRows {
  /** `width` numbers per row; the first one is the constant 1. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly weights: Float64Array;
  readonly width: number;
}

/** The values towards which weights are shrunk. The weight of the constant is free unless `first` is set. */
interface Penalty {
  /** Half of it times the squared distance is added to the loss, which is a sum over rows. */
  readonly strength: number;
  /** Default: 0 everywhere. */
  readonly towards?: Float64Array;
  readonly first?: boolean;
}

const NEWTON_STEPS = 50;
const CLOSE = 1e-8;
/** Most halvings of a step that increases the loss. */
const MOST_HALVINGS = 20;
/** Keeps the constant's row solvable without a penalty. */
const FREE = 1e-9;

/** Logistic regression with an L2 penalty, by Newton's method with step halving. Deterministic. */
export function logisticRegression(rows: WeightedRows, penalty: Penalty): Float64Array {
  let fitted: Float64Array = penalty.towards?.slice() ?? new Float64Array(rows.width);
  let loss = lossOf(rows, fitted, penalty);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const system = new NormalEquations(rows.width);
    for (let row = 0; row < rows.y.length; row++) {
      const chance = logistic(dot(fitted, rows.x, row * rows.width));
      const weight = rows.weights[row];
      system.add(rows.x, row * rows.width, weight * (rows.y[row] - chance), weight * chance * (1 - chance));
    }
    const change = system.solved(fitted, penalty);
    let [share, next] = [1, moved(fitted, change, 1)];
    let after = lossOf(rows, next, penalty);
    for (let halved = 0; after > loss && halved < MOST_HALVINGS; halved++) {
      share /= 2;
      next = moved(fitted, change, share);
      after = lossOf(rows, next, penalty);
    }
    if (after >= loss) break;
    [fitted, loss] = [next, after];
    if (change.every((one) => Math.abs(one) < CLOSE)) break;
  }
  return fitted;
}

/** Least squares with an L2 penalty. */
export function ridgeRegression(rows: WeightedRows, penalty: Penalty): Float64Array {
  const start = penalty.towards?.slice() ?? new Float64Array(rows.width);
  const system = new NormalEquations(rows.width);
  for (let row = 0; row < rows.y.length; row++) {
    const residual = rows.y[row] - dot(start, rows.x, row * rows.width);
    system.add(rows.x, row * rows.width, rows.weights[row] * residual, rows.weights[row]);
  }
  return moved(start, system.solved(start, penalty), 1);
}

export const logistic = (z: number): number => 1 / (1 + Math.exp(-z));

/** @param from start of the row in `x` */
export function dot(weights: Float64Array, x: Float32Array, from: number): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i] * x[from + i];
  return sum;
}

const moved = (from: Float64Array, change: Float64Array, share: number): Float64Array =>
  from.map((weight, i) => weight + share * change[i]);
const drawn = ({ strength, first }: Penalty, column: number): number =>
  column === 0 && first !== true ? FREE : strength;

function lossOf({ x, y, weights, width }: WeightedRows, fitted: Float64Array, penalty: Penalty): number {
  let loss = 0;
  for (let row = 0; row < y.length; row++) {
    const z = dot(fitted, x, row * width);
    // log(1 + e^z) - y z, without overflow.
    loss += weights[row] * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - y[row] * z);
  }
  for (let i = 0; i < width; i++) loss += (drawn(penalty, i) * (fitted[i] - (penalty.towards?.[i] ?? 0)) ** 2) / 2;
  return loss;
}

/** Gradient and Hessian of a loss, and the Newton step. */
class NormalEquations {
  private readonly rows: Float64Array[];

  constructor(private readonly width: number) {
    // The last column is the right-hand side.
    this.rows = Array.from({ length: width }, () => new Float64Array(width + 1));
  }

  add(x: Float32Array, from: number, slope: number, curvature: number): void {
    for (let i = 0; i < this.width; i++) {
      const xi = x[from + i];
      if (xi === 0) continue;
      const row = this.rows[i];
      row[this.width] += slope * xi;
      for (let j = 0; j <= i; j++) row[j] += curvature * xi * x[from + j];
    }
  }

  /** Gaussian elimination with pivoting. */
  solved(fitted: Float64Array, penalty: Penalty): Float64Array {
    const { width } = this;
    const rows = this.rows.map((row) => row.slice());
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < i; j++) rows[j][i] = rows[i][j];
      rows[i][i] += drawn(penalty, i);
      rows[i][width] -= drawn(penalty, i) * (fitted[i] - (penalty.towards?.[i] ?? 0));
    }
    for (let column = 0; column < width; column++) {
      let pivot = column;
      for (let row = column + 1; row < width; row++)
        if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
      [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
      for (let row = column + 1; row < width; row++) {
        const factor = rows[row][column] / rows[column][column];
        for (let at = column; at <= width; at++) rows[row][at] -= factor * rows[column][at];
      }
    }
    const result = new Float64Array(width);
    for (let row = width - 1; row >= 0; row--) {
      let sum = rows[row][width];
      for (let at = row + 1; at < width; at++) sum -= rows[row][at] * result[at];
      result[row] = sum / rows[row][row];
    }
    return result;
  }
}
