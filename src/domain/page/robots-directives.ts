import { productToken } from '../politeness/parse-robots.js';
import { timeOf } from './date-text.js';

/** Most directives read per text. Longer headers repeat themselves. */
const MAX_DIRECTIVES = 200;
/** Most characters read per header or page. */
const MAX_CHARS = 8_000;

/** A comma; some editors write semicolons. */
const SEPARATOR = /[,;]/;

/** A page's requests to robots about itself and its links. */
interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** Directives with a value: the word before their colon is no agent. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);
/**
 * Directives published by search engines. Those about snippets and archives do not matter to a crawl, but help to
 * recognise directives.
 */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...VALUED,
  'all',
  'none',
  'index',
  'noindex',
  'follow',
  'nofollow',
  'archive',
  'noarchive',
  'nocache',
  'nosnippet',
  'noodp',
  'noydir',
  'noimageindex',
  'nositelinkssearchbox',
  'notranslate',
  'indexifembedded',
  'noai',
  'noimageai',
]);
const KEY = /^([a-z0-9_*-]+)\s*:/i;
/** The name of an agent, of which some have a version or several words. */
const AGENT = /^([^:]{1,100}?)\s*:/;
/** The directives for one audience: restrictions, and explicit permissions. */
interface Directives {
  noindex: boolean;
  nofollow: boolean;
  index: boolean;
  follow: boolean;
}
const nothing = (): Directives => ({ noindex: false, nofollow: false, index: false, follow: false });

/** Whether a meta's content consists only of robots directives. */
export function isRobotsContent(content: string): boolean {
  if (content.length > MAX_CHARS) return false;
  let expectsDate = false;
  for (const part of content.toLowerCase().split(SEPARATOR)) {
    const directive = part.trim();
    const name = KEY.exec(directive)?.[1] ?? directive;
    if (DIRECTIVES.has(name)) expectsDate = name === 'unavailable_after';
    // The rest of "unavailable_after: Friday, 25-Jun-10 …".
    else if (expectsDate && /^\d/.test(directive)) expectsDate = false;
    else return false;
  }
  return true;
}

function addDirective(directives: Directives, directive: string): void {
  switch (directive) {
    case 'noindex':
      directives.noindex = true;
      break;
    case 'nofollow':
      directives.nofollow = true;
      break;
    case 'none':
      directives.noindex = directives.nofollow = true;
      break;
    case 'index':
      directives.index = true;
      break;
    case 'follow':
      directives.follow = true;
      break;
    case 'all':
      directives.index = directives.follow = true;
      break;
  }
}

/** Reads one text: the directives for everybody, and those for `agent` by name. */
function read(text: string, agent: string, now: number, everybody: Directives, own: Directives): void {
  const parts = text.slice(0, MAX_CHARS).split(SEPARATOR, MAX_DIRECTIVES);
  let audience: Directives | null = everybody;
  for (let i = 0; i < parts.length; i++) {
    let directive = parts[i].trim();
    const name = AGENT.exec(directive)?.[1].toLowerCase();
    if (name !== undefined && !DIRECTIVES.has(name.split(/\s/, 1)[0])) {
      // An agent's name holds until the next one.
      audience = name === '*' || name === 'robots' ? everybody : productToken(name) === agent ? own : null;
      directive = directive.slice(directive.indexOf(':') + 1).trim();
    }
    if (audience === null) continue;
    if (KEY.exec(directive)?.[1].toLowerCase() !== 'unavailable_after') {
      for (const word of directive.toLowerCase().split(/\s+/)) addDirective(audience, word);
      continue;
    }
    const value = directive.slice(directive.indexOf(':') + 1);
    let time = timeOf(value);
    // "Friday, 25-Jun-10 15:00:00 EST" has been cut at its comma.
    if (Number.isNaN(time) && i + 1 < parts.length) {
      time = timeOf(`${value},${parts[i + 1]}`);
      if (!Number.isNaN(time)) i++;
    }
    if (time <= now) audience.noindex = true;
  }
}

/**
 * The combined requests of X-Robots-Tag headers and robots metas to one crawler (Google's published rules,
 * developers.google.com/search/docs/crawling-indexing/ robots-meta-tag): restrictions for all robots and for this one
 * add up, and a past `unavailable_after` is a noindex.
 *
 * Deviation: a permission for this robot by name (`gleanerbot: index`) overrides a restriction for all, like the most
 * specific group in robots.txt.
 *
 * @param texts headers, and `ParsedPage.robots`; a name in one does not affect the next
 * @param userAgent a product token or a whole User-Agent header
 * @param now epoch ms
 */
export function robotsDirectives(texts: readonly string[], userAgent: string, now: number): RobotsDirectives {
  const everybody = nothing();
  const own = nothing();
  const agent = productToken(userAgent);
  for (const text of texts) if (text !== '') read(text, agent, now, everybody, own);
  return {
    noindex: own.noindex || (everybody.noindex && !own.index),
    nofollow: own.nofollow || (everybody.nofollow && !own.follow),
  };
}
