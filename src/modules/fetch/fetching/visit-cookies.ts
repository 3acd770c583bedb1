import { Cookie, CookieJar, getPublicSuffix } from 'tough-cookie';
import { hostOf } from '../../../domain/url/index.js';

/** A cookie in the form of the DevTools protocol, as plain data. */
export interface PlainCookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  /** Only for its host, not for subdomains. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Epoch ms; null if it ends with the session. */
  readonly expires: number | null;
}

/** Browsers store 180 cookies per site, of 4 096 bytes each; a visit has a few sites. */
const MAX_COOKIES = 200;
const MAX_COOKIE_CHARS = 4_096;
/** Most Set-Cookie headers read per response. */
const MAX_OF_ANSWER = 50;
/** Limit of one request's Cookie header: servers refuse longer ones. */
const MAX_HEADER_CHARS = 8 * 1024;

/** Without these options, names such as `a.local` and `localhost` throw an error. */
const PUBLIC_SUFFIX = { allowSpecialUseDomain: true, ignoreError: true } as const;
const JAR = { looseMode: true, rejectPublicSuffixes: true } as const;

/**
 * The cookies of one visit, from its first request to its last one after redirects and scripts (RFC 6265, by
 * tough-cookie and the public suffix list). Bounded, and created only when a server sets a cookie.
 */
export class VisitCookies {
  private constructor(private jar: CookieJar | null) {}

  static none(): VisitCookies {
    return new VisitCookies(null);
  }

  static of(cookies: readonly PlainCookie[]): VisitCookies {
    const made = VisitCookies.none();
    made.add(cookies);
    return made;
  }

  /** A copy for trying a step. */
  fork(): VisitCookies {
    return new VisitCookies(this.jar === null || this.size === 0 ? null : (this.jar.cloneSync() ?? null));
  }

  /** The Cookie header for a request; '' if there is none. */
  headerFor(url: string): string {
    let header: string;
    try {
      header = this.jar?.getCookieStringSync(url) ?? '';
    } catch {
      // The library refuses hosts named like a reserved top-level domain, such as `test`.
      return '';
    }
    return header.length > MAX_HEADER_CHARS ? '' : header;
  }

  /** @param setCookies values of a response's Set-Cookie headers; ignores invalid ones */
  take(url: string, setCookies: readonly string[]): void {
    for (const value of setCookies.slice(0, MAX_OF_ANSWER)) {
      const cookie = value.length <= MAX_COOKIE_CHARS ? Cookie.parse(value, { loose: true }) : undefined;
      if (cookie === undefined || !this.hasRoom()) continue;
      // A host that is a public suffix may name itself: the cookie is for this host only (RFC 6265 section 5.3).
      if (cookie.domain === hostOf(url) && getPublicSuffix(cookie.domain, PUBLIC_SUFFIX) == null) cookie.domain = null;
      this.open().setCookieSync(cookie, url, { ignoreError: true });
    }
  }

  /** Adds a user's cookies for a host: scripts cannot see them. */
  give(host: string, cookies: readonly string[]): void {
    this.take(
      `http://${host}/`,
      cookies.map((cookie) => `${cookie}; Path=/; HttpOnly`),
    );
  }

  add(cookies: readonly PlainCookie[]): void {
    for (const { name, value, host, hostOnly, path, secure, httpOnly, expires } of cookies) {
      if (name.length + value.length > MAX_COOKIE_CHARS || !this.hasRoom()) continue;
      const cookie = new Cookie({
        key: name,
        value,
        domain: hostOnly ? null : host,
        path,
        secure,
        httpOnly,
        expires: expires === null ? 'Infinity' : new Date(expires),
      });
      const url = `${secure ? 'https' : 'http'}://${host}${path.startsWith('/') ? path : '/'}`;
      this.open().setCookieSync(cookie, url, { ignoreError: true });
    }
  }

  all(): PlainCookie[] {
    return this.stored().flatMap((stored) => {
      const cookie = Cookie.fromJSON(stored);
      if (cookie?.domain == null) return [];
      const { key, value, domain, path, secure, httpOnly, hostOnly } = cookie;
      const expires = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
      return [
        {
          name: key,
          value,
          host: domain,
          hostOnly: hostOnly ?? false,
          path: path ?? '/',
          secure,
          httpOnly,
          expires: Number.isFinite(expires) ? expires : null,
        },
      ];
    });
  }

  private get size(): number {
    return this.stored().length;
  }

  private stored(): readonly object[] {
    return this.jar?.serializeSync()?.cookies ?? [];
  }

  private hasRoom(): boolean {
    return this.size < MAX_COOKIES;
  }

  private open(): CookieJar {
    return (this.jar ??= new CookieJar(undefined, JAR));
  }
}
