/** Writes the weights where the policy reads them, with what they come from. */
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

/** Where the weights come from. Written by bench/prior; not to be edited. */
export const PRIOR_ORIGIN = ${JSON.stringify({ policyVersion: VERSION, command, links, topics }, null, 2)};

/** Weights of the probability that the page behind a link is relevant, before the first page of a session. */
export const RELEVANCE_PRIOR: Weights = ${JSON.stringify(relevance, null, 2)};

/** The same of what the page behind a link leads to: the mean chance of the three best new links on it. Not learnt. */
export const HUB_PRIOR: Weights = ${JSON.stringify(hub, null, 2)};
`;
  const file = FILE.pathname;
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  console.log(file);
}
