import { handWeb } from '../../../../test/support/hand-web.js';
import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import type { PolicyDefinition } from '../policy.js';
import { depthFirst } from './index.js';

const definition = depthFirst as PolicyDefinition;
//        0
//     1     2
//   3   4     5
const TREE = [[1, 2], [3, 4], [5], [], [], []];

describe('depth-first', () => {
  it('goes down the first link of a page before it looks at the second', () => {
    const crawl = new ToyCrawl(handWeb(TREE), definition).start();
    expect(crawl.run()).toBe('exhausted');
    expect(crawl.order).toEqual([0, 1, 3, 4, 2, 5]);
  });

  it('takes seeds in their order, then the links of the last page', () => {
    const crawl = new ToyCrawl(handWeb([[2], [3], [], []], { seeds: [0, 1] }), definition).start();
    crawl.run();
    expect(crawl.order).toEqual([0, 1, 3, 2]);
  });

  it('fetches a page that is linked again from the page where it was found last', () => {
    const crawl = new ToyCrawl(handWeb([[1, 2], [2], []]), definition).start();
    const sources = [crawl.choose(), crawl.complete(), crawl.choose(), crawl.complete(), crawl.choose()].flatMap(
      (choice) => (choice?.kind === 'fetch' ? [[choice.urlNo, choice.source]] : []),
    );
    expect(sources).toEqual([
      [0, -1],
      [1, 0],
      [2, 1],
    ]);
  });

  it('passes over busy candidates, which keep their places on top', () => {
    const web = handWeb([[1, 2, 3], [], [], []], { domains: [0, 1, 1, 2] });
    const crawl = new ToyCrawl(web, definition, { perDomain: 1 }).start();
    crawl.choose();
    crawl.complete();
    crawl.choose(); // 1 keeps domain 1 busy
    expect(crawl.choose()).toMatchObject({ urlNo: 3, explanation: { rank: 2, terms: { from: 'stack', depth: 1 } } });
    crawl.complete();
    expect(crawl.choose()).toMatchObject({ urlNo: 2, explanation: { rank: 1 } });
  });

  it('loses its oldest candidates when it is full', () => {
    const web = handWeb([[1, 2, 3], [4, 5], [], [], [], []]);
    const crawl = new ToyCrawl(web, definition, { config: { maxCandidates: 2 } }).start();
    crawl.run();
    expect(crawl.order).toEqual([0, 1, 4, 5]);
    expect(crawl.policy.stats()).toMatchObject({ refused: 2, stack: 0 });
  });

  it('keeps links of sitemaps until the stack is empty', () => {
    const crawl = new ToyCrawl(handWeb(TREE), definition).start();
    const { policy } = crawl;
    crawl.choose();
    crawl.complete();
    policy.offer([{ urlNo: 5, source: 0 }] as unknown as Parameters<typeof policy.offer>[0], crawl);
    expect(policy.stats()).toMatchObject({ stack: 2, reserve: 1 });
  });
});
