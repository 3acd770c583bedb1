/**
 * Relevant pages by time: policies at the pace of a session, by `eagerness`, beside crawls with one fetch at a time and
 * no delay (1@0: concurrency, host delay in ms). All in simulated time; means over seeds.
 *
 *   npm run build
 *   node bench/quality/waiting.mjs --web good-host --budget 300 --paces 8@0,8@200,8@1000,3@1000 --eagerness 0.2,1
 *   node bench/quality/waiting.mjs --web wordnet
 *   node bench/quality/waiting.mjs --web pages=100000,pagesPerHost=50
 *   node bench/quality/waiting.mjs --corpora DIR --web sites --topics databases,testing
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoTopic } from '../../dist/cli/demo/demo-topic.js';
import { readVariants } from '../../dist/cli/lab/policy-variants.js';
import { policies } from '../../dist/domain/policies/index.js';
import { parseSyntheticSettings } from '../../dist/domain/webs/index.js';
import { USUAL_ANSWER_MS } from '../../dist/domain/experiments/run.js';
import { openDemoWeb } from '../../dist/modules/research/demo-web/index.js';
import { labTopicSchema } from '../../dist/modules/research/lab/lab-topic.js';
import { LabCache, openLabWeb, openSyntheticLab, runLab } from '../../dist/modules/research/lab/index.js';
import { openRecordedLab } from '../../dist/modules/research/lab/lab-web.js';
import { report } from '../support/report.mjs';
import { goodHostWeb, isGood, SEEDS } from './good-host.mjs';

const { values } = parseArgs({
  options: {
    web: { type: 'string', default: 'wordnet' },
    class: { type: 'string', default: 'noun.food' },
    corpora: { type: 'string' },
    topics: { type: 'string' },
    policies: { type: 'string', default: 'prospector' },
    eagerness: { type: 'string', default: '0,0.05,0.1,0.3,1' },
    budget: { type: 'string', default: '500' },
    runs: { type: 'string', default: '2' },
    paces: { type: 'string', default: '8@1000' },
    'answer-time': { type: 'string', default: String(USUAL_ANSWER_MS) },
    name: { type: 'string', default: 'waiting' },
  },
});
const list = (text) => text?.split(',').filter(Boolean);
const cache = LabCache.onDisk('data/cache');

/** The model that the service trains by default. */
const MODEL = { model: { kind: 'ensemble' }, examples: { positives: 20, negatives: 60, background: 1_000 } };

/** One good host among twenty. */
function goodHost() {
  const pages = goodHostWeb();
  const response = (url) => ({
    ...{ url, status: 200, headers: new Map([['content-type', 'text/html']]), contentType: 'text/html' },
    ...{ body: Buffer.from(pages.get(url)), truncated: false, redirectsTo: null, recordedAt: 0, rendered: false },
  });
  const web = {
    lookup: (url) => (pages.has(url) ? response(url) : null),
    has: (url) => pages.has(url),
    urls: () => pages.keys(),
  };
  const labels = new Map([...pages.keys()].map((url) => [url, new Set([isGood(url) ? 'good' : 'other'])]));
  const keywords = ['cheese', 'bread', 'olive'];
  return { web: openRecordedLab(web, labels), topic: { name: 'one good host', label: 'good', keywords, seeds: SEEDS } };
}

async function topicsOf(name) {
  if (name === 'good-host') return [goodHost()];
  if (name === 'wordnet') {
    const demo = openDemoWeb();
    const { keywords, seeds } = demoTopic(demo, values.class);
    const labels = new Map([...demo.urls()].map((url) => [url, new Set([demo.classOf(url)])]));
    const web = openRecordedLab(demo, labels);
    return [
      {
        web,
        topic: { name: 'wordnet food', label: values.class, keywords: [...keywords], seeds: [...seeds], ...MODEL },
      },
    ];
  }
  if (values.corpora === undefined) return [openSyntheticLab(parseSyntheticSettings(name), cache)];
  const { webs } = JSON.parse(readFileSync(new URL('topics.json', import.meta.url), 'utf8'));
  const { topics, ...rest } = webs[name];
  const file = (ending) => join(values.corpora, `${name}.${ending}`);
  const web = await openLabWeb(file('warc.gz'), file('labels.tsv.gz'), cache);
  return Object.entries(topics)
    .filter(([topic, { split }]) => list(values.topics)?.includes(topic) ?? split === 'tuning')
    .map(([topic, { label, keywords, seeds = rest.seeds, session, excludeHosts = rest.excludeHosts }]) => ({
      web,
      topic: {
        ...{ name: `${name} ${topic}`, label, keywords, seeds, session: session ?? rest.session ?? {}, ...MODEL },
        examples: { ...MODEL.examples, ...(excludeHosts && { excludeHosts }) },
      },
    }));
}

const rows = [];
for (const { web, topic } of await topicsOf(values.web)) {
  const run = async (hostDelayMs, concurrency, names, variants) => {
    const { definitions, policyConfig, policySession } = readVariants(variants, policies);
    const known = [...policies, ...definitions];
    const { results } = await runLab({
      ...{ web, budgets: [Number(values.budget)], runs: Number(values.runs), randomSeed: 1 },
      topic: labTopicSchema.parse({
        ...topic,
        session: { ...topic.session, hostDelayMs },
        policyConfig,
        policySession,
      }),
      policies: names.map((name) => known.find((each) => each.name === name)),
      unrecorded: 'skip',
      pace: { concurrency, answerMs: Number(values['answer-time']) },
    });
    return results;
  };
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  for (const policy of list(values.policies)) {
    const [alone, oracle] = await run(0, 1, [policy], []);
    const variants = list(values.eagerness).map((value, i) => `e${i}=${policy}:{"session":{"eagerness":${value}}}`);
    const names = variants.map((_, i) => `e${i}`);
    const told = [['1@0', '', alone]];
    for (const pace of list(values.paces)) {
      const [concurrency, hostDelayMs] = pace.split('@').map(Number);
      const results = await run(hostDelayMs, concurrency, names, variants);
      told.push(...list(values.eagerness).map((eagerness, i) => [pace, eagerness, results[i]]));
    }
    for (const [pace, eagerness, result] of told) {
      const minutes = mean(result.runs.map(({ simulatedMs }) => simulatedMs)) / 60_000;
      rows.push([
        ...[topic.name, policy, pace, eagerness],
        ...[result.relevant.mean.toFixed(0), result.domains.mean.toFixed(1), result.area.mean.toFixed(3)],
        ...[(result.area.mean / alone.area.mean).toFixed(2), (result.relevant.mean / oracle.relevant.mean).toFixed(2)],
        minutes.toFixed(1),
      ]);
      process.stderr.write(`${rows.at(-1).join(' | ')}\n`);
    }
  }
}
const header = [
  ...['topic', 'policy', 'pace', 'eagerness', 'relevant pages', 'domains', 'area'],
  ...['of 1@0', 'of the oracle', 'minutes'],
];
report(values.name, header, rows, { values, rows });
