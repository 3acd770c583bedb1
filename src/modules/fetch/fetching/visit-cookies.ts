import { isDeepStrictEqual } from 'node:util';
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
/** Browsers ignore cookies with control characters, which no request can have. Other characters are bytes. */
const UNSENDABLE = /[\0-\x08\x0a-\x1f\x7f]|[^\0-\xff]/;
/** Cookies with these names are sent by https only, and are refused without the attribute. */
const SECURE_NAME = /^__(?:Secure|Host)-/i;

const isExpired = (cookie: Cookie, now: number): boolean => (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) <= now;
const idOf = ({ name, host, path }: PlainCookie): string => JSON.stringify([name, host, path]);

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
    return new VisitCookies(this.jar === null || this.stored().length === 0 ? null : (this.jar.cloneSync() ?? null));
  }

  /** The Cookie header for a request, with as many cookies as fit; '' if there is none. */
  headerFor(url: string): string {
    let cookies: readonly Cookie[];
    try {
      cookies = this.jar?.getCookiesSync(url) ?? [];
    } catch {
      // The library refuses hosts named like a reserved top-level domain, such as `test`.
      return '';
    }
    let header = '';
    for (const cookie of cookies) {
      const more = `${header === '' ? '' : '; '}${cookie.cookieString()}`;
      if (header.length + more.length <= MAX_HEADER_CHARS) header += more;
    }
    return header;
  }

  /** @param setCookies values of a response's Set-Cookie headers; ignores invalid ones */
  take(url: string, setCookies: readonly string[]): void {
    for (const value of setCookies.slice(0, MAX_OF_ANSWER)) {
      const cookie =
        value.length <= MAX_COOKIE_CHARS && !UNSENDABLE.test(value) ? Cookie.parse(value, { loose: true }) : undefined;
      if (cookie === undefined) continue;
      // A host that is a public suffix may name itself: the cookie is for this host only (RFC 6265 section 5.3).
      if (cookie.domain === hostOf(url) && getPublicSuffix(cookie.domain, PUBLIC_SUFFIX) == null) cookie.domain = null;
      this.keep(cookie, url);
    }
  }

  /** Adds a user's cookies for a host: scripts cannot see them. */
  give(host: string, cookies: readonly string[]): void {
    this.take(
      `https://${host}/`,
      cookies.map((cookie) => `${cookie}; Path=/; HttpOnly${SECURE_NAME.test(cookie) ? '; Secure' : ''}`),
    );
  }

  add(cookies: readonly PlainCookie[]): void {
    for (const { name, value, host, hostOnly, path, secure, httpOnly, expires } of cookies) {
      const url = `${secure ? 'https' : 'http'}://${host}${path.startsWith('/') ? path : '/'}`;
      const isUnsendable = name.length + value.length > MAX_COOKIE_CHARS || UNSENDABLE.test(name + value);
      if (isUnsendable || !URL.canParse(url)) continue;
      const cookie = new Cookie({
        key: name,
        value,
        domain: hostOnly ? null : host,
        path,
        secure,
        httpOnly,
        expires: expires === null ? 'Infinity' : new Date(expires),
      });
      this.keep(cookie, url);
    }
  }

  /** Adds only what a visit has changed since it began with `before`: others may have changed the rest meanwhile. */
  addChanges(before: readonly PlainCookie[], after: readonly PlainCookie[]): void {
    const known = new Map(before.map((cookie) => [idOf(cookie), cookie]));
    const isLeft = new Set(after.map(idOf));
    this.add(after.filter((cookie) => !isDeepStrictEqual(known.get(idOf(cookie)), cookie)));
    this.add(before.filter((cookie) => !isLeft.has(idOf(cookie))).map((cookie) => ({ ...cookie, expires: 0 })));
  }

  all(): PlainCookie[] {
    return this.stored().map((cookie) => {
      const { key, value, domain, path, secure, httpOnly, hostOnly } = cookie;
      const host = domain ?? '';
      const expires = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
      return {
        name: key,
        value,
        host: host.includes(':') ? `[${host}]` : host,
        hostOnly: hostOnly ?? false,
        path: path ?? '/',
        secure,
        httpOnly,
        expires: Number.isFinite(expires) ? expires : null,
      };
    });
  }

  /** The cookies that have not expired, in the order of their creation. */
  private stored(): readonly Cookie[] {
    const now = Date.now();
    const all: Cookie[] = [];
    this.jar?.store.getAllCookies((_, cookies = []) => void all.push(...cookies));
    for (const cookie of all) if (isExpired(cookie, now)) this.remove(cookie);
    return all.filter((cookie) => !isExpired(cookie, now));
  }

  /** A full jar takes new values of its cookies, but no further ones. */
  private keep(cookie: Cookie, url: string): void {
    const kept = this.open().setCookieSync(cookie, url, { ignoreError: true });
    if (kept !== undefined && this.stored().length > MAX_COOKIES) this.remove(kept);
  }

  private remove({ domain, path, key }: Cookie): void {
    this.jar?.store.removeCookie(domain ?? '', path ?? '/', key, () => undefined);
  }

  private open(): CookieJar {
    return (this.jar ??= new CookieJar(undefined, JAR));
  }
}
