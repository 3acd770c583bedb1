import { z } from 'zod';
import type { TreeOptions } from '../../frontier/regression-tree.js';
import { maxCandidates } from '../candidate-limit.js';
import { linkTextSchema } from '../link-text.js';
import { firstMisfit } from '../policy-snapshot.js';
import type { Misfit } from '../policy.js';

/** Settings of the Tree-Frontier; `tree-random` has the same. */
export const treeShape = {
  minSamplesSplit: z
    .int()
    .min(2)
    .max(10_000)
    .optional()
    .describe(
      'Minimum number of experience samples in a leaf before it may split. Default: 5 (10 at MAX=20), as in the program.',
    ),
  maxDepth: z
    .int()
    .min(0)
    .max(60)
    .optional()
    .describe('Maximum depth of the tree; the root has depth 0. Default: 18, as in the program.'),
  minChildShare: z
    .number()
    .min(0)
    .max(0.5)
    .optional()
    .describe(
      "Minimum share of a leaf's samples on each side of a split. Default: 0 (0.2 at MAX=20), as in the program.",
    ),
  maxLeafSamples: z
    .int()
    .min(10)
    .max(100_000)
    .optional()
    .describe('Maximum number of experience samples in a leaf. The oldest are dropped. Default: 2000.'),
  maxLeaves: z
    .int()
    .min(1)
    .max(200_000)
    .optional()
    .describe('Maximum number of leaves. Each leaf costs one sample in each choice. Default: 20000.'),
  sweepEvery: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'Number of steps in which all stale candidates are removed once. Default: 10 (5 at MAX=5), as in the program.',
    ),
};

/** Settings of the features; `tree-random` has the same. */
export const featureShape = {
  domainFeatures: z
    .boolean()
    .default(true)
    .describe(
      'Use features 8 and 9: the relevance of the domain so far. false is the NH variant: more domains, lower harvest rate.',
    ),
  keywordFeatures: z
    .boolean()
    .default(true)
    .describe('Use features 4 to 6: keywords in the URL and the anchor, and key phrases in the anchor.'),
  quantise: z
    .boolean()
    .optional()
    .describe(
      'Round features 2, 3 and 8 down to tenths, as the reference program does. Default: false; preset program: true.',
    ),
  unknownDomain: z
    .enum(['paper', 'program'])
    .optional()
    .describe(
      'Feature 9. paper: 0.5 for a domain not visited yet, else 1. program: 1 for a domain not visited yet, else 0. Default: paper; preset program: program.',
    ),
  text: linkTextSchema,
};

const clipSchema = z.strictObject({ by: z.enum(['value', 'norm']), limit: z.number().positive().max(1_000) });

export const tresConfigSchema = z.strictObject({
  preset: z
    .enum(['scaled', 'program', 'paper'])
    .default('scaled')
    .describe(
      'Source of the settings that are not given. scaled: the paper, with the learning schedule fitted to the budget. paper: the paper. program: the public reference program.',
    ),
  discount: z.number().min(0).lt(1).optional().describe('Discount factor γ. Default: 0.3; preset program: 0.99.'),
  hidden: z
    .array(z.int().min(1).max(512))
    .min(1)
    .max(4)
    .optional()
    .describe('Units of the hidden layers. Default: 30 and 15.'),
  replayCapacity: z
    .int()
    .min(100)
    .max(1_000_000)
    .optional()
    .describe('Number of latest transitions in the replay buffer. Default: 20000.'),
  batchSize: z
    .int()
    .min(1)
    .max(4_096)
    .optional()
    .describe('Number of transitions in a mini-batch. Default: 60 (128 at MAX=5).'),
  learningStarts: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      'Number of completed steps before learning and exploitation start. Default: a fortieth of the budget, from 10 to 500; presets paper and program: 500. At MAX ≤ 10: 300 in place of 500.',
    ),
  warmUpRounds: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe(
      'Number of mini-batches at the step at which learning starts. Default: 50; presets paper and program: 0.',
    ),
  learnEvery: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Number of steps between two trainings. Default: 1; preset program: 3 (1 at MAX=5).'),
  roundsPerLearning: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Number of mini-batches per training. Default: 6667 divided by the budget, from 1 to 8; presets paper and program: 1.',
    ),
  targetEvery: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe(
      'Number of steps between two copies of the target network. Default: a fortieth of the budget, from 10 to 500; presets paper and program: 500.',
    ),
  learningRate: z.number().positive().max(1).optional().describe('Learning rate of Adam. Default: 0.001.'),
  learningRateDecay: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      'Factor on the learning rate at each copy of the target network. Default: 1; presets paper and program: 0.9.',
    ),
  clip: clipSchema
    .optional()
    .describe(
      'Gradient clipping: each component (value) or the length of the gradient (norm) is cut at the limit. Default: by value, 1.',
    ),
  nextCandidates: z
    .int()
    .min(1)
    .max(1_000)
    .default(32)
    .describe(
      'Maximum number of next candidates in a transition. If the page has more links, they are drawn uniformly.',
    ),
  nextFromTree: z
    .boolean()
    .optional()
    .describe(
      'Whether Ã contains the sample of the Tree-Frontier besides the outlinks. Default: true; preset program: false.',
    ),
  deadEnds: z
    .enum(['keep', 'drop'])
    .optional()
    .describe('Use of transitions to pages without links. Default: keep; preset program: drop.'),
  minSamples: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      'Minimum number of candidates compared in a choice. If there are fewer leaves, each is sampled several times. 1 is as in the paper: one sample of each leaf. Default: 500; presets paper and program: 1.',
    ),
  priorSteps: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      'Number of completed steps in which the share of Q-values in the value of a link rises from 0 to 0.6. The rest is a generic value of links, known before the first page, and no step explores. 0: Q-values alone. Default: a fifth of the budget, from 20 to 500; presets paper and program: 0.',
    ),
  explorationUntilLearning: z
    .boolean()
    .default(true)
    .describe(
      'true: choose uniformly among the samples until learning starts. false: follow the untrained network. It has no effect with priorSteps above 0.',
    ),
  ...treeShape,
  ...featureShape,
  maxCandidates,
});
export type TresConfig = z.infer<typeof tresConfigSchema>;

/** Settings of the policies with TRES's features and agent, but without a Tree-Frontier. */
export const frontierFreeSchema = tresConfigSchema.omit({
  nextFromTree: true,
  minSamples: true,
  priorSteps: true,
  minSamplesSplit: true,
  maxDepth: true,
  minChildShare: true,
  maxLeafSamples: true,
  maxLeaves: true,
  sweepEvery: true,
});
export type FrontierFreeConfig = z.infer<typeof frontierFreeSchema>;

/** The agent's learning schedule. Stored in the snapshot: extending a budget must not change a running session. */
export interface Schedule {
  readonly learningStarts: number;
  readonly warmUpRounds: number;
  readonly learnEvery: number;
  readonly roundsPerLearning: number;
  readonly targetEvery: number;
  readonly batchSize: number;
  readonly priorSteps: number;
}

type Preset = Required<
  Omit<
    TresConfig,
    | 'preset'
    | 'nextCandidates'
    | 'explorationUntilLearning'
    | 'domainFeatures'
    | 'keywordFeatures'
    | 'text'
    | 'maxCandidates'
  >
>;

/** A configuration with every setting in force. */
export type TresSettings = Required<TresConfig>;

/** Bounds that no source sets: searching a leaf takes a millisecond, and 20 000 leaves take 15 ms per choice. */
const BOUNDS = { maxLeafSamples: 2_000, maxLeaves: 20_000 };

/** Tree options of the reference program by MAX. */
export function programTree(domainCap: number): TreeOptions & { readonly sweepEvery: number } {
  const at20 = domainCap === 20;
  return {
    minSamplesSplit: at20 ? 10 : 5,
    maxDepth: 18,
    minChildShare: at20 ? 0.2 : 0,
    sweepEvery: domainCap === 5 ? 5 : 10,
    ...BOUNDS,
  };
}

/** The public reference program, including its settings by MAX. */
function program(domainCap: number): Preset {
  return {
    discount: 0.99,
    hidden: [30, 15],
    replayCapacity: 20_000,
    batchSize: domainCap === 5 ? 128 : 60,
    learningStarts: domainCap <= 10 ? 300 : 500,
    warmUpRounds: 0,
    learnEvery: domainCap === 5 ? 1 : 3,
    roundsPerLearning: 1,
    targetEvery: 500,
    learningRate: 1e-3,
    learningRateDecay: 0.9,
    clip: { by: 'value', limit: 1 },
    nextFromTree: false,
    deadEnds: 'drop',
    minSamples: 1,
    priorSteps: 0,
    quantise: true,
    unknownDomain: 'program',
    ...programTree(domainCap),
  };
}

/** The paper; where it gives no number, the program's. */
function paper(domainCap: number): Preset {
  return {
    ...program(domainCap),
    discount: 0.3,
    // Algorithm 4, line 11.
    learnEvery: 1,
    nextFromTree: true,
    deadEnds: 'keep',
    quantise: false,
    unknownDomain: 'paper',
  };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, Math.round(value)));

/**
 * The program's 500 of 20 000 steps: the share of the budget spent on exploration, and between two copies of the target
 * network.
 */
const SHARE_OF_BUDGET = 1 / 40;
/** Mini-batches in a whole run of the program: 20 000 steps, every third. */
const ROUNDS_OF_A_RUN = 20_000 / 3;
/** A mini-batch takes a third of a millisecond: eight stay well below the time of a fetch. */
const MAX_ROUNDS = 8;
/**
 * Mini-batches before the first choice by Q-value, which would otherwise depend on the weights' random initialisation.
 */
const WARM_UP_ROUNDS = 50;
/**
 * Share of the budget until Q-values have their full weight: by then the networks have seen enough of the session's own
 * links.
 */
const PRIOR_SHARE_OF_BUDGET = 1 / 5;
/** While there are few leaves, one sample of each would omit most of the best links. */
const MIN_SAMPLES = 500;
/**
 * The paper with the program's schedule fitted to the budget: the program's numbers are for 20 000 pages, and with 500
 * pages it would explore to the end. Shares of the run are kept, and with them roughly the number of mini-batches. The
 * learning rate stays constant: forty decays within a short run would stop the learning halfway, and in the program
 * they have no effect anyway (README).
 */
function scaled(budget: number, domainCap: number): Preset {
  const base = paper(domainCap);
  return {
    ...base,
    learningStarts: clamp(budget * SHARE_OF_BUDGET, 10, base.learningStarts),
    targetEvery: clamp(budget * SHARE_OF_BUDGET, 10, base.targetEvery),
    warmUpRounds: WARM_UP_ROUNDS,
    roundsPerLearning: clamp(ROUNDS_OF_A_RUN / budget, 1, MAX_ROUNDS),
    learningRateDecay: 1,
    minSamples: MIN_SAMPLES,
    priorSteps: clamp(budget * PRIOR_SHARE_OF_BUDGET, 20, 500),
  };
}

/** All settings of a session: the user's, completed by the preset for this budget and MAX. */
export function resolveSettings(config: TresConfig, budget: number, domainCap: number): TresSettings {
  const presets = {
    scaled: () => scaled(budget, domainCap),
    program: () => program(domainCap),
    paper: () => paper(domainCap),
  };
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)) as TresConfig;
  return { ...presets[config.preset](), ...given };
}

/** Settings that determine the meaning of a feature vector. */
const FEATURE_SETTINGS = ['domainFeatures', 'keywordFeatures', 'quantise', 'unknownDomain', 'text'] as const;
/** Settings that determine networks and replay buffer. */
const AGENT_SETTINGS = ['discount', 'hidden', 'replayCapacity', 'nextCandidates'] as const;

/** The first setting of the features that differs; for a tree without an agent. */
export function featureMisfit(
  config: Readonly<Record<string, unknown>>,
  learntUnder: Readonly<Record<string, unknown>>,
): Misfit | null {
  const defaults = { quantise: false, unknownDomain: 'paper' };
  return firstMisfit(FEATURE_SETTINGS, { ...defaults, ...config }, { ...defaults, ...learntUnder });
}

/** The first setting of features or agent that differs. None of them depends on the budget or MAX. */
export function tresMisfit(config: TresConfig, learntUnder: Readonly<Record<string, unknown>>): Misfit | null {
  const resolved = (given: TresConfig): TresSettings => resolveSettings(given, 1, Number.POSITIVE_INFINITY);
  return firstMisfit(
    [...FEATURE_SETTINGS, ...AGENT_SETTINGS],
    { ...resolved(config) },
    { ...resolved(tresConfigSchema.parse(learntUnder)) },
  );
}
