import { policies } from '../../src/domain/policies/index.js';
import { describeKills } from '../support/kill-crawl.js';
import { littleLearning } from '../support/little-learning.js';

const CRAWL = { kills: 2, budget: 250, sites: 30, fullLeases: false } as const;

// Policies that know the whole web beforehand do not run in the service.
const served = policies.filter(({ configSchema, needs }) => needs?.(configSchema.parse({})).graph !== true);

for (const { name } of served) describeKills({ policy: name, ...CRAWL });

/** Policies that learn rarely have learnt something at the end of a short session under these. */
const SOON: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'nb-immediate': { learnEvery: 20 },
  'nb-future': { learnEvery: 20, bins: 3 },
  'forager-weblog': { bootstrapPages: 40, clusters: 8 },
  'forager-td': { bootstrapPages: 40, clusters: 8 },
  'forager-hybrid': { bootstrapPages: 40, clusters: 8 },
};
const soon = (policy: string): Readonly<Record<string, unknown>> => SOON[policy] ?? littleLearning(policy);

// A restored policy starts from the session's prior, or its log could not be replayed.
for (const { name, priors } of served)
  for (const prior of priors?.kinds ?? []) describeKills({ policy: name, ...CRAWL, prior, policyConfig: soon(name) });
