import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  trainSpider:
    'Train a spider on the pages of earlier sessions, or on recorded webs: link values for the policies nb-immediate and nb-future, page classes for foragers, weights for prospector to begin with. This starts a job; when it ends, the spider is ready or failed',
  listSpiders: 'Trained spiders, newest first',
  getSpider: 'A spider: what it was trained on, and the words that say most for each bin or class, or its weights',
  deleteSpider: 'Delete a spider. Sessions that use it keep their copy',
} as const;

export const Call = operationsOf(CALLS);
