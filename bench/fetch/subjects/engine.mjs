/**
 * Gleaner's crawl loop, fetcher, parser and scoring without the store: the baseline for the cost of storing. The model
 * is naive Bayes, trained on pages of the site. usage: node engine.mjs POLICY ORIGIN PAGES CONCURRENCY
 */
import { createRng } from '../../../dist/domain/base/rng.js';
import { parsePage } from '../../../dist/domain/page/index.js';
import { findPolicy } from '../../../dist/domain/policies/index.js';
import { findRelevanceModel } from '../../../dist/domain/relevance/index.js';
import { CrawlState, documentOf, judgeByModel, sessionConfigSchema } from '../../../dist/domain/session/index.js';
import { createKeywordMatching } from '../../../dist/domain/topic/index.js';
import { CrawlLoop, MemoryStore, systemClock } from '../../../dist/engine/index.js';
import { createFetcher } from '../../../dist/modules/fetch/fetching/live-fetcher.js';
import { exampleUrls, KEYWORDS, sessionSettings } from './session.mjs';
import { measured } from './reading.mjs';

const [policyName, origin, ...counts] = process.argv.slice(2);
const [pages, concurrency] = counts.map(Number);

const documents = async (urls) =>
  Promise.all(urls.map(async (url) => documentOf(parsePage(await (await fetch(url)).text(), url), url)));
const { positives, negatives } = await exampleUrls(origin);
const definition = findRelevanceModel('naive-bayes');
const keywords = KEYWORDS.map((text) => ({ text, kind: 'keyword', origin: 'user', similarity: 1 }));
const model = definition.train({
  config: definition.configSchema.parse({}),
  keywords,
  positives: await documents(positives),
  negatives: await documents(negatives),
  background: [],
  vectors: null,
  rng: createRng(1),
});
const rng = createRng(1);
const policyDefinition = findPolicy(policyName);
const policy = policyDefinition.create(policyDefinition.configSchema.parse({}), {
  rng,
  budget: pages,
  domainCap: Infinity,
  scoreText: (text) => model.scoreText(text),
  keywords: createKeywordMatching(keywords),
});
const config = sessionConfigSchema.parse({ ...sessionSettings(pages, concurrency) });
const fetcher = createFetcher({ allowPrivateNetworks: true, allowedPorts: [] });

await measured(async () => {
  const state = new CrawlState(config, policy, rng);
  const loop = new CrawlLoop({
    state,
    seeds: [`${origin}/`],
    fetcher,
    store: new MemoryStore(false),
    judge: judgeByModel(model),
    clock: systemClock,
    commitIntervalMs: 200,
    maxBatch: 100,
    checkpointIntervalMs: 1e9,
  });
  await loop.run();
  return state.fetched;
});
