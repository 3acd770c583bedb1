/** Unreserved characters (RFC 3986, 2.3): written plainly or percent-encoded they are the same (RFC 9309, 2.2.2). */
const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/**
 * The form in which paths and patterns are compared: unreserved characters plain, everything outside ASCII percent-encoded as UTF-8, hexadecimal digits in
 * upper case. Reserved characters stay as they are: `/` and `%2F` differ.
 */
export function comparablePath(path: string): string {
  return path
    .replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
      const character = String.fromCharCode(parseInt(hex, 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    })
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURI(text.replace(/\p{Surrogate}/gu, '\ufffd')));
}

/** A path of a robots.txt rule. */
export interface PathPattern {
  /** Octets, by which the most specific rule is found. */
  readonly length: number;
  /** @param path in comparable form */
  matches(path: string): boolean;
}

/**
 * Compiles the value of an Allow or Disallow line: a prefix, `*` for any text, a final `$` for the end (RFC 9309, 2.2.3).
 *
 * Each part is searched once from left to right, so matching is linear for every `*` and no pattern backtracks.
 */
export function compilePathPattern(value: string): PathPattern {
  const pattern = comparablePath(value);
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const [first] = parts;
  const rest = parts.slice(1);
  const last = anchored ? rest.pop() : undefined;
  const middle = rest.filter((part) => part !== '');
  return {
    length: pattern.length,
    matches: (path) => {
      if (!path.startsWith(first)) return false;
      if (anchored && last === undefined) return path.length === first.length;
      const end = path.length - (last?.length ?? 0);
      if (end < first.length || (last !== undefined && !path.endsWith(last))) return false;
      let at = first.length;
      for (const part of middle) {
        const found = path.indexOf(part, at);
        if (found === -1 || found + part.length > end) return false;
        at = found + part.length;
      }
      return true;
    },
  };
}
