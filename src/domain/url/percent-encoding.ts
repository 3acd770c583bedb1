const PERCENT = 0x25;

/** Value of a hex digit's character code, -1 for other characters. */
function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** RFC 3986 section 2.3: letters, digits, `-._~`. */
function isUnreserved(code: number): boolean {
  const lower = code | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f ||
    code === 0x7e
  );
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/**
 * Characters that never occur raw in a URL: white space, control characters, non-ASCII, and those that URL parsers
 * escape in paths.
 */
const NEVER_RAW = /[^\x21-\x7e]+|["<>^`{}]/g;

/** A text in which characters that no URL contains are percent-encoded as UTF-8. */
export function escapeNeverRaw(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd').replace(NEVER_RAW, (run) => encodeURIComponent(run));
}

/**
 * Percent-encoding of a parsed URL's path or query in normal form: escaped unreserved characters decoded, other escapes
 * in upper-case hex.
 *
 * Idempotent: a character that would complete a stray `%` before it to a new escape stays escaped. `^` is escaped in
 * paths, because Node's URL does so only from version 24 on, and stored URLs outlive the Node version.
 */
export function normaliseEscapes(text: string, isPath: boolean): string {
  const caretFree = isPath && text.includes('^') ? text.replaceAll('^', '%5E') : text;
  let at = caretFree.indexOf('%');
  if (at === -1) return caretFree;
  let out = '';
  let copied = 0;
  for (; at !== -1; at = caretFree.indexOf('%', at + 1)) {
    const high = hexValue(caretFree.charCodeAt(at + 1));
    const low = hexValue(caretFree.charCodeAt(at + 2));
    if (high === -1 || low === -1) continue;
    out += caretFree.slice(copied, at);
    const code = high * 16 + low;
    if (isUnreserved(code) && !(hexValue(code) !== -1 && endsInStrayPercent(out))) out += String.fromCharCode(code);
    else out += caretFree.slice(at, at + 3).toUpperCase();
    copied = at + 3;
    at += 2;
  }
  return out + caretFree.slice(copied);
}

/** True after `%` or `%` and one hex digit that belong to no escape. */
function endsInStrayPercent(text: string): boolean {
  const n = text.length;
  if (text.charCodeAt(n - 1) === PERCENT) return true;
  return text.charCodeAt(n - 2) === PERCENT && hexValue(text.charCodeAt(n - 1)) !== -1;
}

/** Percent-decodes well-formed UTF-8; other bytes become spaces. For reading words, not for making URLs. */
export function decodeLoosely(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return ' ';
    }
  });
}
