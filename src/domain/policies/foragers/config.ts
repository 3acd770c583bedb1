import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { firstMisfit } from '../policy-snapshot.js';
import type { Misfit } from '../policy.js';

/** Most foragers: each has one bit in the memory of a page. */
const MOST_FORAGERS = 16;

const shared = {
  pathSteps: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe('Steps of a path after which a forager starts another one.'),
  startUrls: z
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe('URLs at the head of the weblog, or of the fixed list, of which a path starts at a random one.'),
  reward: z.number().positive().max(1e6).default(100).describe('Reward for a relevant page that is new to the agent.'),
  penalty: z.number().min(0).max(1e6).default(1).describe('Penalty for a page that another forager sent before.'),
  initialScore: z.number().positive().max(1e6).default(100).describe('Score of a new forager.'),
  sendCost: z
    .number()
    .min(0)
    .max(1e6)
    .default(0.05)
    .describe('Decrease of the score of a forager for each page it sends.'),
  foundScore: z
    .number()
    .positive()
    .max(1e6)
    .default(1)
    .describe('Increase of the score of a forager for each relevant page that is new to the agent.'),
  multiplyAt: z.number().positive().max(1e9).default(200).describe('Score at which a forager multiplies.'),
  dieAt: z.number().min(-1e6).max(1e6).default(0).describe('Score at which a forager dies.'),
  minForagers: z
    .int()
    .min(1)
    .max(MOST_FORAGERS)
    .default(2)
    .describe('Foragers at the start, and the fewest that remain.'),
  maxForagers: z.int().min(1).max(MOST_FORAGERS).default(MOST_FORAGERS).describe('The most foragers there may be.'),
  sliceFetches: z
    .int()
    .min(1)
    .max(100_000)
    .default(60)
    .describe('Fetches after which the next forager is preferred: the time slice.'),
  clusters: z.int().min(2).max(500).default(50).describe('Clusters of the text classifier: components of a state.'),
  bootstrapPages: z
    .int()
    .min(4)
    .max(5_000)
    .default(200)
    .describe(
      'Pages of the session from which the text classifier is trained. Until then a state is a hashed projection.',
    ),
  spider: z
    .uuid()
    .nullable()
    .default(null)
    .describe(
      'A trained spider of the kind page-classes, with as many classes as there are clusters: the text classifier from the first page on.',
    ),
  vocabulary: z
    .int()
    .min(10)
    .max(50_000)
    .default(5_000)
    .describe('Number of words that the text classifier distinguishes.'),
  maxLinks: z.int().min(1).max(2_000).default(200).describe('Links of a page that are remembered and expanded.'),
  maxPages: z
    .int()
    .min(100)
    .max(1_000_000)
    .default(100_000)
    .describe('Pages that foragers can walk on. When there are more, the oldest are forgotten.'),
  maxCandidates,
};
const weblog = {
  weblogSize: z.int().min(2).max(10_000).default(100).describe('URLs in the weblog of a forager.'),
  weblogRate: z.number().gt(0).max(1).default(0.3).describe('β: how fast values of the weblog follow the rewards.'),
};
const learning = {
  discount: z.number().min(0).lt(1).default(0.9).describe('γ: weight of the value of the next step.'),
  learningRate: z.number().gt(0).max(1).default(0.1).describe('α: step of the weights.'),
};

const fits = (c: {
  minForagers: number;
  maxForagers: number;
  dieAt: number;
  initialScore: number;
  multiplyAt: number;
}) => c.minForagers <= c.maxForagers && c.dieAt < c.initialScore && c.initialScore < c.multiplyAt;
const MISFIT = {
  path: ['maxForagers'],
  message: 'minForagers may not be above maxForagers, and initialScore must lie between dieAt and multiplyAt',
};

export const weblogSchema = z.strictObject({ ...shared, ...weblog }).refine(fits, MISFIT);
export const tdSchema = z.strictObject({ ...shared, ...learning }).refine(fits, MISFIT);
export const hybridSchema = z.strictObject({ ...shared, ...weblog, ...learning }).refine(fits, MISFIT);

/** Settings of any forager policy: policies without a weblog or without learning lack these parts. */
export type ForagersConfig = z.infer<typeof weblogSchema> | z.infer<typeof tdSchema> | z.infer<typeof hybridSchema>;

/** β and the size of weblogs; null for foragers with a fixed list. */
export const weblogOf = (config: ForagersConfig): { readonly size: number; readonly rate: number } | null =>
  'weblogRate' in config ? { size: config.weblogSize, rate: config.weblogRate } : null;

/** γ and α; null if weights stay as they were drawn. */
export const learningOf = (config: ForagersConfig): { readonly discount: number; readonly rate: number } | null =>
  'learningRate' in config ? { discount: config.discount, rate: config.learningRate } : null;

/**
 * The first setting that affects the meaning of a state or weight and differs. Weights without learning
 * (`forager-weblog`) have no discount, and page classes have no weights.
 */
export const foragersMisfit = (config: ForagersConfig, learntUnder: Readonly<Record<string, unknown>>): Misfit | null =>
  firstMisfit('discount' in learntUnder ? ['clusters', 'discount'] : ['clusters'], { ...config }, learntUnder);
