import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { checkStamp } from '../policy-snapshot.js';
import { transferTree, inheritTree } from '../tres/transfer.js';
import { featureMisfit, featureShape, programTree, treeShape } from '../tres/config.js';
import { TresFeatures } from '../tres/features.js';
import { TreeActions } from '../tres/tree-actions.js';
import { TresPolicy } from '../tres/tres-policy.js';

const NAME = 'tree-random';
const VERSION = 2;
const configSchema = z.strictObject({ ...treeShape, ...featureShape, maxCandidates });
type TreeRandomConfig = z.infer<typeof configSchema>;

export const treeRandom: PolicyDefinition<TreeRandomConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'Follows a random link of a random leaf of the Tree-Frontier. It shows the effect of the tree without the agent.',
  source: 'TRES, section 3.2, "Tree-Random"',
  configSchema,
  priors: {
    kinds: ['session'],
    misfit: featureMisfit,
    transfer: (saved) => transferTree(checkStamp(saved, NAME, VERSION), false),
  },
  create: (config, deps) => {
    const defaults = programTree(deps.domainCap);
    const tree = {
      minSamplesSplit: config.minSamplesSplit ?? defaults.minSamplesSplit,
      maxDepth: config.maxDepth ?? defaults.maxDepth,
      minChildShare: config.minChildShare ?? defaults.minChildShare,
      maxLeafSamples: config.maxLeafSamples ?? defaults.maxLeafSamples,
      maxLeaves: config.maxLeaves ?? defaults.maxLeaves,
    };
    const { domainFeatures, keywordFeatures, quantise = false, unknownDomain = 'paper', text } = config;
    const features = new TresFeatures({ domainFeatures, keywordFeatures, quantise, unknownDomain, text }, deps);
    const sweepEvery = config.sweepEvery ?? defaults.sweepEvery;
    const frontier = new TreeActions({ tree, sweepEvery, minSamples: 1 }, features, null, deps.rng);
    if (deps.prior) inheritTree(deps.prior, frontier, null);
    const { maxCandidates: most } = config;
    const options = { name: NAME, version: VERSION, nextCandidates: 0, maxCandidates: most, skippable: true };
    return new TresPolicy(options, features, frontier, null, deps.rng);
  },
};
