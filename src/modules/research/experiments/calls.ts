import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createExperiment:
    'Compare policies on a web that is known beforehand: a recorded web, the pages of an ended session, or a synthetic web. This starts a job that runs each policy with each budget and random seed',
  whatIf:
    'Compare policies on the pages that an ended session stored. Only these pages can be visited; the notes of the experiment name the biases that follow',
  listExperiments: 'Experiments, newest first',
  getExperiment: 'An experiment with its progress',
  cancelExperiment: 'Cancel an experiment. Its finished runs stay',
  resumeExperiment: 'Do the missing runs of an experiment that was cancelled or has failed',
  deleteExperiment: 'Delete an experiment with its results',
  getExperimentResults:
    'Results of the finished runs: means with intervals, curves, differences from the first policy, the Pareto front',
  getExperimentReport: 'The results as a page with plots, one HTML file that loads nothing',
  exportExperimentRuns: 'The finished runs as CSV, one row each',
} as const;

export const Call = operationsOf(CALLS);
