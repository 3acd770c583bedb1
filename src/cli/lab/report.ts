import type { LabReport } from '../../modules/research/lab/index.js';
import { oneLine } from '../terminal.js';

type Measure = LabReport['results'][number]['area'];

const fixed = (measure: Measure, digits: number): string =>
  measure.deviation === 0
    ? measure.mean.toFixed(digits)
    : `${measure.mean.toFixed(digits)} ±${measure.deviation.toFixed(digits)}`;

/** A share of the oracle's pages, or a dash if the oracle finds none. */
const share = (measure: Pick<Measure, 'mean'> | null): string =>
  measure === null ? '-' : `${(100 * measure.mean).toFixed(0)}%`;

/** Rows under a header, with padded columns. The first column is text, the others are numbers. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

type Scores = Omit<LabReport['results'][number]['marks'][number], 'mark'>;

/**
 * Rows of results at intermediate and final budgets. Harvest rate, domains and area are means over the runs, with
 * standard deviations; precision, recall and F1 are the judge's.
 */
function resultRows({ results }: LabReport): { header: readonly string[]; rows: readonly (readonly string[])[] } {
  const isJudged = results.some(({ judge }) => judge !== null);
  const row = (policy: string, budget: string, scores: Scores): string[] => [
    policy,
    budget,
    fixed(scores.relevant, 1),
    fixed(scores.harvestRate, 3),
    fixed(scores.domains, 1),
    fixed(scores.area, 3),
    share(scores.oracleShare),
    ...(isJudged ? judged(scores.judge) : []),
  ];
  const header = ['policy', 'budget', 'relevant', 'harvest rate', 'domains', 'area', 'of oracle'];
  return {
    header: [...header, ...(isJudged ? ['precision', 'recall', 'F1'] : [])],
    rows: results.flatMap((result) => [
      ...result.marks
        .filter(({ mark }) => mark < result.budget)
        .map((scores) => row(result.policy, `${scores.mark} of ${result.budget}`, scores)),
      row(result.policy, String(result.budget), result),
    ]),
  };
}

/** The results as a text table. */
export function labTable(report: LabReport): string {
  const { header, rows } = resultRows(report);
  return [
    `${report.topic}: ${report.reachable.pages} pages reachable, ${report.reachable.relevant} of them ${report.label}; reward by ${report.reward}, model ${report.model}`,
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    '',
    table(header, rows),
  ].join('\n');
}

/** The results as a LaTeX table for the package booktabs. */
export function latexTable(report: LabReport): string {
  const { header, rows } = resultRows(report);
  const line = (cells: readonly string[]): string => `  ${cells.map(latexText).join(' & ')} \\\\`;
  return [
    `% ${oneLine(report.topic)}. In the preamble: \\usepackage{booktabs}`,
    `\\begin{tabular}{l${'r'.repeat(header.length - 1)}}`,
    '  \\toprule',
    line(header),
    '  \\midrule',
    ...rows.map(line),
    '  \\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '±': '$\\pm$',
};
const latexText = (text: string): string => text.replace(/[\\~^±&%$#_{}]/g, (char) => LATEX[char] ?? `\\${char}`);

const judged = (judge: Scores['judge']): string[] =>
  judge === null ? ['', '', ''] : [judge.precision, judge.recall, judge.f1].map((value) => value.toFixed(2));

/** Most hosts shown per policy. */
const SHOWN_HOSTS = 5;

/** The distribution of fetches: the hosts with the most, and by the parts of policies that chose them. */
export function fetchesTable({ results }: LabReport): string {
  const rows = results.flatMap(({ policy, budget, fetches }) => {
    if (fetches === null) return [];
    const hosts = fetches.hosts.slice(0, SHOWN_HOSTS).map((share) => ['host', share] as const);
    const parts = Object.entries(fetches.chosenBy).flatMap(([chooser, shares]) =>
      shares.map((share) => [chooser, share] as const),
    );
    return [...parts, ...hosts].map(([of, { name, ...counts }]) => [
      ...[policy, String(budget), `${of} ${name}`],
      ...[counts.fetches, counts.failed, counts.relevant, counts.judgedRelevant].map((count) => count.toFixed(1)),
    ]);
  });
  const header = ['policy', 'budget', 'where', 'fetches', 'failed', 'relevant', 'judged relevant'];
  return (
    `Distribution of the fetches: means over the runs, the ${SHOWN_HOSTS} hosts with the ` +
    `most\n\n${table(header, rows)}`
  );
}

/** Results of an experiment of the service as a text table: means with standard deviations, and baselines. */
export function summaryTable(budgets: LabReport['budgets']): string {
  const rows = budgets.flatMap(({ budget, policies, references }) => [
    ...policies.map(({ name, relevant, harvestRate, domains, area, oracleShare }) => [
      ...[name, String(budget), fixed(relevant, 1), fixed(harvestRate, 3), fixed(domains, 1), fixed(area, 3)],
      share(oracleShare),
    ]),
    ...references.map(({ name, relevant, harvestRate, domains, area }) => [
      ...[name, String(budget), relevant.toFixed(1), harvestRate.toFixed(3), domains.toFixed(1), area.toFixed(3), ''],
    ]),
  ]);
  return table(['policy', 'budget', 'relevant', 'harvest rate', 'domains', 'area', 'of oracle'], rows);
}

/**
 * Results missing in the first table: steps to shares of the relevant pages, differences from the first policy, and the
 * Pareto front. Empty for a single policy.
 */
export function comparisonTable({ policies, budgets }: Pick<LabReport, 'policies' | 'budgets'>): string {
  if (policies.length < 2) return '';
  const rows = budgets.flatMap(({ budget, policies: compared }) =>
    compared.map(({ name, stepsTo, against, onFront }) => [
      name,
      String(budget),
      ...stepsTo.map(({ median }) => (median === null ? '-' : String(median))),
      difference(against?.relevant),
      difference(against?.domains),
      onFront ? 'front' : '',
    ]),
  );
  const shares = budgets[0].policies[0].stepsTo.map(({ share }) => `to ${100 * share}%`);
  return [
    `Median steps to shares of the relevant pages, and differences from ${policies[0]} with 95% intervals`,
    '',
    table(['policy', 'budget', ...shares, 'relevant', 'domains', 'front'], rows),
  ].join('\n');
}

type Difference = LabReport['budgets'][number]['policies'][number]['relevant'];

function difference(measure: Difference | undefined): string {
  if (measure === undefined) return '';
  const { mean, low, high } = measure;
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(1)}`;
  return low === null || high === null ? signed(mean) : `${signed(mean)} (${signed(low)} to ${signed(high)})`;
}
