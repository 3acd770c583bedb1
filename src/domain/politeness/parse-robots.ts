import { compileGlob, type Glob } from '../url/glob.js';
import { comparablePath, escapeSpecials } from './robots-path.js';

/** RFC 9309 section 2.5: at least 500 KiB are read; what lies behind is ignored. Counted in characters, which are no fewer bytes. */
export const MAX_ROBOTS_CHARS = 500 * 1024;
/** A rule longer than any URL matches none. */
const MAX_RULE_CHARS = 2_100;
/** An hour: a longer Crawl-delay shuts the site, and people who want that write Disallow. */
export const MAX_CRAWL_DELAY_MS = 3_600_000;
/** As many sitemaps as a file of 500 KiB sensibly names; each is one string to keep. */
const MAX_SITEMAPS = 1_000;

/** What a robots.txt says. */
export interface RobotsRules {
  /**
   * Whether `userAgent` may fetch the URL (RFC 9309 section 2.2). `/robots.txt` always may be fetched.
   *
   * @param userAgent a product token (`gleaner`) or a whole User-Agent header: the product behind `compatible;` counts, otherwise the first
   */
  isAllowed(url: string, userAgent: string): boolean;
  /** Least time between two fetches that the agent's groups ask for, ms, at most `MAX_CRAWL_DELAY_MS`; null when they ask for none. */
  crawlDelayMs(userAgent: string): number | null;
  /** URLs of sitemaps as written, in order. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allows: boolean;
  /** Length of the pattern: the longest that matches wins. */
  readonly length: number;
  readonly glob: Glob;
}

/** All groups of one agent, merged (RFC 9309 section 2.2.1). */
interface AgentRules {
  readonly rules: Rule[];
  crawlDelayMs: number | null;
}

/** Spellings that Google's parser takes for the record's name, too; they stand in thousands of files. */
const FIELD_NAMES: ReadonlyMap<string, 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'> = new Map([
  ['user-agent', 'user-agent'], ['useragent', 'user-agent'], ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'], ['dissallow', 'disallow'], ['dissalow', 'disallow'], ['disalow', 'disallow'],
  ['diasllow', 'disallow'], ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'], ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'], ['site-map', 'sitemap'],
]);

const PRODUCT_TOKEN = /^[a-z0-9_-]+/i;
const EVERY_AGENT = '*';
/** Also as it looks when UTF-8 was read as Latin-1. */
const BYTE_ORDER_MARK = /^(?:\ufeff|ï»¿)/;

/** The part of a User-Agent that robots.txt names, lower case, '' when there is none. */
export function productToken(userAgent: string): string {
  const trimmed = userAgent.trim();
  const product = /compatible;\s*([a-z0-9_-]+)/i.exec(trimmed)?.[1] ?? PRODUCT_TOKEN.exec(trimmed)?.[0] ?? '';
  return product.toLowerCase();
}

/** The agent a group's line names: `*`, or a product token without version and comment. */
function groupAgent(value: string): string {
  return /^\*(?:\s|$)/.test(value) ? EVERY_AGENT : (PRODUCT_TOKEN.exec(value)?.[0].toLowerCase() ?? '');
}

/** Field and value of a line, null when it is neither. The colon may be missing between two words, as Google's parser allows. */
function readLine(line: string): { field: string; value: string } | null {
  const hash = line.indexOf('#');
  const content = (hash === -1 ? line : line.slice(0, hash)).trim();
  const colon = content.indexOf(':');
  if (colon !== -1) return { field: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() };
  const words = content.split(/\s+/, 3);
  return words.length === 2 ? { field: words[0].toLowerCase(), value: words[1] } : null;
}

function readRule(allows: boolean, value: string): Rule | null {
  if (value === '' || value.length > MAX_RULE_CHARS) return null;
  const toEnd = value.endsWith('$');
  const path = comparablePath(toEnd ? value.slice(0, -1) : value).replaceAll('$', '%24');
  return { allows, length: path.length + (toEnd ? 1 : 0), glob: compileGlob(path, toEnd) };
}

function readDelay(value: string): number | null {
  // A comma, as half of Europe writes decimals.
  const seconds = /^\d{1,7}(?:[.,]\d{1,6})?$/.test(value) ? Number(value.replace(',', '.')) : NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.round(seconds * 1_000), MAX_CRAWL_DELAY_MS);
}

/**
 * Reads a robots.txt by RFC 9309. Never throws: what cannot be read is skipped.
 *
 * Groups that name the same agent are merged; only Allow and Disallow end a group's list of agents, so that a Crawl-delay or an unknown line between
 * two agents does not part them. An agent that no group names follows the `*` groups. Crawl-delay is no part of the RFC; of several in its groups an
 * agent obeys the longest.
 */
export function parseRobots(text: string): RobotsRules {
  const agents = new Map<string, AgentRules>();
  const sitemaps: string[] = [];
  let group: AgentRules[] = [];
  let namingAgents = false;

  const start = BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0;
  for (const line of text.slice(start, start + MAX_ROBOTS_CHARS).split(/\r\n|\n|\r/)) {
    const read = readLine(line);
    if (read === null) continue;
    const { value } = read;
    switch (FIELD_NAMES.get(read.field)) {
      case 'user-agent': {
        if (!namingAgents) group = [];
        namingAgents = true;
        const agent = groupAgent(value);
        if (agent === '') break;
        let rules = agents.get(agent);
        if (rules === undefined) agents.set(agent, (rules = { rules: [], crawlDelayMs: null }));
        if (!group.includes(rules)) group.push(rules);
        break;
      }
      case 'allow':
      case 'disallow': {
        namingAgents = false;
        const rule = readRule(FIELD_NAMES.get(read.field) === 'allow', value);
        if (rule !== null) for (const { rules } of group) rules.push(rule);
        break;
      }
      case 'crawl-delay': {
        const delay = readDelay(value);
        if (delay !== null) for (const agent of group) agent.crawlDelayMs = Math.max(agent.crawlDelayMs ?? 0, delay);
        break;
      }
      case 'sitemap':
        if (value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value);
        break;
      case undefined:
        break;
    }
  }

  const rulesFor = (userAgent: string): AgentRules | undefined => agents.get(productToken(userAgent)) ?? agents.get(EVERY_AGENT);
  return {
    sitemaps,
    crawlDelayMs: (userAgent) => rulesFor(userAgent)?.crawlDelayMs ?? null,
    isAllowed: (url, userAgent) => {
      const rules = rulesFor(userAgent)?.rules;
      if (rules === undefined || rules.length === 0) return true;
      const path = escapeSpecials(comparablePath(requestPath(url)));
      if (path === '/robots.txt') return true;
      let longest = -1;
      let allowed = true;
      for (const { allows, length, glob } of rules) {
        if (length < longest || (length === longest && (allowed || !allows)) || !glob.matches(path)) continue;
        longest = length;
        allowed = allows;
      }
      return allowed;
    },
  };
}

/** Path and query as a request line has them; also takes a bare path. */
function requestPath(url: string): string {
  const fragment = url.indexOf('#');
  const whole = fragment === -1 ? url : url.slice(0, fragment);
  if (whole.startsWith('/')) return whole;
  const authority = whole.indexOf('://') + 3;
  const end = whole.slice(authority).search(/[/?]/);
  if (end === -1) return '/';
  const path = whole.slice(authority + end);
  return path.startsWith('?') ? `/${path}` : path;
}
