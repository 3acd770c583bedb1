import { frontierFreePolicy } from '../tres/frontier-free.js';
import { WholeFrontier } from './whole-frontier.js';

/** A step over this many takes a tenth of a second, during which all other sessions of the worker wait. */
const MAX_CANDIDATES = 200_000;

export const synchronous = frontierFreePolicy({
  name: 'synchronous',
  version: 2,
  summary:
    'The agent of tres, which computes the Q-values of the whole frontier in each step. It shows what the Tree-Frontier saves: the cost of a step grows with the frontier.',
  source: 'TRES, section 2.5 (the synchronous method of Han et al. 2018)',
  // The best of the whole frontier at the next step is part of Ã: with it, Ã's maximum is that over all open actions.
  nextFromFrontier: true,
  skippable: true,
  maxCandidates: MAX_CANDIDATES,
  frontier: (features, agent, rng) => new WholeFrontier(features, agent, rng),
});
