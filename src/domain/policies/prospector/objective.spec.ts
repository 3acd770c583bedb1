import { ToyCrawl, type ToyCrawlOptions } from '../../../../test/support/toy-crawl.js';
import { communityWeb, type ToyPage, type ToyWeb } from '../../../../test/support/toy-web.js';
import { findPolicy, type Objective } from '../index.js';

const prospector = findPolicy('prospector');
if (!prospector) throw new Error('no policy prospector');

const SITES = 12;
const PAGES = 8;

/**
 * An entrance that links to relevant pages of one site with a promising text, and to one page of each other site with a
 * less promising one.
 */
function oneRichSite(): ToyWeb {
  const page = (domain: number, no: number, links: ToyPage['links'] = []): ToyPage => ({
    url: `https://site${domain}.example/x/y/${no}`,
    ...{ domain, relevant: domain > 0, dead: false, links },
  });
  const rich = Array.from({ length: PAGES }, (_, i) => page(1, i));
  const others = Array.from({ length: SITES }, (_, i) => page(2 + i, 0));
  const pages = [...rich, ...others];
  const links = pages.map(({ domain }, i) => ({ to: i + 1, anchor: domain === 1 ? 'promising' : 'fair' }));
  return { pages: [page(0, 0, links), ...pages], seeds: [0], relevant: pages.length };
}
const scoreText = (text: string): number => (text.includes('promising') ? 0.7 : text.includes('fair') ? 0.5 : 0.1);

/** @returns number of relevant domains after this number of pages */
const domainsAfter = (pages: number, objective?: Objective) => {
  const crawl = new ToyCrawl(oneRichSite(), prospector, {
    ...{ scoreText, budget: pages + 1, ...(objective && { objective }) },
  }).start();
  crawl.run(1);
  const domains = new Set(crawl.order.slice(1).map((no) => crawl.web.pages[no].domain)).size;
  return { domains, stats: crawl.policy.stats() };
};

describe('prospector with an objective', () => {
  it('finds more domains, the more they weigh', () => {
    const plain = domainsAfter(6).domains;
    const heavy = domainsAfter(6, { domainWeight: 5 }).domains;
    expect(heavy).toBeGreaterThan(plain);
    expect(heavy).toBe(6);
  });

  it('finds as many domains as were asked for first, and then goes by pages', () => {
    expect(domainsAfter(4, { domainsAtLeast: 4 }).domains).toBe(4);
    const { domains, stats } = domainsAfter(4 + PAGES - 1, { domainsAtLeast: 4 });
    expect(domains).toBeLessThan(4 + PAGES - 1);
    expect(stats).toMatchObject({ domainsStillWanted: 0 });
  });

  it('lets domains weigh a little in a session without one', () => {
    const web = communityWeb({ domains: 20, pagesPerDomain: 15, deadShare: 0.1, seed: 4 });
    const orderOf = (options: ToyCrawlOptions): readonly number[] => {
      const crawl = new ToyCrawl(web, prospector, { domainCap: 9, perDomain: 2, budget: 120, ...options }).start();
      crawl.run(3);
      return crawl.order;
    };
    expect(orderOf({ objective: { domainWeight: 0.25 } })).toEqual(orderOf({}));
    for (const domainWeight of [0, 3]) expect(orderOf({ objective: { domainWeight } })).not.toEqual(orderOf({}));
  });

  it('says what the domain of a choice was worth', () => {
    const crawl = new ToyCrawl(oneRichSite(), prospector, { scoreText, objective: { domainWeight: 2 } }).start();
    crawl.choose();
    crawl.complete();
    const choice = crawl.choose();
    expect(choice.kind === 'fetch' && choice.explanation.terms).toMatchObject({ domainWorth: 3 });
  });
});
