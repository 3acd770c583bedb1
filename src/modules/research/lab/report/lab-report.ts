import type { LabReport } from '../run-lab.js';
import type { ExperimentReport } from './experiment-report.js';

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
