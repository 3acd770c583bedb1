import { Cookie, CookieJar } from 'tough-cookie';

/** A cookie as browsers are given it: plain data, as of the DevTools protocol. */
export interface PlainCookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  /** For its host alone, not for those below it. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Epoch ms; null where it ends with the session. */
  readonly expires: number | null;
}

/** Browsers keep 180 cookies of a site, of 4 096 bytes each; a visit has a few sites. */
const MAX_COOKIES = 200;
const MAX_COOKIE_CHARS = 4_096;
/** Set-Cookie headers of one answer that are read. */
const MAX_OF_ANSWER = 50;
/** All that one request sends: servers refuse longer headers. */
const MAX_HEADER_CHARS = 8 * 1024;

const JAR = { looseMode: true, rejectPublicSuffixes: true } as const;

/**
 * The cookies of one visit: from the first request to the last one behind its redirects and scripts (RFC 6265, by tough-cookie and the public suffix list).
 * Bounded, and made only when a server sets one.
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

  /** A copy to try a step with. */
  fork(): VisitCookies {
    return new VisitCookies(this.jar === null || this.size === 0 ? null : (this.jar.cloneSync() ?? null));
  }

  /** The Cookie header for a request, '' when there is none to send. */
  headerFor(url: string): string {
    const header = this.jar?.getCookieStringSync(url) ?? '';
    return header.length > MAX_HEADER_CHARS ? '' : header;
  }

  /** @param setCookies values of an answer's Set-Cookie headers; those that are not valid are passed over */
  take(url: string, setCookies: readonly string[]): void {
    for (const value of setCookies.slice(0, MAX_OF_ANSWER))
      if (value.length <= MAX_COOKIE_CHARS && this.hasRoom())
        this.open().setCookieSync(value, url, { ignoreError: true });
  }

  /** Cookies that a user gives for a host: no script sees them. */
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
