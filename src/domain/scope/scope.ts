import { compileGlob } from '../url/glob.js';
import { canonicalUrl, hostOf, pathOf } from '../url/index.js';
import { escapeNeverRaw, normaliseEscapes } from '../url/percent-encoding.js';
import { nonPageExtension } from './file-types.js';
import { readHost, validateScope, type ScopeRules } from './scope-rules.js';

interface ScopeDecision {
  readonly accept: boolean;
  /** The deciding rule with its matching value: `denyHosts: example.org`, `file-type: .jpg`, `default`. */
  readonly rule: string;
}

/** Decides which URLs belong to a session. */
export interface Scope {
  /**
   * @param url canonical URL
   * @param depth number of links from the nearest seed
   */
  decide(url: string, depth: number): ScopeDecision;
}

/** One rule's opinion: a decision, or null when it abstains. */
type ScopeRule = (url: string, host: string, depth: number) => ScopeDecision | null;

const accept = (rule: string): ScopeDecision => ({ accept: true, rule });
const reject = (rule: string): ScopeDecision => ({ accept: false, rule });

/**
 * The decision of the longest listed host that equals the URL's host or a parent domain of it: one look-up per label
 * for any list.
 */
function hostRule(
  hosts: readonly string[],
  decide: (rule: string) => ScopeDecision,
  name: string,
): (host: string) => ScopeDecision | null {
  const decisions = new Map<string, ScopeDecision>();
  for (const text of hosts) {
    const host = readHost(text);
    if (host !== null) decisions.set(host, decide(`${name}: ${host}`));
  }
  return (host) => {
    for (let at = 0; at !== -1;) {
      const decision = decisions.get(at === 0 ? host : host.slice(at));
      if (decision !== undefined) return decision;
      const dot = host.indexOf('.', at);
      at = dot === -1 ? -1 : dot + 1;
    }
    return null;
  };
}

/** Scheme and host of a pattern, or its host after a star: `*.example.org/`. */
const AUTHORITY = /^(?:[a-z*]+:\/\/[^/?#]*|\*\.[^/?#*]+\.[^/?#*]+(?=\/))/i;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** A pattern in the spelling of canonical URLs, which it would never match otherwise: `https://Bücher.de/Käse*`. */
function canonicalPattern(text: string): string {
  const full = text.startsWith('/') || text.startsWith('*') || text.includes('://') ? text : `*://${text}`;
  const authority = AUTHORITY.exec(full)?.[0] ?? '';
  const bare = full.slice(authority.length).replace(/#.*$/s, '');
  const lacksPath = /^(?:\?|$)/.test(bare) && authority !== '' && !authority.endsWith('*');
  const target = lacksPath ? `/${bare}` : bare;
  const mark = target.indexOf('?');
  const end = mark === -1 ? target.length : mark;
  const path = normaliseEscapes(escapeNeverRaw(target.slice(0, end)), true);
  return (
    canonicalAuthority(authority) +
    path +
    normaliseEscapes(escapeNeverRaw(target.slice(end)).replaceAll("'", '%27'), false)
  );
}

function canonicalAuthority(authority: string): string {
  const at = authority.indexOf('://') + 1;
  const scheme = at === 0 ? '' : authority.slice(0, at + 2).toLowerCase();
  const host = authority.slice(scheme.length);
  const known =
    host === '' || host.includes('*') ? null : canonicalUrl(`${scheme.startsWith('*') ? 'http://' : scheme}${host}/`);
  if (known !== null) return scheme + known.slice(known.indexOf('://') + 3, -1);
  const label = (part: string): string =>
    (BEYOND_ASCII.test(part) ? hostOf(canonicalUrl(`http://${part}/`) ?? '') : '') || part.toLowerCase();
  return scheme + host.split('.').map(label).join('.');
}

/** The decision of the first listed pattern that matches. */
function patternRule(
  patterns: readonly string[],
  decide: (rule: string) => ScopeDecision,
  name: string,
): (url: string) => ScopeDecision | null {
  const globs = patterns.map((pattern) => {
    const text = pattern.trim();
    const isPath = text.startsWith('/');
    const glob = compileGlob(canonicalPattern(text), true);
    return { isPath, glob, decision: decide(`${name}: ${text}`) };
  });
  return (url) => globs.find(({ isPath, glob }) => glob.matches(isPath ? pathOf(url) : url))?.decision ?? null;
}

/** The combined opinion of the allowing rules: a URL needs a permission from each given kind. */
function permission(
  allowHosts: readonly string[],
  allowPatterns: readonly string[],
): (url: string, host: string) => ScopeDecision {
  const byDefault = accept('default');
  const [noHost, noPattern] = [reject('allowHosts'), reject('allowPatterns')];
  const hosts = allowHosts.length > 0 ? hostRule(allowHosts, accept, 'allowHosts') : null;
  const patterns = allowPatterns.length > 0 ? patternRule(allowPatterns, accept, 'allowPatterns') : null;
  return (url, host) => {
    const byHost = hosts === null ? byDefault : (hosts(host) ?? noHost);
    if (patterns === null || !byHost.accept) return byHost;
    return patterns(url) ?? noPattern;
  };
}

/**
 * Builds the decision of a session's scope rules.
 *
 * As in Heritrix, rules are applied in order, each accepts, rejects or abstains, and the last opinion wins: allowed
 * hosts and patterns, file type, denied patterns, denied hosts, depth, scheme. So deny beats allow. A decision takes
 * time linear in the URL for each pattern.
 *
 * @param contentTypes kinds of content that count as pages besides HTML: with `pdf`, names ending in .pdf are allowed
 * @throws RangeError if `validateScope` finds a fault
 */
export function compileScope(rules: ScopeRules, contentTypes: readonly string[] = []): Scope {
  const [error] = validateScope(rules);
  if (error !== undefined) throw new RangeError(`${error.field} ${error.message}`);
  const {
    allowHosts = [],
    denyHosts = [],
    allowPatterns = [],
    denyPatterns = [],
    maxDepth,
    anyFileType = false,
  } = rules;

  const permitted = permission(allowHosts, allowPatterns);
  const row: ScopeRule[] = [];
  const takesPdf = contentTypes.includes('pdf');
  if (!anyFileType) {
    row.push((url) => {
      const extension = nonPageExtension(url);
      return extension === null || (takesPdf && extension === '.pdf') ? null : reject(`file-type: ${extension}`);
    });
  }
  if (denyPatterns.length > 0) row.push(patternRule(denyPatterns, reject, 'denyPatterns'));
  if (denyHosts.length > 0) {
    const denied = hostRule(denyHosts, reject, 'denyHosts');
    row.push((_url, host) => denied(host));
  }
  if (maxDepth !== undefined) {
    const tooDeep = reject(`maxDepth: ${maxDepth}`);
    row.push((_url, _host, depth) => (depth > maxDepth ? tooDeep : null));
  }
  const badScheme = reject('scheme');
  row.push((url) => (url.startsWith('http://') || url.startsWith('https://') ? null : badScheme));

  return {
    decide: (url, depth) => {
      const host = hostOf(url);
      for (let i = row.length - 1; i >= 0; i--) {
        const decision = row[i](url, host, depth);
        if (decision !== null) return decision;
      }
      return permitted(url, host);
    },
  };
}
