import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id. */
const CALLS = {
  getSessionReport: 'A session as an HTML page for printing: its task, its figures, and its best domains and pages',
  getTopicReport:
    'The collection of a topic as an HTML page for printing: its figures, sessions, best domains and pages',
} as const;

export const Call = operationsOf(CALLS);
