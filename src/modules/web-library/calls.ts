import { operationsOf } from '../../platform/api/index.js';

/** What the calls of this module do, by their ids in REST. GraphQL has the same texts. */
export const CALLS = {
  listRecordedWebs:
    'The recorded webs on this server, on which spiders can be trained and policies compared without a crawl',
} as const;

export const Call = operationsOf(CALLS);
