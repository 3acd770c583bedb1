import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { RandomPolicy, VERSION } from './random-policy.js';

const configSchema = z.strictObject({ maxCandidates });
export type RandomConfig = z.infer<typeof configSchema>;

export const random: PolicyDefinition<RandomConfig> = {
  name: 'random',
  version: VERSION,
  summary:
    'Follows a link drawn uniformly from all found links. This baseline shows the effect of the structure of the web without any focus.',
  source: 'TRES, section 3.2, baseline "Random"',
  configSchema,
  create: (config, deps) => new RandomPolicy(config, deps.rng),
};
