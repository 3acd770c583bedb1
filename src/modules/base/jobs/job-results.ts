import { OpenUnion } from '../../../platform/api/index.js';

/** The results of completed jobs, by kind. */
export const jobResults = new OpenUnion(
  'JobResult',
  'The result of a completed job, by its kind. Removing a session has no result',
);
