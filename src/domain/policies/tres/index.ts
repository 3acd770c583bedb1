import type { PolicyDefinition } from '../policy.js';
import { resolveSettings, tresConfigSchema, tresMisfit, type TresConfig } from './config.js';
import { checkStamp } from '../policy-snapshot.js';
import { transferTree, inheritTree } from './transfer.js';
import { TresFeatures, unseenDomain } from './features.js';
import { LinkPrior } from './link-prior.js';
import { TreeActions } from './tree-actions.js';
import { TresAgent } from './tres-agent.js';
import { TresPolicy } from './tres-policy.js';

const NAME = 'tres';
const VERSION = 4;

export const tres: PolicyDefinition<TresConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'Learns during the crawl which links lead to relevant pages, at once or later. A Double DQN chooses among samples of a Tree-Frontier.',
  source:
    'Kontogiannis et al., Tree-based Focused Web Crawling with Reinforcement Learning (TRES), sections 2.2-2.6, algorithms 1-4',
  configSchema: tresConfigSchema,
  priors: {
    kinds: ['session'],
    misfit: tresMisfit,
    transfer: (saved) => transferTree(checkStamp(saved, NAME, VERSION), true),
  },
  create: (config, deps) => {
    const settings = resolveSettings(config, deps.budget, deps.domainCap);
    const features = new TresFeatures(settings, deps);
    const agent = new TresAgent(settings, features.count, deps.rng);
    const prior = settings.priorSteps > 0 ? new LinkPrior(features.names, unseenDomain(settings)) : null;
    const frontier = new TreeActions({ ...settings, tree: settings }, features, agent, deps.rng, prior);
    if (deps.prior) inheritTree(deps.prior, frontier, agent);
    const options = { ...settings, name: NAME, version: VERSION, skippable: true };
    return new TresPolicy(options, features, frontier, agent, deps.rng);
  },
};
