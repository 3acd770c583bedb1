import type { BudgetSummary } from '../../../../domain/experiments/index.js';
import type { ExperimentReport } from './lab-report.js';
import { escaped, htmlDocument, shown } from '../../../../platform/html/index.js';
import { curvePlot, curvesOf, frontPlot, seriesClass, pointsFor } from './plots.js';
import { differencesTable, resultsTable } from './tables.js';

/** An experiment as one HTML file without loads: plots, tables, and how to read them. */
export function htmlReport(report: ExperimentReport): string {
  const { title, facts, notes, policies, budgets } = report;
  const numbers = new Map(policies.map((name, number) => [name, number]));
  const numberOf = (name: string): number => numbers.get(name) ?? 0;
  const points = pointsFor(2 * budgets.reduce((sum, budget) => sum + budget.policies.length, 0));
  const biases =
    notes.length === 0 ? '' : `<div class="notes">${notes.map((note) => `<p>${escaped(note)}</p>`).join('')}</div>`;
  const sections = budgets.map((budget) => section(budget, numberOf, policies[0] ?? '', points));
  const body = sections.join('') || '<p>No run has finished yet.</p>';
  return htmlDocument(title, facts, `${biases}${body}${FOOTER}`);
}

function section(budget: BudgetSummary, numberOf: (name: string) => number, baseline: string, points: number): string {
  const legend = [
    ...budget.policies.map(
      ({ name }) => `<li><i class="swatch ${seriesClass(numberOf(name))}"></i>${escaped(name)}</li>`,
    ),
    ...budget.references.map(({ name }, i) => `<li><i class="swatch reference r${i % 2}"></i>${escaped(name)}</li>`),
  ];
  const curves = curvesOf(budget);
  const hasDomains = curves.length > 1;
  const plots = [
    ...curves.map((each) => curvePlot(budget, numberOf, each, points)),
    ...(hasDomains && budget.policies.length > 1 ? [frontPlot(budget, numberOf)] : []),
  ];
  return (
    `<section><h2>Budget of ${shown(budget.budget)} fetches</h2><ul class="legend">${legend.join('')}</ul>` +
    `<div class="plots${hasDomains ? '' : ' alone'}">${plots.join('')}</div>${resultsTable(budget, numberOf)}${differencesTable(budget, numberOf, baseline)}</section>`
  );
}

const FOOTER =
  '<footer><p>Lines are means over the runs, bands reach from the least to the largest run. Small figures are 95% intervals of the mean by ' +
  'Student’s t distribution. Harvest rate: relevant pages over the budget. Recall: relevant pages over all that can be ' +
  'reached from the seeds. Area: the mean over all steps of the harvest rate so far. To 10%: steps until so many of all relevant pages were found, the median of the runs, “–” where ' +
  'at least half of the runs never found so many. ◆: on the Pareto front, no other policy has more of both. The oracle knows the whole web; it goes the shortest way to the ' +
  'nearest relevant page, so it can be beaten on domains.</p></footer>';
