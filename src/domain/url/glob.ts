/** A pattern in which `*` stands for any run of characters, including the empty one, and everything else for itself. */
export interface Glob {
  matches(text: string): boolean;
}

/**
 * The first index of `needle` at or after `from`, -1 if there is none. Knuth, Morris and Pratt (1977): linear for any
 * input.
 */
function indexOfLinear(text: string, needle: string, failure: Uint16Array, from: number): number {
  let matched = 0;
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    while (matched > 0 && needle.charCodeAt(matched) !== c) matched = failure[matched - 1];
    if (needle.charCodeAt(matched) === c && ++matched === needle.length) return i + 1 - matched;
  }
  return -1;
}

/** For each prefix the length of its longest proper prefix that is also its suffix. */
function failureTable(needle: string): Uint16Array {
  const table = new Uint16Array(needle.length);
  for (let i = 1, k = 0; i < needle.length; i++) {
    while (k > 0 && needle.charCodeAt(k) !== needle.charCodeAt(i)) k = table[k - 1];
    if (needle.charCodeAt(k) === needle.charCodeAt(i)) k++;
    table[i] = k;
  }
  return table;
}

/** Longest pattern: `Uint16Array` numbers its characters, and URLs are shorter anyway. */
const MAX_GLOB_CHARS = 0xffff;

/**
 * A matcher in time linear in text and pattern together, so that no hostile pattern slows down a crawl.
 *
 * The text must start with the part before the first `*`; with `toEnd` it must also end with the part after the last
 * one, otherwise anything may follow.
 *
 * @throws RangeError above `MAX_GLOB_CHARS`
 */
export function compileGlob(pattern: string, toEnd: boolean): Glob {
  if (pattern.length > MAX_GLOB_CHARS)
    throw new RangeError(`pattern has ${pattern.length} characters, at most ${MAX_GLOB_CHARS} are allowed`);
  const [prefix, ...rest] = pattern.split('*');
  if (rest.length === 0) return { matches: toEnd ? (text) => text === prefix : (text) => text.startsWith(prefix) };
  const suffix = toEnd ? (rest.pop() ?? '') : '';
  const parts = rest.filter((part) => part !== '').map((part) => ({ part, failure: failureTable(part) }));
  return {
    matches: (text) => {
      if (!text.startsWith(prefix)) return false;
      let at = prefix.length;
      for (const { part, failure } of parts) {
        const found = indexOfLinear(text, part, failure, at);
        if (found === -1) return false;
        at = found + part.length;
      }
      return text.length - at >= suffix.length && text.endsWith(suffix);
    },
  };
}
