const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a status sends the client on to the Location header. 300 and 304 do not. */
export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

interface Answered {
  readonly status: number;
  /** Names in lower case; each byte of a value is one character. */
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * Where a redirect leads, not resolved; null for what is no redirect. Bytes beyond ASCII are escaped as they are, which is what browsers ask for: of UTF-8 it
 * makes the right URL, and of anything else the bytes that were sent.
 */
export function redirectTarget({ status, headers }: Answered): string | null {
  const location = headers.get('location');
  if (location === undefined || location === '' || !isRedirect(status)) return null;
  return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
