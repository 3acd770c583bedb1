/**
 * CPU cost of one step in the worker without network and store: parsing, comparing, judging, applying, database rows,
 * in microseconds per page of site.mjs.
 * Each slice of 25 pages counts with its fastest round, which reduces noise: compare versions, not machines. Each round
 * begins as a session does: nothing is remembered of words and texts.
 *
 * usage: npm run build && node bench/fetch/steps.mjs [--pages 500] [--rounds 15] [--policy prospector]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { languageOf } from '../../dist/domain/language/index.js';
import { parsePage, tellingText } from '../../dist/domain/page/index.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { findRelevanceModel } from '../../dist/domain/relevance/index.js';
import {
  applyStep,
  CrawlState,
  digestStep,
  documentOf,
  judgeByModel,
  planStep,
  policyDeps,
  seedCrawl,
  sessionConfigSchema,
} from '../../dist/domain/session/index.js';
import { simhash } from '../../dist/domain/text/index.js';
import { lexemesOf } from '../../dist/domain/lexemes/index.js';
import { StepRowWriter } from '../../dist/modules/crawl/crawling/log/crawl-log.rows.js';
import { loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { tsvectorOf } from '../../dist/modules/base/search/index.js';
import { exampleUrls, KEYWORDS, sessionSettings } from './subjects/session.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '15' },
    policy: { type: 'string', default: 'prospector' },
  },
});
const [count, rounds] = [Number(values.pages), Number(values.rounds)];
const SLICE_PAGES = 25;
const SESSION_ID = '01234567-89ab-cdef-0123-456789abcdef';

const site = fork(join(dirname(fileURLToPath(import.meta.url)), 'site.mjs'), [String(count)]);
const [{ port, paths }] = await once(site, 'message');
const origin = `http://127.0.0.1:${port}`;
const textOf = async (url) => (await fetch(url)).text();
const urls = paths.map((path) => origin + path);
const htmls = await Promise.all(urls.map(textOf));
const examples = await exampleUrls(origin);
const documents = (list) => Promise.all(list.map(async (url) => documentOf(parsePage(await textOf(url), url), url)));
const definition = findRelevanceModel('naive-bayes');
const keywords = KEYWORDS.map((text) => ({ text, kind: 'keyword', origin: 'user', similarity: 1 }));
const vectors = await loadWordVectors();
const trained = definition.train({
  config: definition.configSchema.parse({}),
  keywords,
  positives: await documents(examples.positives),
  negatives: await documents(examples.negatives),
  background: [],
  vectors,
  rng: createRng(1),
});
site.disconnect();

const config = sessionConfigSchema.parse(sessionSettings(count, 8));
const definitionOfPolicy = findPolicy(values.policy);

function newState(model) {
  const rng = createRng(1);
  const topic = { keywords, scoreText: (text) => model.scoreText(text), threshold: model.threshold };
  const policy = definitionOfPolicy.create(definitionOfPolicy.configSchema.parse({}), policyDeps(config, topic, rng));
  const state = new CrawlState(config, policy, rng);
  seedCrawl(state, [urls[0]]);
  return state;
}

const outcomeOf = (page) => ({
  kind: 'page',
  finalUrl: urls[page],
  html: htmls[page],
  redirects: [],
  httpStatus: 200,
  fetchedAt: 0,
  durationMs: 1,
  bytes: htmls[page].length,
  contentType: 'text/html',
  charset: 'utf-8',
  rendered: false,
  truncated: false,
});
const planOf = (step, urlNo) => ({
  step,
  as: 'page',
  chosenAfter: step,
  urlNo,
  source: -1,
  choice: step,
  attempt: 0,
  deferrals: 0,
  explanation: {},
  readLinks: true,
});
const writer = new StepRowWriter(SESSION_ID);
const lexemesOfPage = ({ title, text }, language) =>
  tsvectorOf({ sessionId: SESSION_ID, topicId: SESSION_ID }, lexemesOf(title, text, language));

const fastest = new Map();
function measure(name, items, work) {
  const slices = fastest.get(name) ?? [];
  const results = [];
  for (let from = 0, slice = 0; from < items.length; from += SLICE_PAGES, slice++) {
    const began = performance.now();
    for (let i = from; i < Math.min(from + SLICE_PAGES, items.length); i++) results.push(work(items[i], i));
    slices[slice] = Math.min(slices[slice] ?? Infinity, performance.now() - began);
  }
  fastest.set(name, slices);
  return results;
}

for (let round = 0; round < rounds; round++) {
  const model = definition.restore(trained.save(), { vectors });
  const judge = judgeByModel(model);
  const pages = measure('parse', htmls, (html, i) => parsePage(html, urls[i]));
  measure('simhash', pages, (page) => simhash(page.title, tellingText(page)));
  measure('language', pages, (page) => languageOf(tellingText(page), page.language));
  measure('judge', pages, (page, i) => judge.judge(documentOf(page, urls[i]), urls[i]));
  const facts = measure('digest, all of these', htmls, (_, i) => digestStep(planOf(i, i), outcomeOf(i), config, judge));
  const state = newState(model);
  const pageOf = new Map(urls.map((url, i) => [state.learnUrl(url).urlNo, i]));
  const records = measure('choose and apply', facts, (_, step) => {
    const planned = planStep(state, step);
    if (planned.kind !== 'fetch') throw new Error(`step ${step}: ${planned.kind}`);
    const { plan } = planned;
    return applyStep(state, plan, { ...facts[pageOf.get(plan.urlNo)], step: plan.step });
  });
  measure('rows of pages, lexemes and links', records, (record) => writer.rowsOf(record, lexemesOfPage));
}
for (const [name, slices] of fastest)
  console.log(`${name}: ${((1_000 * slices.reduce((sum, ms) => sum + ms, 0)) / count).toFixed(0)} us a page`);
