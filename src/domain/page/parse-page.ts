import { allOf } from '../text/pieces.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { withEncodedQuery } from '../url/query-encoding.js';
import { sentUrl } from '../url/sent-url.js';
import { mainTextOf } from './main-text.js';
import { titleOf } from './page-findings.js';
import { languageIn } from './page-language.js';
import { publishedIn } from './published.js';
import { readPage } from './read-page.js';
import { DEFAULT_PARSE_LIMITS, type ParseLimits, type ParsedPage, type PageHeaders } from './parsed-page.js';
import { cutEnd } from './text-flow.js';

/** Most feeds kept per page. Blogs declare two to four, portals one per section. */
const MAX_FEEDS = 10;

/**
 * Parses a page: never throws for any HTML, in time linear in its length.
 *
 * @param url of the page after redirects; links are relative to it, or to the page's `base`
 * @param headers facts from the response besides the HTML
 */
export function parsePage(
  html: string,
  url: string,
  limits: ParseLimits = DEFAULT_PARSE_LIMITS,
  headers: PageHeaders = {},
): ParsedPage {
  return allOf(parsePageInPieces(html, url, limits, headers));
}

/** The same in steps of a few milliseconds, between which other work can run. */
export function* parsePageInPieces(
  html: string,
  url: string,
  limits: ParseLimits = DEFAULT_PARSE_LIMITS,
  headers: PageHeaders = {},
): Generator<void, ParsedPage> {
  const reader = yield* readPage(html, limits, headers);
  const { findings, flow, links } = reader;
  const baseUrl = sentUrl(findings.baseHref ?? '', url) ?? url;
  const allText = flow.toString();
  const robots = new Set(findings.robots.toLowerCase().split(/[\s,;]+/));
  const feeds = new Set<string>();
  const absolute = (href: string, base: string): string | null =>
    href === '' ? null : canonicalUrl(withEncodedQuery(href, headers.charset ?? ''), base);
  const canonicals = [
    ...findings.canonicalHrefs.map((href) => absolute(href, baseUrl)),
    ...findings.headerCanonicals.map((href) => absolute(href, url)),
  ];
  const declared = [
    ...findings.feedHrefs.map((href) => absolute(href, baseUrl)),
    ...findings.headerFeeds.map((href) => absolute(href, url)),
  ];
  for (const feed of declared) {
    if (feed !== null && feeds.size < MAX_FEEDS) feeds.add(feed);
  }
  const wrapper = reader.languages.ofMost(flow.length);
  const resolved = yield* links.resolve(url, baseUrl, allText, headers.charset ?? '');
  return {
    title: titleOf(findings, html, url) || (findings.headings[0] ?? ''),
    description: findings.description || findings.socialDescription,
    headings: findings.headings,
    published: findings.published ?? publishedIn(html),
    language: languageIn(html, findings, headers, { url, base: baseUrl, text: allText, wrapper }),
    canonical: canonicals.find((one) => one !== null) ?? '',
    text: cutEnd(allText, limits.maxTextChars).trimEnd(),
    mainText: mainTextOf(allText, flow.blocks, limits.maxTextChars),
    links: resolved,
    // Directives for all robots come first: after an agent's name they would be that agent's.
    robots: [findings.robots, ...findings.agentRobots].filter((content) => content !== '').join(', '),
    feeds: [...feeds],
    noindex: robots.has('noindex') || robots.has('none'),
    nofollow: robots.has('nofollow') || robots.has('none'),
    truncated: links.truncated || reader.open.tooDeep || allText.trimEnd().length > limits.maxTextChars,
  };
}
