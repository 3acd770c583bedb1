import { resolveSettings, tresConfigSchema } from './config.js';
import { LinkPrior } from './link-prior.js';
import { TresAgent } from './tres-agent.js';
import { createRng } from '../../base/rng.js';

const NAMES = ['reward', 'pathRelevance', 'keywordInAnchor', 'anchorProbability', 'domainRelevance', 'domainUnknown'];
const row = (values: Readonly<Record<string, number>>): Float32Array =>
  Float32Array.from(NAMES, (name) => values[name] ?? 0);

describe('the prior of links', () => {
  const prior = new LinkPrior(NAMES, 0.5);
  const plain = { anchorProbability: 0.3, domainUnknown: 1 };

  it.each<Readonly<Record<string, number>>>([
    { anchorProbability: 0.9 },
    { reward: 1 },
    { keywordInAnchor: 1 },
    { domainRelevance: 0.8 },
  ])('is larger with %j', (more) => {
    expect(prior.value(row({ ...plain, ...more }), 0)).toBeGreaterThan(prior.value(row(plain), 0));
  });

  it('takes no account of what is said of a domain that nobody has seen', () => {
    const unseen = { ...plain, domainRelevance: 0.5, domainUnknown: 0.5 };
    expect(prior.value(row(unseen), 0)).toBe(prior.value(row(plain), 0));
  });

  it('reads a row among others, and features that are left out count nothing', () => {
    const rows = Float32Array.of(...row({ reward: 1 }), ...row(plain));
    expect(prior.value(rows, NAMES.length)).toBe(prior.value(row(plain), 0));
    const few = new LinkPrior(['anchorProbability'], 0.5);
    expect(few.value(Float32Array.of(0.3), 0)).toBe(prior.value(row(plain), 0));
  });
});

describe('the share of Q-values', () => {
  const agentWith = (given: object, observed: number): TresAgent => {
    const settings = resolveSettings(tresConfigSchema.parse(given), 500, Number.POSITIVE_INFINITY);
    const agent = new TresAgent(settings, 2, createRng(1));
    for (let i = 0; i < observed; i++) agent.observe(Float32Array.of(0, 1), 0, new Float32Array(0), 0);
    return agent;
  };

  it('rises to six tenths in a fifth of the budget, and no step explores', () => {
    expect([0, 50, 100, 200].map((observed) => agentWith({}, observed).share)).toEqual([0, 0.3, 0.6, 0.6]);
    expect(agentWith({}, 0).decides).toBe(true);
  });

  it('is all of it under the presets of the sources', () => {
    for (const preset of ['paper', 'program']) {
      expect(agentWith({ preset }, 0).share).toBe(1);
      expect(agentWith({ preset }, 0).decides).toBe(false);
    }
  });

  it('survives a snapshot under another budget', () => {
    const saved = agentWith({}, 50).save();
    const longer = new TresAgent(
      resolveSettings(tresConfigSchema.parse({}), 5_000, Number.POSITIVE_INFINITY),
      2,
      createRng(1),
    );
    longer.restore(saved);
    expect(longer.share).toBe(0.3);
  });
});
