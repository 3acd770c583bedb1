const FEW_SMALL_BATCHES = { learningStarts: 10, warmUpRounds: 1, roundsPerLearning: 1, batchSize: 8 };

/**
 * Policy configurations for crawls in which learning does not matter: with the defaults mini-batches take most of the
 * time. A searching policy searches repeatedly.
 */
const LITTLE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  tres: FEW_SMALL_BATCHES,
  synchronous: FEW_SMALL_BATCHES,
  'tres-async': FEW_SMALL_BATCHES,
  seedfinder: { crawlPages: 5, hitsPerPage: 6 },
};

export const littleLearning = (policy: string): Readonly<Record<string, unknown>> => LITTLE[policy] ?? {};
