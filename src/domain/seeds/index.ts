export { type FoundLink, hubsOf, sharedLinks } from './found-links.js';
export { DEFAULT_SEEDS, rankSeeds, type SeedOptions } from './rank-seeds.js';
export {
  type Finding,
  type FoundSeed,
  type JudgedSeed,
  mergeFindings,
  type SeedCandidate,
  type SeedSource,
} from './seed-candidate.js';
export { seedQueries } from './seed-queries.js';
