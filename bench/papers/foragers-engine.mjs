/**
 * Foragers on a simulated site through the engine: pages are fetched as HTML, parsed and compared as in a monitoring
 * session.
 */
import { createRng } from '../../dist/domain/base/rng.js';
import { CrawlState, sessionConfigSchema } from '../../dist/domain/session/index.js';
import { CrawlLoop, MemoryStore } from '../../dist/engine/index.js';
import { createRecordedFetcher } from '../../dist/modules/research/recorded-web/index.js';
import { openSyntheticWeb, SYNTHETIC_EPOCH } from '../../dist/modules/research/synthetic-web/index.js';

/** @param revisitHours after a download until the page may be downloaded again; at least one step */
export async function monitorThroughEngine(site, definition, deps, seed, { config, revisitHours }) {
  const { web, fetches, secondsPerFetch } = site;
  const clock = { now: () => SYNTHETIC_EPOCH + Math.floor(site.time * 1_000), monotonic: () => site.time * 1_000 };
  const inner = createRecordedFetcher(
    openSyntheticWeb(site.settings, () => site.time),
    clock,
  );
  const fetcher = {
    ...inner,
    fetch: (request, signal) => {
      site.tick();
      return inner.fetch(request, signal);
    },
  };
  const sessionConfig = sessionConfigSchema.parse({
    budget: { fetches },
    concurrency: 1,
    hostDelayMs: 0,
    trackChanges: true,
    traps: { detect: false },
    duplicates: { exact: false, nearDistance: 0 },
    monitoring: {
      revisitAfterSteps: Math.max(1, Math.round((revisitHours * 3_600) / secondsPerFetch)),
      freshHours: 24,
    },
  });
  const rng = createRng(seed);
  const policy = definition.create(config, deps(rng, fetches));
  const state = new CrawlState(sessionConfig, policy, rng, { needs: definition.needs?.(config) });
  const judge = (_, url) => {
    const page = web.pageOf(url);
    const now = page === undefined ? null : site.changing.asOf(page, site.time);
    const relevant = now !== null && site.isYoung(now);
    return { probability: relevant ? 1 : 0, relevant };
  };
  const loop = new CrawlLoop({
    state,
    seeds: site.seeds.map((page) => web.urlOf(page)),
    fetcher,
    store: new MemoryStore(false),
    judge: { judge },
    clock,
    commitIntervalMs: 0,
    maxBatch: 500,
    checkpointIntervalMs: 1e12,
    onStep: ({ outcome, facts, relevant }) => {
      const page = outcome === 'page' ? web.pageOf(facts.finalUrl) : undefined;
      if (page !== undefined) site.noteVisit(page, relevant);
    },
  });
  await loop.run();
  return site.measures(state.policy.stats(), state.fetched, state.urls.size);
}
