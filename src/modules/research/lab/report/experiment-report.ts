import type { BudgetSummary } from '../../../../domain/experiments/index.js';

/** The contents of an experiment's report, independent of its source. */
export interface ExperimentReport {
  readonly title: string;
  /** Short facts about the setting. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** Biases of the results. */
  readonly notes: readonly string[];
  /** The others are compared with the first. */
  readonly policies: readonly string[];
  readonly budgets: readonly BudgetSummary[];
}
