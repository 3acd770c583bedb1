import { pathOf } from '../url/index.js';
import { comparablePath, compilePathPattern, type PathPattern } from './path-pattern.js';

/** What a robots.txt says. */
export interface RobotsRules {
  /** @param url canonical; @param userAgent the whole header, or its product token */
  isAllowed(url: string, userAgent: string): boolean;
  /** Crawl-delay, ms; null when none is given. Not part of RFC 9309, but widely written. */
  crawlDelayMs(userAgent: string): number | null;
  /** URLs of Sitemap lines as written. */
  readonly sitemaps: readonly string[];
}

/** RFC 9309, 2.5: at least 500 KiB must be read. The rest is left out. */
export const MAX_ROBOTS_CHARS = 500 * 1024;
/** No site names so many; a hostile file might. */
const MAX_SITEMAPS = 1_000;
const MAX_RULES = 20_000;

interface Rule {
  readonly allow: boolean;
  readonly pattern: PathPattern;
}
interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  /** By agent: a Crawl-delay is for those named before it that have none yet, since it does not end the naming. */
  readonly delays: Map<string, number>;
}

/** Keys as site owners write them: Google's parser accepts these misspellings too. */
const KEYS: Readonly<Record<string, string>> = {
  'user-agent': 'user-agent', useragent: 'user-agent', 'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow', dissallow: 'disallow', dissalow: 'disallow', disalow: 'disallow', diasllow: 'disallow', disallaw: 'disallow',
  'crawl-delay': 'crawl-delay', crawldelay: 'crawl-delay',
  sitemap: 'sitemap', 'site-map': 'sitemap',
};
/** Keys that may be followed by white space alone, the colon forgotten. */
const WITHOUT_COLON = /^(user-agent|allow|disallow|sitemap|crawl-delay)[ \t]+(\S+)$/i;

/**
 * Reads a robots.txt by RFC 9309.
 *
 * A group is one or more User-agent lines and the rules after them; groups for the same agent count together. Lines of no group, unknown keys and
 * malformed lines are passed over. Reading never fails and takes time in proportion to the text.
 */
export function parseRobots(text: string): RobotsRules {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | null = null;
  let namingAgents = false;
  let rules = 0;
  const body = text.replace(/^\uFEFF|^ï»¿/, '').slice(0, MAX_ROBOTS_CHARS);
  for (const line of body.split(/\r\n|\r|\n/)) {
    const read = readLine(line);
    if (!read) continue;
    const { key, value } = read;
    if (key === 'sitemap') {
      if (value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value);
    } else if (key === 'user-agent') {
      if (!namingAgents || !group) groups.push((group = { agents: [], rules: [], delays: new Map() }));
      group.agents.push(productToken(value));
      namingAgents = true;
    } else if (group && key === 'crawl-delay') {
      const delay = delayOf(value);
      for (const agent of group.agents) if (delay !== null && !group.delays.has(agent)) group.delays.set(agent, delay);
    } else if (group) {
      namingAgents = false;
      // An empty value is no restriction, and no rule.
      if (value !== '' && rules++ < MAX_RULES) group.rules.push({ allow: key === 'allow', pattern: compilePathPattern(value) });
    }
  }
  return new ParsedRobots(groups, sitemaps);
}

function readLine(line: string): { key: string; value: string } | null {
  const hash = line.indexOf('#');
  const content = (hash === -1 ? line : line.slice(0, hash)).trim();
  if (content === '') return null;
  const colon = content.indexOf(':');
  const bare = WITHOUT_COLON.exec(content);
  if (bare && (colon === -1 || colon > bare[1].length)) return { key: KEYS[bare[1].toLowerCase()], value: bare[2] };
  if (colon === -1) return null;
  const name = content.slice(0, colon).trim().toLowerCase();
  return Object.hasOwn(KEYS, name) ? { key: KEYS[name], value: content.slice(colon + 1).trim() } : null;
}

/** Letters, `-` and `_` at the beginning (RFC 9309, 2.2.1), lower case; `*` stands for itself. */
function productToken(agent: string): string {
  if (agent.startsWith('*')) return '*';
  return (/^[a-z_-]+/i.exec(agent)?.[0] ?? '').toLowerCase();
}

function delayOf(value: string): number | null {
  const seconds = Number(value.replace(',', '.'));
  return value !== '' && Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1_000) : null;
}

class ParsedRobots implements RobotsRules {
  constructor(
    private readonly groups: readonly Group[],
    readonly sitemaps: readonly string[],
  ) {}

  isAllowed(url: string, userAgent: string): boolean {
    const path = comparablePath(pathOf(url));
    if (path === '/robots.txt') return true;
    let best: Rule | null = null;
    for (const group of this.groupsFor(userAgent)) {
      for (const rule of group.rules) {
        // The longest match decides; of two as long, the one that allows (RFC 9309, 2.2.2).
        const better = best === null || rule.pattern.length > best.pattern.length || (rule.pattern.length === best.pattern.length && rule.allow && !best.allow);
        if (better && rule.pattern.matches(path)) best = rule;
      }
    }
    return best === null || best.allow;
  }

  crawlDelayMs(userAgent: string): number | null {
    const token = productToken(userAgent);
    for (const group of this.groupsFor(userAgent)) {
      const delay = group.delays.get(group.agents.includes(token) ? token : '*');
      if (delay !== undefined) return delay;
    }
    return null;
  }

  /** The groups that name the crawler's product token, else those for everybody. */
  private groupsFor(userAgent: string): readonly Group[] {
    const token = productToken(userAgent);
    const own = token === '' ? [] : this.groups.filter((group) => group.agents.includes(token));
    return own.length > 0 ? own : this.groups.filter((group) => group.agents.includes('*'));
  }
}
