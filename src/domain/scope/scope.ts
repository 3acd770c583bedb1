import { hostOf, pathOf } from '../url/index.js';
import { isTextlessFile } from './file-types.js';
import { compileGlob, type Glob } from './glob.js';

/** Which URLs a session may fetch. Everything that is not set allows everything. */
export interface ScopeRules {
  /** Only these hosts and their subdomains. */
  readonly allowHosts?: readonly string[];
  /** Never these hosts or their subdomains. */
  readonly denyHosts?: readonly string[];
  /** Only URLs that match one of these globs. */
  readonly allowPatterns?: readonly string[];
  /** Never URLs that match one of these globs. */
  readonly denyPatterns?: readonly string[];
  /** Links followed from a seed, at most. */
  readonly maxDepth?: number;
}

export interface ScopeDecision {
  readonly accept: boolean;
  /** The rule that decided: `denyHosts: example.com`, `file-type: .jpg`, `default`. */
  readonly rule: string;
}

export interface Scope {
  /** @param url canonical; @param depth links from a seed */
  decide(url: string, depth: number): ScopeDecision;
}

/** One rule's opinion of a URL: a decision, or null when it has none. The last opinion counts, as in Heritrix's decide rules. */
type Rule = (url: string, host: string, depth: number) => ScopeDecision | null;

const ACCEPTED: ScopeDecision = { accept: true, rule: 'default' };

/**
 * Compiles rules into a scope.
 *
 * Denials come after permissions, so that they win; a URL outside every given permission is refused by the kind of rule that it misses.
 */
export function compileScope(rules: ScopeRules): Scope {
  const compiled: Rule[] = [];
  if (rules.allowHosts && rules.allowHosts.length > 0) compiled.push(allowHosts(rules.allowHosts));
  if (rules.allowPatterns && rules.allowPatterns.length > 0) compiled.push(allowPatterns(rules.allowPatterns));
  compiled.push(refuseFiles);
  if (rules.denyPatterns && rules.denyPatterns.length > 0) compiled.push(denyPatterns(rules.denyPatterns));
  if (rules.denyHosts && rules.denyHosts.length > 0) compiled.push(denyHosts(rules.denyHosts));
  const { maxDepth } = rules;
  if (maxDepth !== undefined) compiled.push((_url, _host, depth) => (depth > maxDepth ? { accept: false, rule: `maxDepth: ${maxDepth}` } : null));
  compiled.push(refuseOtherSchemes);
  return {
    decide: (url, depth) => {
      const host = hostOf(url);
      let decision = ACCEPTED;
      for (const rule of compiled) {
        const opinion = rule(url, host, depth);
        // A missing permission is not made good by another kind of permission.
        if (opinion && (decision.accept || !opinion.accept)) decision = opinion;
      }
      return decision;
    },
  };
}

function normalHost(host: string): string {
  return host.trim().toLowerCase().replace(/^\*?\./, '').replace(/\.$/, '');
}

/** The host of the list that a host is, or is a subdomain of: one look-up per label, however long the list. */
function hostMatcher(hosts: readonly string[]): (host: string) => string | null {
  const listed = new Set(hosts.map(normalHost));
  return (host) => {
    for (let name = host; ; ) {
      if (listed.has(name)) return name;
      const dot = name.indexOf('.');
      if (dot === -1) return null;
      name = name.slice(dot + 1);
    }
  };
}

function allowHosts(hosts: readonly string[]): Rule {
  const find = hostMatcher(hosts);
  return (_url, host) => {
    const found = find(host);
    return found === null ? { accept: false, rule: 'allowHosts' } : { accept: true, rule: `allowHosts: ${found}` };
  };
}

function denyHosts(hosts: readonly string[]): Rule {
  const find = hostMatcher(hosts);
  return (_url, host) => {
    const found = find(host);
    return found === null ? null : { accept: false, rule: `denyHosts: ${found}` };
  };
}

function patternFinder(patterns: readonly string[]): (url: string) => string | null {
  const globs: readonly (readonly [string, Glob])[] = patterns.map((pattern) => [pattern, compileGlob(pattern)]);
  return (url) => globs.find(([, glob]) => glob.matches(url))?.[0] ?? null;
}

function allowPatterns(patterns: readonly string[]): Rule {
  const find = patternFinder(patterns);
  return (url) => {
    const found = find(url);
    return found === null ? { accept: false, rule: 'allowPatterns' } : { accept: true, rule: `allowPatterns: ${found}` };
  };
}

function denyPatterns(patterns: readonly string[]): Rule {
  const find = patternFinder(patterns);
  return (url) => {
    const found = find(url);
    return found === null ? null : { accept: false, rule: `denyPatterns: ${found}` };
  };
}

const refuseFiles: Rule = (url) => {
  const extension = isTextlessFile(pathOf(url));
  return extension === null ? null : { accept: false, rule: `file-type: .${extension}` };
};

const refuseOtherSchemes: Rule = (url) => (/^https?:\/\//.test(url) ? null : { accept: false, rule: 'scheme' });
