import type { z } from 'zod';
import { transferForagers } from '../foragers/transfer.js';
import { foragersMisfit, weblogSchema } from '../foragers/config.js';
import { ForagersPolicy, VERSION } from '../foragers/foragers-policy.js';
import type { PolicyDefinition } from '../policy.js';

export const foragerWeblog: PolicyDefinition<z.infer<typeof weblogSchema>> = {
  name: 'forager-weblog',
  version: VERSION,
  summary:
    'A fleet of foragers that walk paths over pages and all they link to. Each learns at which URLs to start; its taste is fixed. Suits small worlds and monitoring.',
  source: 'Palotai, Farkas, Lőrincz, "Selection in scale-free small world", section 3: WL foragers',
  configSchema: weblogSchema,
  priors: {
    kinds: ['spider', 'session'],
    spiderKind: 'page-classes',
    spiderOf: ({ spider }) => spider,
    misfit: foragersMisfit,
    transfer: (saved, config) => transferForagers('forager-weblog', saved, config),
  },
  needs: () => ({ pageTexts: true }),
  create: (config, deps) => new ForagersPolicy('forager-weblog', config, deps),
};
