import type { ScopeRules } from './scope.js';

/** What is wrong with one rule: where, and what is allowed. */
export interface ScopeProblem {
  /** Path within the rules, e.g. `denyHosts[2]`. */
  readonly field: string;
  readonly allowed: string;
}

const HOST = /^(?:\*?\.)?(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.)*[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.?$|^\[[0-9a-f:.]+\]$/iu;

/** Problems of rules that are well-typed but make no sense: a URL where a host belongs, a pattern no URL can match. */
export function validateScope(rules: ScopeRules): ScopeProblem[] {
  const problems: ScopeProblem[] = [];
  for (const list of ['allowHosts', 'denyHosts'] as const) {
    rules[list]?.forEach((host, i) => {
      if (!HOST.test(host)) problems.push({ field: `${list}[${i}]`, allowed: 'a host name or address, without scheme, port or path' });
    });
  }
  for (const list of ['allowPatterns', 'denyPatterns'] as const) {
    rules[list]?.forEach((pattern, i) => {
      if (!/^(\*|https?:|https?\*|http)/.test(pattern)) problems.push({ field: `${list}[${i}]`, allowed: 'a pattern of whole URLs: it starts with *, http:// or https://' });
    });
  }
  return problems;
}
