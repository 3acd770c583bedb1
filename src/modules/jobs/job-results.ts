import { OpenUnion } from '../../platform/api/index.js';

/** What completed jobs answer, by kind. */
export const jobResults = new OpenUnion(
  'JobResult',
  'The result of a completed job, by its kind. Removing a session has no result',
);
