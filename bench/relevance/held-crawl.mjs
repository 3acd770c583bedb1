/**
 * An in-process crawl of a recorded web that pauses at some fetched page and continues several times, each time under
 * another model, with the worker's engine and `relearnCrawl`, at concurrency 1, with a store in memory.
 */
import { createRng } from '../../dist/domain/base/rng.js';
import { sealSnapshot } from '../../dist/domain/base/sealed-snapshot.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { compileScope } from '../../dist/domain/scope/index.js';
import { CrawlState, initialCap, judgeByModel } from '../../dist/domain/session/index.js';
import { createKeywordMatching } from '../../dist/domain/topic/index.js';
import { canonicalUrl } from '../../dist/domain/url/index.js';
import { CrawlLoop, MemoryStore, relearnCrawl, systemClock } from '../../dist/engine/index.js';

/** Forwards commits to a store in memory and keeps them, so that another store can be brought to the same state. */
class CopiedStore extends MemoryStore {
  batches = [];

  async commit(batch) {
    this.batches.push({ ...batch, checkpoint: null });
    await super.commit(batch);
  }
}

/**
 * @param crawl {policy, policyConfig, config, randomSeed, seeds, keywords, fetcher, isOpen}: as in `gleaner lab`
 * @param pauseAt completed steps before the pause
 * @returns records: the log so far; `goOn(model)`: the log to the end of the budget under that model, or under the
 * first one without a change
 */
export async function heldCrawl(crawl, firstModel, pauseAt) {
  const { config, randomSeed } = crawl;
  const seeds = crawl.seeds.map((url) => canonicalUrl(url) ?? url);
  const definition = findPolicy(crawl.policy);
  const scope = compileScope(config.scope);
  const restricted = {
    decide: (url, depth) => (crawl.isOpen(url) ? scope.decide(url, depth) : { accept: false, rule: 'not recorded' }),
  };
  const stateFor = (model) => {
    const rng = createRng(randomSeed);
    const policy = definition.create(definition.configSchema.parse(crawl.policyConfig ?? {}), {
      rng,
      scoreText: (text) => model.scoreText(text),
      threshold: model.threshold,
      keywords: createKeywordMatching(crawl.keywords),
      budget: config.budget.fetches,
      domainCap: initialCap(config.domainCap),
    });
    return new CrawlState(config, policy, rng, { scope: restricted, threshold: model.threshold });
  };
  const run = async (state, store, model, until = Infinity) => {
    const loop = new CrawlLoop({
      state,
      seeds,
      fetcher: crawl.fetcher,
      store,
      clock: systemClock,
      judge: judgeByModel(model),
      commitIntervalMs: 1_000,
      maxBatch: 1_000,
      checkpointIntervalMs: Number.POSITIVE_INFINITY,
      onStep: () => state.completed >= until && loop.request('pause'),
    });
    await loop.run();
  };
  const held = new CopiedStore();
  await run(stateFor(firstModel), held, firstModel, pauseAt);
  return {
    records: held.records,
    goOn: async (model) => {
      const store = new MemoryStore();
      for (const batch of held.batches) await store.commit(batch);
      if (model !== firstModel) {
        const state = stateFor(model);
        await relearnCrawl(state, store, { seeds, judge: judgeByModel(model), onRejudged: () => undefined });
        await store.commit({
          steps: [],
          newUrls: [],
          newDomains: [],
          counters: state.counters(),
          inFlight: [],
          pagesPerSecond: 0,
          activeMs: 0,
          policyStats: {},
          checkpoint: sealSnapshot(state.save()),
        });
      }
      await run(stateFor(model), store, model);
      return store.records;
    },
  };
}
