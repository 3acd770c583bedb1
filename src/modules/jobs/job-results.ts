import { OpenUnion } from '../../platform/api/index.js';

/** What completed jobs answer, by kind. */
export const jobResults = new OpenUnion(
  'JobResult',
  'What a completed job made, by its kind; the clearing away of a session makes nothing',
);
