/**
 * The inner loops of kw-bilstm: texts/s of the bidirectional LSTM, forward alone and with its gradient, in WebAssembly
 * and in plain JavaScript.
 *
 * usage: npm run build && node bench/relevance-kernels.mjs [--units 32,64] [--seconds 1] [--out FILE]
 *
 * Times are CPU time of this process, so that other work on the machine disturbs less.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BiLstm, BlockLayout } from '../dist/domain/learning/bilstm.js';
import { javascriptKernels } from '../dist/domain/learning/kernels-javascript.js';
import { assembleKernels, wasmKernels } from '../dist/domain/learning/kernels-wasm.js';
import { createRng } from '../dist/domain/base/rng.js';

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '32,64' },
    seconds: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const INPUTS = 100;
const SHAPES = [
  { what: 'pages in training', rows: 32, steps: 150 },
  { what: 'one page', rows: 1, steps: 150 },
  { what: 'one anchor', rows: 1, steps: 8 },
];
const KINDS = { 'wasm-simd': wasmKernels, javascript: (size) => javascriptKernels(new Float32Array(size)) };

/** Calls/s of `run`, by CPU time. */
function rate(run) {
  run();
  const start = process.cpuUsage();
  let calls = 0;
  let seconds = 0;
  while (seconds < Number(values.seconds)) {
    run();
    calls++;
    const { user, system } = process.cpuUsage(start);
    seconds = (user + system) / 1e6;
  }
  return calls / seconds;
}

function measure(kind, units, { what, rows, steps }) {
  const layout = new BlockLayout();
  const lstm = new BiLstm({ inputs: INPUTS, units, maxCells: rows * steps, maxRows: rows }, layout, true);
  const sums = [layout.take(rows * units), layout.take(rows * units)];
  const gradient = layout.take(lstm.parameterCount);
  const kernels = KINDS[kind](layout.size);
  const rng = createRng(1);
  lstm.randomise(kernels.memory, rng);
  for (let i = 0; i < rows * steps * INPUTS; i++) kernels.memory[lstm.input + i] = rng.next() - 0.5;
  kernels.memory.fill(1, lstm.mask, lstm.mask + rows * steps);
  const forward = () => lstm.forward(kernels, { rows, steps });
  const both = () => {
    forward();
    lstm.backward(kernels, { rows, steps }, sums, gradient);
  };
  return {
    kernels: kind,
    units,
    what,
    rows,
    steps,
    'forward texts/s': Math.round(rate(forward) * rows),
    'with gradient texts/s': Math.round(rate(both) * rows),
    'block MB': Math.round((layout.size * 4) / 1e5) / 10,
  };
}

const results = values.units
  .split(',')
  .map(Number)
  .flatMap((units) => Object.keys(KINDS).flatMap((kind) => SHAPES.map((shape) => measure(kind, units, shape))));
console.log(
  `BiLSTM over ${INPUTS} inputs, node ${process.version}; the WebAssembly module has ${assembleKernels().length} bytes`,
);
console.table(results);
if (values.out)
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, results }, null, 2)}\n`,
  );
