import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  addExample: 'Add a labelled example',
  importExamples: 'Add examples from JSON lines',
  listExamples: 'Labelled examples, newest first',
  getExample: 'An example with its text',
  updateExample: 'Change the label of an example',
  deleteExample: 'Delete an example',
  listKeywordCandidates: 'Candidates for keywords, with the greatest lift first',
  decideKeywordCandidates: 'Accept and reject candidates. Accepted ones make the next version of the keywords',
  suggestKeywords: 'Look for keywords in the seed pages. This starts a job',
  getKeywordSetStatistics: 'How often the keywords occur in relevant and in other pages, and which of them help',
  putKeywords: 'Replace the keywords. This makes the next version, or none if nothing changes',
  getKeywords: 'The current keywords',
  listKeywordSets: 'Versions of the keywords, newest first',
  getKeywordSet: 'One version of the keywords',
  expandKeywords: 'Look for more keywords in the relevant examples. This starts a job',
  createTopic: 'Create a topic',
  listTopics: 'Topics, newest first',
  getTopic: 'A topic with its seeds and current keywords',
  updateTopic: 'Change a topic. Omitted fields keep their values',
  deleteTopic: 'Delete a topic with its keyword sets, examples, models and sessions',
} as const;

export const Call = operationsOf(CALLS);
