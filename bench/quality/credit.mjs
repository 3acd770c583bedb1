/**
 * Fits the weight of a page for `prospector` (src/domain/policies/prospector/credit.ts): the probability that a page is
 * relevant, logistic in the log-odds of the judge's probability relative to its threshold.
 *
 *   npm run build
 *   node bench/quality/credit.mjs --corpora DIR --split tuning --seeds 1,2
 *
 * Pages are those of the crawls that judge.mjs caches, without training examples. Each web has equal weight, and so has
 * each of its crawls. "Other webs" is fitted without the measured web. Loss is the log loss in nats; "share" is the
 * share of relevant pages, whose constant prediction has the stated loss.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dot, logistic, logisticRegression } from '../../dist/domain/learning/linear-models.js';
import { logitOf } from '../../dist/domain/learning/log-odds.js';
import { creditOf } from '../../dist/domain/policies/prospector/credit.js';
import { report } from '../support/report.mjs';
import { judgedWorks, keptCrawls, list } from './kept-crawls.mjs';
import { meanOf } from './statistics.mjs';

const OPTIONS = {
  corpora: { type: 'string' },
  split: { type: 'string', default: 'tuning' },
  webs: { type: 'string' },
  judges: { type: 'string', default: 'examples,keywords' },
  seeds: { type: 'string', default: '1,2' },
  budget: { type: 'string', default: '1000' },
  folder: { type: 'string', default: 'data/judged-crawls' },
};
const { values } = parseArgs({ options: OPTIONS });
if (values.corpora === undefined) throw new Error('--corpora: expected the folder of the recorded webs');

/** A page's features: 1, and its log-odds relative to the threshold. */
const WIDTH = 2;
/** Keeps the fit finite if a single number separates all relevant pages from the others. */
const PENALTY = 1e-6;
const SMALLEST = 1e-9;

function pagesOf(file, web) {
  const { judge, topic, threshold, positives, negatives, pages } = JSON.parse(readFileSync(file, 'utf8'));
  const learnt = new Set([...positives, ...negatives]);
  return {
    ...{ web, judge, topic },
    pages: pages
      .filter(({ url, probability }) => !learnt.has(url) && probability !== null)
      .map(({ relevant, probability }) => ({
        relevant: relevant ? 1 : 0,
        above: logitOf(probability) - logitOf(threshold),
        credit: creditOf({ ok: true, probability }, threshold),
      })),
  };
}

function fitted(crawls) {
  const webs = new Map();
  for (const { web } of crawls) webs.set(web, (webs.get(web) ?? 0) + 1);
  const all = crawls.flatMap(({ web, pages }) =>
    pages.map((page) => ({ ...page, weight: 1 / (webs.size * webs.get(web) * pages.length) })),
  );
  const rows = {
    width: WIDTH,
    x: Float32Array.from(all.flatMap(({ above }) => [1, above])),
    y: Float32Array.from(all, ({ relevant }) => relevant),
    weights: Float64Array.from(all, ({ weight }) => weight),
  };
  return logisticRegression(rows, { strength: PENALTY });
}

const chance = (weights) => (page) => logistic(dot(weights, Float32Array.of(1, page.above), 0));
const lossOf = (crawls, chanceOf) =>
  meanOf(
    crawls.map(
      ({ pages }) =>
        meanOf(
          pages.map((page) => -Math.log(Math.max(SMALLEST, page.relevant === 1 ? chanceOf(page) : 1 - chanceOf(page)))),
        ).mean,
    ),
  ).mean;

const crawls = [];
for (const work of judgedWorks(values))
  for (const file of await keptCrawls(work)) {
    const crawl = pagesOf(file, work.web);
    if (crawl.pages.length > 0) crawls.push(crawl);
  }

const number = (value) => value.toFixed(3);
const table = [];
for (const told of [...list(values.judges), 'all']) {
  const mine = told === 'all' ? crawls : crawls.filter(({ judge }) => judge === told);
  if (mine.length === 0) continue;
  const share = meanOf(mine.map(({ pages }) => meanOf(pages.map(({ relevant }) => relevant)).mean)).mean;
  const weights = fitted(mine);
  const webs = [...new Set(mine.map(({ web }) => web))];
  table.push([
    ...[told, 'all webs', mine.length, number(share), number(weights[0]), number(weights[1])],
    ...[number(lossOf(mine, chance(weights))), number(lossOf(mine, ({ credit }) => credit))],
    number(lossOf(mine, () => share)),
  ]);
  for (const web of webs.length > 1 ? webs : []) {
    const held = mine.filter((crawl) => crawl.web === web);
    const others = fitted(mine.filter((crawl) => crawl.web !== web));
    const heldShare = meanOf(held.map(({ pages }) => meanOf(pages.map(({ relevant }) => relevant)).mean)).mean;
    table.push([
      ...[told, `${web}, by other webs`, held.length, number(heldShare), number(others[0]), number(others[1])],
      ...[number(lossOf(held, chance(others))), number(lossOf(held, ({ credit }) => credit))],
      number(lossOf(held, () => heldShare)),
    ]);
  }
}
report(
  'credit',
  ['told', 'measured on', 'crawls', 'share', 'at threshold', 'slope', 'loss', 'loss of credit.ts', 'of the share'],
  table,
  { values },
);
