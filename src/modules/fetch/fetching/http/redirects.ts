const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a status redirects the client to the Location header. 300 and 304 do not. */
export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

interface Answered {
  readonly status: number;
  /** Names in lower case; each byte of a value is one character. */
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * A header value with URLs whose bytes beyond ASCII are percent-encoded unchanged, as in browsers: for UTF-8 this gives
 * the right URL, and otherwise the sent bytes.
 */
export const withEscapedBytes = (value: string): string =>
  value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

/** The unresolved target of a redirect, as by `withEscapedBytes`; null for other responses. */
export function redirectTarget({ status, headers }: Answered): string | null {
  const location = headers.get('location');
  if (location === undefined || location === '' || !isRedirect(status)) return null;
  return withEscapedBytes(location);
}

export const NOT_MODIFIED = 304;

/**
 * Whether a response may have a document: a successful one, or a redirect without a target, or a list of choices, which
 * are ordinary responses (Fetch Standard, "location URL"). Status 304 has no content.
 */
export function mayHaveDocument(answer: Answered): boolean {
  const { status } = answer;
  if (status >= 200 && status < 300) return true;
  return status >= 300 && status < 400 && status !== NOT_MODIFIED && redirectTarget(answer) === null;
}
