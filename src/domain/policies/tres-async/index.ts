import { frontierFreePolicy } from '../tres/frontier-free.js';
import { QueuedActions } from './queued-actions.js';

export const tresAsync = frontierFreePolicy({
  name: 'tres-async',
  version: 2,
  summary:
    'The agent and features of tres over a priority queue. The Q-value of a link is computed once, when the link is found.',
  source: 'TRES, section 3.2, "TRES with Asynchronous Method" (the asynchronous method of Han et al. 2018)',
  // The asynchronous method knows only the outlinks of the fetched page (TRES 2.4.2).
  nextFromFrontier: false,
  // The queue keeps values from earlier states of the network: a replay has to recompute every one of them.
  skippable: false,
  frontier: (features, agent, rng) => new QueuedActions(features, agent, rng),
});
