/**
 * Pages and domains of policies and objectives through the whole service: API, training job, worker, HTTP through a
 * proxy that serves the web, PostgreSQL. On WordNet, scored by its lexicographers, or on a synthetic web, scored by its
 * topics.
 *
 *   npm run build
 *   node bench/quality/through-service.mjs --web wordnet
 *   node bench/quality/through-service.mjs --web pages=100000,pagesPerHost=50
 *   node bench/quality/through-service.mjs --host-delay 1000 --host-concurrency 1     as a session with its defaults
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readVariants } from '../../dist/cli/lab/policy-variants.js';
import { demoTopic } from '../../dist/cli/demo/demo-topic.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { CurveRecorder, scoreCurve, upTo } from '../../dist/domain/experiments/index.js';
import { paretoFront } from '../../dist/domain/experiments/statistics.js';
import { policies } from '../../dist/domain/policies/index.js';
import { canonicalUrl, domainKey } from '../../dist/domain/url/index.js';
import { parseSyntheticSettings } from '../../dist/domain/webs/index.js';
import { openDemoWeb } from '../../dist/modules/research/demo-web/index.js';
import { serveRecordedWeb } from '../../dist/modules/research/recorded-web/index.js';
import { openSyntheticWeb } from '../../dist/modules/research/synthetic-web/index.js';
import { report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { meanOf } from './statistics.mjs';

/** The default without and with MAX and objectives, and policies for comparison. */
const SETTINGS = [
  'default=prospector:{}',
  ...[0.25, 1, 2].map(
    (weight) => `weight-${weight * 100}=prospector:{"session":{"objective":{"domainWeight":${weight}}}}`,
  ),
  'max-10=prospector:{"session":{"domainCap":10}}',
  'max-adaptive=prospector:{"session":{"domainCap":"5->2"}}',
  ...['tres', 'nb-future', 'ache', 'best-first', 'breadth-first'].map((name) => `${name}=${name}:{}`),
];
const { values } = parseArgs({
  options: {
    web: { type: 'string', default: 'wordnet' },
    class: { type: 'string', default: 'noun.food' },
    setting: { type: 'string', multiple: true, default: SETTINGS },
    budgets: { type: 'string', default: '500,2000' },
    runs: { type: 'string', default: '2' },
    concurrency: { type: 'string', default: '8' },
    'host-delay': { type: 'string', default: '0' },
    'host-concurrency': { type: 'string', default: '2' },
    name: { type: 'string', default: 'through-service' },
  },
});
const budgets = values.budgets.split(',').map(Number);
const { policyConfig, policySession, policyOf } = readVariants(values.setting, policies);

/** @returns the web as its server sees it, the true labels of its pages, and the topic as a user would describe it */
function wordnet() {
  const web = openDemoWeb();
  const { keywords, seeds, examples } = demoTopic(web, values.class);
  const isRelevant = (url) => web.classOf(url) === values.class;
  return { web, isRelevant, keywords, seeds, examples };
}
function synthetic() {
  const responses = openSyntheticWeb(parseSyntheticSettings(values.web));
  const { web } = responses;
  const isRelevant = (url) => web.sites.topicOf[web.pageOf(url) ?? -1] === 0;
  const rng = createRng(1);
  const draw = (wanted, relevant) => {
    const urls = new Set();
    while (urls.size < wanted) {
      const url = web.urlOf(rng.below(web.size));
      if (isRelevant(url) === relevant) urls.add(url);
    }
    return [...urls].map((url) => ({ url, relevant, html: web.htmlOf(web.pageOf(url)) }));
  };
  const seeds = web.seeds.slice(0, 3).map((page) => web.urlOf(page));
  return {
    web: responses,
    isRelevant,
    keywords: web.keywords(8),
    seeds,
    examples: [...draw(20, true), ...draw(60, false)],
  };
}

const { web, isRelevant, keywords, seeds, examples } = values.web === 'wordnet' ? wordnet() : synthetic();
const proxy = await serveRecordedWeb(web, { port: 0 });
const service = await startService({ CRAWL_PROXY_URL: proxy.url });

async function until(path, isOver) {
  for (;;) {
    const answer = await service.call('GET', path);
    if (isOver(answer)) return answer;
    await sleep(200);
  }
}

async function trainedTopic() {
  const topic = await service.call('POST', '/topics', { name: values.web, keywords, seeds });
  for (const example of examples) await service.call('POST', `/topics/${topic.id}/examples`, example);
  const model = await service.call('POST', `/topics/${topic.id}/models`, {});
  const { state, error } = await until(`/models/${model.id}`, (answer) => answer.state !== 'training');
  if (state !== 'ready') throw new Error(`training: ${error}`);
  return { topic, model };
}

/** One session. @returns the curve of its truly relevant pages, and its seconds */
async function run({ topic, model }, name, randomSeed) {
  const began = performance.now();
  const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
    ...{ policy: policyOf[name], policyConfig: policyConfig[name], modelId: model.id, randomSeed },
    ...{ budget: { fetches: Math.max(...budgets) }, concurrency: Number(values.concurrency) },
    ...{
      hostDelayMs: Number(values['host-delay']),
      hostConcurrency: Number(values['host-concurrency']),
      render: 'never',
    },
    ...policySession[name],
  });
  const over = ({ state }) => ['completed', 'failed', 'stopped'].includes(state);
  const end = await until(`/sessions/${session.id}`, over);
  if (end.state !== 'completed') throw new Error(`${name}: ${end.state} ${end.error ?? ''}`);
  const seconds = (performance.now() - began) / 1_000;
  const exported = await (await fetch(`${service.url}/v1/sessions/${session.id}/pages/export?format=jsonl`)).text();
  const pages = exported
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const recorder = new CurveRecorder();
  for (const { finalUrl, url, outcome } of pages.sort((a, b) => a.step - b.step)) {
    const own = canonicalUrl(finalUrl ?? url);
    recorder.add(outcome === 'page' && isRelevant(own), domainKey(own, 'registrable-domain'));
  }
  return { curve: recorder.curve(), seconds };
}

const runs = [];
try {
  const trained = await trainedTopic();
  for (const name of Object.keys(policyOf))
    for (let randomSeed = 1; randomSeed <= Number(values.runs); randomSeed++) {
      const { curve, seconds } = await run(trained, name, randomSeed);
      for (const budget of budgets) runs.push({ name, budget, seconds, ...scoreCurve(upTo(curve, budget), budget) });
      process.stderr.write(`${name} run ${randomSeed}: ${seconds.toFixed(1)} s\n`);
    }
} finally {
  await service.stop();
  await proxy.close();
}

const table = budgets.flatMap((budget) => {
  const means = Object.keys(policyOf).map((name) => {
    const own = runs.filter((row) => row.name === name && row.budget === budget);
    return { name, of: (measure) => meanOf(own.map((row) => row[measure])) };
  });
  const front = paretoFront(means.map(({ of }) => [of('relevant').mean, of('domains').mean]));
  const shown = ({ mean, deviation }, digits) => `${mean.toFixed(digits)} ± ${deviation.toFixed(digits)}`;
  return means.map(({ name, of }, i) => [
    ...[budget, name, shown(of('relevant'), 0), shown(of('domains'), 0), of('area').mean.toFixed(3)],
    ...[front[i] ? 'yes' : '', of('seconds').mean.toFixed(0)],
  ]);
});
const header = ['fetches', 'setting', 'relevant pages', 'relevant domains', 'area', 'on the front', 'seconds'];
report(values.name, header, table, { values, runs });
