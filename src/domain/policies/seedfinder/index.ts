import type { PolicyDefinition } from '../policy.js';
import { type SeedFinderConfig, configSchema } from './config.js';
import { transferTerms } from './transfer.js';
import { SeedFinderPolicy, VERSION } from './seedfinder-policy.js';

export const seedfinder: PolicyDefinition<SeedFinderConfig> = {
  name: 'seedfinder',
  version: VERSION,
  summary:
    'Alternates search queries with crawling: terms of relevant hits make the next query, and relevant hits are new seeds. Needs a search engine.',
  source:
    'SeedFinder (Vieira, Barbosa, Silva, Freire, Moura: Finding seeds to bootstrap focused crawlers, World Wide Web 19, 2016), a baseline of TRES, section 3.2',
  configSchema,
  // A score means the same with all settings.
  priors: { kinds: ['session'], misfit: () => null, transfer: transferTerms },
  needs: ({ engine }) => ({ pageTexts: true, search: engine }),
  create: (config, deps) => new SeedFinderPolicy(config, deps),
};
