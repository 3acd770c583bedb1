/**
 * Policy configurations for crawls where what is learnt is all the same: with the defaults mini-batches take most of the time. One that searches does so again
 * and again.
 */
const LITTLE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  tres: { learningStarts: 10, warmUpRounds: 1, roundsPerLearning: 1, batchSize: 8 },
  seedfinder: { crawlPages: 5, hitsPerPage: 6 },
};

export const littleLearning = (policy: string): Readonly<Record<string, unknown>> => LITTLE[policy] ?? {};
