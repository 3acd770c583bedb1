/** The shape of a URL without its numbers and ids, by which trap rules count. */
export interface UrlShape {
  /** Path with its numbers and ids as `#`, which no canonical URL contains. */
  readonly path: string;
  /** Names of the query's parameters in lower case, sorted, with repetitions; '' for nameless ones. */
  readonly names: readonly string[];
  /** Path and names: URLs of one pattern differ only in numbers, ids and values. */
  readonly pattern: string;
  /** False if the pattern is the URL itself. */
  readonly isGeneral: boolean;
  /** Path segments, without the empty one after a trailing slash. */
  readonly segments: readonly string[];
}

/** Longer mixtures of letters and digits are no words: hashes, UUIDs, base-62 ids. */
const MIN_ID_CHARS = 8;
const MIN_ID_DIGITS = 2;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const UUID_CHARS = 36;

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;
const isLetter = (c: number): boolean => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;

/**
 * Replaces numbers, and mixtures of letters and numbers that are ids, by `#`. Escapes stay, because their digits encode
 * letters.
 */
function masked(path: string): string {
  let out = '';
  let copied = 0;
  for (let i = 0; i < path.length;) {
    if (path.charCodeAt(i) === 0x25) {
      i += 3;
      continue;
    }
    const start = i;
    let digits = 0;
    let changes = 0;
    for (; i < path.length; i++) {
      const c = path.charCodeAt(i);
      if (isDigit(c)) digits++;
      else if (!isLetter(c)) break;
      if (i > start && isDigit(c) !== isDigit(path.charCodeAt(i - 1))) changes++;
    }
    if (i === start) {
      i++;
      continue;
    }
    if (digits === 0) continue;
    out += path.slice(copied, start);
    // `chapter12` keeps its word, `4f9a0c3b` has none.
    out +=
      i - start >= MIN_ID_CHARS && digits >= MIN_ID_DIGITS && changes >= 2
        ? '#'
        : path.slice(start, i).replace(/\d+/g, '#');
    copied = i;
  }
  return out + path.slice(copied);
}

/** A parameter without `=` is a value without a name. */
function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals === -1 ? '' : parameter.slice(0, equals).toLowerCase();
}

/** @param pathAndQuery as from `pathOf` */
export function shapeOf(pathAndQuery: string): UrlShape {
  const mark = pathAndQuery.indexOf('?');
  const rawPath = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const names =
    mark === -1
      ? []
      : pathAndQuery
          .slice(mark + 1)
          .split('&')
          .map(nameOf)
          .sort();
  const path = masked(rawPath.length > UUID_CHARS ? rawPath.replace(UUID, '#') : rawPath);
  const segments = rawPath.slice(1).split('/');
  if (segments.length > 1 && segments[segments.length - 1] === '') segments.pop();
  return {
    path,
    names,
    pattern: names.length === 0 ? path : `${path}?${names.join('&')}`,
    isGeneral: names.length > 0 || path !== rawPath,
    segments,
  };
}
