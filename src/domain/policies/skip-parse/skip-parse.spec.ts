import { handWeb } from '../../../../test/support/hand-web.js';
import { ToyCrawl, type ToyCrawlOptions } from '../../../../test/support/toy-crawl.js';
import { communityWeb } from '../../../../test/support/toy-web.js';
import type { PolicyDefinition } from '../policy.js';
import { skipParse } from './index.js';
import { iteratePolicy, next } from './policy-iteration.js';
import { QTable } from './q-table.js';
import { Action, bestAction, nameOf, rewardOf, stateOf, STATES } from './states.js';

const definition = skipParse as PolicyDefinition;
const states = Array.from({ length: STATES }, (_, state) => state);

describe('states', () => {
  it('number their features, and reward each that is true', () => {
    expect(stateOf([true, false, false, true])).toBe(9);
    expect([nameOf(9), nameOf(0), rewardOf(9), rewardOf(15)]).toEqual(['hostParseSkip url', 'none', 2, 4]);
  });
});

describe('policy iteration', () => {
  it.each([
    ['γ .5', { discount: 0.5 }],
    ['γ near 1', { discount: 0.999 }],
    ['skips that cost something', { discount: 0.999, skipPenalty: 0.2 }],
    ['hosts that mostly stay relevant', { discount: 0.9, staysRelevant: 0.95 }],
  ])('never parses, as in the paper: %s', (_, model) => {
    const { actions, rounds } = iteratePolicy(model);
    expect(actions).toEqual(states.map(() => Action.Skip));
    expect(rounds).toBeLessThan(5);
  });

  it('parses when skips cost more than they can bring', () => {
    expect(iteratePolicy({ discount: 0.5, skipPenalty: 9 }).actions).toEqual(states.map(() => Action.Parse));
  });

  it('moves to some state in any case', () => {
    for (const state of states)
      for (const action of [Action.Skip, Action.Parse])
        expect(next(state, action, { discount: 0.5 }).reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });
});

describe('the Q-table', () => {
  it('moves by α towards the reward and the discounted best that follows', () => {
    const table = new QTable(0.5, 0.5);
    table.update(3, Action.Parse, 2, null);
    expect(table.value(3, Action.Parse)).toBe(1);
    table.update(1, Action.Skip, 4, 3);
    expect(table.value(1, Action.Skip)).toBe(0.5 * (4 + 0.5 * 1));
    expect([table.value(3, Action.Skip), table.learnt]).toEqual([0, 2]);
    expect([bestAction(table, 1), bestAction(table, 3), bestAction(table, 7)]).toEqual([
      Action.Skip,
      Action.Parse,
      Action.Parse,
    ]);
  });
});

describe('skip-parse', () => {
  const fan = handWeb([[1, 2], [3], [4], [], []], { domains: [0, 1, 2, 3, 4] });
  const always = { exploration: 0, minCandidates: 0 };

  it('fetches the seeds, skips them and ends under policy iteration', () => {
    const crawl = new ToyCrawl(fan, definition, { config: { algorithm: 'policy-iteration' } }).start();
    expect(crawl.choose()).toMatchObject({
      readLinks: false,
      explanation: {
        exploration: false,
        terms: { decision: 'skip', why: 'values', state: 'hostParseSkip currentHost' },
      },
    });
    crawl.complete();
    expect(crawl.run()).toBe('exhausted');
    expect(crawl.order).toEqual([0]);
    expect(crawl.policy.stats()).toMatchObject({ parsed: 0, skipped: 1, statesToParse: 0 });
  });

  it('reads the links of seeds, and of all while few candidates are left', () => {
    const crawl = new ToyCrawl(fan, definition, { config: { exploration: 0 } }).start();
    const whys: unknown[] = [];
    for (let choice = crawl.choose(); choice.kind === 'fetch'; choice = crawl.choose()) {
      whys.push(choice.explanation.terms?.['why']);
      crawl.complete();
    }
    expect(whys).toEqual(['seed', ...Array<string>(4).fill('few links left')]);
    expect(crawl.order).toHaveLength(5);
  });

  it('knows hosts, the previous host and the words of the link', () => {
    // Page 1 is relevant and of site 1, like page 2; the seed's links are about the topic.
    const web = handWeb([[1], [2], []], { domains: [0, 1, 1], relevant: [1] });
    const scoreText = (text: string): number => (text.includes('page 1') ? 0.7 : 0.1);
    const crawl = new ToyCrawl(web, definition, { scoreText, config: always }).start();
    const named: unknown[] = [];
    for (let choice = crawl.choose(); choice.kind === 'fetch'; choice = crawl.choose()) {
      named.push(choice.explanation.terms?.['state']);
      crawl.complete();
    }
    expect(named).toEqual(['hostParseSkip currentHost', 'hostParseSkip currentHost url', 'previousHost currentHost']);
  });

  it('learns from where parsing leads, and what follows when it skips', () => {
    const crawl = new ToyCrawl(fan, definition, { config: { ...always, learningRate: 1, discount: 0 } }).start();
    crawl.choose();
    crawl.complete();
    // The seed's state led to a state with the same two features: R = 2.
    expect(crawl.choose().kind).toBe('fetch');
    expect(crawl.policy.stats()).toMatchObject({ updates: 1, parsed: 1 });
    crawl.complete();
    expect(crawl.choose()).toMatchObject({ explanation: { terms: { parseValue: 2, skipValue: 0 } } });
    crawl.complete();
    // Page 3 has no links: parsing it was useless.
    expect(crawl.policy.stats()).toMatchObject({ updates: 3 });
    expect(crawl.policy.save()).toMatchObject({ table: { values: new Float64Array(2 * STATES) } });
  });

  it('reads the links of a part of the pages, and finds no less by them', () => {
    const total = { skip: 0, all: 0, read: 0, pages: 0 };
    for (const seed of [1, 2, 3]) {
      const web = communityWeb({ domains: 80, pagesPerDomain: 40, seed });
      const options: ToyCrawlOptions = { seed, budget: 600 };
      const skipping = new ToyCrawl(web, definition, options).start();
      const all = new ToyCrawl(web, definition, { ...options, config: { minCandidates: 1_000_000 } }).start();
      skipping.run();
      all.run();
      const { parsed, skipped } = skipping.policy.stats();
      expect(all.policy.stats().skipped).toBe(0);
      total.skip += skipping.relevant;
      total.all += all.relevant;
      total.read += parsed;
      total.pages += parsed + skipped;
    }
    expect(total.read / total.pages).toBeLessThan(0.9);
    expect(total.read / total.pages).toBeGreaterThan(0.1);
    expect(total.skip / total.read).toBeGreaterThan(total.all / total.pages);
  });
});
