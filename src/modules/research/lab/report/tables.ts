import type { BudgetSummary, Measure, PolicySummary } from '../../../../domain/experiments/index.js';
import { escaped, percent, scrolled, shown } from '../../../../platform/html/index.js';
import { seriesClass } from './plots.js';

type Show = (value: number) => string;

const interval = ({ low, high }: Measure, show: Show): string =>
  low === null || high === null || low === high ? '' : `<small>${show(low)} to ${show(high)}</small>`;

function cell(measure: Measure | null, isBest: boolean, show: Show = shown): string {
  if (measure === null) return '<td class="none">–</td>';
  return `<td${isBest ? ' class="best"' : ''}>${show(measure.mean)}${interval(measure, show)}</td>`;
}

/** Names of policies beside their colours. */
export const swatch = (policy: number): string => `<i class="swatch ${seriesClass(policy)}"></i>`;

const COLUMNS: readonly (readonly [string, (policy: PolicySummary) => Measure | null, Show])[] = [
  ['relevant pages', (policy) => policy.relevant, shown],
  ['harvest rate', (policy) => policy.harvestRate, shown],
  ['domains', (policy) => policy.domains, shown],
  ['recall', (policy) => policy.recall, percent],
  ['area', (policy) => policy.area, shown],
  ['of the oracle', (policy) => policy.oracleShare, percent],
];

/** Means with their intervals, and the steps to shares of the targets. */
export function resultsTable({ policies, references }: BudgetSummary, numberOf: (name: string) => number): string {
  // If all values are equal, none is the best.
  const best = COLUMNS.map(([, of]) => {
    const means = policies.map((policy) => of(policy)?.mean ?? -Infinity);
    return Math.min(...means) === Math.max(...means) ? NaN : Math.max(...means);
  });
  const shares = policies[0]?.stepsTo ?? [];
  const head = [
    '<th>policy</th>',
    ...COLUMNS.map(([name]) => `<th>${name}</th>`),
    ...shares.map(
      ({ share }) =>
        `<th title="steps until ${percent(share)} of the relevant pages were found">to ${percent(share)}</th>`,
    ),
    '<th>runs</th>',
  ];
  const rows = policies.map((policy) => {
    const steps = policy.stepsTo.map(({ median, reached }) =>
      median === null
        ? `<td class="none">–${reached > 0 ? `<small>${reached} of ${policy.runs} runs</small>` : ''}</td>`
        : `<td>${shown(median)}${reached < policy.runs ? `<small>${reached} of ${policy.runs} runs</small>` : ''}</td>`,
    );
    const cells = COLUMNS.map(([, of, show], i) => cell(of(policy), of(policy)?.mean === best[i], show));
    const front = policy.onFront ? ' <abbr title="on the Pareto front">◆</abbr>' : '';
    return `<tr><th scope="row">${swatch(numberOf(policy.name))}${escaped(policy.name)}${front}</th>${cells.join('')}${steps.join('')}<td>${policy.runs}</td></tr>`;
  });
  const others = references.map(
    (one, i) =>
      `<tr class="other"><th scope="row"><i class="swatch reference r${i % 2}"></i>${escaped(one.name)}</th><td>${shown(one.relevant)}</td><td>${shown(one.harvestRate)}</td>` +
      `<td>${shown(one.domains)}</td><td class="none">–</td><td>${shown(one.area)}</td><td class="none">–</td>${'<td class="none">–</td>'.repeat(shares.length)}<td class="none">–</td></tr>`,
  );
  return scrolled(`<thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}${others.join('')}</tbody>`);
}

/** The meaning of an interval of differences. */
function verdict({ low, high }: Measure): string {
  if (low === null || high === null) return 'one pair tells little';
  // Neither policy depends on the seed.
  if (low === high) return low === 0 ? 'the same' : `${low > 0 ? 'more' : 'fewer'}, whatever the seed`;
  if (low > 0) return 'more';
  return high < 0 ? 'fewer' : 'no difference shown';
}

const signed: Show = (value) => (value > 0 ? `+${shown(value)}` : shown(value));

/** Differences from the first policy; empty if there is no other one. */
export function differencesTable(
  { policies }: BudgetSummary,
  numberOf: (name: string) => number,
  baseline: string,
): string {
  const rows = policies.flatMap(({ name, against }) =>
    against === null
      ? []
      : [
          `<tr><th scope="row">${swatch(numberOf(name))}${escaped(name)}</th>${cell(against.relevant, false, signed)}<td>${verdict(against.relevant)}</td>` +
            `${cell(against.domains, false, signed)}<td>${verdict(against.domains)}</td>${cell(against.area, false, signed)}<td>${against.pairs}</td></tr>`,
        ],
  );
  if (rows.length === 0) return '';
  return (
    `<h3>Difference from ${escaped(baseline)}, under the same random seeds</h3>` +
    scrolled(
      `<thead><tr><th>policy</th><th>relevant pages</th><th></th><th>domains</th><th></th><th>area</th><th>pairs</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    )
  );
}
