import type { z } from 'zod';
import { transferForagers } from '../foragers/transfer.js';
import { foragersMisfit, tdSchema } from '../foragers/config.js';
import { ForagersPolicy, VERSION } from '../foragers/foragers-policy.js';
import type { PolicyDefinition } from '../policy.js';

export const foragerTd: PolicyDefinition<z.infer<typeof tdSchema>> = {
  name: 'forager-td',
  version: VERSION,
  summary:
    'A fleet of foragers that walk paths over pages and all they link to. Each learns by temporal differences which page to go to next; the list of starts is fixed.',
  source: 'Palotai, Farkas, Lőrincz, "Selection in scale-free small world", section 3: RL foragers',
  configSchema: tdSchema,
  priors: {
    kinds: ['spider', 'session'],
    spiderKind: 'page-classes',
    spiderOf: ({ spider }) => spider,
    misfit: foragersMisfit,
    transfer: (saved, config) => transferForagers('forager-td', saved, config),
  },
  needs: () => ({ pageTexts: true }),
  create: (config, deps) => new ForagersPolicy('forager-td', config, deps),
};
