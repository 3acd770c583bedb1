import { sessionConfigSchema, type SessionConfigInput } from '../../src/domain/session/index.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import { LabCache } from '../../src/modules/research/lab/index.js';
import { runPolicy, type PolicyRunResult } from '../../src/modules/research/lab/run-policy.js';
import { goodHostWeb, isGood, SEEDS } from '../../bench/quality/good-host.mjs';
import { fetcherOf, model } from '../support/good-host.js';
import { someOf } from '../support/thoroughness.js';

const BUDGET = 300;
const web = goodHostWeb();
/** Concurrency, and ms between two fetches from one host. */
const PACES = someOf<readonly [concurrency: number, hostDelayMs: number]>(
  [
    [1, 0],
    [8, 0],
    [8, 200],
    [8, 1_000],
    [3, 1_000],
  ],
  ([concurrency, hostDelayMs]) => concurrency === 1 || (concurrency === 8 && hostDelayMs === 1_000),
);

async function crawl(
  policyName: string,
  settings: Partial<SessionConfigInput> = {},
  refuses?: (url: string) => boolean,
): Promise<PolicyRunResult & { readonly relevant: number; readonly fetched: number }> {
  const policy = findPolicy(policyName);
  if (!policy) throw new Error(policyName);
  const result = await runPolicy({
    policy,
    policyConfig: {},
    config: sessionConfigSchema.parse({
      budget: { fetches: BUDGET },
      robots: false,
      duplicates: { exact: false, nearDistance: 0 },
      ...settings,
    }),
    randomSeed: 1,
    seeds: SEEDS,
    fetcher: fetcherOf(web, refuses),
    model,
    cache: new LabCache(),
    keywords: [{ text: 'cheese', kind: 'keyword', origin: 'user', similarity: 1 }],
    isRelevant: isGood,
    reward: 'model',
    isOpen: () => true,
    answerMs: 100,
  });
  return { ...result, relevant: result.curve.relevant.at(-1) ?? 0, fetched: result.curve.relevant.length };
}

describe.each(someOf(['prospector', 'best-first', 'tres'], (policy) => policy === 'prospector'))(
  'one good host among twenty under %s',
  (policy) => {
    it.each(PACES)('is where the fetches go, %i at a time and %i ms a host', async (concurrency, hostDelayMs) => {
      const { relevant } = await crawl(policy, { concurrency, hostDelayMs });
      expect(relevant).toBeGreaterThanOrEqual(285);
    });

    it('gets few of them if every slot is filled', async () => {
      const { relevant, fetched } = await crawl(policy, { concurrency: 8, hostDelayMs: 1_000, eagerness: 1 });
      expect(fetched).toBe(BUDGET);
      expect(relevant).toBeLessThan(60);
    });
  },
);

describe('the default policy', () => {
  const defaults = { concurrency: 8, hostDelayMs: 1_000 };

  it.each(PACES)(
    'spends next to nothing on a host that answers 403, %i at a time and %i ms a host',
    async (...pace) => {
      const [concurrency, hostDelayMs] = pace;
      const { relevant } = await crawl('prospector', { concurrency, hostDelayMs }, (url) => url.includes('other'));
      expect(relevant).toBeGreaterThanOrEqual(290);
    },
  );

  it('gives the same crawl for the same seed, with eight fetches at a time', async () => {
    const [first, second] = [await crawl('prospector', defaults), await crawl('prospector', defaults)];
    expect(second.curve).toEqual(first.curve);
    expect(second.simulatedMs).toBe(first.simulatedMs);
  });

  it('fills every slot if minutes are the only limit', async () => {
    const { fetched, relevant, simulatedMs } = await crawl('prospector', { ...defaults, budget: { minutes: 1 } });
    expect(simulatedMs).toBeGreaterThan(59_000);
    expect(fetched).toBeGreaterThan(400);
    expect(relevant).toBeGreaterThan(50);
  });

  it('uses up two limits, and finds as much as the good host can serve in this time', async () => {
    const { fetched, relevant, simulatedMs } = await crawl('prospector', {
      ...defaults,
      budget: { fetches: BUDGET, minutes: 2 },
    });
    expect(fetched).toBeGreaterThan(0.9 * BUDGET);
    expect(simulatedMs).toBeGreaterThan(0.9 * 120_000);
    expect(relevant).toBeGreaterThan(100);
  });
});
