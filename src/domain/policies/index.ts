import { z } from 'zod';
import { ache } from './ache/index.js';
import { asyncPolicy } from './async/index.js';
import { beam } from './beam/index.js';
import { bestFirst } from './best-first/index.js';
import { breadthFirst } from './breadth-first/index.js';
import { nbFuture } from './nb-future/index.js';
import { nbImmediate } from './nb-immediate/index.js';
import type { PolicyDefinition, TakesPriors } from './policy.js';
import { depthFirst } from './depth-first/index.js';
import { iterativeDeepening } from './iterative-deepening/index.js';
import { modifiedDfs } from './modified-dfs/index.js';
import { foragerHybrid } from './forager-hybrid/index.js';
import { foragerTd } from './forager-td/index.js';
import { foragerWeblog } from './forager-weblog/index.js';
import { optimal } from './optimal/index.js';
import { prospector } from './prospector/index.js';
import { random } from './random/index.js';
import { seedfinder } from './seedfinder/index.js';
import { skipParse } from './skip-parse/index.js';
import { synchronous } from './synchronous/index.js';
import { tagPathBandit } from './tag-path-bandit/index.js';
import { treeRandom } from './tree-random/index.js';
import { tres } from './tres/index.js';
import { tresAsync } from './tres-async/index.js';

export {
  MAX_LEARNED_STATE_BYTES,
  foragerStartSchema,
  learnedForagerSchema,
  learnedStateText,
  type LearnedState,
  type StoredLearnedState,
  learnedStateSchema,
} from './learned-state/index.js';
export * from './policy.js';
export { creditOf, type FollowedExample, keptWeights, type LearntWeight, learnWeights } from './prospector/index.js';

/**
 * A definition whose configuration is validated on entry: `configSchema` guarantees that `create` gets only parsed
 * configurations, which justifies the cast of types.
 */
function entry<Config>(definition: PolicyDefinition<Config>): PolicyDefinition {
  const { configSchema, priors, ...rest } = definition;
  return {
    ...rest,
    configSchema,
    ...(priors === undefined ? {} : { priors: withParsed(configSchema, priors) }),
    needs: (config) => definition.needs?.(configSchema.parse(config)) ?? {},
    forgets: (config) => definition.forgets?.(configSchema.parse(config)) ?? false,
    create: (config, deps) => definition.create(configSchema.parse(config), deps),
  };
}

function withParsed<Config>(schema: z.ZodType<Config>, priors: TakesPriors<Config>): TakesPriors<unknown> {
  return {
    kinds: priors.kinds,
    ...(priors.spiderKind && { spiderKind: priors.spiderKind }),
    spiderOf: (config) => priors.spiderOf?.(schema.parse(config)) ?? null,
    misfit: (config, learntUnder) => priors.misfit(schema.parse(config), learntUnder),
    transfer: (saved, config) => priors.transfer(saved, schema.parse(config)),
  };
}

const all: PolicyDefinition[] = [
  entry(breadthFirst),
  entry(depthFirst),
  entry(modifiedDfs),
  entry(iterativeDeepening),
  entry(beam),
  entry(skipParse),
  entry(optimal),
  entry(random),
  entry(bestFirst),
  entry(prospector),
  entry(seedfinder),
  entry(tres),
  entry(treeRandom),
  entry(nbImmediate),
  entry(nbFuture),
  entry(tagPathBandit),
  entry(synchronous),
  entry(tresAsync),
  entry(asyncPolicy),
  entry(foragerWeblog),
  entry(foragerTd),
  entry(foragerHybrid),
  entry(ache),
];

/** All policies. Adding one takes a folder and a line above. */
export const policies: readonly PolicyDefinition[] = all;

/**
 * Adds policies from outside of this project, when a process or thread starts.
 *
 * @throws RangeError for a name that another policy has
 */
export function addPolicies(definitions: readonly PolicyDefinition[]): void {
  for (const definition of definitions) {
    if (findPolicy(definition.name) !== undefined) throw new RangeError(`two policies are named ${definition.name}`);
    all.push(entry(definition));
  }
}

/** The default policy of sessions. */
export const DEFAULT_POLICY = 'prospector';

/** The policy with this name, in its present version. */
export function findPolicy(name: string): PolicyDefinition | undefined {
  return policies.find((policy) => policy.name === name);
}

/** A client's description of a policy: its identity and the JSON schema of its configuration, with defaults. */
export interface PolicyDescription {
  readonly name: string;
  readonly version: number;
  readonly summary: string;
  readonly source: string;
  readonly heedsObjective: boolean;
  readonly configSchema: Readonly<Record<string, unknown>>;
}

/** Descriptions of all policies, in the order of the registry. */
export function describePolicies(): PolicyDescription[] {
  return policies.map(({ name, version, summary, source, heedsObjective = false, configSchema }) => ({
    name,
    version,
    summary,
    source,
    heedsObjective,
    configSchema: z.toJSONSchema(configSchema, { io: 'input' }),
  }));
}
