import type { PolicyDefinition, PolicyDeps } from '../policy.js';
import { candidateLimit } from '../candidate-limit.js';
import { checkStamp } from '../policy-snapshot.js';
import type { ActionFrontier } from './action-frontier.js';
import { transferAgent, inheritAgent } from './transfer.js';
import { frontierFreeSchema, resolveSettings, tresMisfit, type FrontierFreeConfig } from './config.js';
import { TresFeatures } from './features.js';
import { TresAgent } from './tres-agent.js';
import { TresPolicy } from './tres-policy.js';

/** The differences between policies with the agent of `tres` but without a Tree-Frontier. */
interface FrontierFreePolicy {
  readonly name: string;
  readonly version: number;
  readonly summary: string;
  readonly source: string;
  /** Whether Ã contains the frontier's offer at the next step, besides the outlinks of the fetched page. */
  readonly nextFromFrontier: boolean;
  /** Whether a replay may skip learning. It may not if values are kept from when a link was found. */
  readonly skippable: boolean;
  /** Default of `maxCandidates`, if it differs from that of all policies. */
  readonly maxCandidates?: number;
  frontier(features: TresFeatures, agent: TresAgent, rng: PolicyDeps['rng']): ActionFrontier;
}

/** A policy with the features and the agent of `tres` over its own frontier (TRES 2.5 and 3.2). */
export function frontierFreePolicy(policy: FrontierFreePolicy): PolicyDefinition<FrontierFreeConfig> {
  const { name, version, summary, source, nextFromFrontier, skippable } = policy;
  return {
    name,
    version,
    summary,
    source,
    configSchema:
      policy.maxCandidates === undefined
        ? frontierFreeSchema
        : frontierFreeSchema.extend({ maxCandidates: candidateLimit(policy.maxCandidates) }),
    priors: {
      kinds: ['session'],
      misfit: tresMisfit,
      transfer: (saved) => transferAgent(checkStamp(saved, name, version)),
    },
    create: (config, deps) => {
      const settings = {
        ...resolveSettings(config, deps.budget, deps.domainCap),
        ...{ nextFromTree: nextFromFrontier, priorSteps: 0 },
      };
      const features = new TresFeatures(settings, deps);
      const agent = new TresAgent(settings, features.count, deps.rng);
      if (deps.prior) inheritAgent(deps.prior, agent);
      const frontier = policy.frontier(features, agent, deps.rng);
      return new TresPolicy({ ...settings, name, version, skippable }, features, frontier, agent, deps.rng);
    },
  };
}
