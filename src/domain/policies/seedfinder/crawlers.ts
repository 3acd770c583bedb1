import { ache } from '../ache/index.js';
import { bestFirst } from '../best-first/index.js';
import { breadthFirst } from '../breadth-first/index.js';
import type { LinkText } from '../link-text.js';
import type { CrawlPolicy, PolicyDeps } from '../policy.js';

/** Ways of following links between the queries. */
export const CRAWLERS = ['best-first', 'ache', 'breadth-first'] as const;
type Crawler = (typeof CRAWLERS)[number];

/** Settings that the crawl between the queries shares with its policy. */
interface CrawlerConfig {
  readonly text: LinkText;
  readonly maxCandidates: number;
}

/** The policy that crawls between the queries, with its defaults apart from the shared settings. */
export function createCrawler(crawler: Crawler, { text, maxCandidates }: CrawlerConfig, deps: PolicyDeps): CrawlPolicy {
  switch (crawler) {
    case 'best-first':
      return bestFirst.create({ text, maxCandidates }, deps);
    case 'ache':
      return ache.create({ focus: 'soft', online: true, maxCandidates }, deps);
    case 'breadth-first':
      return breadthFirst.create({ maxCandidates }, deps);
  }
}
