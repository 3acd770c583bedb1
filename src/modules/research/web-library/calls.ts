import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  listRecordedWebs:
    'The recorded webs on this server, on which spiders can be trained and policies compared without a crawl',
} as const;

export const Call = operationsOf(CALLS);
