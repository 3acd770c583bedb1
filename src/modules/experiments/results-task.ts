import { type BudgetSummary, type FinishedRun, type ReferenceRun, summarise } from '../../domain/experiments/index.js';
import type { ThreadTask } from '../../platform/threads/index.js';
import { type ExperimentReport, htmlReport } from '../lab/index.js';

export interface ResultsRequest {
  readonly policies: readonly string[];
  readonly runs: readonly FinishedRun[];
  readonly references: readonly ReferenceRun[];
  /** What the report says besides; null where only the numbers are wanted. */
  readonly report: Pick<ExperimentReport, 'title' | 'facts' | 'notes'> | null;
}
export interface Results {
  readonly budgets: readonly BudgetSummary[];
  /** Null where it was not asked for. */
  readonly html: string | null;
}

/** Intervals by the bootstrap take up to a second. */
export const task: ThreadTask<ResultsRequest, Results> = {
  url: import.meta.url,
  run: ({ policies, runs, references, report }) => {
    const budgets = summarise(policies, runs, references);
    return { budgets, html: report && htmlReport({ ...report, policies, budgets }) };
  },
};
