import { parseArgs } from 'node:util';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { report } from '../support/report.mjs';
import { monitorDirectly } from './foragers-direct.mjs';
import { monitorThroughEngine } from './foragers-engine.mjs';
import { depsOf, Site } from './foragers-site.mjs';

/**
 * Palotai, Farkas, Lőrincz, table 2: foragers with the weblog update (WL) and with reinforcement learning (RL) monitor
 * a changing web and its rewired twin.
 * The clock is simulated.
 *
 *   npm run build
 *   node bench/papers/foragers.mjs [--runs 3] [--fetches 600000] [--days 9] [--web SETTINGS]
 *       [--policies forager-td,forager-weblog]
 *   node bench/papers/foragers.mjs --through engine …      the same through fetcher, parser and session
 */

/**
 * A news site like the paper's (sections 3 and 4): 33 000 URLs, links as in section 4.1 (see webs.mjs), one start URL;
 * new pages stay on the front page of their section for a day, as long as they count as news.
 */
const NEWS_SITE =
  'pages=33000,minLinks=1,maxLinks=22,pagesPerHost=500,sameHost=0.3,triads=0.05,sameTopic=0.8,longRange=0.02,initial=0.87,newPerDay=0.01,newsHours=24';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** Random seed of the foragers in the first run; each run adds one. */
    seed: { type: 'string', default: '1' },
    fetches: { type: 'string', default: '600000' },
    days: { type: 'string', default: '9' },
    /** Settings of the web; those after `+` replace settings of the news site. */
    web: { type: 'string', default: NEWS_SITE },
    twins: { type: 'string', default: 'none,rewired' },
    policies: { type: 'string', default: 'forager-td,forager-weblog' },
    /** Hours after a download until the page may be downloaded again. */
    revisit: { type: 'string', default: '0' },
    /** Definition of news: pages that `appeared` within 24 hours, or those that `changed`. */
    news: { type: 'string', default: 'appeared' },
    /** URLs to start from. */
    starts: { type: 'string', default: '1' },
    /**
     * Pages with at least this many links have the words of headline lists; 0: texts depend only on the topic. Not
     * through the engine.
     */
    headlines: { type: 'string', default: '0' },
    through: { type: 'string', default: 'policy' },
    /** Settings of the policies, JSON. */
    config: { type: 'string', default: '{}' },
  },
});
const [runs, firstSeed, fetches, days, starts] = [
  values.runs,
  values.seed,
  values.fetches,
  values.days,
  values.starts,
].map(Number);
const named = (text) => new Map(text.split(',').map((each) => each.split('=')));
const web = values.web.startsWith('+')
  ? [...new Map([...named(NEWS_SITE), ...named(values.web.slice(1))])].map((each) => each.join('=')).join()
  : values.web;
const monitor = values.through === 'engine' ? monitorThroughEngine : monitorDirectly;

const rows = [];
for (const twin of values.twins.split(','))
  for (const name of values.policies.split(',')) {
    const found = [];
    for (let run = 1; run <= runs; run++) {
      const site = new Site({ settings: web, days, twin, fetches, news: values.news, starts });
      const definition = findPolicy(name);
      const config = definition.configSchema.parse(JSON.parse(values.config));
      const options = { config, revisitHours: Number(values.revisit), headlines: Number(values.headlines) };
      found.push(await monitor(site, definition, depsOf, firstSeed + run - 1, options));
      console.error(`${twin} ${name} run ${run}: ${JSON.stringify(found.at(-1))}`);
    }
    for (const measure of Object.keys(found[0])) {
      const each = found.map((one) => one[measure]);
      const mean = each.reduce((sum, value) => sum + value, 0) / runs;
      const deviation = Math.sqrt(each.reduce((sum, value) => sum + (value - mean) ** 2, 0) / runs);
      rows.push([twin, name, measure, Number(mean.toPrecision(4)), Number(deviation.toPrecision(2))]);
    }
  }
/** One line per measure, as in the paper. */
const cases = [...new Set(rows.map(([twin, name]) => `${name} ${twin === 'none' ? '' : twin}`.trim()))];
const measures = [...new Set(rows.map(([, , measure]) => measure))];
const cell = (name, measure) => {
  const row = rows.find(
    ([twin, policy, of]) => of === measure && `${policy} ${twin === 'none' ? '' : twin}`.trim() === name,
  );
  return `${row[3]} ±${row[4]}`;
};
report(
  'papers-foragers',
  ['measure', ...cases],
  measures.map((measure) => [measure, ...cases.map((name) => cell(name, measure))]),
  { settings: { ...values, web } },
);
