import { allOf } from '../text/pieces.js';
import { compileGlob, type Glob } from '../url/glob.js';
import { escapeNeverRaw, normaliseEscapes } from '../url/percent-encoding.js';

/** Characters that some parsers leave raw and others escape: neither reserved nor unreserved (RFC 3986 section 2). */
const DOUBTFUL = /[|\\]/g;
/**
 * Escapes of reserved characters, which count as the characters (RFC 9309 section 2.2.2): of all but those that shape a
 * URL or a rule. A query may have slashes and question marks too.
 */
const RESERVED = /%(?:21|2[6-9]|2[BC]|3[ABD]|40|5[BD])/g;
const RESERVED_IN_QUERY = /%(?:21|2[6-9]|2[BCF]|3[ABDF]|40|5[BD])/g;

/**
 * A path with query in the normal form in which rules and URLs are compared (RFC 9309 section 2.2.2): non-ASCII
 * percent-encoded as UTF-8, unreserved and reserved characters decoded, other escapes in upper-case hex.
 */
function comparablePath(path: string): string {
  const escaped = normaliseEscapes(escapeNeverRaw(path).replace(DOUBTFUL, encodeURIComponent), false);
  const query = escaped.indexOf('?');
  const end = query === -1 ? escaped.length : query;
  return (
    escaped.slice(0, end).replace(RESERVED, decodeURIComponent) +
    escaped.slice(end).replace(RESERVED_IN_QUERY, decodeURIComponent)
  );
}

/** `*` and `$` in a URL are literal: rules write them as `%2A` and `%24` (RFC 9309 section 2.2.3). */
function escapeSpecials(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll('$', '%24');
}

/**
 * RFC 9309 section 2.5: at least 500 KiB are read; the rest is ignored. Counted in characters, which are at least as
 * many bytes.
 */
const MAX_ROBOTS_CHARS = 500 * 1024;
/** Lines per step, within some milliseconds. */
const LINES_A_PIECE = 500;
/**
 * Most rules with `*` per file that are matched exactly, which takes some microseconds each; the largest sites have
 * hundreds.
 */
const MAX_GLOBS = 2_000;
/** A rule longer than any URL matches none. */
const MAX_RULE_CHARS = 2_100;
/** An hour: a longer Crawl-delay would shut the site, which is the purpose of Disallow. */
export const MAX_CRAWL_DELAY_MS = 3_600_000;
/** More than any reasonable file of 500 KiB names; each is a string to store. */
const MAX_SITEMAPS = 1_000;

/** A parsed robots.txt. */
export interface RobotsRules {
  /**
   * Whether `userAgent` may fetch the URL (RFC 9309 section 2.2). `/robots.txt` is always allowed.
   *
   * @param userAgent a product token (`gleaner`) or a whole User-Agent header: the product after `compatible;` counts,
   * otherwise the first
   */
  isAllowed(url: string, userAgent: string): boolean;
  /**
   * Minimum time between two fetches in the agent's groups, ms, at most `MAX_CRAWL_DELAY_MS`; null if there is none.
   */
  crawlDelayMs(userAgent: string): number | null;
  /** URLs of sitemaps as written, in order; `//` precedes hosts without a scheme. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allows: boolean;
  /** Length of the pattern: the longest match wins. */
  readonly length: number;
  readonly glob: Glob;
  /** Host with port of a rule that is written as a URL; null for others. */
  readonly host: string | null;
}

/**
 * The rules of a run of lines for the agents named before it. Shared by all of them: a copy per agent could explode.
 */
interface Group {
  readonly rules: Rule[];
  agents: number;
  /** Crawl-delays, each for the agents named before it: the first `agents` of the group. */
  readonly delays: { readonly agents: number; ms: number }[];
}

const newGroup = (): Group => ({ rules: [], agents: 0, delays: [] });

/** Misspellings that the parsers of Google or crawler-commons also accept; they occur in thousands of files. */
const FIELD_NAMES: ReadonlyMap<
  string,
  'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'request-rate' | 'sitemap'
> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['user-agents', 'user-agent'],
  ['users-agent', 'user-agent'],
  ['user-agnet', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['crawl_delay', 'crawl-delay'],
  ['crawl delay', 'crawl-delay'],
  ['request-rate', 'request-rate'],
  ['sitemap', 'sitemap'],
  ['sitemaps', 'sitemap'],
  ['site-map', 'sitemap'],
  ['site map', 'sitemap'],
]);

const PRODUCT_TOKEN = /^[a-z0-9_-]+/i;
const EVERY_AGENT = '*';
/** Also as it appears when UTF-8 was read as Latin-1. */
const BYTE_ORDER_MARK = /^(?:\ufeff|ï»¿)+/;
/** Invisible characters that editors leave around a line. */
const AROUND_LINE = /^[\s\u200b\u200e\u200f\u2060\ufeff]+|[\s\u200b\u200e\u200f\u2060\ufeff]+$/g;
/** Also in full width. */
const COLON = /[:\uff1a]/;
/** Hyphens and dashes that word processors write. */
const DASHES = /[\u2010-\u2015\u2212]/g;
const QUOTED = /^(["'])(.*)\1$/;

/** The part of a User-Agent that robots.txt names, lower case, '' if there is none. */
export function productToken(userAgent: string): string {
  const trimmed = userAgent.trim();
  const product = /compatible;\s*([a-z0-9_-]+)/i.exec(trimmed)?.[1] ?? PRODUCT_TOKEN.exec(trimmed)?.[0] ?? '';
  return product.toLowerCase();
}

/** The agent in a group's line: `*`, or a product token without version and comment. */
function groupAgent(value: string): string {
  return /^\*(?:\s|$)/.test(value) ? EVERY_AGENT : (PRODUCT_TOKEN.exec(value)?.[0].toLowerCase() ?? '');
}

/**
 * Field and value of a line; null if it has none. The colon may be missing between two words, as in Google's parser,
 * and the value may be in quotation marks.
 */
function readLine(line: string): { field: string; value: string } | null {
  const hash = line.indexOf('#');
  const content = (hash === -1 ? line : line.slice(0, hash)).replace(AROUND_LINE, '');
  const colon = content.search(COLON);
  const field = content.slice(0, Math.max(0, colon)).trim().replace(DASHES, '-').toLowerCase();
  if (FIELD_NAMES.has(field)) {
    const value = content.slice(colon + 1).replace(AROUND_LINE, '');
    return { field, value: QUOTED.exec(value)?.[2] ?? value };
  }
  const words = content.split(/\s+/, 3);
  return words.length === 2 ? { field: words[0].toLowerCase(), value: words[1] } : null;
}

/** A rule that is written as a URL. */
const WHOLE_URL = /^https?:\/\/([^/?#]+)/i;

/**
 * @param coarsely for a rule with `*` once there are too many: Disallow matches everything with its prefix, Allow
 * nothing
 */
function readRule(allows: boolean, written: string, coarsely: boolean): Rule | null {
  if (written === '' || written.length > MAX_RULE_CHARS) return null;
  if (coarsely && allows) return null;
  const [scheme = '', host = null] = WHOLE_URL.exec(written) ?? [];
  const rest = written.slice(scheme.length);
  const value = scheme !== '' && rest === '' ? '/' : rest;
  const toEnd = value.endsWith('$');
  const path = comparablePath(toEnd ? value.slice(0, -1) : value).replaceAll('$', '%24');
  const glob = coarsely ? compileGlob(path.slice(0, path.indexOf('*')), false) : compileGlob(path, toEnd);
  return { allows, length: path.length + (toEnd ? 1 : 0), glob, host: host?.toLowerCase() ?? null };
}

/**
 * The number at the beginning, in seconds unless a unit follows, whatever remark follows. A decimal comma is common in
 * Europe.
 */
const DELAY = /^\+?(?=[.,]?\d)(\d*)(?:[.,](\d*))?(?:\s?(ms|milliseconds?|m|min|mins|minutes?|h|hours?)\b)?/i;

function readDelay(value: string): number | null {
  const [, whole = '', part = '', unit = ''] = DELAY.exec(value) ?? [];
  if (whole === '' && part === '') return null;
  const count = Number(`${whole.slice(0, 20) || '0'}.${part.slice(0, 6) || '0'}`);
  const seconds = /^(?:ms|milli)/i.test(unit) ? count / 1_000 : count * (SECONDS[unit.slice(0, 1).toLowerCase()] ?? 1);
  return Math.min(Math.round(seconds * 1_000), MAX_CRAWL_DELAY_MS);
}

/** A host and a path, but no folder named like a file. */
const BARE_ADDRESS = /^(?![\w.-]+\.(?:xml|gz|php|aspx?|html?|txt)\/)[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?\//i;

/** The sitemaps in a line: one, with the field once more before it or in angle brackets, or several. */
function sitemapsIn(value: string): string[] {
  const urls = value.replace(/^sitemap\s*:\s*/i, '').replace(/^<(.*)>$/, '$1');
  if (urls === '') return [];
  return urls
    .split(/[\s,]+(?=(?:https?:\/)?\/|[\w-]+(?:\.[\w-]+)+(?::\d+)?\/)/i)
    .map((url) => (BARE_ADDRESS.test(url) ? `//${url}` : url));
}

/** Pages per time, `1/5` or `10/1m`: seconds unless a unit follows. */
const RATE = /^(\d{1,9})\s*\/\s*(\d{1,9})\s*([smh]?)/i;
const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600 };

/** The delay of a Request-rate, ms; null if it has none. */
function readRate(value: string): number | null {
  const [, pages = '0', time = '0', unit = ''] = RATE.exec(value) ?? [];
  if (Number(pages) === 0) return null;
  const seconds = (Number(time) * (SECONDS[unit.toLowerCase()] ?? 1)) / Number(pages);
  return Math.min(Math.round(seconds * 1_000), MAX_CRAWL_DELAY_MS);
}

/**
 * Parses a robots.txt by RFC 9309. Never throws: unreadable lines are skipped.
 *
 * Groups for the same agent are merged; only Allow and Disallow end a group's list of agents, so that a Crawl-delay or
 * an unknown line between two agents does not separate them. An agent without a group follows the `*` groups.
 * Crawl-delay and Request-rate are not part of the RFC; of several, the longest delay applies.
 */
export function parseRobots(text: string): RobotsRules {
  return allOf(parseRobotsInPieces(text));
}

/** The same in steps of a few milliseconds each, between which other work can run. */
export function* parseRobotsInPieces(text: string): Generator<void, RobotsRules> {
  const reader = new RobotsReader();
  let lines = 0;
  const start = BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0;
  for (const line of text.slice(start, start + MAX_ROBOTS_CHARS).split(/\r\n|\n|\r/)) {
    if (++lines % LINES_A_PIECE === 0) yield;
    reader.read(line);
  }
  return rulesOf(reader.groups, reader.sitemaps);
}

/** Groups of each agent by its name in lower case, with the agent's index among those of the group. */
type AgentGroups = ReadonlyMap<string, ReadonlyMap<Group, number>>;

/** Gathers groups and sitemaps line by line. */
class RobotsReader {
  readonly groups = new Map<string, Map<Group, number>>();
  readonly sitemaps: string[] = [];
  private group = newGroup();
  private isNamingAgents = false;
  private globs = 0;

  read(line: string): void {
    const { field = '', value = '' } = readLine(line) ?? {};
    switch (FIELD_NAMES.get(field)) {
      case 'user-agent':
        return this.nameAgent(groupAgent(value));
      case 'allow':
        return this.addRule(true, value);
      case 'disallow':
        return this.addRule(false, value);
      case 'crawl-delay':
        return this.addDelay(readDelay(value));
      case 'request-rate':
        return this.addDelay(readRate(value));
      case 'sitemap':
        for (const url of sitemapsIn(value)) if (this.sitemaps.length < MAX_SITEMAPS) this.sitemaps.push(url);
        return;
      case undefined:
        return;
    }
  }

  /** @param agent '' for a line without a name, which still begins a group */
  private nameAgent(agent: string): void {
    if (!this.isNamingAgents) this.group = newGroup();
    this.isNamingAgents = true;
    if (agent === '') return;
    const groups = this.groups.get(agent) ?? new Map<Group, number>();
    this.groups.set(agent, groups);
    if (!groups.has(this.group)) groups.set(this.group, this.group.agents++);
  }

  private addRule(allows: boolean, pattern: string): void {
    this.isNamingAgents = false;
    const coarsely = pattern.includes('*') && ++this.globs > MAX_GLOBS;
    const rule = readRule(allows, pattern, coarsely);
    if (rule !== null) this.group.rules.push(rule);
  }

  private addDelay(ms: number | null): void {
    if (ms === null) return;
    const { agents, delays } = this.group;
    const last = delays.at(-1);
    if (last?.agents === agents) last.ms = Math.max(last.ms, ms);
    else delays.push({ agents, ms });
  }
}

function rulesOf(agents: AgentGroups, sitemaps: readonly string[]): RobotsRules {
  const groupsFor = (userAgent: string): ReadonlyMap<Group, number> =>
    agents.get(productToken(userAgent)) ?? agents.get(EVERY_AGENT) ?? new Map<Group, number>();
  return {
    sitemaps,
    crawlDelayMs: (userAgent) => longestDelay(groupsFor(userAgent)),
    isAllowed: (url, userAgent) => areAllowing([...groupsFor(userAgent).keys()], url),
  };
}

/** The longest delay for the agent, ms; null if there is none. */
function longestDelay(groups: ReadonlyMap<Group, number>): number | null {
  let longest: number | null = null;
  for (const [{ delays }, place] of groups) {
    for (const { agents, ms } of delays) if (place < agents) longest = Math.max(longest ?? 0, ms);
  }
  return longest;
}

/** Whether the groups allow a URL: the longest matching rule decides, and of equally long ones Allow. */
function areAllowing(groups: readonly Group[], url: string): boolean {
  if (groups.every(({ rules }) => rules.length === 0)) return true;
  const path = escapeSpecials(comparablePath(requestPath(url)));
  if (path === '/robots.txt') return true;
  const own = WHOLE_URL.exec(url)?.[1].toLowerCase() ?? null;
  let longest = -1;
  let allowed = true;
  for (const { rules } of groups) {
    for (const { allows, length, glob, host } of rules) {
      if (length < longest || (length === longest && (allowed || !allows))) continue;
      if ((host !== null && host !== own) || !glob.matches(path)) continue;
      longest = length;
      allowed = allows;
    }
  }
  return allowed;
}

/** Path and query as in a request line; also accepts a bare path. */
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
