import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  suggestSeeds: 'Look for seeds by the keywords. This starts a job',
  listSeedCandidates: 'Candidates for seeds, with the highest score first',
  decideSeedCandidates: 'Accept and reject candidates. Accepted ones become seeds of the topic',
} as const;

export const Call = operationsOf(CALLS);
