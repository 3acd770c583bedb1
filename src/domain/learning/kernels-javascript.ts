import {
  type FloatArray,
  type Kernels,
  type LstmBackward,
  type LstmForward,
  type MatrixProduct,
  PANEL,
  TANH,
} from './kernels.js';

function tanhFloat32(x: number): number {
  const bounded = Math.max(-TANH.limit, Math.min(TANH.limit, x));
  const z = bounded * bounded;
  let p = 0;
  for (const coefficient of TANH.numerator) p = p * z + coefficient;
  let q = 0;
  for (const coefficient of TANH.denominator) q = q * z + coefficient;
  return (bounded * p) / q;
}

/**
 * The kernels in plain JavaScript: the reference for WebAssembly's, and the fallback. Sums have 64 bits; over a
 * `Float64Array` everything has, with an exact tangent, for numerical gradient checks.
 */
export function javascriptKernels(memory: FloatArray): Kernels {
  const f = memory;
  const tanh = f instanceof Float32Array ? tanhFloat32 : Math.tanh;
  const sigmoid = (x: number): number => 0.5 + 0.5 * tanh(0.5 * x);

  const multiply = ({
    a,
    aRow,
    aColumn,
    b,
    bRow,
    bPanel,
    c,
    cRow,
    cPanel,
    rows,
    panels,
    depth,
    add,
  }: MatrixProduct): void => {
    const sums = new Float64Array(PANEL);
    for (let panel = 0; panel < panels; panel++) {
      for (let row = 0; row < rows; row++) {
        const to = c + row * cRow + panel * cPanel;
        for (let j = 0; j < PANEL; j++) sums[j] = add ? f[to + j] : 0;
        for (let k = 0, x = a + row * aRow, y = b + panel * bPanel; k < depth; k++, x += aColumn, y += bRow) {
          const factor = f[x];
          for (let j = 0; j < PANEL; j++) sums[j] += factor * f[y + j];
        }
        for (let j = 0; j < PANEL; j++) f[to + j] = sums[j];
      }
    }
  };

  const lstmForward = ({
    gates,
    bias,
    previousCell,
    cell,
    tanhCell,
    hidden,
    sum,
    mask,
    rows,
    units,
  }: LstmForward): void => {
    for (let row = 0; row < rows; row++) {
      const there = f[mask + row];
      for (let j = 0; j < units; j++) {
        const at = row * units + j;
        const g = gates + row * 4 * units + j;
        const input = sigmoid(f[g] + f[bias + j]);
        const forget = sigmoid(f[g + units] + f[bias + units + j]);
        const candidate = tanh(f[g + 2 * units] + f[bias + 2 * units + j]);
        const output = sigmoid(f[g + 3 * units] + f[bias + 3 * units + j]);
        f[g] = input;
        f[g + units] = forget;
        f[g + 2 * units] = candidate;
        f[g + 3 * units] = output;
        f[cell + at] = there * (forget * f[previousCell + at] + input * candidate);
        f[tanhCell + at] = tanh(f[cell + at]);
        f[hidden + at] = there * output * f[tanhCell + at];
        f[sum + at] += f[hidden + at];
      }
    }
  };

  const lstmBackward = (step: LstmBackward): void => {
    const {
      gates,
      previousCell,
      tanhCell,
      mask,
      hiddenGradient,
      nextHiddenGradient,
      cellGradient,
      biasGradient,
      rows,
      units,
    } = step;
    for (let row = 0; row < rows; row++) {
      const there = f[mask + row];
      for (let j = 0; j < units; j++) {
        const at = row * units + j;
        const g = gates + row * 4 * units + j;
        const [input, forget, candidate, output] = [f[g], f[g + units], f[g + 2 * units], f[g + 3 * units]];
        const t = f[tanhCell + at];
        const dHidden = there * (f[hiddenGradient + at] + f[nextHiddenGradient + at]);
        const dCell = there * (f[cellGradient + at] + dHidden * output * (1 - t * t));
        f[g] = dCell * candidate * input * (1 - input);
        f[g + units] = dCell * f[previousCell + at] * forget * (1 - forget);
        f[g + 2 * units] = dCell * input * (1 - candidate * candidate);
        f[g + 3 * units] = dHidden * t * output * (1 - output);
        f[cellGradient + at] = dCell * forget;
        for (let gate = 0; gate < 4; gate++) f[biasGradient + gate * units + j] += f[g + gate * units];
      }
    }
  };

  const pack = (from: number, row: number, depth: number, panels: number, to: number): void => {
    for (let panel = 0; panel < panels; panel++) {
      for (let k = 0; k < depth; k++) {
        for (let j = 0; j < PANEL; j++) f[to + (panel * depth + k) * PANEL + j] = f[from + k * row + panel * PANEL + j];
      }
    }
  };

  return { kind: 'javascript', memory, multiply, lstmForward, lstmBackward, pack };
}
