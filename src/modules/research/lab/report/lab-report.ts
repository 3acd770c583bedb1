import type { LabReport } from '../run-lab.js';
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

/** The results of `gleaner lab` as a report of an experiment. */
export function reportOfLab(report: LabReport, unrecorded: 'skip' | 'fetch'): ExperimentReport {
  const { topic, label, reward, model, reachable, finished, policies, budgets } = report;
  const seeds = new Set(finished.map(({ randomSeed }) => randomSeed)).size;
  return {
    title: topic,
    facts: [
      { name: 'Pages reachable from the seeds', value: String(reachable.pages) },
      {
        name: 'Of them relevant',
        value: `${reachable.relevant}, on ${reachable.domains} ${reachable.domains === 1 ? 'domain' : 'domains'}`,
      },
      { name: 'Relevant is', value: `a page with the label ${label}` },
      {
        name: 'The crawler judges by',
        value: reward === 'labels' ? 'the labels' : `its model (${model})`,
      },
      { name: 'Random seeds', value: String(seeds) },
      {
        name: 'Links without a recorded answer',
        value: unrecorded === 'skip' ? 'are no candidates' : 'cost a fetch that fails',
      },
    ],
    notes: report.warnings.map((warning) => `${warning[0].toUpperCase()}${warning.slice(1)}.`),
    policies,
    budgets,
  };
}
