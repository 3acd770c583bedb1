import type { z } from 'zod';
import { transferForagers } from '../foragers/transfer.js';
import { foragersMisfit, hybridSchema } from '../foragers/config.js';
import { ForagersPolicy, VERSION } from '../foragers/foragers-policy.js';
import type { PolicyDefinition } from '../policy.js';

export const foragerHybrid: PolicyDefinition<z.infer<typeof hybridSchema>> = {
  name: 'forager-hybrid',
  version: VERSION,
  summary:
    'A fleet of foragers that walk paths over pages and all they link to. Each learns both at which URLs to start and which page to go to next.',
  source: 'Palotai, Farkas, Lőrincz, "Selection in scale-free small world", sections 3 and 6: WLRL foragers',
  configSchema: hybridSchema,
  priors: {
    kinds: ['spider', 'session'],
    spiderKind: 'page-classes',
    spiderOf: ({ spider }) => spider,
    misfit: foragersMisfit,
    transfer: (saved, config) => transferForagers('forager-hybrid', saved, config),
  },
  needs: () => ({ pageTexts: true }),
  create: (config, deps) => new ForagersPolicy('forager-hybrid', config, deps),
};
