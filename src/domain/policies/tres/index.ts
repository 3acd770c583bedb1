import type { PolicyDefinition } from '../policy.js';
import { resolveSettings, tresConfigSchema, type TresConfig } from './config.js';
import { TresFeatures } from './features.js';
import { TreePolicy } from './tree-policy.js';
import { TresAgent } from './tres-agent.js';

const NAME = 'tres';
const VERSION = 1;

export const tres: PolicyDefinition<TresConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'Learns during the crawl which links lead to relevant pages, at once or later. A Double DQN chooses among samples of a Tree-Frontier.',
  source:
    'Kontogiannis et al., Tree-based Focused Web Crawling with Reinforcement Learning (TRES), sections 2.2-2.6, algorithms 1-4',
  configSchema: tresConfigSchema,
  create: (config, deps) => {
    const settings = resolveSettings(config, deps.budget, deps.domainCap);
    const features = new TresFeatures(settings, deps);
    const agent = new TresAgent(settings, features.count, deps.rng);
    return new TreePolicy({ ...settings, name: NAME, version: VERSION, tree: settings }, features, agent, deps.rng);
  },
};
