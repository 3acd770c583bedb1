/** A URL pattern: literal text with `*` for anything, the empty text included. It matches the whole URL, case included. */
export interface Glob {
  matches(text: string): boolean;
}

/**
 * Compiles a pattern. Matching takes time in proportion to the text for each `*`, whatever the pattern: each part is searched once, from left to right,
 * so no pattern backtracks.
 */
export function compileGlob(pattern: string): Glob {
  const parts = pattern.split('*');
  if (parts.length === 1) return { matches: (text) => text === pattern };
  const first = parts[0];
  const last = parts[parts.length - 1];
  const middle = parts.slice(1, -1).filter((part) => part !== '');
  return {
    matches: (text) => {
      if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
      let at = first.length;
      const end = text.length - last.length;
      for (const part of middle) {
        const found = text.indexOf(part, at);
        if (found === -1 || found + part.length > end) return false;
        at = found + part.length;
      }
      return true;
    },
  };
}
