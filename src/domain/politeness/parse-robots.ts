import { allOf } from '../text/pieces.js';
import { compileGlob, type Glob } from '../url/glob.js';
import { comparablePath, escapeSpecials } from './robots-path.js';

/** RFC 9309 section 2.5: at least 500 KiB are read; what lies behind is ignored. Counted in characters, which are no fewer bytes. */
export const MAX_ROBOTS_CHARS = 500 * 1024;
/** Lines read at once, within some milliseconds. */
const LINES_A_PIECE = 500;
/** Rules with `*` in one file that are matched as written, which takes some microseconds each; the largest sites have hundreds. */
const MAX_GLOBS = 2_000;
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

/** What a run of lines says to the agents named before it. Shared by all of them: agents times rules would be a bomb. */
interface Group {
  readonly rules: Rule[];
  agents: number;
  /** Crawl-delays, each for the agents that were named by then: the first `agents` of the group. */
  readonly delays: { readonly agents: number; ms: number }[];
}

const newGroup = (): Group => ({ rules: [], agents: 0, delays: [] });

/** Spellings that Google's parser takes for the record's name, too; they stand in thousands of files. */
const FIELD_NAMES: ReadonlyMap<string, 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
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
  if (colon !== -1)
    return { field: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() };
  const words = content.split(/\s+/, 3);
  return words.length === 2 ? { field: words[0].toLowerCase(), value: words[1] } : null;
}

/** @param coarsely for a rule with `*` once there are too many: Disallow holds for all that starts as it does, Allow for nothing */
function readRule(allows: boolean, value: string, coarsely: boolean): Rule | null {
  if (value === '' || value.length > MAX_RULE_CHARS) return null;
  if (coarsely && allows) return null;
  const toEnd = value.endsWith('$');
  const path = comparablePath(toEnd ? value.slice(0, -1) : value).replaceAll('$', '%24');
  const glob = coarsely ? compileGlob(path.slice(0, path.indexOf('*')), false) : compileGlob(path, toEnd);
  return { allows, length: path.length + (toEnd ? 1 : 0), glob };
}

/** The number at the beginning, whatever unit or remark follows: to read too much is polite. A comma, as half of Europe writes decimals. */
const DELAY = /^\+?(?=[.,]?\d)(\d*)(?:[.,](\d*))?/;

function readDelay(value: string): number | null {
  const [, whole = '', part = ''] = DELAY.exec(value) ?? [];
  if (whole === '' && part === '') return null;
  const seconds = Number(`${whole.slice(0, 20) || '0'}.${part.slice(0, 6) || '0'}`);
  return Math.min(Math.round(seconds * 1_000), MAX_CRAWL_DELAY_MS);
}

/**
 * Reads a robots.txt by RFC 9309. Never throws: what cannot be read is skipped.
 *
 * Groups that name the same agent are merged; only Allow and Disallow end a group's list of agents, so that a Crawl-delay or an unknown line between
 * two agents does not part them. An agent that no group names follows the `*` groups. Crawl-delay is no part of the RFC; of several in its groups an
 * agent obeys the longest.
 */
export function parseRobots(text: string): RobotsRules {
  return allOf(parseRobotsInPieces(text));
}

/** The same in pieces of a few milliseconds each, between which other work may be done. */
export function* parseRobotsInPieces(text: string): Generator<void, RobotsRules> {
  /** Their groups, with their place among the group's agents. */
  const agents = new Map<string, Map<Group, number>>();
  const sitemaps: string[] = [];
  let group = newGroup();
  let namingAgents = false;
  let globs = 0;
  let lines = 0;

  const start = BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0;
  for (const line of text.slice(start, start + MAX_ROBOTS_CHARS).split(/\r\n|\n|\r/)) {
    if (++lines % LINES_A_PIECE === 0) yield;
    const read = readLine(line);
    if (read === null) continue;
    const { value } = read;
    switch (FIELD_NAMES.get(read.field)) {
      case 'user-agent': {
        if (!namingAgents) group = newGroup();
        namingAgents = true;
        const agent = groupAgent(value);
        if (agent === '') break;
        const groups = agents.get(agent) ?? new Map<Group, number>();
        agents.set(agent, groups);
        if (!groups.has(group)) groups.set(group, group.agents++);
        break;
      }
      case 'allow':
      case 'disallow': {
        namingAgents = false;
        const coarsely = value.includes('*') && ++globs > MAX_GLOBS;
        const rule = readRule(FIELD_NAMES.get(read.field) === 'allow', value, coarsely);
        if (rule !== null) group.rules.push(rule);
        break;
      }
      case 'crawl-delay': {
        const delay = readDelay(value);
        if (delay === null) break;
        const last = group.delays.at(-1);
        if (last?.agents === group.agents) last.ms = Math.max(last.ms, delay);
        else group.delays.push({ agents: group.agents, ms: delay });
        break;
      }
      case 'sitemap':
        if (value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value);
        break;
      case undefined:
        break;
    }
  }

  const groupsFor = (userAgent: string): ReadonlyMap<Group, number> =>
    agents.get(productToken(userAgent)) ?? agents.get(EVERY_AGENT) ?? new Map<Group, number>();
  return {
    sitemaps,
    crawlDelayMs: (userAgent) => {
      let longest: number | null = null;
      for (const [{ delays }, place] of groupsFor(userAgent)) {
        for (const { agents: named, ms } of delays) if (place < named) longest = Math.max(longest ?? 0, ms);
      }
      return longest;
    },
    isAllowed: (url, userAgent) => {
      const groups = [...groupsFor(userAgent).keys()];
      if (groups.every(({ rules }) => rules.length === 0)) return true;
      const path = escapeSpecials(comparablePath(requestPath(url)));
      if (path === '/robots.txt') return true;
      let longest = -1;
      let allowed = true;
      for (const { rules } of groups) {
        for (const { allows, length, glob } of rules) {
          if (length < longest || (length === longest && (allowed || !allows)) || !glob.matches(path)) continue;
          longest = length;
          allowed = allows;
        }
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
