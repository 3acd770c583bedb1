import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createExport:
    'Export the results of a session as a stored file. This starts a job; when it ends, the export is completed, or failed with the reason. Downloads of the file can be continued',
  createCollectionExport:
    'Export the collection of a topic as a stored file: a list, or the archived fetches of its pages. A job makes it, as for sessions',
  listCollectionExports: 'Stored exports of the collection of a topic, newest first',
  listExports: 'Stored exports of a session, newest first',
  getExport: 'A stored export: its contents, progress, size and hash',
  deleteExport: 'Delete a stored export with its file. One that is being made is cancelled',
  downloadExport: 'The file of a stored export',
} as const;

export const Call = operationsOf(CALLS);
