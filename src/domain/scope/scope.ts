import { compileGlob } from '../url/glob.js';
import { hostOf, pathOf } from '../url/index.js';
import { nonPageExtension } from './file-types.js';
import { readHost, validateScope, type ScopeRules } from './scope-rules.js';

export interface ScopeDecision {
  readonly accept: boolean;
  /** The rule that decided, with the value that matched: `deny-host:example.org`, `file-type:.jpg`, `default`. */
  readonly rule: string;
}

/** Decides which URLs belong to a session. */
export interface Scope {
  /**
   * @param url canonical URL
   * @param depth links from the nearest seed
   */
  decide(url: string, depth: number): ScopeDecision;
}

/** One rule's opinion: a decision, or null when it abstains. */
type ScopeRule = (url: string, host: string, depth: number) => ScopeDecision | null;

const accept = (rule: string): ScopeDecision => ({ accept: true, rule });
const reject = (rule: string): ScopeDecision => ({ accept: false, rule });

/** The opinion of the longest listed host that is the URL's host or a parent domain of it. */
function hostRule(hosts: readonly string[], decide: (rule: string) => ScopeDecision, name: string): ScopeRule {
  const decisions = new Map<string, ScopeDecision>();
  for (const text of hosts) {
    const host = readHost(text);
    if (host !== null) decisions.set(host, decide(`${name}:${host}`));
  }
  return (_url, host) => {
    for (let at = 0; at !== -1; ) {
      const decision = decisions.get(at === 0 ? host : host.slice(at));
      if (decision !== undefined) return decision;
      const dot = host.indexOf('.', at);
      at = dot === -1 ? -1 : dot + 1;
    }
    return null;
  };
}

function patternRule(pattern: string, decide: (rule: string) => ScopeDecision, name: string): ScopeRule {
  const text = pattern.trim();
  const decision = decide(`${name}:${text}`);
  const isPath = text.startsWith('/');
  const glob = compileGlob(isPath || text.includes('://') || text.startsWith('*') ? text : `*://${text}`, true);
  return (url) => (glob.matches(isPath ? pathOf(url) : url) ? decision : null);
}

/**
 * Builds the decision of a session's scope rules.
 *
 * As in Heritrix, rules stand in a row, each accepts, rejects or abstains, and the last opinion wins: default, allowed hosts, allowed patterns, file type, depth,
 * denied hosts, denied patterns, scheme. So deny beats allow. A decision costs time linear in the URL for each pattern, whatever the pattern.
 *
 * @throws RangeError when `validateScope` finds fault
 */
export function compileScope(rules: ScopeRules): Scope {
  const [error] = validateScope(rules);
  if (error !== undefined) throw new RangeError(`${error.field} ${error.message}`);
  const { allowHosts = [], denyHosts = [], allowPatterns = [], denyPatterns = [], maxDepth, anyFileType = false } = rules;
  const isOpen = allowHosts.length === 0 && allowPatterns.length === 0;

  const byDefault = isOpen ? accept('default') : reject('not-allowed');
  const row: ScopeRule[] = [() => byDefault];
  if (allowHosts.length > 0) row.push(hostRule(allowHosts, accept, 'allow-host'));
  for (const pattern of allowPatterns) row.push(patternRule(pattern, accept, 'allow-pattern'));
  if (!anyFileType) {
    row.push((url) => {
      const extension = nonPageExtension(url);
      return extension === null ? null : reject(`file-type:${extension}`);
    });
  }
  if (maxDepth !== undefined) {
    const tooDeep = reject('max-depth');
    row.push((_url, _host, depth) => (depth > maxDepth ? tooDeep : null));
  }
  if (denyHosts.length > 0) row.push(hostRule(denyHosts, reject, 'deny-host'));
  for (const pattern of denyPatterns) row.push(patternRule(pattern, reject, 'deny-pattern'));
  const badScheme = reject('scheme');
  row.push((url) => (url.startsWith('http://') || url.startsWith('https://') ? null : badScheme));

  return {
    decide: (url, depth) => {
      const host = hostOf(url);
      for (let i = row.length - 1; i > 0; i--) {
        const decision = row[i](url, host, depth);
        if (decision !== null) return decision;
      }
      return byDefault;
    },
  };
}
