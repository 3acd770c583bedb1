import type { PolicyDefinition } from '../policy.js';
import { configSchema, type ModifiedDfsConfig } from './config.js';
import { ModifiedDfsPolicy, VERSION } from './modified-dfs-policy.js';

export const modifiedDfs: PolicyDefinition<ModifiedDfsConfig> = {
  name: 'modified-dfs',
  version: VERSION,
  summary: 'Depth-first search that passes over the links of a page whose host was crawled just before.',
  source: 'Lim 2016, sections 3.6, 5.1 and 6.2.2',
  configSchema,
  forgets: ({ reserve }) => !reserve,
  create: (config) => new ModifiedDfsPolicy(config),
};
