import { parseArgs } from 'node:util';
import { PriorityQueue } from '../../dist/domain/frontier/priority-queue.js';
import { allOf } from '../../dist/domain/text/pieces.js';
import {
  ESTIMATION,
  PLAIN_ESTIMATION,
  qValues,
  toSpiderPage,
  trainSpider,
  TrainingWeb,
} from '../../dist/domain/spiders/index.js';
import { createWebGraph, oracleOrder } from '../../dist/domain/webs/index.js';
import { report } from '../support/report.mjs';
import { openLabelledWeb, siteFrom } from './labelled-web.mjs';
import { missedTargets } from './missed-targets.mjs';

/**
 * Rennie and McCallum, Table 1 and Figure 1, on a web of several sites: a spider is trained on all sites but one and
 * crawls that one. The measure is the share of its pages fetched when a quarter, a half and three quarters of its
 * targets are found, averaged over sites.
 *
 * `--vocabulary` and `--length-exponent` are the settings of the policies; `--plain` is naive Bayes with all words.
 * With `--learn`, the spiders also learn from the site that they crawl, as sessions do by default.
 *
 * npm run build && node bench/papers/rennie-mccallum.mjs --warc FILE --labels FILE --starts URL,URL,…
 *     [--targets project,faculty,paper] [--words] [--plain] [--learn]
 *   [--vocabulary N] [--length-exponent K] [--missed]
 *
 * `--missed` reports, for the spider with 4 bins and `related` text, the targets not found after two thirds of the
 * pages that breadth-first needs, and their places.
 */
const { values } = parseArgs({
  options: {
    warc: { type: 'string' },
    labels: { type: 'string' },
    starts: { type: 'string' },
    targets: { type: 'string', default: 'project,faculty,paper' },
    words: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    learn: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
    vocabulary: { type: 'string', default: `${ESTIMATION.vocabulary}` },
    'length-exponent': { type: 'string', default: `${ESTIMATION.lengthExponent}` },
  },
});
const estimation = values.plain
  ? PLAIN_ESTIMATION
  : { vocabulary: Number(values.vocabulary), lengthExponent: Number(values['length-exponent']) };
const SHARES = [0.05, 0.25, 0.5, 0.75];
const TEXTS = ['related', 'full-page'];
/** Points of the curve of Figure 1: share of the pages fetched. */
const CURVE = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const percent = (share) => `${(100 * share).toFixed(1)}%`;

const web = await openLabelledWeb(values.warc, values.labels);
const sites = values.starts.split(',').map((start) => siteFrom(web, start));
for (const { domain, pages } of sites) {
  const links = pages.reduce((sum, page) => sum + page.links.length, 0);
  console.log(`${domain}: ${pages.length} pages, ${links} links`);
  for (const label of values.targets.split(',')) {
    const [all, hubs] = [count(pages, label), hubsOf(pages, label, 0.75)];
    const labels = new Map();
    for (const hub of hubs) for (const name of hub.labels) labels.set(name, (labels.get(name) ?? 0) + 1);
    const told = [...labels].sort((a, b) => b[1] - a[1]).map(([name, n]) => `${n} ${name}`);
    console.log(
      `  ${all} ${label} (${percent(all / pages.length)}); ${hubs.length} of the ${pages.length - all} other pages link to three quarters of them: ${told.join(', ')}`,
    );
  }
}
console.log();

/** The few non-target pages that link to a share of the targets, most links to targets first. */
function hubsOf(pages, label, share) {
  const isTarget = (page) => pages[page].labels.includes(label);
  const wanted = share * count(pages, label);
  const found = new Set();
  const targetsOf = pages
    .filter((_, page) => !isTarget(page))
    .map((page) => ({ page, targets: page.links.map(({ urlNo }) => urlNo).filter(isTarget) }))
    .sort((a, b) => b.targets.length - a.targets.length);
  const hubs = [];
  for (const { page, targets } of targetsOf) {
    if (found.size >= wanted) break;
    hubs.push(page);
    for (const target of targets) found.add(target);
  }
  return hubs;
}

function count(pages, label) {
  return pages.filter(({ labels }) => labels.includes(label)).length;
}
const graphOf = ({ pages }) => createWebGraph(pages.map(({ links }) => [...new Set(links.map(({ urlNo }) => urlNo))]));

/** Trains as the service does on recorded webs, each site as its own web. */
function train(some, label, settings) {
  const web = new TrainingWeb(settings, Number.POSITIVE_INFINITY);
  for (const { pages } of some) {
    web.beginWeb();
    pages.forEach((page, urlNo) => web.add({ ...page, urlNos: [urlNo], relevant: page.labels.includes(label) }));
  }
  return allOf(web.train()).estimatedBy(estimation);
}

/** Values that a trained spider gives to a page's links, and its learning from fetched pages. */
function valuesBy(site, label, trained) {
  const { settings, lexicons } = trained;
  const pages = site.pages.map((page) =>
    toSpiderPage({ isTarget: page.labels.includes(label), page, links: page.links }, settings, lexicons),
  );
  const fields = lexicons.length - 1;
  let spider = trained;
  return {
    valuesOf(page) {
      const { words, urlNos, linkWords, starts } = pages[page];
      const scores = spider.scoresOfPage(words);
      return Array.from(urlNos, (_, i) => spider.valueOf(scores, linkWords, starts, i * fields).value);
    },
    learn(order) {
      const places = new Map(order.map((page, place) => [page, place]));
      const known = { pages: order.map((page) => pages[page]), pageOf: (urlNo) => places.get(urlNo) ?? -1 };
      spider = allOf(trainSpider(known, trained, trained, estimation));
    },
  };
}

/** Steps between two trainings, as in the policies: so many, or this share of the steps so far. */
const LEARN_EVERY = 50;
const LEARN_SHARE = 0.1;

/** The order of fetches on a site by the values of links. */
function crawl(site, { valuesOf, learn }) {
  let queue = new PriorityQueue();
  const order = [];
  const fetched = new Set();
  const offer = (page) => {
    const values = valuesOf(page);
    site.pages[page].links.forEach(({ urlNo }, i) => {
      if (!fetched.has(urlNo)) queue.push(values[i], urlNo, page);
    });
  };
  const open = (page) => {
    fetched.add(page);
    order.push(page);
    offer(page);
  };
  let due = LEARN_EVERY;
  open(0);
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (fetched.has(next.urlNo)) continue;
    open(next.urlNo);
    if (!learn || !values.learn || order.length < due) continue;
    due = order.length + Math.max(LEARN_EVERY, Math.floor(order.length * LEARN_SHARE));
    learn(order);
    queue = new PriorityQueue();
    order.forEach(offer);
  }
  return order;
}

/** Shares of the pages at which shares of the targets are found, and the curve. */
function measure(site, label, order) {
  const all = count(site.pages, label);
  const found = [];
  let sum = 0;
  for (const page of order) {
    if (site.pages[page].labels.includes(label)) sum++;
    found.push(sum);
  }
  const n = site.pages.length;
  return {
    at: SHARES.map((share) => (found.findIndex((so) => so >= share * all) + 1) / n),
    curve: CURVE.map((share) => found[Math.min(found.length, Math.max(1, Math.round(share * n))) - 1] / all),
  };
}

const rows = [];
const curves = [];
for (const label of values.targets.split(',')) {
  const tested = sites.filter(({ pages }) => count(pages, label) > 0);
  const add = (spider, text, orderOf) => {
    const results = tested.map((site) => measure(site, label, orderOf(site)));
    const means = SHARES.map((_, i) => percent(mean(results.map(({ at }) => at[i]))));
    // A mean over few sites is not informative without them.
    rows.push([label, spider, text, ...means, results.map(({ at }) => (100 * at.at(-1)).toFixed(1)).join(' / ')]);
    const curve = CURVE.map((_, i) => mean(results.map((result) => result.curve[i])));
    curves.push({ label, spider, text, curve, sites: tested.map(({ domain }, i) => ({ domain, ...results[i] })) });
  };
  add('optimal', '', (site) =>
    oracleOrder({
      graph: graphOf(site),
      seeds: [0],
      isRelevant: (page) => site.pages[page].labels.includes(label),
      domainOf: () => 0,
      budget: site.pages.length,
      domainCap: Number.POSITIVE_INFINITY,
    }),
  );
  // The upper bound of the method: a spider with perfect estimates.
  add('true Q-values', '', (site) => {
    const q = allOf(qValues(graphOf(site), (page) => site.pages[page].labels.includes(label), 0.5));
    return crawl(site, { valuesOf: (page) => site.pages[page].links.map(({ urlNo }) => q[urlNo]) });
  });
  for (const text of TEXTS) {
    for (const bins of [3, 4, 5, 2]) {
      const settings = { bins, text, discount: 0.5 };
      add(bins === 2 ? 'immediate' : `future, ${bins} bins`, text, (site) => {
        const spider = train(
          sites.filter((other) => other !== site),
          label,
          settings,
        );
        if (values.words && site === sites[0]) tell(label, spider);
        const order = crawl(site, valuesBy(site, label, spider));
        if (values.missed && bins === 4 && text === 'related') tellMissed(site, label, order);
        return order;
      });
    }
  }
  // Pages are numbered in breadth-first order.
  add('breadth-first', '', (site) => site.pages.map((_, page) => page));
}

function tellMissed(site, label, order) {
  const breadthFirst =
    measure(
      site,
      label,
      order.map((_, page) => page),
    ).at.at(-1) * site.pages.length;
  const fetched = order.slice(0, Math.round((breadthFirst * 2) / 3));
  const missed = missedTargets(site.pages, label, fetched);
  const all = missed.found + missed.waiting + missed.undiscovered;
  console.log(
    `${label} of ${site.domain} after ${fetched.length} pages: ${percent(missed.found / all)} found, ${percent(missed.waiting / all)} known links that wait, ` +
      `${percent(missed.undiscovered / all)} not discovered, on ${missed.lists} pages of which ${missed.knownLists} are known; ` +
      `${missed.knownLinks} known links; ${missed.barren} pages fetched lead to no target`,
  );
}

function tell(label, spider) {
  const words = spider.tellingWords(10);
  spider.binNames.forEach((name, bin) =>
    console.log(
      `${label}, ${spider.settings.text}, ${spider.settings.bins} bins, ${name} (${spider.counts.links[bin]} links): ${words[bin].map(({ word, field }) => `${word} (${field})`).join(' ')}`,
    ),
  );
}

const header = [
  'target',
  'spider',
  'text',
  ...SHARES.map((share) => `to ${100 * share}%`),
  `to ${100 * SHARES.at(-1)}%, each site`,
];
report('rennie-mccallum', header, rows, { shares: CURVE, curves });
