import { policies } from '../../src/domain/policies/index.js';
import { describePolicyContract } from './policy.contract.js';

// Mini-batches take most of the time of tres and do not matter to the contract: a few small ones suffice.
const SMALL_BATCHES = { batchSize: 8 };
const FEW_ROUNDS = { warmUpRounds: 3, roundsPerLearning: 1, ...SMALL_BATCHES };
const LIVELY_FORAGERS = {
  bootstrapPages: 20,
  clusters: 6,
  pathSteps: 5,
  sliceFetches: 7,
  startUrls: 3,
  maxLinks: 20,
  maxPages: 100,
  multiplyAt: 115,
  foundScore: 40,
  sendCost: 30,
};
/** Reads no links, so it has only its seeds. */
const NEVER_PARSES = { algorithm: 'policy-iteration' };
const CONFIGURATIONS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'best-first': [{}, { text: 'context' }],
  'nb-immediate': [{ learnEvery: 5 }],
  'nb-future': [
    { learnEvery: 5, window: 30 },
    { bins: 3, text: 'full-page', learnEvery: 10, vocabulary: 20, lengthExponent: 0 },
    { learn: false },
  ],
  'skip-parse': [{}, { minCandidates: 5, exploration: 0.5, hostRule: 'all' }, NEVER_PARSES],
  beam: [{}, { width: 60 }],
  'modified-dfs': [{}, { hostRule: 'all', hostMemory: 2 }, { reserve: false }],
  'iterative-deepening': [{}, { depthLimit: 2, increment: 3 }],
  'forager-weblog': [{}, { ...LIVELY_FORAGERS, weblogSize: 5 }],
  'forager-td': [{}, LIVELY_FORAGERS],
  'forager-hybrid': [LIVELY_FORAGERS],
  seedfinder: [
    {},
    { crawlPages: 3, hitsPerPage: 4, crawler: 'breadth-first', initialTerms: 1 },
    { crawlPages: 0, resultPages: 1, maxSearches: 4 },
    { crawler: 'ache', crawlPages: 8 },
  ],
  tres: [
    FEW_ROUNDS,
    { ...SMALL_BATCHES, preset: 'program', learningStarts: 15, targetEvery: 20 },
    // The paper's NH variant.
    { ...FEW_ROUNDS, preset: 'paper', learningStarts: 15, domainFeatures: false },
    {
      ...FEW_ROUNDS,
      domainFeatures: false,
      keywordFeatures: false,
      nextCandidates: 3,
      maxLeafSamples: 10,
      replayCapacity: 100,
      minSamples: 40,
    },
  ],
  synchronous: [FEW_ROUNDS, { ...FEW_ROUNDS, preset: 'program', learningStarts: 15, domainFeatures: false }],
  'tres-async': [FEW_ROUNDS, { ...FEW_ROUNDS, preset: 'paper', learningStarts: 15, keywordFeatures: false }],
  async: [{}, { levels: 5, epsilon: 0.5, text: 'anchor' }],
  prospector: [
    {},
    { compared: 3, renewed: 0, patience: 0, shallowFirst: 0, hubWeight: 1 },
    { learningRate: 0, wordLearningRate: 0, patience: 1 },
  ],
  ache: [{ learnEvery: 10 }, { focus: 'hard', learnEvery: 20 }, { focus: 'hard', online: false }],
  'tag-path-bandit': [
    {},
    { link: 'random', reward: 'linked', exploration: 2.83 },
    { maxArms: 2, ngram: 1, hashBits: 4, text: 'context' },
  ],
};

/** Objectives with which policies that support one are also tested. */
const OBJECTIVES = [
  { objective: { domainWeight: 2 }, grouping: 'path-prefix' },
  { objective: { domainsAtLeast: 3 }, grouping: 'registrable-domain' },
] as const;

/** Settings under which other learned state does not fit, if not the text of a link. */
const MISFITS: Readonly<Record<string, Readonly<Record<string, unknown>> | null>> = {
  'forager-weblog': { clusters: 7 },
  'forager-td': { discount: 0.123 },
  'forager-hybrid': { clusters: 7 },
  'tag-path-bandit': { similarity: 0.123 },
  ache: null,
  prospector: null,
  beam: null,
  seedfinder: null,
};

/**
 * Defines the contract's tests of every third policy from `first` on, so that suites run in parallel.
 *
 * @param thoroughness multiplies the contract's number of interleavings
 * @param isDaily whether to test each policy only with its usual configuration, without others and objectives
 */
export function describeContracts(first: 0 | 1 | 2, thoroughness: number, isDaily = false): void {
  for (const [at, definition] of policies.entries()) {
    if (at % 3 !== first) continue;
    const [usual, ...others] = CONFIGURATIONS[definition.name] ?? [{}];
    const misfit = MISFITS[definition.name];
    describePolicyContract(definition, usual, { allSeeds: usual === NEVER_PARSES, thoroughness, misfit });
    if (isDaily) continue;
    for (const objective of definition.heedsObjective === true ? OBJECTIVES : [])
      describePolicyContract(definition, usual, { isVariant: true, objective, thoroughness, misfit });
    for (const config of others)
      describePolicyContract(definition, config, {
        allSeeds: config === NEVER_PARSES,
        isVariant: true,
        thoroughness,
        misfit,
      });
  }
}
