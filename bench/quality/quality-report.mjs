/** Runs on many topics as one HTML file that loads nothing: means over topics, and a plot of each topic. */
import { escaped, percent, shown, STYLE } from '../../dist/platform/html/index.js';
import { curvePlot, seriesClass, pointsFor } from '../../dist/modules/research/lab/report/plots.js';
import { swatch } from '../../dist/modules/research/lab/report/tables.js';
import { Figures } from './figures.mjs';
import { of, rowsOf } from './runs.mjs';
import { meanInterval, meanOf } from './statistics.mjs';

/** Policies whose curves are drawn for each topic: more would be indistinguishable. */
const MOST_DRAWN = 10;
/** Maximum number of characters for the curves of all topics, and for one point. */
const CURVE_CHARS = 110_000;
const CHARS_OF_POINT = 11;
const NAMES = { tuning: 'Topics for tuning', test: 'Topics for testing' };

/** @param against the policy that the others are compared with */
export function qualityReport(runs, { budgets, against, title }) {
  const policies = [...new Set(runs.map(({ policy }) => policy))].filter((name) => name !== 'oracle');
  const numberOf = (name) => policies.indexOf(name);
  const topics = [...new Set(runs.map(({ topic }) => topic))];
  const points = Math.max(
    6,
    Math.min(50, Math.floor(CURVE_CHARS / (CHARS_OF_POINT * topics.length * Math.min(MOST_DRAWN, policies.length)))),
  );
  const splits = [...new Set(runs.map(({ split }) => split))].sort().reverse();
  const facts = {
    Topics: splits.map((split) => `${new Set(of(runs, { split }).map(({ topic }) => topic)).size} ${split}`).join(', '),
    'Random seeds': String(new Set(runs.filter(({ policy }) => policy !== 'oracle').map(({ seed }) => seed)).size),
    'The crawler judges by': 'the model that the service trains, on 20 relevant and 60 other pages',
    'Relevant is': 'what the labels of the recording say',
  };
  const told = Object.entries(facts).map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`);
  const legend = policies.map(
    (name) => `<li><i class="swatch ${seriesClass(numberOf(name))}"></i>${escaped(name)}</li>`,
  );
  const sections = splits.map((split) => section(split, of(runs, { split }), { budgets, against, numberOf, points }));
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1><dl>${told.join('')}</dl>` +
    `<ul class="legend">${legend.join('')}<li><i class="swatch reference r0"></i>oracle</li></ul>${sections.join('')}${FOOTER}</main></body></html>\n`
  );
}

function section(split, runs, { budgets, against, numberOf, points }) {
  const figures = new Figures(rowsOf(runs));
  const tables = budgets.map((budget) => table(figures, budget, against, numberOf)).join('');
  const plots = figures.topics.map((topic) => topicPlot(topic, of(runs, { topic }), numberOf, points));
  return (
    `<section><h2>${NAMES[split] ?? escaped(split)}</h2><div class="plots alone">${meanPlot(runs, figures, numberOf)}</div>${tables}` +
    `<h3>Relevant pages by topic</h3><div class="plots">${plots.join('')}</div></section>`
  );
}

function table(figures, budget, against, numberOf) {
  const compared = figures.policies.includes(against);
  const cell = ([mean, low, high], show) =>
    Number.isNaN(mean)
      ? '<td class="none">–</td>'
      : `<td>${show(mean)}<small>${show(low)} to ${show(high)}</small></td>`;
  const ratio = (policy, measure) =>
    !compared
      ? ''
      : policy === against
        ? '<td>1</td>'
        : cell(figures.ratio(policy, against, budget, measure), (x) => x.toFixed(2));
  const rows = figures.policies.flatMap((policy) => {
    const [early, runs] = figures.early(policy, budget);
    if (runs === 0) return [];
    const [more, topics] = compared && policy !== against ? figures.wins(policy, against, budget) : [];
    const wins = !compared ? '' : topics === undefined ? '<td class="none">–</td>' : `<td>${more} of ${topics}</td>`;
    return [
      `<tr><th scope="row">${swatch(numberOf(policy))}${escaped(policy)}</th>${cell(figures.ofOracle(policy, budget), percent)}` +
        `${ratio(policy, 'relevant')}${ratio(policy, 'domains')}${ratio(policy, 'area')}${wins}<td>${percent(figures.spread(policy, budget))}</td>` +
        `<td>${early} of ${runs}</td><td>${shown(figures.msPerStep(policy, budget))}</td></tr>`,
    ];
  });
  if (rows.length === 0) return '';
  const head = [
    'policy',
    'of the oracle',
    ...(compared ? ['relevant pages', 'domains', 'area', 'more pages on'] : []),
    ...['spread of runs', 'first by 300', 'ms per step'],
  ];
  return (
    `<h3>${shown(budget)} fetches${compared ? `, relevant pages, domains and area over those of ${escaped(against)}` : ''}</h3>` +
    `<div class="scroll"><table><thead><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

/** Curves of runs for plots: at common steps, with a band, or without one for a single line. */
const drawnBy = (name, relevantCurve, runs) => ({ name, runs, relevantCurve });

const curveOf = (runs) =>
  runs[0].curve.map((_, i) => meanOf(runs.map(({ curve }) => curve[i]?.[1] ?? curve.at(-1)[1])).mean);

/** Runs that are as long as most; others would end on the way. */
function longest(runs) {
  const budget = Math.max(...runs.map((run) => run.budget));
  const kept = of(runs, { budget });
  return { budget, kept, steps: kept[0].curve.map(([step]) => step) };
}

function meanPlot(runs, figures, numberOf) {
  const { budget, kept, steps } = longest(runs);
  const policies = figures.policies.flatMap((name) => {
    const shares = figures.topics.flatMap((topic) => {
      const [own, oracle] = [of(kept, { policy: name, topic }), of(kept, { policy: 'oracle', topic })];
      if (own.length === 0 || oracle.length === 0) return [];
      const best = curveOf(oracle);
      return [curveOf(own).map((found, i) => (best[i] === 0 ? NaN : (100 * found) / best[i]))];
    });
    if (shares.length === 0) return [];
    const bands = steps.map((_, i) =>
      meanInterval(shares.map((share) => share[i]).filter((share) => !Number.isNaN(share))),
    );
    const at = (place) => bands.map((band) => (Number.isFinite(band[place]) ? band[place] : 0));
    return [drawnBy(name, { mean: at(0), low: at(1), high: at(2) }, shares.length)];
  });
  const drawn = {
    title: 'Relevant pages over those of the oracle, mean over topics',
    unit: '% of the oracle’s',
    curve: 'relevantCurve',
  };
  return curvePlot({ steps, budget, policies, references: [] }, numberOf, drawn, pointsFor(4 * policies.length));
}

function topicPlot(topic, runs, numberOf, points) {
  const { budget, kept, steps } = longest(runs);
  const names = [...new Set(kept.map(({ policy }) => policy))].filter((name) => name !== 'oracle').slice(0, MOST_DRAWN);
  const policies = names.map((name) => {
    const mean = curveOf(of(kept, { policy: name }));
    return drawnBy(name, { mean, low: mean, high: mean }, 1);
  });
  const oracle = of(kept, { policy: 'oracle' });
  const references = oracle.length === 0 ? [] : [drawnBy('oracle', curveOf(oracle), 1)];
  const title = `${topic}: ${kept[0].targets} relevant`;
  const drawn = { title, unit: 'relevant pages', curve: 'relevantCurve' };
  return curvePlot({ steps, budget, policies, references }, numberOf, drawn, points);
}

const FOOTER =
  '<footer><p>Small figures and bands are 90% intervals of the mean by the bootstrap over topics. Ratios are geometric means over topics of the means over random ' +
  'seeds, each pair of policies under the same models. Area: the mean over all steps of the harvest rate so far. Spread of runs: deviation over mean, mean over ' +
  'topics. First by 300: runs with a relevant page within 300 fetches. Ms per step: in the policy’s own code. The oracle knows the whole web.</p></footer>';
