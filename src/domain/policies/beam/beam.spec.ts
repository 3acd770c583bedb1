import { handWeb } from '../../../../test/support/hand-web.js';
import { ToyCrawl, type ToyCrawlOptions } from '../../../../test/support/toy-crawl.js';
import type { PolicyDefinition } from '../policy.js';
import { BeamFrontier } from './beam-frontier.js';
import { beam } from './index.js';

const definition = beam as PolicyDefinition;
const even = { scoreText: () => 0.5 };

describe('beam', () => {
  const urls = {
    1: 'http://a.example/x1y2z3w4',
    2: 'http://a.example/page?id=1',
    3: 'http://a.example/page',
    4: `http://a.example/${'long/'.repeat(20)}`,
  };
  const fan = handWeb([[1, 2, 3, 4], [], [], [], []], { urls });

  it('takes the URLs that look best first', () => {
    const crawl = new ToyCrawl(fan, definition, { ...even, config: { learningRate: 0 } }).start();
    crawl.run();
    expect(crawl.order).toEqual([0, 3, 4, 1, 2]);
  });

  it('follows the words of URLs more than their looks', () => {
    const scoreText = (text: string): number => (text.includes('long') ? 0.9 : 0.1);
    const crawl = new ToyCrawl(fan, definition, { scoreText, config: { learningRate: 0 } }).start();
    crawl.run();
    expect(crawl.order.slice(0, 2)).toEqual([0, 4]);
  });

  it('tells the place of its choice among the URLs compared, after better ones whose site is busy', () => {
    const web = handWeb([[1, 2, 3, 4], [], [], [], []], { urls, domains: [0, 1, 0, 0, 0] });
    const crawl = new ToyCrawl(web, definition, { ...even, perDomain: 1 }).start();
    crawl.choose();
    crawl.complete();
    expect(crawl.choose()).toMatchObject({ urlNo: 3, explanation: { rank: 1, options: 4 } });
    // Of the two other candidates of the busy site one is better, and one is worse.
    expect(crawl.choose()).toMatchObject({ urlNo: 1, explanation: { rank: 2, options: 3 } });
  });

  it('forgets the worst when more are found than it holds, and counts them', () => {
    const crawl = new ToyCrawl(fan, definition, { ...even, config: { width: 2 } }).start();
    expect(crawl.run()).toBe('exhausted');
    expect(crawl.order).toEqual([0, 3, 4]);
    expect(crawl.policy.stats()).toMatchObject({ refused: 2, beam: 0 });
  });

  it('keeps the earlier of equals, and each URL once', () => {
    const same = Object.fromEntries([1, 2, 3, 4].map((page) => [page, `http://a.example/p${page}`]));
    const web = handWeb([[1, 2, 3], [3, 4], [], [], []], { urls: same });
    const crawl = new ToyCrawl(web, definition, { ...even, config: { width: 2, learningRate: 0 } }).start();
    crawl.run();
    // 3 is dropped at first, found again on page 1, and then 4 has no room.
    expect(crawl.order).toEqual([0, 1, 2, 3]);
    expect(crawl.policy.stats()).toMatchObject({ refused: 2 });
  });

  it('learns from what is fetched which URLs are good here', () => {
    // Against its prior, the relevant pages of this site have queries. A third of all URLs have promising words.
    const links = Array.from({ length: 150 }, (_, i) => i + 1);
    const isQuery = (page: number): boolean => (page > 10 && page <= 50) || page > 100;
    const urlOf = (page: number): string =>
      `http://a.example/${page <= 50 ? 'cheese' : 'engine'}${isQuery(page) ? '?id=' : ''}${page}`;
    const web = handWeb([links, ...links.map(() => [])], {
      relevant: links.filter(isQuery),
      urls: Object.fromEntries(links.map((page) => [page, urlOf(page)])),
    });
    const options: ToyCrawlOptions = {
      scoreText: (text) => (text.includes('cheese') ? 0.9 : 0.1),
      budget: 91,
    };
    const learning = new ToyCrawl(web, definition, { ...options, config: { learningRate: 0.3 } }).start();
    const fixed = new ToyCrawl(web, definition, { ...options, config: { learningRate: 0 } }).start();
    learning.run();
    fixed.run();
    // The words come first; then one follows its prior and the other its experience.
    expect(fixed.relevant).toBe(40);
    expect(learning.relevant).toBeGreaterThan(75);
    expect(learning.policy.stats().weightQuery).toBeGreaterThan(0);
    expect(fixed.policy.stats()).toMatchObject({ weightQuery: -1, weightRelevance: 3, weightBias: 0 });
  });

  it('learns from fetches that bring no page, too', () => {
    const web = handWeb([[1], []], { dead: [1] });
    const crawl = new ToyCrawl(web, definition, even).start();
    crawl.run();
    expect(crawl.policy.stats()).toMatchObject({ examples: 1 });
    expect(crawl.policy.stats().weightBias).toBeLessThan(0);
  });

  it('explains a choice by the features of its URL', () => {
    const crawl = new ToyCrawl(fan, definition, even).start();
    crawl.choose();
    crawl.complete();
    expect(crawl.choose()).toMatchObject({
      urlNo: 3,
      explanation: { features: { query: 0, relevance: 0.5 }, options: 4, terms: { examples: 0 } },
    });
  });
});

describe('the frontier of a beam', () => {
  it('drops what is not kept, in order, and knows it no more', () => {
    const frontier = new BeamFrontier(2);
    for (const urlNo of [7, 8, 9]) frontier.push(urlNo, urlNo - 7, [urlNo, -urlNo]);
    expect(frontier.filter((at) => at !== 1)).toBe(1);
    expect([frontier.size, frontier.urlNoAt(1), frontier.sourceAt(1), ...frontier.rowAt(1)]).toEqual([2, 9, 2, 9, -9]);
    expect([7, 8, 9].map((urlNo) => frontier.has(urlNo))).toEqual([true, false, true]);
  });
});
