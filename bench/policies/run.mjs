import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { policies } from '../../dist/domain/policies/index.js';
import { report } from '../support/report.mjs';

/**
 * Cost of a step of each policy (choose, observe with 40 links, learn), bytes per candidate, and cost of recording the
 * learned state, by size of the frontier. Each case runs in its own process. CPU ms are processor time, also of the
 * garbage collection in other threads: other work on the machine does not count. `breadth-first`, which does the least,
 * is the baseline.
 *
 * npm run build && node bench/policies/run.mjs [--policies tres,ache] [--sizes 10000,100000,1000000,10000000]
 *     [--minutes 10]
 * node bench/policies/run.mjs --busy 8 --eagerness 0.2     choices beside busy hosts, as they are in a session
 */
const { values } = parseArgs({
  options: {
    policies: { type: 'string' },
    sizes: { type: 'string', default: '10000,100000,1000000,10000000' },
    minutes: { type: 'string', default: '10' },
    busy: { type: 'string', default: '0' },
    eagerness: { type: 'string', default: '1' },
  },
});
const sizes = values.sizes.split(',').map(Number);
// `optimal` knows the whole web: it has no frontier to measure.
const wanted = values.policies?.split(',') ?? policies.map(({ name }) => name).filter((name) => name !== 'optimal');
const names = ['breadth-first', ...wanted.filter((name) => name !== 'breadth-first')];
/** Leaves of the tree, as the paper reports at 800 000 candidates. */
const CONFIGS = { tres: { maxLeaves: 2_500 }, synchronous: { maxCandidates: 20_000_000 } };
const BOUND = 'breadth-first';

function measure(name, size) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--expose-gc',
        '--max-old-space-size=8192',
        fileURLToPath(new URL('subject.mjs', import.meta.url)),
        name,
        String(size),
        JSON.stringify(CONFIGS[name] ?? {}),
        values.busy,
        values.eagerness,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const timer = setTimeout(() => child.kill('SIGKILL'), Number(values.minutes) * 60_000);
    let text = '';
    let errors = '';
    child.stdout.on('data', (data) => (text += data));
    child.stderr.on('data', (data) => (errors += data));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(JSON.parse(text));
      else resolve({ policy: name, failed: signal ?? errors.trim().split('\n').slice(-3).join(' | ') });
    });
  });
}

const shown = (value, digits = 2) => (value === null || value === undefined ? '–' : value.toFixed(digits));
const results = [];
const rows = [];
for (const size of sizes) {
  let bound = null;
  for (const name of names) {
    const result = { asked: size, ...(await measure(name, size)) };
    results.push(result);
    if (name === BOUND) bound = result.stepMs;
    if (result.failed !== undefined) console.error(`${name} at ${size}: ${result.failed}`);
    const { candidates, stepMs, stepP95Ms, stepMaxMs, cpuMs, cpuP95Ms, choiceMs, choiceP95Ms, bytesPerCandidate } =
      result;
    const { copyMs, snapshotMb, learnedStateMs, learnedStateKb, rssMb } = result;
    rows.push([
      name,
      size,
      candidates ?? 'not through',
      shown(stepMs, 3),
      shown(stepP95Ms, 3),
      shown(stepMaxMs, 1),
      shown(cpuMs, 3),
      shown(cpuP95Ms, 3),
      shown(choiceMs, 3),
      shown(choiceP95Ms, 3),
      shown(stepMs === undefined || bound === null ? null : stepMs / bound, 1),
      shown(bytesPerCandidate, 1),
      shown(copyMs, 1),
      shown(snapshotMb, 1),
      shown(learnedStateMs, 1),
      shown(learnedStateKb, 0),
      shown(rssMb, 0),
    ]);
  }
}
report(
  'policies',
  [
    'policy',
    'asked',
    'held',
    'ms/step',
    'p95',
    'longest',
    'CPU ms/step',
    'p95',
    'ms/choice',
    'p95',
    '× breadth-first',
    'bytes each',
    'copy ms',
    'snapshot MB',
    'learned state ms',
    'learned state KB',
    'rss MB',
  ],
  rows,
  { results },
);
