import type { PolicyDefinition } from '../policy.js';
import { checkStamp } from '../policy-snapshot.js';
import { bequeathAgent, inheritAgent } from '../tres/bequest.js';
import { frontierFreeSchema, resolveSettings, tresMisfit, type FrontierFreeConfig } from '../tres/config.js';
import { TresFeatures } from '../tres/features.js';
import { TresAgent } from '../tres/tres-agent.js';
import { TresPolicy } from '../tres/tres-policy.js';
import { WholeFrontier } from './whole-frontier.js';

const NAME = 'synchronous';
const VERSION = 1;

export const synchronous: PolicyDefinition<FrontierFreeConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'The agent of tres, which computes the Q-values of the whole frontier in each step. It shows what the Tree-Frontier saves: a step costs as much as the frontier is large.',
  source: 'TRES, section 2.5 (the synchronous method of Han et al. 2018)',
  configSchema: frontierFreeSchema,
  priors: {
    kinds: ['session'],
    misfit: tresMisfit,
    bequeath: (saved) => bequeathAgent(checkStamp(saved, NAME, VERSION)),
  },
  create: (config, deps) => {
    // The best of the whole frontier at the next step is part of Ã: with it, Ã's maximum is that over all open actions.
    const settings = { ...resolveSettings(config, deps.budget, deps.domainCap), nextFromTree: true };
    const features = new TresFeatures(settings, deps);
    const agent = new TresAgent(settings, features.count, deps.rng);
    if (deps.prior) inheritAgent(deps.prior, agent);
    const frontier = new WholeFrontier(features, agent, deps.rng);
    const options = { ...settings, name: NAME, version: VERSION, skippable: true };
    return new TresPolicy(options, features, frontier, agent, deps.rng);
  },
};
