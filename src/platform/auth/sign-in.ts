import { randomBytes } from 'node:crypto';

/**
 * A sign-in spares a browser from storing a key: the cookie holds a random token; the database holds its hash and the
 * key it stands for. Scripts cannot read the cookie, and pages of other sites cannot send it.
 */

const TOKEN_BYTES = 32;
const PLAIN = 'gleaner_sign_in';
/**
 * For TLS. With this prefix browsers accept the cookie only from this very host, so that no other host can replace it.
 */
const HOST_ONLY = `__Host-${PLAIN}`;
const COOKIE = new RegExp(`(?:^|;) *(?:__Host-)?${PLAIN}=([A-Za-z0-9_-]{43})(?=;|$)`);

/** The key of a sign-in, and its expiry. */
export interface SignedIn {
  /** Id of a project's key; null for a key from the settings. */
  readonly keyId: string | null;
  /** Fingerprint of a key from the settings; null for a project's key. */
  readonly operator: string | null;
  readonly expiresAt: Date;
}

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The token in a `Cookie` header; null if there is none. */
export function signInOf(cookie: unknown): string | null {
  const [, token] = (typeof cookie === 'string' ? COOKIE.exec(cookie) : null) ?? [];
  return token ?? null;
}

/**
 * Whether a call relies on a sign-in. A key in `Authorization` takes precedence: only someone who knows it can send it.
 */
export const hasSignIn = ({
  authorization,
  cookie,
}: {
  readonly authorization?: unknown;
  readonly cookie?: unknown;
}): boolean => authorization === undefined && signInOf(cookie) !== null;

const attributes = (isSecure: boolean) => `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/**
 * Value of `Set-Cookie`. SameSite=Strict: the page itself needs no cookie, so it opens from links of other sites, and
 * its own calls then send the cookie.
 *
 * @param isSecure whether the browser uses TLS
 */
export function signInCookie(token: string, seconds: number, isSecure: boolean): string {
  return `${isSecure ? HOST_ONLY : PLAIN}=${token}; Max-Age=${seconds}; ${attributes(isSecure)}`;
}

/** Values of `Set-Cookie` that remove the sign-in under both of its names. */
export function clearedCookie(isSecure: boolean): string[] {
  return [PLAIN, ...(isSecure ? [HOST_ONLY] : [])].map((name) => `${name}=; Max-Age=0; ${attributes(isSecure)}`);
}
