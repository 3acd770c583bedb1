import { type Kernels, PANEL, TANH } from './kernels.js';
import {
  add,
  addI32,
  advance,
  assemble,
  atLeast,
  type Code,
  constant,
  div,
  equal,
  floats,
  get,
  I32,
  load,
  loadSplat,
  max,
  min,
  mul,
  mulI32,
  sequence,
  set,
  store,
  sub,
  subI32,
  tee,
  V128,
  type ValueType,
  type WasmFunction,
  when,
  whileTrue,
} from './wasm-assembler.js';
import { javascriptKernels } from './kernels-javascript.js';

/**
 * Kernels over a new block of zeros: WebAssembly with vectors, or plain JavaScript if the engine has none (Node always
 * has it, unless started with `--jitless`). Each is deterministic; the two differ in their last bits.
 *
 * @param size number of floats in the block
 */
export function createKernels(size: number): Kernels {
  return wasmKernels(size) ?? javascriptKernels(new Float32Array(size));
}

const FLOAT_BYTES = 4;
const VECTOR_BYTES = 16;
const PANEL_BYTES = PANEL * FLOAT_BYTES;
const PAGE_BYTES = 65_536;

/** Allocates the numbers of a function's locals. */
class Locals {
  readonly types: ValueType[] = [];

  constructor(private readonly parameters: number) {}

  take(type: ValueType): number {
    return this.parameters + this.types.push(type) - 1;
  }

  takeMany(type: ValueType, count: number): number[] {
    return Array.from({ length: count }, () => this.take(type));
  }
}

/**
 * Rows of C computed at once per panel of B: 6 rows of two vectors, plus the operands, fill the processor's 16 vector
 * registers.
 */
const ROW_BLOCKS = [6, 2, 1];
/** A single row uses several panels at once, so that sums do not wait for each other. */
const PANELS_OF_ONE_ROW = 4;

function multiplyFunction(): WasmFunction {
  const [a, aRow, aColumn, b, bRow, bPanel, c, cRow, cPanel, rows, panels, depth, adding] = Array.from(
    { length: 13 },
    (_, i) => i,
  );
  const locals = new Locals(13);
  const [rowsLeft, panelsLeft, k, x, y, aAt, cAt] = locals.takeMany(I32, 7);
  const offsets = locals.takeMany(I32, Math.max(...ROW_BLOCKS));
  const sums = locals.takeMany(V128, 2 * Math.max(...ROW_BLOCKS, PANELS_OF_ONE_ROW));
  const [left, right, factor] = locals.takeMany(V128, 3);

  /** `rowsAtOnce` × `panelsAtOnce` blocks of C at `cAt`, from the rows of A at `aAt`. */
  const block = (rowsAtOnce: number, panelsAtOnce: number): Code => {
    const columns = 2 * panelsAtOnce;
    const place = (row: number, panel: number): Code =>
      addI32(get(cAt), addI32(mulI32(constant(row), get(cRow)), mulI32(constant(panel), get(cPanel))));
    const eachSum = (use: (sum: number, address: Code, offset: number) => Code): Code =>
      sequence(
        ...Array.from({ length: rowsAtOnce * columns }, (_, i) => {
          const column = i % columns;
          return use(sums[i], place(Math.floor(i / columns), column >> 1), (column & 1) * VECTOR_BYTES);
        }),
      );
    const accumulate = (row: number, column: number, vector: Code): Code =>
      set(sums[row * columns + column], add(get(sums[row * columns + column]), mul(get(factor), vector)));
    const passRows = sequence(
      set(left, load(get(y))),
      set(right, load(get(y), VECTOR_BYTES)),
      ...Array.from({ length: rowsAtOnce }, (_, row) =>
        sequence(
          set(factor, loadSplat(row === 0 ? get(x) : addI32(get(x), get(offsets[row])))),
          accumulate(row, 0, get(left)),
          accumulate(row, 1, get(right)),
        ),
      ),
    );
    const passPanels = sequence(
      set(factor, loadSplat(get(x))),
      ...Array.from({ length: columns }, (_, column) => {
        const panel = column >> 1;
        const address = panel === 0 ? get(y) : addI32(get(y), get(offsets[panel]));
        return accumulate(0, column, load(address, (column & 1) * VECTOR_BYTES));
      }),
    );
    return sequence(
      ...offsets
        .slice(0, Math.max(rowsAtOnce, panelsAtOnce))
        .map((offset, i) => set(offset, mulI32(constant(i), get(rowsAtOnce > 1 ? aRow : bPanel)))),
      when(
        get(adding),
        eachSum((sum, address, offset) => set(sum, load(address, offset))),
        eachSum((sum) => set(sum, floats(0))),
      ),
      set(x, get(aAt)),
      set(y, get(b)),
      set(k, get(depth)),
      whileTrue(
        get(k),
        sequence(
          rowsAtOnce === 1 ? passPanels : passRows,
          advance(x, get(aColumn)),
          advance(y, get(bRow)),
          advance(k, constant(-1)),
        ),
      ),
      eachSum((sum, address, offset) => store(address, get(sum), offset)),
    );
  };
  const toNextPanels = (count: number): Code =>
    sequence(
      advance(b, mulI32(constant(count), get(bPanel))),
      advance(c, mulI32(constant(count), get(cPanel))),
      advance(panelsLeft, constant(-count)),
    );

  const body = sequence(
    set(panelsLeft, get(panels)),
    set(aAt, get(a)),
    when(
      equal(get(rows), constant(1)),
      whileTrue(
        atLeast(get(panelsLeft), constant(PANELS_OF_ONE_ROW)),
        sequence(set(cAt, get(c)), block(1, PANELS_OF_ONE_ROW), toNextPanels(PANELS_OF_ONE_ROW)),
      ),
    ),
    whileTrue(
      get(panelsLeft),
      sequence(
        set(aAt, get(a)),
        set(cAt, get(c)),
        set(rowsLeft, get(rows)),
        ...ROW_BLOCKS.map((size) =>
          whileTrue(
            atLeast(get(rowsLeft), constant(size)),
            sequence(
              block(size, 1),
              advance(aAt, mulI32(constant(size), get(aRow))),
              advance(cAt, mulI32(constant(size), get(cRow))),
              advance(rowsLeft, constant(-size)),
            ),
          ),
        ),
        toNextPanels(1),
      ),
    ),
  );
  return { name: 'multiply', parameters: 13, locals: locals.types, body };
}

/** Emits the hyperbolic tangent of a vector, using two locals. */
function tanh(vector: Code, x: number, square: number): Code {
  const horner = (coefficients: readonly number[]): Code =>
    coefficients
      .slice(1)
      .reduce<Code>((sum, coefficient) => add(mul(sum, get(square)), floats(coefficient)), floats(coefficients[0]));
  return sequence(
    set(x, max(floats(-TANH.limit), min(floats(TANH.limit), vector))),
    set(square, mul(get(x), get(x))),
    div(mul(horner(TANH.numerator), get(x)), horner(TANH.denominator)),
  );
}

const sigmoid = (vector: Code, x: number, square: number): Code =>
  add(floats(0.5), mul(floats(0.5), tanh(mul(floats(0.5), vector), x, square)));

/**
 * Emits `body` for each row and every four units, with `at` as their byte offset in [rows, units] and `gate(k)` as the
 * address of the k-th gate's four in [rows, 4 units] from `gates` on.
 */
function eachUnit(
  locals: Locals,
  { rows, units, gates }: Record<'rows' | 'units' | 'gates', number>,
  start: Code,
  body: (at: number, j: number, gate: (k: number) => Code) => Code,
): Code {
  const [row, j, at, gateAt, unitBytes] = locals.takeMany(I32, 5);
  const offsets = locals.takeMany(I32, 4);
  return sequence(
    set(unitBytes, mulI32(get(units), constant(FLOAT_BYTES))),
    ...offsets.map((offset, k) => set(offset, mulI32(get(unitBytes), constant(k)))),
    set(row, get(rows)),
    set(gateAt, get(gates)),
    whileTrue(
      get(row),
      sequence(
        start,
        set(j, constant(0)),
        whileTrue(
          subI32(get(unitBytes), get(j)),
          sequence(
            body(at, j, (k) => (k === 0 ? get(gateAt) : addI32(get(gateAt), get(offsets[k])))),
            advance(at, constant(VECTOR_BYTES)),
            advance(j, constant(VECTOR_BYTES)),
            advance(gateAt, constant(VECTOR_BYTES)),
          ),
        ),
        advance(gateAt, get(offsets[3])),
        advance(row, constant(-1)),
      ),
    ),
  );
}

function lstmForwardFunction(): WasmFunction {
  const [gates, bias, previousCell, cell, tanhCell, hidden, sum, mask, rows, units] = Array.from(
    { length: 10 },
    (_, i) => i,
  );
  const locals = new Locals(10);
  const biases = locals.takeMany(I32, 4);
  const [x, square, there, output, state] = locals.takeMany(V128, 5);
  const values = locals.takeMany(V128, 3);
  const body = eachUnit(
    locals,
    { rows, units, gates },
    sequence(
      set(there, loadSplat(get(mask))),
      advance(mask, constant(FLOAT_BYTES)),
      ...biases.map((local, k) => set(local, addI32(get(bias), mulI32(get(units), constant(k * FLOAT_BYTES))))),
    ),
    (at, j, gate) => {
      const gateInput = (k: number): Code => add(load(gate(k)), load(addI32(get(biases[k]), get(j))));
      const unit = (base: number): Code => addI32(get(base), get(at));
      return sequence(
        set(values[0], sigmoid(gateInput(0), x, square)),
        set(values[1], sigmoid(gateInput(1), x, square)),
        set(values[2], tanh(gateInput(2), x, square)),
        set(output, sigmoid(gateInput(3), x, square)),
        ...values.map((value, k) => store(gate(k), get(value))),
        store(gate(3), get(output)),
        set(
          state,
          mul(get(there), add(mul(get(values[1]), load(unit(previousCell))), mul(get(values[0]), get(values[2])))),
        ),
        store(unit(cell), get(state)),
        set(state, tanh(get(state), x, square)),
        store(unit(tanhCell), get(state)),
        set(state, mul(get(there), mul(get(output), get(state)))),
        store(unit(hidden), get(state)),
        store(unit(sum), add(load(unit(sum)), get(state))),
      );
    },
  );
  return { name: 'lstmForward', parameters: 10, locals: locals.types, body };
}

function lstmBackwardFunction(): WasmFunction {
  const parameters = Array.from({ length: 10 }, (_, i) => i);
  const [
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
  ] = parameters;
  const locals = new Locals(10);
  const biases = locals.takeMany(I32, 4);
  const [there, t, dHidden, dCell, gradient] = locals.takeMany(V128, 5);
  const values = locals.takeMany(V128, 4);
  const one = floats(1);
  const body = eachUnit(
    locals,
    { rows, units, gates },
    sequence(
      set(there, loadSplat(get(mask))),
      advance(mask, constant(FLOAT_BYTES)),
      ...biases.map((local, k) => set(local, addI32(get(biasGradient), mulI32(get(units), constant(k * FLOAT_BYTES))))),
    ),
    (at, j, gate) => {
      const unit = (base: number): Code => addI32(get(base), get(at));
      const [input, forget, candidate, output] = values.map((value) => get(value));
      const keep = (k: number, value: Code): Code => {
        const biasAt = addI32(get(biases[k]), get(j));
        return sequence(store(gate(k), tee(gradient, value)), store(biasAt, add(load(biasAt), get(gradient))));
      };
      return sequence(
        ...values.map((value, k) => set(value, load(gate(k)))),
        set(t, load(unit(tanhCell))),
        set(dHidden, mul(get(there), add(load(unit(hiddenGradient)), load(unit(nextHiddenGradient))))),
        set(
          dCell,
          mul(get(there), add(load(unit(cellGradient)), mul(mul(get(dHidden), output), sub(one, mul(get(t), get(t)))))),
        ),
        keep(0, mul(mul(get(dCell), candidate), mul(input, sub(one, input)))),
        keep(1, mul(mul(get(dCell), load(unit(previousCell))), mul(forget, sub(one, forget)))),
        keep(2, mul(mul(get(dCell), input), sub(one, mul(candidate, candidate)))),
        keep(3, mul(mul(get(dHidden), get(t)), mul(output, sub(one, output)))),
        store(unit(cellGradient), mul(get(dCell), forget)),
      );
    },
  );
  return { name: 'lstmBackward', parameters: 10, locals: locals.types, body };
}

function packFunction(): WasmFunction {
  const [from, row, depth, panels, to] = Array.from({ length: 5 }, (_, i) => i);
  const locals = new Locals(5);
  const [k, at] = locals.takeMany(I32, 2);
  const body = whileTrue(
    get(panels),
    sequence(
      set(at, get(from)),
      set(k, get(depth)),
      whileTrue(
        get(k),
        sequence(
          store(get(to), load(get(at))),
          store(get(to), load(get(at), VECTOR_BYTES), VECTOR_BYTES),
          advance(at, get(row)),
          advance(to, constant(PANEL_BYTES)),
          advance(k, constant(-1)),
        ),
      ),
      advance(from, constant(PANEL_BYTES)),
      advance(panels, constant(-1)),
    ),
  );
  return { name: 'pack', parameters: 5, locals: locals.types, body };
}

type WasmExport = (...parameters: number[]) => void;
type WasmExports = Record<'multiply' | 'lstmForward' | 'lstmBackward' | 'pack', WasmExport>;

/** The module's bytes: some 10 KB, always the same. */
export function assembleKernels(): Uint8Array<ArrayBuffer> {
  return assemble([multiplyFunction(), lstmForwardFunction(), lstmBackwardFunction(), packFunction()]);
}

/** Compiled on first use; null if the engine cannot. */
let compiled: WebAssembly.Module | null | undefined;

function compile(): WebAssembly.Module | null {
  if (typeof WebAssembly === 'undefined') return null;
  const bytes = assembleKernels();
  return WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
}

/** The kernels in WebAssembly over a new block of zeros; null if the engine has no WebAssembly with vectors. */
export function wasmKernels(size: number): Kernels | null {
  compiled = compiled === undefined ? compile() : compiled;
  if (compiled === null) return null;
  const pages = Math.ceil((size * FLOAT_BYTES) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const wasm = new WebAssembly.Instance(compiled, { env: { memory } }).exports as WasmExports;
  const B = FLOAT_BYTES;
  return {
    kind: 'wasm-simd',
    memory: new Float32Array(memory.buffer, 0, size),
    multiply: ({ a, aRow, aColumn, b, bRow, bPanel, c, cRow, cPanel, rows, panels, depth, add: adding }) =>
      wasm.multiply(
        a * B,
        aRow * B,
        aColumn * B,
        b * B,
        bRow * B,
        bPanel * B,
        c * B,
        cRow * B,
        cPanel * B,
        rows,
        panels,
        depth,
        adding ? 1 : 0,
      ),
    lstmForward: ({ gates, bias, previousCell, cell, tanhCell, hidden, sum, mask, rows, units }) =>
      wasm.lstmForward(
        gates * B,
        bias * B,
        previousCell * B,
        cell * B,
        tanhCell * B,
        hidden * B,
        sum * B,
        mask * B,
        rows,
        units,
      ),
    lstmBackward: ({
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
    }) =>
      wasm.lstmBackward(
        gates * B,
        previousCell * B,
        tanhCell * B,
        mask * B,
        hiddenGradient * B,
        nextHiddenGradient * B,
        cellGradient * B,
        biasGradient * B,
        rows,
        units,
      ),
    pack: (from, row, depth, panels, to) => wasm.pack(from * B, row * B, depth, panels, to * B),
  };
}
