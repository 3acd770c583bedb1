import { randomBytes } from 'node:crypto';

/**
 * A sign-in is a key that a browser need not keep: the cookie holds a random token, the database its hash and which key it stands for. Scripts cannot read the
 * cookie, and pages of other sites cannot send it.
 */

const TOKEN_BYTES = 32;
const PLAIN = 'gleaner_sign_in';
/** Over TLS. The prefix has browsers refuse such a cookie from whoever is not this very host, so that nobody can put another one in its place. */
const HOST_ONLY = `__Host-${PLAIN}`;
const COOKIE = new RegExp(`(?:^|;) *(?:__Host-)?${PLAIN}=([A-Za-z0-9_-]{43})(?=;|$)`);

/** Which key a browser has signed in with, and until when. */
export interface SignedIn {
  /** Of a project's key; null for a key of the settings. */
  readonly keyId: string | null;
  /** Fingerprint of a key of the settings; null for a project's key. */
  readonly operator: string | null;
  readonly expiresAt: Date;
}

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The token in a header `Cookie`; null where there is none. */
export function signInOf(cookie: unknown): string | null {
  const [, token] = (typeof cookie === 'string' ? COOKIE.exec(cookie) : null) ?? [];
  return token ?? null;
}

/** Whether a call stands on a sign-in. A key in `Authorization` comes first: only whoever knows it can send it. */
export const hasSignIn = ({
  authorization,
  cookie,
}: {
  readonly authorization?: unknown;
  readonly cookie?: unknown;
}): boolean => authorization === undefined && signInOf(cookie) !== null;

const attributes = (isSecure: boolean) => `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/**
 * Value of `Set-Cookie`. Strict: the page itself needs no cookie, so that it opens from links of other sites all the same, and its own calls then bring the cookie.
 *
 * @param isSecure whether the browser speaks TLS
 */
export function signInCookie(token: string, seconds: number, isSecure: boolean): string {
  return `${isSecure ? HOST_ONLY : PLAIN}=${token}; Max-Age=${seconds}; ${attributes(isSecure)}`;
}

/** Values of `Set-Cookie` that take the sign-in away, under whichever name it was kept. */
export function clearedCookie(isSecure: boolean): string[] {
  return [PLAIN, ...(isSecure ? [HOST_ONLY] : [])].map((name) => `${name}=; Max-Age=0; ${attributes(isSecure)}`);
}
