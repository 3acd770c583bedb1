import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import { communityWeb } from '../../../../test/support/toy-web.js';
import { littleLearning } from '../../../../test/support/little-learning.js';
import { findPolicy, learnedStateText, policies, type LearnedState } from '../index.js';
import { LEARNED_STATE_LIMITS } from './learned-state.js';

const WEB = communityWeb({ domains: 20, pagesPerDomain: 15, deadShare: 0.05, seed: 4 });
const FORAGERS = { bootstrapPages: 20, clusters: 6, pathSteps: 5, multiplyAt: 110, foundScore: 20, sendCost: 8 };

function crawlOf(policy: string, config: Readonly<Record<string, unknown>> = {}, budget = 200): ToyCrawl {
  const definition = findPolicy(policy);
  if (!definition) throw new Error(policy);
  const crawl = new ToyCrawl(WEB, definition, {
    config: { ...littleLearning(policy), ...config },
    budget,
    seed: 6,
  }).start();
  crawl.run(2);
  return crawl;
}

const learnedStateOf = (crawl: ToyCrawl): LearnedState => crawl.policy.learnedState?.(crawl) ?? { ranksBy: '' };
const told = (policy: string, config: Readonly<Record<string, unknown>> = {}, budget = 200): LearnedState =>
  learnedStateOf(crawlOf(policy, config, budget));

describe('what policies tell of themselves', () => {
  it('each of them says what it ranks by', () => {
    for (const { name } of policies)
      expect([name, told(name, {}, 5).ranksBy]).toEqual([name, expect.stringMatching(/\.$/)]);
  });

  it('prospector says it in full, late in a long crawl, too', () => {
    const late = 'The session is searching: since page 1234567: fewer than 5 of 50 pages were relevant.';
    const ranksBy = told('prospector').ranksBy.replace(/The session is .*/, late);
    expect(ranksBy).toContain(late);
    expect(ranksBy.length).toBeLessThanOrEqual(LEARNED_STATE_LIMITS.text);
  });

  it.each(['best-first', 'breadth-first', 'depth-first', 'iterative-deepening', 'modified-dfs', 'random', 'optimal'])(
    '%s, which learns nothing, has no part',
    (name) => {
      expect(Object.keys(told(name))).toEqual(['ranksBy']);
    },
  );

  it.each(['tres', 'tree-random'])('%s has its tree with all candidates, and its splits in order', (name) => {
    const crawl = crawlOf(name, { minSamplesSplit: 5 }, 120);
    const { tree, history, weights = [] } = learnedStateOf(crawl);
    const nodes = tree?.nodes ?? [];
    const { leaves } = crawl.policy.stats();
    expect(leaves).toBeGreaterThan(2);
    const ends = nodes.filter(({ isLeaf }) => isLeaf);
    expect(ends).toHaveLength(leaves);
    expect(nodes[0]).toMatchObject({ parent: null, rule: null, isLeaf: false, candidates: crawl.policy.size });
    expect(ends.reduce((sum, { candidates }) => sum + candidates, 0)).toBe(crawl.policy.size);
    expect(nodes[0].samples).toBe(ends.reduce((sum, { samples }) => sum + samples, 0));
    const steps = history?.events.map(({ step }) => step ?? -1) ?? [];
    expect(steps).toHaveLength(leaves - 1);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(nodes.filter(({ splitStep }) => splitStep !== null)).toHaveLength(leaves - 1);
    expect(history?.events[0].text).toMatch(/^Leaf 0 split: \w+ <= [\d.]+ \(\d+ links followed, mean reward .*, or /);
    const values = ends.map(({ value }) => value);
    expect(values.every((value) => (name === 'tres' ? Number.isFinite(value) : value === null))).toBe(true);
    expect(weights.map(({ title }) => title)).toEqual(
      name === 'tres' ? ['Features in the Q-value', 'Prior of links'] : [],
    );
  });

  it.each(['tres-async', 'synchronous'])('%s tells what features do to its Q-value', (name) => {
    const [list] = told(name, {}, 60).weights ?? [];
    expect(list.weights.map(({ name: feature }) => feature)).toContain('anchorProbability');
    expect(list.weights.some(({ weight }) => weight !== 0)).toBe(true);
  });

  it('tag-path-bandit has its arms, the pulled ones first', () => {
    const crawl = crawlOf('tag-path-bandit');
    const [{ rows, inAll }] = learnedStateOf(crawl).tables ?? [];
    const { arms, pulls } = crawl.policy.stats();
    expect(inAll).toBe(arms);
    const column = (at: number): number[] => rows.map(({ values }) => values[at] ?? 0);
    expect(column(0).reduce((a, b) => a + b)).toBe(pulls);
    expect(column(0)).toEqual([...column(0)].sort((a, b) => b - a));
    expect(column(3).reduce((a, b) => a + b)).toBe(crawl.policy.size);
  });

  it('prospector has its features, beside what they were, and words by their names', () => {
    const [features, words] = told('prospector').weights ?? [];
    expect(features.weights.some(({ weight, start }) => weight !== start)).toBe(true);
    expect(features.weights.find(({ name }) => name === 'bias')?.start).not.toBeNull();
    expect(words.weights.map(({ name }) => name)).toContain('bread');
    expect(words.inAll).toBeGreaterThanOrEqual(words.weights.length);
    const sizes = words.weights.map(({ weight }) => Math.abs(weight ?? 0));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  it('ache has the words of its classifier, and its trainings', () => {
    const { weights = [], history } = told('ache', { learnEvery: 20 });
    expect(weights[0].weights.length).toBeGreaterThan(0);
    expect(weights[0].weights[0].group).toMatch(/around|anchor|url/);
    expect(history?.events[0].text).toMatch(/^The link classifier was trained: \d+ links/);
  });

  it.each([
    ['nb-immediate', 2],
    ['nb-future', 3],
  ])('%s has its bins, the words of each, and its trainings', (name, bins) => {
    const {
      tables = [],
      weights = [],
      history,
    } = told(name, name === 'nb-future' ? { bins, learnEvery: 20 } : { learnEvery: 20 });
    expect(tables[0].rows).toHaveLength(bins);
    expect(weights).toHaveLength(bins);
    expect(weights[0].weights[0]).toMatchObject({ name: expect.any(String), group: expect.any(String) });
    expect(history?.inAll).toBeGreaterThan(0);
  });

  it('beam and async have the weights of their features', () => {
    expect(told('beam').weights?.[0].weights.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['query', 'bias']),
    );
    expect(told('async').weights?.[0].weights).toHaveLength(6);
    expect(told('async', { levels: 4 }).weights?.[0].weights[1].name).toBe('pageSimilarity from 0.25 to 0.5');
  });

  it('skip-parse has what reading links is worth in each of its 16 states', () => {
    expect(told('skip-parse').tables?.[0].rows).toHaveLength(16);
  });

  it.each(['forager-weblog', 'forager-td', 'forager-hybrid'])(
    '%s has its foragers with their starts and words',
    (name) => {
      const crawl = crawlOf(name, FORAGERS);
      const { foragers = [], history } = learnedStateOf(crawl);
      const { foragers: alive, multiplied, died } = crawl.policy.stats();
      expect(foragers).toHaveLength(alive);
      expect(history?.inAll).toBe(multiplied + died);
      expect(multiplied + died).toBeGreaterThan(0);
      for (const { starts, startsInAll, words } of foragers) {
        expect(starts.length).toBeLessThanOrEqual(Math.min(20, startsInAll));
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThanOrEqual(20);
      }
    },
  );

  it('seedfinder has its terms and queries, beside what its crawl has learnt', () => {
    const { tables = [], weights = [], history } = told('seedfinder', { crawler: 'ache' }, 60);
    expect(tables[0].rows.map(({ name }) => name)).toContain('bread');
    expect(weights[0].title).toBe('Words of the link classifier');
    expect(history?.events[0].text).toMatch(/^Query .*: \d+ hits, \d+ of them new, precision/);
  });

  it('costs little however many candidates wait', () => {
    for (const { name } of policies) expect(learnedStateText(told(name, {}, 60)).length).toBeLessThan(60_000);
  });
});
