/**
 * Pages against domains: the default policy by MAX and by objective, on a synthetic web or a recorded topic; means over
 * seeds, and the Pareto front.
 *
 *   npm run build
 *   node bench/quality/pareto.mjs --synthetic pages=20000,pagesPerHost=20
 *   node bench/quality/pareto.mjs --corpora DIR --web sites --topics testing
 */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { labTopicSchema } from '../../dist/modules/research/lab/lab-topic.js';
import { LabCache, openLabWeb, openSyntheticLab, runLab } from '../../dist/modules/research/lab/index.js';
import { readVariants } from '../../dist/cli/lab/policy-variants.js';
import { policies } from '../../dist/domain/policies/index.js';
import { parseSyntheticSettings } from '../../dist/domain/webs/index.js';
import { report } from '../support/report.mjs';

const OPTIONS = {
  synthetic: { type: 'string' },
  corpora: { type: 'string' },
  web: { type: 'string', default: 'sites' },
  topics: { type: 'string' },
  policy: { type: 'string', default: 'prospector' },
  caps: { type: 'string', default: 'unlimited,100,10,5,5->2' },
  weights: { type: 'string', default: '0.25,0.5,1,2,5' },
  'at-least': { type: 'string', default: '5,10,50' },
  budget: { type: 'string', default: '1000' },
  runs: { type: 'string', default: '3' },
  'no-cache': { type: 'boolean', default: false },
  name: { type: 'string', default: 'pareto' },
};
const { values } = parseArgs({ options: OPTIONS });
const cache = values['no-cache'] ? new LabCache() : LabCache.onDisk('data/cache');
const list = (text) => text?.split(',').filter(Boolean) ?? [];

/** MAX without an objective, and objectives without MAX. */
const settings = [
  ...list(values.caps).map((cap) => ({ name: `MAX ${cap}`, session: { domainCap: cap } })),
  ...list(values.weights).map((weight) => ({
    name: `weight ${weight}`,
    session: { objective: { domainWeight: Number(weight) } },
  })),
  ...list(values['at-least']).map((count) => ({
    name: `at least ${count}`,
    session: { objective: { domainsAtLeast: Number(count) } },
  })),
];
const variants = readVariants(
  settings.map(({ session }, i) => `v${i}=${values.policy}:${JSON.stringify({ session })}`),
  policies,
);

/** Each topic with its web. */
async function subjects() {
  if (values.synthetic !== undefined) return [openSyntheticLab(parseSyntheticSettings(values.synthetic), cache)];
  if (values.corpora === undefined) throw new Error('expected --synthetic, or --corpora with the recorded webs');
  const { webs } = JSON.parse(readFileSync(new URL('topics.json', import.meta.url), 'utf8'));
  const { topics, ...common } = webs[values.web];
  const chosen = Object.entries(topics).filter(
    ([name, { split }]) => split === 'tuning' && (values.topics === undefined || list(values.topics).includes(name)),
  );
  const path = (end) => join(values.corpora, `${values.web}.${end}.gz`);
  const web = await openLabWeb(path('warc'), path('labels.tsv'), cache);
  return chosen.map(([name, { label, keywords, seeds = common.seeds, session = common.session ?? {} }]) => ({
    web,
    topic: labTopicSchema.parse({
      ...{ name: `${values.web} ${name}`, label, keywords, seeds, session },
      model: { kind: 'ensemble' },
      examples: { positives: 20, negatives: 60, background: 1_000, excludeHosts: common.excludeHosts },
    }),
  }));
}

const rows = [];
for (const { web, topic } of await subjects()) {
  const lab = await runLab({
    ...{ web, policies: variants.definitions },
    topic: { ...topic, policyConfig: variants.policyConfig, policySession: variants.policySession },
    budgets: [Number(values.budget)],
    ...{ runs: Number(values.runs), randomSeed: 1, unrecorded: 'skip' },
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  const [{ policies: summaries }] = lab.budgets;
  const { pages, relevant: targets, domains: most } = lab.reachable;
  process.stderr.write(`${topic.name}: ${targets} of ${pages} pages relevant, on ${most} domains\n`);
  const shown = ({ mean, deviation }) => `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;
  summaries.forEach(({ relevant, domains, onFront }, i) =>
    rows.push([topic.name, settings[i].name, shown(relevant), shown(domains), onFront ? 'yes' : '']),
  );
}
report(values.name, ['topic', 'setting', 'relevant pages', 'relevant domains', 'on the front'], rows, values);
