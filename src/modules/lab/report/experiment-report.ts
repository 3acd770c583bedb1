import type { BudgetSummary } from '../../../domain/experiments/index.js';

/** What a report of an experiment says, whoever ran it. */
export interface ExperimentReport {
  readonly title: string;
  /** What was done on what, in a few words each. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** What biases the results. */
  readonly notes: readonly string[];
  /** The first is the one that the others are compared with. */
  readonly policies: readonly string[];
  readonly budgets: readonly BudgetSummary[];
}
