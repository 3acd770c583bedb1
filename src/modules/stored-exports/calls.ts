import { operationsOf } from '../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createExport:
    'Make a file of what a session has found, once. This starts a job; when it ends, the export is COMPLETED, or FAILED with the reason. Downloads of the file can be continued',
  createCollectionExport:
    'Make a file of the collection of a topic, once: a list, or the archived fetches of its pages. It is made as exports of sessions are',
  listCollectionExports: 'Stored exports of the collection of a topic, newest first',
  listExports: 'Stored exports of a session, newest first',
  getExport: 'A stored export: what is in it, how far it is, its size and hash',
  deleteExport: 'Delete a stored export with its file. One that is being made is given up',
  downloadExport: 'The file of a stored export',
} as const;

export const Call = operationsOf(CALLS);
