const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a status sends the client on to the Location header. 300 and 304 do not. */
export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}
