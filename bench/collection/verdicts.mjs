/**
 * Measures the effect of the verdicts *keep* and *reject*: a topic on recorded webs crawled through the service in five
 * sessions, with verdicts on domains in between, against five sessions without verdicts and against one session with
 * the same number of fetches.
 *
 *   npm run build
 *   node bench/collection/verdicts.mjs --corpora DIR --topics sites/databases,wordnet/noun.food --seeds 1,2
 *
 *   --fetches   of all sessions together, and --sessions into which they are divided
 *   --verdicts  after each session but the last, at most. Half reject the domains with the most irrelevant pages among
 *               those of three pages or more without a relevant one that led to no relevant page elsewhere (`ledTo`).
 *               The others keep the domains with the most relevant pages among those of which more than half of the
 *               pages are relevant. The labels of the corpus decide, as a person would; nothing else knows them
 *   --no-examples  topics of keywords and seeds alone, without the 20 relevant and 60 other labelled pages
 *   --no-training  no model is trained after verdicts
 *   --ways      of `one` session, sessions in `parts`, and these with `verdicts`
 *   --minutes   no further crawl begins after this time
 *
 * All sessions in parts reuse the collection (`known: reuse`), so that their budget buys new pages. After verdicts the
 * model is trained on the labels that they gave. Relevant pages and domains are counted by the labels of the corpus.
 * Topics, keywords and seeds are those of bench/quality/topics.json; `wordnet/CLASS` is a class of the demo's web.
 * Links to pages that were not recorded are taken out, as in the lab: otherwise most of a budget goes to them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoTopic } from '../../dist/cli/demo/demo-topic.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { canonicalUrl, hostOf, registrableDomain } from '../../dist/domain/url/index.js';
import { openDemoWeb } from '../../dist/modules/research/demo-web/index.js';
import { openRecordedWeb, readLabels, serveRecordedWeb } from '../../dist/modules/research/recorded-web/index.js';
import { report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    topics: { type: 'string', default: 'sites/databases,sites/testing,wordnet/noun.food' },
    seeds: { type: 'string', default: '1' },
    fetches: { type: 'string', default: '2000' },
    sessions: { type: 'string', default: '5' },
    verdicts: { type: 'string', default: '10' },
    'no-examples': { type: 'boolean', default: false },
    'no-training': { type: 'boolean', default: false },
    ways: { type: 'string', default: 'one,parts,verdicts' },
    minutes: { type: 'string', default: '30' },
  },
});
if (values.corpora === undefined) throw new Error('--corpora: expected, a folder of WARC files with their labels');
const [fetches, parts, verdicts] = [values.fetches, values.sessions, values.verdicts].map(Number);
const deadline = performance.now() + 60_000 * Number(values.minutes);
const { webs } = JSON.parse(readFileSync(new URL('../quality/topics.json', import.meta.url), 'utf8'));
const ended = ['completed', 'failed', 'stopped'];
const domainOf = (url) => registrableDomain(hostOf(url));

/** A web without links to pages that it has not. */
function linkedInside(recorded) {
  const known = new Map();
  const isKnown = (url) => {
    if (!known.has(url)) known.set(url, recorded.lookup(url) !== null);
    return known.get(url);
  };
  const inside = (base) => (all, before, quote, href) => {
    const url = URL.canParse(href, base) ? canonicalUrl(new URL(href, base).href) : null;
    return url !== null && isKnown(url) ? all : `${before}${quote}#${quote}`;
  };
  return {
    get size() {
      return recorded.size;
    },
    lookup(url) {
      const page = recorded.lookup(url);
      if (page === null || page.status !== 200 || page.body.length === 0) return page;
      const html = Buffer.from(page.body).toString('latin1');
      if (!/<a\s/i.test(html)) return page;
      const body = html.replaceAll(/(<a\s[^>]{0,2000}?href\s*=\s*)(["'])([^"'>]*)\2/gi, inside(url));
      return { ...page, body: Buffer.from(body, 'latin1') };
    },
  };
}

async function recordedTopic(web, topic) {
  const { seeds, topics, excludeHosts = [] } = webs[web];
  const { label, keywords } = topics[topic];
  const labels = await readLabels(join(values.corpora, `${web}.labels.tsv.gz`));
  const recorded = linkedInside(await openRecordedWeb(join(values.corpora, `${web}.warc.gz`)));
  const isRelevant = (url) => labels.get(url)?.has(label) === true;
  const urls = [...labels.keys()].filter((url) => !excludeHosts.some((host) => hostOf(url).endsWith(host))).sort();
  return { recorded, isRelevant, keywords, seeds, examplesOf: (seed) => drawn(recorded, urls, isRelevant, seed) };
}
function wordnetTopic(of) {
  const recorded = openDemoWeb();
  const { keywords, seeds, examples } = demoTopic(recorded, of);
  return { recorded, isRelevant: (url) => recorded.classOf(url) === of, keywords, seeds, examplesOf: () => examples };
}

/** A topic on a served web, with the service that crawls it. */
async function open(name) {
  const [web, topic] = name.split('/');
  const told = web === 'wordnet' ? wordnetTopic(topic) : await recordedTopic(web, topic);
  const proxy = await serveRecordedWeb(told.recorded, { port: 0 });
  const service = await startService({ CRAWL_PROXY_URL: proxy.url });
  const close = async () => {
    await service.stop();
    await proxy.close();
  };
  return { name, service, ...told, close };
}

/** Twenty relevant and sixty other pages. */
function drawn(recorded, urls, isRelevant, seed) {
  const rng = createRng(seed);
  const examples = new Map();
  for (const [wanted, relevant] of [
    [20, true],
    [60, false],
  ]) {
    const those = urls.filter((url) => isRelevant(url) === relevant);
    for (let tries = 0, taken = 0; taken < wanted && tries < 50 * wanted; tries++) {
      const url = those[rng.below(those.length)];
      const page = examples.has(url) ? null : recorded.lookup(url);
      if (page === null || page.status !== 200 || page.body.length < 200) continue;
      examples.set(url, { url, relevant, html: Buffer.from(page.body).toString('utf8').slice(0, 200_000) });
      taken++;
    }
  }
  return [...examples.values()];
}

async function until({ service }, path, isOver) {
  for (;;) {
    const answer = await service.call('GET', path);
    if (isOver(answer)) return answer;
    await sleep(200);
  }
}
async function train(place, topic) {
  const model = await place.service.call('POST', `/topics/${topic}/models`, {});
  const { state, error } = await until(place, `/models/${model.id}`, (one) => one.state !== 'training');
  if (state !== 'ready') throw new Error(`training: ${error}`);
}
async function crawl(place, topic, input) {
  const session = await place.service.call('POST', `/topics/${topic}/sessions`, {
    ...{ concurrency: 8, hostConcurrency: 2, hostDelayMs: 0, render: 'never', robots: false },
    ...input,
  });
  const { state, error, fetched, relevant } = await until(place, `/sessions/${session.id}`, (one) =>
    ended.includes(one.state),
  );
  if (state !== 'completed') throw new Error(`${place.name}: ${state} ${error ?? ''}`);
  await until(place, `/topics/${topic}/collection`, ({ behind }) => behind === 0);
  return { fetched, relevant };
}
/** The pages of the collection, by the labels of the corpus. */
async function collected({ service, isRelevant }, topic) {
  const text = await (await fetch(`${service.url}/v1/topics/${topic}/pages/export?format=jsonl`)).text();
  const domains = new Map();
  let relevant = 0;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { url, domain } = JSON.parse(line);
    const is = isRelevant(canonicalUrl(url) ?? url);
    const sum = domains.get(domain) ?? { relevant: 0, others: 0 };
    domains.set(domain, { relevant: sum.relevant + (is ? 1 : 0), others: sum.others + (is ? 0 : 1) });
    if (is) relevant++;
  }
  return { relevant, domains, relevantDomains: [...domains.values()].filter((one) => one.relevant > 0).length };
}
/** Domains that led to relevant pages of others. */
async function hubsOf({ service }, topic) {
  const { items } = await service.call('GET', `/topics/${topic}/domains?sort=ledTo&first=200`);
  return new Set(items.filter(({ ledTo }) => ledTo > 0).map(({ name }) => name));
}
/** A person's verdicts between two sessions. @returns how many */
async function judge(place, topic, decided) {
  const { domains } = await collected(place, topic);
  const open = [...domains].filter(([name]) => !decided.has(name));
  const isSeed = (name) => place.seeds.some((url) => domainOf(url) === name);
  const hubs = await hubsOf(place, topic);
  const rejected = open
    .filter(([name, one]) => one.relevant === 0 && one.others > 2 && !isSeed(name) && !hubs.has(name))
    .sort(([, a], [, b]) => b.others - a.others)
    .slice(0, verdicts / 2);
  const kept = open
    .filter(([, one]) => one.relevant > one.others)
    .sort(([, a], [, b]) => b.relevant - a.relevant)
    .slice(0, verdicts - rejected.length);
  const said = [
    ...rejected.map(([name]) => ({ name, verdict: 'reject' })),
    ...kept.map(([name]) => ({ name, verdict: 'keep' })),
  ];
  for (const { name } of said) decided.add(name);
  if (said.length > 0) await place.service.call('POST', `/topics/${topic}/verdicts`, { domains: said });
  return said.length;
}

/** @param way `one` session, sessions in `parts`, or in parts with `verdicts` */
async function run(place, way, seed) {
  const began = performance.now();
  const { service, keywords, seeds } = place;
  const { id: topic } = await service.call('POST', '/topics', {
    name: `${place.name} ${way} ${seed}`,
    keywords,
    seeds,
  });
  if (!values['no-examples']) {
    for (const example of place.examplesOf(seed)) await service.call('POST', `/topics/${topic}/examples`, example);
    await train(place, topic);
  }
  const decided = new Set();
  let [paid, said] = [0, 0];
  const count = way === 'one' ? 1 : parts;
  for (let part = 0; part < count; part++) {
    const known = way === 'one' ? {} : { known: 'reuse' };
    const { fetched } = await crawl(place, topic, {
      ...known,
      budget: { fetches: fetches / count },
      randomSeed: seed + part,
    });
    paid += fetched;
    if (way !== 'verdicts' || part === count - 1) continue;
    const more = await judge(place, topic, decided);
    said += more;
    if (more > 0 && !values['no-training']) await train(place, topic);
  }
  const { relevant, relevantDomains } = await collected(place, topic);
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stderr.write(
    `${place.name}, ${way}, seed ${seed}: ${relevant} pages, ${relevantDomains} domains, ${said} verdicts, ${seconds} s\n`,
  );
  return { topic: place.name, way, seed, paid, relevant, relevantDomains, said, seconds };
}

const runs = [];
for (const name of values.topics.split(',')) {
  const place = await open(name);
  try {
    for (const seed of values.seeds.split(',').map(Number))
      for (const way of values.ways.split(','))
        if (performance.now() < deadline) runs.push(await run(place, way, seed));
  } finally {
    await place.close();
  }
}
const mean = (rows, of) =>
  (rows.reduce((sum, row) => sum + row[of], 0) / rows.length).toFixed(rows.length === 1 ? 0 : 1);
const words = { one: 'one session', parts: `${parts} sessions`, verdicts: `${parts} sessions with verdicts` };
const rows = [...new Set(runs.map(({ topic, way }) => `${topic} ${way}`))].map((key) => {
  const own = runs.filter(({ topic, way }) => `${topic} ${way}` === key);
  const name = `${own[0].topic}, ${words[own[0].way]}`;
  return [name, ...['paid', 'relevant', 'relevantDomains', 'said'].map((of) => mean(own, of))];
});
report('collection-verdicts', ['topic', 'fetched', 'relevant pages', 'relevant domains', 'verdicts'], rows, { runs });
