import { canonicalUrl } from '../url/index.js';
import { PageReader } from './page-reader.js';
import { DEFAULT_PARSE_LIMITS, type ParsedPage, type ParseLimits } from './parsed-page.js';
import { mainTextOf } from './main-text.js';
import { cutEnd } from './text-flow.js';

/** BCP 47 tags in use are shorter. */
const MAX_LANGUAGE_CHARS = 35;

/**
 * Reads a page: title, texts and links, in one streaming pass.
 *
 * Never fails, whatever the HTML; time is linear in its length, and everything in the answer is bounded by `limits`.
 *
 * @param url where the page was found, the base of its links unless it names another
 */
export function parsePage(html: string, url: string, limits: ParseLimits = DEFAULT_PARSE_LIMITS): ParsedPage {
  const reader = new PageReader(html.replaceAll('\0', '\ufffd'), limits);
  reader.read();
  const { findings, flow, links, open } = reader;
  const whole = flow.toString();
  const base = baseOf(findings.baseHref, url);
  const robots = new Set(findings.robots.toLowerCase().split(/[\s,]+/));
  const text = cutEnd(whole, limits.maxTextChars).trim();
  return {
    title: findings.title || findings.socialTitle,
    description: findings.description || findings.socialDescription,
    headings: findings.headings,
    language: cutEnd(findings.language.trim().toLowerCase(), MAX_LANGUAGE_CHARS),
    canonical: findings.canonicalHref === '' ? '' : (canonicalUrl(findings.canonicalHref, base) ?? ''),
    text,
    mainText: cutEnd(mainTextOf(whole, flow.blocks, limits.maxTextChars), limits.maxTextChars),
    // Before `truncated` is read: resolving is what finds that there are too many.
    links: links.resolve(url, base, whole),
    noindex: robots.has('noindex') || robots.has('none'),
    nofollow: robots.has('nofollow') || robots.has('none'),
    truncated: whole.length > limits.maxTextChars || links.truncated || open.tooDeep,
  };
}

function baseOf(baseHref: string, url: string): string {
  if (baseHref === '') return url;
  try {
    const base = new URL(baseHref.trim(), url);
    return base.protocol === 'http:' || base.protocol === 'https:' ? base.href : url;
  } catch {
    return url;
  }
}
