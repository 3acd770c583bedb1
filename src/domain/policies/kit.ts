/**
 * The interface for policies outside of this project: `import { … } from 'gleaner/policy'`. Described in
 * docs/writing-a-policy.md.
 */
export {
  Availability,
  NO_SOURCE,
  type Candidate,
  type FrontierView,
  type KnownLink,
} from '../frontier/frontier-view.js';
export { FifoQueue } from '../frontier/fifo-queue.js';
export { PriorityQueue } from '../frontier/priority-queue.js';
export type { Snapshot } from '../base/snapshot.js';
export type { Rng } from '../base/rng.js';
export { LOOKAHEAD, maxCandidates } from './candidate-limit.js';
export type { LearnedState } from './learned-state/index.js';
export { checkStamp, stamp } from './policy-snapshot.js';
export type {
  Choice,
  CrawlPolicy,
  ObservedStep,
  PageText,
  PolicyDefinition,
  PolicyDeps,
  PolicyNeeds,
  Prior,
  TakesPriors,
} from './policy.js';
