import {
  type BudgetSummary,
  type FinishedRun,
  type ReferenceRun,
  summarise,
} from '../../../domain/experiments/index.js';
import type { ThreadTask } from '../../../platform/threads/index.js';
import { type ExperimentReport, htmlReport } from '../lab/index.js';

interface ResultsRequest {
  readonly policies: readonly string[];
  readonly runs: readonly FinishedRun[];
  readonly references: readonly ReferenceRun[];
  /** The additional contents of the report; null if only the numbers are requested. */
  readonly report: Pick<ExperimentReport, 'title' | 'facts' | 'notes'> | null;
}
export interface Results {
  readonly budgets: readonly BudgetSummary[];
  /** Null if it was not requested. */
  readonly html: string | null;
}

/** Reports of hundreds of runs would block other requests. */
export const task: ThreadTask<ResultsRequest, Results> = {
  url: import.meta.url,
  run: ({ policies, runs, references, report }) => {
    const budgets = summarise(policies, runs, references);
    return { budgets, html: report && htmlReport({ ...report, policies, budgets }) };
  },
};
