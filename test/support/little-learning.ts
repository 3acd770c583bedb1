const FEW_SMALL_BATCHES = { learningStarts: 10, warmUpRounds: 1, roundsPerLearning: 1, batchSize: 8 };

/**
 * Policy configurations for crawls where what is learnt is all the same: with the defaults mini-batches take most of the time. One that searches does so again
 * and again.
 */
const LITTLE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  tres: FEW_SMALL_BATCHES,
  synchronous: FEW_SMALL_BATCHES,
  'tres-async': FEW_SMALL_BATCHES,
  seedfinder: { crawlPages: 5, hitsPerPage: 6 },
};

export const littleLearning = (policy: string): Readonly<Record<string, unknown>> => LITTLE[policy] ?? {};
