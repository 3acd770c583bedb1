import { handWeb, type HandWebOptions } from '../../../../test/support/hand-web.js';
import { ToyCrawl, type ToyCrawlOptions } from '../../../../test/support/toy-crawl.js';
import { communityWeb, scaleFreeWeb } from '../../../../test/support/toy-web.js';
import { createWebGraph, oracleOrder } from '../../webs/index.js';
import type { PolicyDefinition } from '../policy.js';
import { optimal } from './index.js';

const definition = optimal as PolicyDefinition;
const crawlOf = (
  links: readonly (readonly number[])[],
  web: HandWebOptions,
  options: ToyCrawlOptions = {},
): ToyCrawl => {
  const crawl = new ToyCrawl(handWeb(links, web), definition, options).start();
  crawl.run();
  return crawl;
};

//  0 → 1 → 2(relevant) → 3(relevant)
//  0 → 4 → 5 → 6(relevant)
const LINKS = [[1, 4], [2], [3], [0], [5], [6], []];

describe('optimal', () => {
  it('walks to the nearest relevant page, and on from there', () => {
    expect(crawlOf(LINKS, { relevant: [2, 3, 6] }).order).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(crawlOf(LINKS, { relevant: [6] }).order.slice(0, 4)).toEqual([0, 4, 5, 6]);
  });

  it('takes the seed that is nearest to a relevant page first', () => {
    expect(crawlOf(LINKS, { relevant: [6], seeds: [1, 4] }).order.slice(0, 3)).toEqual([4, 5, 6]);
  });

  it('goes another way when a page on its way is dead', () => {
    // 1 is the short way to 3; 2, 4 the long one.
    const crawl = crawlOf([[1, 2], [3], [4], [], [3], []], { relevant: [3], dead: [1] });
    expect(crawl.order).toEqual([0, 1, 2, 4, 3]);
  });

  it('gives a domain up that has reached MAX, with all that it knows of it', () => {
    // 1 and 2 lead to the relevant pages 3 and 4 of domain 9, which may have one page.
    const links = [[1, 2, 5], [3], [4], [], [], [6], []];
    const crawl = crawlOf(links, { relevant: [3, 4, 6], domains: [0, 1, 2, 9, 9, 5, 6] }, { domainCap: 1 });
    // After 3 nothing relevant is behind 2: it comes last.
    expect(crawl.order).toEqual([0, 1, 3, 5, 6, 2]);
  });

  it('sees that a page is hidden which its graph has, and that it is not when another page offers it', () => {
    // The crawl hides the graph's link from 1 to 3; 2 has it.
    const web = handWeb([[1, 4], [5], [3], [], [2], []], { relevant: [3] });
    const crawl = new ToyCrawl(web, definition);
    const known = handWeb([[1, 4], [5, 3], [3], [], [2], []], { relevant: [3] });
    Object.assign(crawl, { policy: new ToyCrawl(known, definition).policy });
    crawl.start().run();
    expect(crawl.order).toEqual([0, 1, 4, 5, 2, 3]);
  });

  it('fetches what leads to nothing relevant in the order in which it was found', () => {
    const crawl = new ToyCrawl(handWeb([[3, 1, 2], [], [], []]), definition).start();
    expect(crawl.choose()).toMatchObject({
      explanation: { value: 0, terms: { known: true, linksToReward: 'nothing relevant can be reached' } },
    });
    crawl.complete();
    crawl.run();
    expect(crawl.order).toEqual([0, 3, 1, 2]);
  });

  it('names the links that are left to the reward', () => {
    const crawl = new ToyCrawl(handWeb(LINKS, { relevant: [6] }), definition).start();
    expect(crawl.choose()).toMatchObject({ explanation: { value: 1 / 4, terms: { linksToReward: 3 } } });
  });

  it.each([1, 2, 3])('finds what the oracle finds, as soon (web %i)', (seed) => {
    for (const make of [communityWeb, scaleFreeWeb]) {
      const web = make({ domains: 30, pagesPerDomain: 20, deadShare: 0, seed });
      const order = oracleOrder({
        graph: createWebGraph(web.pages.map(({ links }) => links.map(({ to }) => to))),
        seeds: web.seeds,
        isRelevant: (page) => web.pages[page].relevant,
        domainOf: (page) => web.pages[page].domain,
        budget: 150,
        domainCap: Infinity,
      });
      const crawl = new ToyCrawl(web, definition, { budget: 150 }).start();
      crawl.run();
      const best = order.filter((page) => web.pages[page].relevant).length;
      expect(crawl.relevant).toBeGreaterThanOrEqual(0.95 * best);
      expect(crawl.relevant).toBeLessThanOrEqual(1.05 * best);
    }
  });

  it('cannot be made without a web', () => {
    const { rng, policy } = new ToyCrawl(handWeb(LINKS), definition);
    expect(policy.size).toBe(0);
    const deps = { rng, scoreText: () => 0, budget: 1, domainCap: 1 } as unknown as Parameters<
      typeof definition.create
    >[1];
    expect(() => definition.create(definition.configSchema.parse({}), deps)).toThrow('recorded and synthetic webs');
  });
});
