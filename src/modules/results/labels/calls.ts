import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  labelPages: 'Label fetched pages: they become examples of the topic',
  runLabeller:
    'Let the labeller, a language model, label pages of the label queue. Before that it labels examples again, to be compared. This starts a job',
  getLabelQueue: 'Pages whose labels would help most, the most useful first',
} as const;

export const Call = operationsOf(CALLS);
