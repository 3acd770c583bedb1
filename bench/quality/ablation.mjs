/**
 * `prospector` without each of its parts relative to the whole policy: ratios of relevant pages, domains and area by
 * budget with bootstrap intervals over topics, each pair under the same models; and the time of a step.
 *
 *   npm run build
 *   node bench/quality/ablation.mjs --corpora DIR --split tuning --runs 3 --json-rows bench/out/ablation.jsonl
 *
 * Takes the options of run.mjs and adds the following. Times are comparable with `--warm-up` only.
 */
import { fileURLToPath } from 'node:url';
import { quality } from './quality.mjs';

/** Parts that a setting disables. */
const SETTINGS = {
  'no-learning': { learningRate: 0 },
  'no-words': { wordLearningRate: 0 },
  'no-hubs': { hubWeight: 0 },
  'no-shallow': { shallowFirst: 0 },
  'no-patience': { patience: 0 },
};
/** Parts that users cannot disable. */
const MODULES = ['no-prior', 'no-credit', 'only-learnt', 'only-text'];

const variants = Object.entries(SETTINGS).map(
  ([name, settings]) => `--variant=${name}=prospector:${JSON.stringify(settings)}`,
);
const modules = MODULES.map(
  (name) => `--policy-module=${fileURLToPath(new URL(`ablation/${name}.mjs`, import.meta.url))}`,
);
await quality([
  `--policies=prospector,${MODULES.join(',')}`,
  ...variants,
  ...modules,
  '--against=prospector',
  '--name=ablation',
  '--title=prospector without each of its parts',
  ...process.argv.slice(2),
]);
