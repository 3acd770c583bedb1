/** Writes the weights to the file that the policy reads, with their origin. */
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { VERSION } from '../../dist/domain/policies/prospector/prospector-policy.js';

const FILE = new URL('../../src/domain/policies/prospector/prior-weights.ts', import.meta.url);

export async function writeArtefact({ relevance, hub }, { topics, links, settings, values }) {
  const given = Object.entries(values).filter(
    ([name]) => !['corpora', 'from', 'check', 'check-budgets', 'processes', 'write'].includes(name),
  );
  const command = `npm run prior -- --corpora DIR --write ${given.map(([name, value]) => `--${name} ${value}`).join(' ')}`;
  const text = `import type { FeatureName } from './features.js';

export type Weights = Readonly<Partial<Record<FeatureName, number>>>;

/** Origin of the weights. Written by bench/prior; do not edit. */
export const PRIOR_ORIGIN = ${JSON.stringify({ policyVersion: VERSION, command, links, topics }, null, 2)};

/** Weights of the probability that the page behind a link is relevant, at the start of a session. */
export const RELEVANCE_PRIOR: Weights = ${JSON.stringify(relevance, null, 2)};

/** Weights of the worth of the page as a hub: the mean chance of its three best new links. Not learnt. */
export const HUB_PRIOR: Weights = ${JSON.stringify(hub, null, 2)};
`;
  const file = FILE.pathname;
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  console.log(file);
}
