import { parseArgs } from 'node:util';
import { crawlWithoutWeb } from '../policies/crawl-without-web.mjs';
import { report } from '../support/report.mjs';

/**
 * TRES, figure 4, at the paper's size: 20 000 steps with 40 new links each on generated pages, so that the frontier
 * grows to 800 000 candidates. The tree of `tres` grows by the policy's own rules and compares one sample per leaf, as
 * in the paper. `synchronous` runs only the first steps, because it computes a value for each candidate.
 *
 * npm run build && node bench/papers/tres-figure-4.mjs [--sizes 10000,50000] [--synchronous 510] (steps)
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,20000,50000,100000,200000,400000,800000' },
    synchronous: { type: 'string', default: '510' },
  },
});
const LINKS_PER_STEP = 41;
const SPARE_STEPS = 100;
const sizes = values.sizes.split(',').map(Number);
const mostSteps = Math.ceil(sizes.at(-1) / (LINKS_PER_STEP - 1)) + SPARE_STEPS;

const AS_PUBLISHED = { priorSteps: 0, minSamples: 1 };

/** Runs a policy and records the cost of the latest choice at each size of the frontier. */
function grow(name, steps) {
  const { policy, step } = crawlWithoutWeb(name, name === 'tres' ? AS_PUBLISHED : {}, (steps + 1) * LINKS_PER_STEP);
  const noted = new Map();
  for (let done = 1; done <= steps && noted.size < sizes.length; done++) {
    const before = policy.size;
    if (!step(LINKS_PER_STEP)) throw new Error(`${name} ended after ${done} steps`);
    const size = sizes.find((one) => !noted.has(one));
    if (before < size) continue;
    const { evaluated, leaves = 0 } = policy.stats();
    noted.set(size, { step: done, frontier: before, evaluated, leaves });
    console.error(name, JSON.stringify(noted.get(size)));
  }
  return noted;
}

const all = grow('synchronous', Number(values.synchronous));
const tree = grow('tres', mostSteps);
const factor = (size, by) => (size / by).toFixed(0);
const rows = [...tree].map(([size, { step, frontier, leaves, evaluated }]) => [
  step,
  frontier,
  all.get(size)?.evaluated ?? '',
  leaves,
  evaluated,
  factor(frontier, leaves),
  factor(frontier, evaluated),
]);
report(
  'tres-figure-4',
  [
    'step',
    'frontier',
    'synchronous: evaluated',
    'leaves',
    'tres: evaluated',
    'frontier / leaves',
    'frontier / evaluated',
  ],
  rows,
);
