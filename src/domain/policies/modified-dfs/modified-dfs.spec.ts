import { handWeb } from '../../../../test/support/hand-web.js';
import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import type { PolicyDefinition } from '../policy.js';
import { HostMemory } from './host-memory.js';
import { modifiedDfs } from './index.js';

const definition = modifiedDfs as PolicyDefinition;
// Pages 0, 1 and 2 are of site 0, the others of separate sites.
const LINKS = [[1, 4], [2, 3], [], [], [5], []];
const DOMAINS = [0, 0, 0, 3, 4, 5];
const crawlOf = (config: Record<string, unknown>): ToyCrawl => {
  const crawl = new ToyCrawl(handWeb(LINKS, { domains: DOMAINS }), definition, { config }).start();
  crawl.run();
  return crawl;
};

describe('modified depth-first search', () => {
  it('passes over the links of a page whose host was crawled just before, until the stack is empty', () => {
    // The links of page 1 wait: site 0 was crawled one step before.
    const crawl = crawlOf({});
    expect(crawl.order).toEqual([0, 1, 4, 5, 2, 3]);
    expect(crawl.policy.stats()).toMatchObject({ passedOver: 2, reserve: 0, refused: 0 });
  });

  it('is plain depth-first search without a memory of hosts', () => {
    expect(crawlOf({ hostMemory: 0 }).order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('passes over less where all of the last pages must be of the host', () => {
    expect(crawlOf({ hostRule: 'all' }).order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(crawlOf({ hostRule: 'all', hostMemory: 1 }).order).toEqual([0, 1, 4, 5, 2, 3]);
  });

  it('drops and counts what it passes over when it has no reserve, and is exhausted early', () => {
    const crawl = crawlOf({ reserve: false });
    expect(crawl.order).toEqual([0, 1, 4, 5]);
    expect(crawl.policy.stats()).toMatchObject({ passedOver: 2, refused: 2 });
    expect(crawl.left()).toBe(2);
  });

  it('says where a choice was taken from', () => {
    const crawl = new ToyCrawl(handWeb(LINKS, { domains: DOMAINS }), definition).start();
    const from: unknown[] = [];
    for (let choice = crawl.choose(); choice.kind === 'fetch'; choice = crawl.choose()) {
      from.push(choice.explanation.terms?.['from']);
      crawl.complete();
    }
    expect(from).toEqual(['seeds', 'stack', 'stack', 'stack', 'reserve', 'reserve']);
  });
});

describe('the memory of hosts', () => {
  it('forgets what is older than its length', () => {
    const memory = new HostMemory(2, 'any');
    for (const host of ['a', 'b', 'c']) memory.note(`http://${host}.example/x`);
    expect(['a', 'b', 'c'].map((host) => memory.isRecent(`http://${host}.example/y`))).toEqual([false, true, true]);
  });

  it('asks for all pages of a full memory under the rule of the program', () => {
    const memory = new HostMemory(2, 'all');
    memory.note('http://a.example/1');
    expect(memory.isRecent('http://a.example/2')).toBe(false);
    memory.note('http://a.example/2');
    expect(memory.isRecent('http://a.example/3')).toBe(true);
    memory.note('http://b.example/');
    expect(memory.isRecent('http://a.example/3')).toBe(false);
  });
});
