/**
 * A topic of `gleaner lab` through the whole service: API, training job, worker, HTTP through a proxy that plays the
 * recorded web, PostgreSQL. Scored by the labels, as the lab does.
 *
 * usage: npm run build && node bench/api-lab.mjs --warc F --labels F --topic F [--policies tres,best-first]
 *     [--budget 2000] [--random-seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRng } from '../dist/domain/base/rng.js';
import { canonicalUrl, domainKey, hostOf } from '../dist/domain/url/index.js';
import { readLabTopic } from '../dist/modules/research/lab/lab-topic.js';
import { openLabWeb } from '../dist/modules/research/lab/lab-web.js';
import { openRecordedWeb, serveRecordedWeb } from '../dist/modules/research/recorded-web/index.js';
import { report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values: args } = parseArgs({
  options: {
    warc: { type: 'string' },
    labels: { type: 'string' },
    topic: { type: 'string' },
    policies: { type: 'string', default: 'tres,best-first,breadth-first,random' },
    budget: { type: 'string', default: '2000' },
    'random-seed': { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '1' },
  },
});
const topic = await readLabTopic(args.topic);
const web = await openLabWeb(args.warc, args.labels);
const proxy = await serveRecordedWeb(await openRecordedWeb(args.warc), { port: 0 });
const service = await startService({ CRAWL_PROXY_URL: `http://127.0.0.1:${proxy.port}` });
const isRelevant = (url) => web.labels.get(url)?.has(topic.label) ?? false;

/** Labelled pages drawn as the lab draws them. */
async function draw(wanted, suits, rng) {
  const of = (hosts, url) => hosts?.some((host) => hostOf(url) === host || hostOf(url).endsWith(`.${host}`)) ?? false;
  const { hosts, excludeHosts } = topic.examples;
  const urls = [...web.labels.keys()].filter(
    (url) => suits(url) && (!hosts || of(hosts, url)) && !of(excludeHosts, url),
  );
  const documents = [];
  while (documents.length < wanted && urls.length > 0) {
    const [url] = urls.splice(rng.below(urls.length), 1);
    const document = await web.document(url);
    if (document) documents.push(document);
  }
  return documents;
}

async function until(path, isOver) {
  for (;;) {
    const answer = await service.call('GET', path);
    if (isOver(answer)) return answer;
    await sleep(200);
  }
}

const rows = [];
try {
  const rng = createRng(Number(args['random-seed']));
  const created = await service.call('POST', '/topics', {
    name: topic.name,
    keywords: topic.keywords,
    seeds: topic.seeds,
  });
  for (const [relevant, wanted] of [
    [true, topic.examples.positives],
    [false, topic.examples.negatives],
  ]) {
    for (const { url, title, text } of await draw(wanted, (u) => isRelevant(u) === relevant, rng)) {
      await service.call('POST', `/topics/${created.id}/examples`, {
        url,
        title: title.slice(0, 300),
        text: text || title || url,
        relevant,
      });
    }
  }
  const model = await service.call('POST', `/topics/${created.id}/models`, { kind: topic.model.kind });
  const trained = await until(`/models/${model.id}`, ({ state }) => state !== 'training');
  if (trained.state !== 'ready') throw new Error(`training: ${trained.error}`);
  for (const policy of args.policies.split(',')) {
    const began = performance.now();
    const session = await service.call('POST', `/topics/${created.id}/sessions`, {
      policy,
      modelId: model.id,
      budget: { fetches: Number(args.budget) },
      concurrency: Number(args.concurrency),
      hostDelayMs: 0,
      robots: false,
      randomSeed: Number(args['random-seed']),
      ...topic.session,
    });
    const end = await until(`/sessions/${session.id}`, ({ state }) =>
      ['completed', 'failed', 'stopped'].includes(state),
    );
    const seconds = (performance.now() - began) / 1_000;
    const found = new Set();
    const domains = new Set();
    const exported = await (await fetch(`${service.url}/v1/sessions/${session.id}/pages/export?format=jsonl`)).text();
    for (const line of exported.trim().split('\n')) {
      const page = JSON.parse(line);
      const url = canonicalUrl(page.finalUrl ?? page.url);
      if (page.outcome !== 'page' || !isRelevant(url)) continue;
      found.add(url);
      domains.add(domainKey(url, topic.session.grouping ?? 'registrable-domain'));
    }
    rows.push([
      policy,
      end.state,
      end.stateReason,
      end.fetched,
      end.failed,
      end.relevant,
      found.size,
      domains.size,
      seconds.toFixed(1),
    ]);
  }
} finally {
  await service.stop();
  await proxy.close();
}
report(
  'api-lab',
  ['policy', 'state', 'reason', 'fetched', 'failed', 'judged relevant', 'truly relevant', 'domains', 'seconds'],
  rows,
  { topic: topic.name, budget: args.budget },
);
