import { canonicalUrl, hostOf } from '../url/index.js';

/** Rules about the URLs that a session may fetch. Without any rule: every page. */
export interface ScopeRules {
  /** Only these hosts and their subdomains; together with `allowPatterns`, only URLs that both allow. */
  readonly allowHosts?: readonly string[];
  readonly denyHosts?: readonly string[];
  /**
   * Globs (`*` for any run of characters) over the whole canonical URL: `https://example.org/wiki/*`. Without a scheme
   * any matches (`example.org/wiki/*`); a glob that starts with `/` applies to path and query on any host
   * (`/calendar/*`).
   */
  readonly allowPatterns?: readonly string[];
  readonly denyPatterns?: readonly string[];
  /** Most links from the nearest seed; seeds have 0. */
  readonly maxDepth?: number;
  /** Also files whose extensions indicate that they are no pages (`.jpg`, `.zip`). */
  readonly anyFileType?: boolean;
}

/** As many hosts as a hand-made or exported list has; a look-up has constant cost. */
export const MAX_SCOPE_HOSTS = 10_000;
/** Each pattern costs every link a match of about a microsecond. */
export const MAX_SCOPE_PATTERNS = 1_000;
export const MAX_PATTERN_CHARS = 500;
/** Deeper than any site that is not a trap. */
const MAX_SCOPE_DEPTH = 10_000;

interface ScopeFieldError {
  /** Path of the value: `denyHosts.3`. */
  readonly field: string;
  readonly message: string;
}

/**
 * Reads a host name in common spellings: with a scheme, a star, a dot, a slash. Returns the canonical host, null if
 * there is none.
 */
export function readHost(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^\*?\./, '')
    .replace(/\/$/, '');
  if (bare === '' || /[\s/?#@*\\]/.test(bare) || (bare.includes(':') && !/^\[[^\]]*\]$/.test(bare))) return null;
  const url = canonicalUrl(`http://${bare}/`);
  return url === null ? null : hostOf(url);
}

/**
 * The name of a domain as results have it, from a common spelling: `Example.org`, `https://example.org/`, `bücher.de`.
 * Names with a path stay as they are.
 */
export const domainNamed = (text: string): string => readHost(text) ?? text;

/** The faults of the rules by field; empty if `compileScope` accepts them. */
export function validateScope(rules: ScopeRules): ScopeFieldError[] {
  const errors: ScopeFieldError[] = [];
  for (const field of ['allowHosts', 'denyHosts'] as const) {
    const hosts = rules[field] ?? [];
    if (hosts.length > MAX_SCOPE_HOSTS)
      errors.push({ field, message: `has ${hosts.length} hosts, at most ${MAX_SCOPE_HOSTS} are allowed` });
    hosts.slice(0, MAX_SCOPE_HOSTS).forEach((host, i) => {
      if (readHost(host) === null)
        errors.push({
          field: `${field}.${i}`,
          message: 'must be a host name such as example.org, without port and path',
        });
    });
  }
  for (const field of ['allowPatterns', 'denyPatterns'] as const) {
    const patterns = rules[field] ?? [];
    if (patterns.length > MAX_SCOPE_PATTERNS) {
      errors.push({ field, message: `has ${patterns.length} patterns, at most ${MAX_SCOPE_PATTERNS} are allowed` });
    }
    patterns.slice(0, MAX_SCOPE_PATTERNS).forEach((pattern, i) => {
      if (pattern.trim() === '') errors.push({ field: `${field}.${i}`, message: 'must not be empty' });
      else if (pattern.length > MAX_PATTERN_CHARS) {
        errors.push({
          field: `${field}.${i}`,
          message: `has ${pattern.length} characters, at most ${MAX_PATTERN_CHARS} are allowed`,
        });
      }
    });
  }
  const { maxDepth } = rules;
  if (maxDepth !== undefined && !(Number.isInteger(maxDepth) && maxDepth >= 0 && maxDepth <= MAX_SCOPE_DEPTH)) {
    errors.push({ field: 'maxDepth', message: `must be a whole number from 0 to ${MAX_SCOPE_DEPTH}` });
  }
  return errors;
}
