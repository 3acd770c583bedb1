import type { PolicyDefinition } from '../policy.js';
import { checkStamp } from '../policy-snapshot.js';
import { bequeathAgent, inheritAgent } from '../tres/bequest.js';
import { frontierFreeSchema, resolveSettings, tresMisfit, type FrontierFreeConfig } from '../tres/config.js';
import { TresFeatures } from '../tres/features.js';
import { TresAgent } from '../tres/tres-agent.js';
import { TresPolicy } from '../tres/tres-policy.js';
import { QueuedActions } from './queued-actions.js';

const NAME = 'tres-async';
const VERSION = 1;

export const tresAsync: PolicyDefinition<FrontierFreeConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'The agent and features of tres over a priority queue. The Q-value of a link is computed once, when the link is found.',
  source: 'TRES, section 3.2, "TRES with Asynchronous Method" (the asynchronous method of Han et al. 2018)',
  configSchema: frontierFreeSchema,
  priors: {
    kinds: ['session'],
    misfit: tresMisfit,
    bequeath: (saved) => bequeathAgent(checkStamp(saved, NAME, VERSION)),
  },
  create: (config, deps) => {
    // The asynchronous method knows the outlinks of the fetched page alone (TRES 2.4.2).
    const settings = { ...resolveSettings(config, deps.budget, deps.domainCap), nextFromTree: false };
    const features = new TresFeatures(settings, deps);
    const agent = new TresAgent(settings, features.count, deps.rng);
    if (deps.prior) inheritAgent(deps.prior, agent);
    const frontier = new QueuedActions(features, agent, deps.rng);
    // The queue keeps values of the network as it was: a replay has to make every one of them again.
    const options = { ...settings, name: NAME, version: VERSION, skippable: false };
    return new TresPolicy(options, features, frontier, agent, deps.rng);
  },
};
