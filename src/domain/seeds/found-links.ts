import { domainKey } from '../url/index.js';
import type { FoundSeed } from './seed-candidate.js';

/** A link from a relevant page. */
export interface FoundLink {
  /** Canonical URLs. */
  readonly from: string;
  readonly to: string;
  readonly anchor: string;
}

/**
 * Minimum number of domains that link to a URL: a link from a single domain may be a partner's, or be on all of its
 * pages.
 */
const MIN_DOMAINS = 2;
/** Minimum number of relevant pages on other domains to which a hub links. */
const MIN_TARGETS = 3;
/** Most distinct link texts that describe a page. */
const MAX_ANCHORS = 5;

const domainOf = (url: string): string => domainKey(url, 'registrable-domain');

/** Links to other domains: links within a domain only show its owner's opinion. */
const abroad = (links: readonly FoundLink[]): FoundLink[] =>
  links.filter(({ from, to }) => domainOf(from) !== domainOf(to));

function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const item of items) {
    const group = map.get(keyOf(item));
    if (group) group.push(item);
    else map.set(keyOf(item), [item]);
  }
  return map;
}

/** The first few distinct link texts. */
const anchorTexts = (links: readonly Pick<FoundLink, 'anchor'>[]): string =>
  [...new Set(links.map(({ anchor }) => anchor.trim()).filter((text) => text !== ''))].slice(0, MAX_ANCHORS).join('; ');

/**
 * URLs to which relevant pages of at least two other domains link (co-citation: Small 1973, JASIS 24, 265-269; the base
 * set of Kleinberg 1999, JACM 46, 604-632), those with the most linking domains first.
 */
export function sharedLinks(links: readonly FoundLink[]): FoundSeed[] {
  const shared: FoundSeed[] = [];
  for (const [url, group] of groups(abroad(links), ({ to }) => to)) {
    const domains = [...new Set(group.map(({ from }) => domainOf(from)))];
    if (domains.length < MIN_DOMAINS) continue;
    shared.push({
      url,
      title: '',
      snippet: anchorTexts(group),
      findings: domains.map((by) => ({ source: 'shared-link', by })),
    });
  }
  return shared.sort((a, b) => b.findings.length - a.findings.length);
}

/**
 * Relevant pages that link to several relevant pages of other domains: a crawl that starts there finds them at once.
 * @param relevant URLs of relevant pages
 */
export function hubsOf(links: readonly FoundLink[], relevant: ReadonlySet<string>): FoundSeed[] {
  const hubs: FoundSeed[] = [];
  const among = abroad(links).filter(({ to }) => relevant.has(to));
  for (const [url, group] of groups(among, ({ from }) => from)) {
    const targets = [...new Set(group.map(({ to }) => to))];
    if (targets.length >= MIN_TARGETS)
      hubs.push({ url, title: '', snippet: '', findings: targets.map((by) => ({ source: 'hub', by })) });
  }
  return hubs;
}
