import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  listRelevanceModels: 'Kinds of relevance models, with the schemas of their configurations',
  trainModel: 'Train a model. This starts a job; when it ends, the model is ready or failed',
  listModels: 'Models of a topic, newest first',
  listJobs: 'Background work on a topic and its models, newest first',
  compareModels:
    '2 to 10 models side by side: their figures with the differences to the first model, and the settings in which they differ',
  getModel: 'A model with its metrics',
  deleteModel: 'Delete a model that no session uses',
  judgeDocument: 'Try a model on a page or a text',
} as const;

export const Call = operationsOf(CALLS);
