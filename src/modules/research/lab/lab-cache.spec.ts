import type { RelevanceModel } from '../../../domain/relevance/index.js';
import { digestStep, judgeByModel, sessionConfigSchema, type StepPlan } from '../../../domain/session/index.js';
import { parseSyntheticSettings } from '../../../domain/webs/index.js';
import type { Fetcher } from '../../../engine/index.js';
import { LabCache } from './lab-cache.js';
import { labGet } from './lab-graph.js';
import { openSyntheticLab } from './lab-synthetic.js';

const { web } = openSyntheticLab(parseSyntheticSettings('pages=60,seed=4,maxLinks=10,pagesPerHost=20'));
const urls = [...web.urls(), 'http://elsewhere.example/'];
const config = sessionConfigSchema.parse({ budget: { fetches: 10 } });
const plan = { step: 1, as: 'page', readLinks: true } as StepPlan;

/** A model that counts its calls. */
function countingModel(): RelevanceModel & { readonly asked: { documents: number; texts: number } } {
  const asked = { documents: 0, texts: 0 };
  return {
    asked,
    threshold: 0.5,
    score: ({ text }: { text: string }) => (asked.documents++, (text.length % 10) / 10),
    scoreText: (text: string) => (asked.texts++, text.length / 100),
  } as unknown as ReturnType<typeof countingModel>;
}

it('gives every step the facts it has without, and fetches, parses and judges a page once', async () => {
  let fetches = 0;
  const fetcher: Fetcher = {
    fetch: (...call) => (fetches++, web.fetcher.fetch(...call)),
    close: () => Promise.resolve(),
  };
  const [model, plain] = [countingModel(), countingModel()];
  const { cache } = web;
  for (let run = 0; run < 2; run++) {
    const cached = labGet(cache.fetcher(fetcher, config));
    for (const url of urls) {
      const kept = digestStep(plan, await cached(url), config, cache.judge(model));
      const fresh = digestStep(plan, await labGet(web.fetcher)(url), config, judgeByModel(plain));
      expect({ ...kept, fetchedAt: 0 }).toEqual({ ...fresh, fetchedAt: 0 });
    }
  }
  expect(fetches).toBe(urls.length);
  expect([model.asked.documents, plain.asked.documents]).toEqual([60, 120]);
});

it('keeps models, and sessions that cut pages elsewhere, apart', async () => {
  const cache = new LabCache();
  const [one, other] = [countingModel(), countingModel()];
  expect(cache.scoreText(one)('four')).toBe(0.04);
  expect(cache.scoreText(one)('four')).toBe(0.04);
  expect(cache.scoreText(other)('four')).toBe(0.04);
  expect([one.asked.texts, other.asked.texts]).toEqual([1, 1]);

  const linksUnder = async (maxLinksPerPage: number): Promise<number> => {
    const settings = sessionConfigSchema.parse({ budget: { fetches: 10 }, maxLinksPerPage });
    const outcome = await labGet(cache.fetcher(web.fetcher, settings))(urls[0]);
    return digestStep(plan, outcome, settings, cache.judge(one)).links.length;
  };
  const all = await linksUnder(1_000);
  expect(all).toBeGreaterThan(1);
  expect(await linksUnder(1)).toBe(1);
  expect(await linksUnder(1_000)).toBe(all);
});
