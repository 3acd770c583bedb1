import { handWeb } from '../../../../test/support/hand-web.js';
import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import type { PolicyDefinition } from '../policy.js';
import { iterativeDeepening } from './index.js';

const definition = iterativeDeepening as PolicyDefinition;
//            0
//       1         2
//     3   4     5
//     6         7
//     8
const TREE = [[1, 2], [3, 4], [5], [6], [], [7], [8], [], []];
const crawlOf = (config: Record<string, unknown>): ToyCrawl => {
  const crawl = new ToyCrawl(handWeb(TREE), definition, { config }).start();
  crawl.run();
  return crawl;
};

describe('iterative deepening', () => {
  it('goes level by level with the increment of the paper', () => {
    const crawl = crawlOf({});
    expect(crawl.order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(crawl.policy.stats()).toMatchObject({ depthLimit: 4, round: 4, stack: 0, reserve: 0 });
  });

  it('searches a band of depths depth-first, and the next band after it', () => {
    const crawl = crawlOf({ depthLimit: 2, increment: 2 });
    expect(crawl.order).toEqual([0, 1, 3, 4, 2, 5, 6, 8, 7]);
    expect(crawl.policy.stats()).toMatchObject({ depthLimit: 4, round: 2 });
  });

  it('is depth-first search under a limit that nothing reaches', () => {
    expect(crawlOf({ depthLimit: 9 }).order).toEqual([0, 1, 3, 6, 8, 4, 2, 5, 7]);
  });

  it('fetches a page found again above the limit in this round', () => {
    // 3 is first found at depth 3, beyond the limit, then at depth 1.
    const crawl = new ToyCrawl(handWeb([[1, 3], [2], [3], [4], []]), definition, { config: { depthLimit: 2 } }).start();
    crawl.run();
    expect(crawl.order).toEqual([0, 1, 2, 3, 4]);
    expect(crawl.policy.stats()).toMatchObject({ round: 1 });
  });

  it('names depth, limit and round with each choice', () => {
    const crawl = new ToyCrawl(handWeb(TREE), definition).start();
    for (let i = 0; i < 3; i++) {
      crawl.choose();
      crawl.complete();
    }
    expect(crawl.choose()).toMatchObject({
      urlNo: 3,
      explanation: { terms: { from: 'reserve', depth: 2, depthLimit: 2, round: 2 } },
    });
  });
});
