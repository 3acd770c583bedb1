/** Figures of runs as text tables. */
import { report } from '../support/report.mjs';
import { Figures } from './figures.mjs';
import { nameAt, ONE_AT_A_TIME, partsOf, rowsOf, withoutTrouble } from './runs.mjs';
import { meanOf } from './statistics.mjs';

const shown = (values, digits) => {
  const { mean, deviation } = meanOf(values);
  return deviation === 0 ? mean.toFixed(digits) : `${mean.toFixed(digits)} ±${deviation.toFixed(digits)}`;
};
const interval = (numbers) => numbers.map((number) => number.toFixed(2)).join(' ');
const splitsOf = (runs) => [...new Set(runs.map(({ split }) => split))].sort().reverse();

/** A table over all topics, and one for each split. */
export function printTables(values, runs, { budgets, against }) {
  const rows = rowsOf(runs).filter(({ budget }) => budgets.includes(budget));
  const all = new Figures(rows);
  const table = all.topics.flatMap((topic) =>
    budgets.flatMap((budget) =>
      [...all.policies, 'oracle'].flatMap((policy) => {
        const of = all.of(policy, budget, topic);
        if (of.length === 0) return [];
        const each = (measure, digits) =>
          shown(
            of.map((row) => row[measure]),
            digits,
          );
        const [early, count] = all.early(policy, budget, [topic]);
        return [[topic, budget, policy, each('relevant', 1), each('domains', 1), each('area', 3), `${early}/${count}`]];
      }),
    ),
  );
  const header = ['topic', 'budget', 'policy', 'relevant', 'domains', 'area', 'first by 300'];
  report(values.name, header, table, { values, rows });
  for (const split of splitsOf(runs))
    printSplit(split, new Figures(rows.filter((row) => row.split === split)), budgets, against);
}

/** The name for the best other policy. */
const BEST = 'best';
/** Below this, too little is found for a ratio. */
const LEAST_AREA = 0.005;

/**
 * Policies at the pace of a session relative to themselves with one fetch at a time, and under trouble relative to
 * themselves without it, where the loss may not exceed the share.
 */
function printPaces(figures, budgets) {
  const lines = figures.policies.flatMap((name) => {
    const { policy, pace } = partsOf(name);
    if (pace === ONE_AT_A_TIME) return [];
    const { alone: without, lost } = withoutTrouble(pace);
    const alone = lost > 0 ? (without === ONE_AT_A_TIME ? policy : nameAt(policy, without)) : policy;
    if (!figures.policies.includes(alone)) return [];
    return budgets.flatMap((budget) => {
      const ratios = figures
        .topicsOf(budget, name, alone)
        .filter((topic) => figures.mean(alone, budget, topic, 'area') > LEAST_AREA)
        .map((topic) => ({
          topic,
          ratio: figures.mean(name, budget, topic, 'area') / figures.mean(alone, budget, topic, 'area'),
        }));
      if (ratios.length === 0) return [];
      const worst = ratios.reduce((least, each) => (each.ratio < least.ratio ? each : least));
      const mean = meanOf(ratios.map(({ ratio }) => ratio)).mean;
      const below = ratios.filter(({ ratio }) => ratio < 1 - lost);
      return [
        `${String(budget).padStart(5)}  ${name.padEnd(18)} area ${mean.toFixed(2)} of ${alone}'s in the mean of ${ratios.length} topics, at least ${worst.ratio.toFixed(2)} (${worst.topic})` +
          (lost === 0
            ? ''
            : `; aim ${(1 - lost).toFixed(2)}${below.length === 0 ? ', held' : `, missed on ${below.length}: ${below.map(({ topic, ratio }) => `${topic} ${ratio.toFixed(2)}`).join(', ')}`}`),
      ];
    });
  });
  if (lines.length > 0) console.log(['\nbeside one fetch at a time, or the web without trouble', ...lines].join('\n'));
}

const geometricMean = (ratios) => Math.exp(meanOf(ratios.map(Math.log)).mean);

/** Each policy relative to the best other one on a topic, and the gain of a perfect choice among all. */
function printHindsight(figures, budgets) {
  if (figures.policies.length < 2) return;
  console.log(
    '\nover the best other policy of each topic, chosen afterwards: geometric means; what that choice brings',
  );
  for (const budget of budgets)
    for (const policy of figures.policies) {
      const of = (measure) => figures.overBestOther(policy, budget, measure);
      const [relevant, area] = [of('relevant'), of('area')];
      if (area.length === 0) continue;
      const told = (each) => geometricMean(each.map(({ ratio }) => ratio)).toFixed(2);
      const brings = (each) => geometricMean(each.map(({ ratio }) => Math.max(1, 1 / ratio))).toFixed(2);
      const behind = area.filter(({ ratio }) => ratio < 0.95).sort((a, b) => a.ratio - b.ratio);
      console.log(
        `${String(budget).padStart(5)}  ${policy.padEnd(18)} relevant ${told(relevant)}  area ${told(area)}  the choice: relevant ${brings(relevant)}  area ${brings(area)}` +
          (behind.length > 4
            ? `  area below .95 on ${behind.length} topics`
            : behind.map(({ topic, ratio }) => `  area ${ratio.toFixed(2)} on ${topic}`).join('')),
      );
    }
}

/**
 * By topic, the ratio of each policy's area to that of the best other one, chosen in hindsight by the mean over seeds;
 * in brackets that of the oracle.
 */
function printOverBest(figures, budgets) {
  for (const policy of figures.policies) {
    const columns = budgets.map((budget) => figures.overBestOther(policy, budget, 'area'));
    const topics = figures.topics.filter((name) => columns.some((each) => each.some(({ topic }) => topic === name)));
    if (topics.length === 0) continue;
    const row = (name, cellOf) => {
      const cells = columns.map((each) => {
        const cell = cellOf(each);
        if (cell === undefined) return '-';
        return `${cell.ratio.toFixed(2)}${Number.isFinite(cell.bound) ? ` (${cell.bound.toFixed(2)})` : ''}`;
      });
      return `${name.padEnd(28)}${cells.map((cell) => cell.padStart(16)).join('')}`;
    };
    const known = (each, of) =>
      each.length === 0
        ? undefined
        : { ratio: of(each.map(({ ratio }) => ratio)), bound: of(each.map(({ bound }) => bound)) };
    const lines = [
      `\n${policy}: area over the best other policy of each topic, by budget (the oracle's)`,
      `${''.padEnd(28)}${budgets.map((budget) => String(budget).padStart(16)).join('')}`,
      ...topics.map((name) => row(name, (each) => each.find(({ topic }) => topic === name))),
      row('geometric mean', (each) => known(each, geometricMean)),
      row('least', (each) => known(each, (ratios) => Math.min(...ratios))),
    ];
    console.log(lines.join('\n'));
  }
}

function printSplit(split, figures, budgets, against) {
  console.log(`\n${split}: ${figures.topics.length} topics`);
  for (const budget of budgets)
    for (const policy of figures.policies) {
      const [[early, runs], [more, topics]] = [figures.early(policy, budget), figures.wins(policy, against, budget)];
      if (runs === 0) continue;
      console.log(
        `${String(budget).padStart(5)}  ${policy.padEnd(18)} of the oracle's ${interval(figures.ofOracle(policy, budget))}, domains ${figures.ofOracle(policy, budget, 'domains')[0].toFixed(2)}, spread of runs ` +
          `${figures.spread(policy, budget).toFixed(2)}, first by 300 in ${early} of ${runs} runs, ${policy === against || topics === 0 ? '' : `more than ${against} on ${more} of ${topics} topics, `}` +
          `${figures.msPerStep(policy, budget).toFixed(2)} ms per step`,
      );
    }
  printHindsight(figures, budgets);
  if (against === BEST) printOverBest(figures, budgets);
  printPaces(figures, budgets);
  if (!figures.policies.includes(against)) return;
  console.log(`\nratios to ${against}, geometric means over topics, 90% intervals (bootstrap over topics)`);
  for (const budget of budgets)
    for (const policy of figures.policies.filter((name) => name !== against)) {
      if (figures.topicsOf(budget, policy, against).length === 0) continue;
      const ratio = (measure) => `${measure} ${interval(figures.ratio(policy, against, budget, measure))}`;
      console.log(
        `${String(budget).padStart(5)}  ${policy.padEnd(18)} ${ratio('relevant')}  ${ratio('domains')}  ${ratio('area')}`,
      );
    }
}
