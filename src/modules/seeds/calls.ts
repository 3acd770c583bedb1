import { operationsOf } from '../../platform/api/index.js';

/** What the calls of this module do, by their ids in REST. GraphQL has the same texts. */
export const CALLS = {
  suggestSeeds: 'Look for seeds by the keywords. This starts a job',
  listSeedCandidates: 'Candidates for seeds, with the highest score first',
  decideSeedCandidates: 'Accept and reject candidates. Accepted ones become seeds of the topic',
} as const;

export const Call = operationsOf(CALLS);
