import { stringify } from 'csv-stringify/sync';
import type { BudgetSummary } from '../../../../domain/experiments/index.js';
import type { ExperimentReport } from './lab-report.js';
import { escaped, HEIGHT, LIGHT, shown, WIDTH } from '../../../../platform/html/index.js';
import { curveDrawing, curvesOf, seriesClass } from './plots.js';

type Curves = Pick<ExperimentReport, 'title' | 'policies' | 'budgets'>;

/** Curves as CSV, one row per stored step: the mean, the lowest and the highest value of the runs. */
export function curvesCsv({ budgets }: Curves): string {
  const columns = [
    ...['policy', 'budget', 'fetches', 'relevant', 'relevantLow', 'relevantHigh'],
    ...['domains', 'domainsLow', 'domainsHigh'],
  ];
  const rows = budgets.flatMap(({ budget, steps, policies, references }) => [
    ...policies.flatMap(({ name, relevantCurve: pages, domainCurve: domains }) =>
      steps.map((step, i) => [
        ...[name, budget, step, pages.mean[i], pages.low[i], pages.high[i]],
        ...[domains.mean[i], domains.low[i], domains.high[i]],
      ]),
    ),
    ...references.flatMap(({ name, relevantCurve: pages, domainCurve: domains }) =>
      steps.map((step, i) => [name, budget, step, pages[i], pages[i], pages[i], domains[i], domains[i], domains[i]]),
    ),
  ]);
  return stringify([columns, ...rows], { record_delimiter: '\r\n', escape_formulas: true });
}

const [TITLE, GAP, LEGEND_LINE, PER_LINE] = [56, 16, 20, 3];
/** Points of each curve: all stored ones. */
const POINTS = 100;

/**
 * Curves as one SVG file, with one row of plots per budget. Uses plain colours that every program that reads SVG knows.
 */
export function curvesSvg({ title, policies, budgets }: Curves): string {
  const numberOf = (name: string): number => Math.max(0, policies.indexOf(name));
  const width = GAP + Math.max(1, ...budgets.map((budget) => curvesOf(budget).length)) * (WIDTH + GAP);
  const rows: string[] = [];
  let top = 32;
  for (const budget of budgets) {
    const plots = curvesOf(budget).map(
      (drawn, i) =>
        `<g transform="translate(${GAP + i * (WIDTH + GAP)} ${TITLE})"><text class="name" x="${WIDTH / 2}" y="-4" text-anchor="middle">${escaped(drawn.title)}</text>` +
        `${curveDrawing(budget, numberOf, drawn, POINTS)}</g>`,
    );
    const { text, height } = legend(budget, numberOf, width);
    rows.push(
      `<g transform="translate(0 ${top})"><text class="head" x="${GAP}" y="20">Budget of ${shown(budget.budget)} fetches</text>${plots.join('')}` +
        `<g transform="translate(${GAP} ${TITLE + HEIGHT + LEGEND_LINE})">${text}</g></g>`,
    );
    top += TITLE + HEIGHT + height + 2 * GAP;
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" font-family="Helvetica, Arial, sans-serif">` +
    `<title>${escaped(title)}</title><style>${SVG_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>` +
    `<text class="head" x="${GAP}" y="26">${escaped(title)}</text>${rows.join('')}</svg>\n`
  );
}

function legend(
  { policies, references }: BudgetSummary,
  numberOf: (name: string) => number,
  width: number,
): { text: string; height: number } {
  const column = (width - GAP) / PER_LINE;
  const names = [
    ...policies.map(({ name }) => ({ name, look: `line ${seriesClass(numberOf(name))}` })),
    ...references.map(({ name }, i) => ({ name, look: `reference r${i % 2}` })),
  ];
  const text = names.map(({ name, look }, i) => {
    const [x, y] = [(i % PER_LINE) * column, Math.floor(i / PER_LINE) * LEGEND_LINE];
    return `<path class="${look}" d="M${x} ${y}h24"/><text class="name" x="${x + 32}" y="${y + 4}">${escaped(name)}</text>`;
  });
  return { text: text.join(''), height: LEGEND_LINE * (1 + Math.ceil(names.length / PER_LINE)) };
}

const SVG_STYLE =
  '.grid{stroke:#eceef0}.axis{stroke:#5d666f}.tick,.label{font-size:12px;fill:#5d666f}.name{font-size:12px;fill:#1d2125}' +
  '.head{font-size:15px;font-weight:600;fill:#1d2125}.line{fill:none;stroke-width:2.2;stroke-linejoin:round}.band{opacity:.13}' +
  '.reference{fill:none;stroke:#5d666f;stroke-width:1.6;stroke-dasharray:6 4}.reference.r1{stroke:#1d2125;stroke-dasharray:1.5 3}' +
  '.s1.line{stroke-dasharray:8 3}.s2.line{stroke-dasharray:3 3}' +
  LIGHT.map((colour, i) => `.line.c${i}{stroke:${colour}}.band.c${i}{fill:${colour}}`).join('');
