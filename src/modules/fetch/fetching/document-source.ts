import { isOurs } from '../../../domain/fetching/index.js';
import { hashUrl, hostOf, MAX_URL_CHARS, sentUrl, toHex } from '../../../domain/url/index.js';
import type { HostEvidence } from '../../../domain/politeness/index.js';
import type { Clock, FetchSettings, SessionAccess } from '../../../engine/ports.js';
import type { AddressBook } from './http/address-book.js';
import type { AddressGuard } from './http/address-guard.js';
import { type Asking, contentRequest, recording } from './content/content-request.js';
import { withDeadline } from './deadline.js';
import { FetchFault, faultOf } from './fetch-fault.js';
import { evidenceOfFault, evidenceOfResponse } from './politeness/host-evidence.js';
import type { HostQueue } from './politeness/host-queue.js';
import type { GetRequest, HttpClient } from './http/http-client.js';
import type { SessionProxies } from './http/session-proxies.js';
import type { RawDocument } from './outcome.js';
import { machine } from './pressure.js';
import { redirectTarget } from './http/redirects.js';
import type { RobotsGate, RobotsQuery } from './politeness/robots-gate.js';
import { type Along, LeftTerritory, type Progress, type Territory } from './territory.js';
import { VisitCookies } from './visit-cookies.js';

/** The longest delay of a host: the limit of Crawl-delay and adaptive delay. */
const REDIRECT_PATIENCE_MS = 60_000;
/** Queueing for a lookup and the lookup itself. */
const LONGEST_RESOLUTION_MS = 120_000;

/** The state of a running fetch; the outcome repeats it in any case. */
export class Journey {
  /** Earlier URLs, in order. */
  readonly redirects: string[] = [];
  url: string;
  /** Time on the network, without waiting for turns. */
  networkMs = 0;
  lastStatus: number | null = null;
  /** Cookies set by servers and scripts during the visit. */
  cookies = VisitCookies.none();
  /** The session's proxies of the visited hosts. */
  proxies = new Map<string, string>();
  /** Requests so far, with their cookies: repeating one would loop forever. */
  private asked = new Set<string>();

  /** @param patienceMs longest wait for a host's turn */
  constructor(
    start: string,
    readonly patienceMs = Number.POSITIVE_INFINITY,
    readonly asking: Asking = {},
    before?: Progress,
    readonly along?: Along,
  ) {
    this.url = start;
    if (before === undefined) return;
    this.redirects.push(...before.redirects);
    this.networkMs = before.networkMs;
    this.lastStatus = before.lastStatus;
    this.cookies = VisitCookies.of(before.cookies ?? []);
    this.asked = new Set(before.asked ?? []);
  }

  /** The progress so far, with which another fetcher can continue. */
  get progress(): Progress {
    const { redirects, networkMs, lastStatus, asked } = this;
    return { redirects, networkMs, lastStatus, cookies: this.cookies.all(), asked: [...asked] };
  }

  /** Whether it has requested the URL with exactly these cookies. */
  hasRequested(url: string): boolean {
    return this.asked.has(this.keyOf(url));
  }

  markRequested(url: string): void {
    this.asked.add(this.keyOf(url));
  }

  private keyOf(url: string): string {
    return toHex(hashUrl(`${url}\n${this.cookies.headerFor(url)}`));
  }

  /**
   * A copy for trying a step to another page, without the server's facts about the first one. Waiting reports nothing,
   * because the first page is in a browser meanwhile.
   */
  fork(): Journey {
    const { validators: _, ...asking } = this.asking;
    const copy = new Journey(this.url, this.patienceMs, asking);
    copy.adopt(this);
    return copy;
  }

  adopt(other: Journey): void {
    this.redirects.splice(0, this.redirects.length, ...other.redirects);
    this.url = other.url;
    this.networkMs = other.networkMs;
    this.lastStatus = other.lastStatus;
    this.cookies = other.cookies.fork();
    this.asked = new Set(other.asked);
    this.proxies = other.proxies;
  }
}

interface SourceParts {
  readonly client: HttpClient;
  readonly guard: AddressGuard;
  readonly robots: RobotsGate;
  readonly queue: HostQueue;
  readonly addresses: AddressBook;
  readonly clock: Clock;
  readonly proxies: SessionProxies;
  /** The hosts of this fetcher; undefined if it has all. */
  readonly territory?: Territory | undefined;
}

/**
 * Fetches documents by URL, politely and guarded: each hop passes the address guard, robots.txt and the host's turn,
 * followed by one GET; redirects are followed here, so that every hop repeats all of that.
 */
export class DocumentSource {
  constructor(private readonly parts: SourceParts) {}

  /**
   * The response at the end of the redirects.
   *
   * @param journey starts at the URL to fetch and is kept up to date, also if this throws
   * @throws FetchFault, or LeftTerritory if the next host belongs to another fetcher
   */
  async retrieve(journey: Journey, settings: FetchSettings, signal: AbortSignal): Promise<RawDocument> {
    const start = sentUrl(journey.url);
    if (start === null) throw new FetchFault('invalid-url', 'not an http or https URL');
    journey.url = start;
    for (;;) {
      const response = await this.request(journey, settings, signal);
      const target = redirectTarget(response);
      if (target === null) return response;
      this.advance(journey, target, settings.maxRedirects);
    }
  }

  /**
   * Advances the journey to a redirect's target, as it was sent. @throws FetchFault `invalid-url` or `redirect-limit`
   */
  advance(journey: Journey, location: string, maxRedirects: number): void {
    const facts = journey.lastStatus === null ? {} : { httpStatus: journey.lastStatus };
    const next = sentUrl(location, journey.url);
    if (next === null) {
      const isHttp = URL.canParse(location, journey.url) && /^https?:$/.test(new URL(location, journey.url).protocol);
      const what = isHttp ? `a URL of more than ${MAX_URL_CHARS} characters` : 'something that is no http or https URL';
      throw new FetchFault('invalid-url', `redirect to ${what}`, facts);
    }
    if (journey.hasRequested(next)) throw new FetchFault('redirect-limit', 'redirect loop', facts);
    if (journey.redirects.length >= maxRedirects)
      throw new FetchFault('redirect-limit', `more than ${maxRedirects} redirects`, facts);
    journey.redirects.push(journey.url);
    journey.url = next;
  }

  private async request(journey: Journey, settings: FetchSettings, signal: AbortSignal): Promise<RawDocument> {
    const { url } = journey;
    this.parts.guard.checkUrl(url);
    const host = hostOf(url);
    this.stayWithin(host);
    const patienceMs = patienceAt(journey, host);
    const query = { ...this.robotsQuery(journey, host, settings), patienceMs, ...recording(journey.asking) };
    const crawlDelayMs = settings.obeyRobots ? await this.parts.robots.check(url, query, signal) : 0;
    const remainingMs = settings.timeoutMs - journey.networkMs;
    if (remainingMs <= 0) throw new FetchFault('timeout', `redirects took more than ${settings.timeoutMs} ms`);
    journey.along?.rests?.();
    if (!this.parts.queue.isOpen(host)) await this.parts.queue.whenOpen(host, patienceMs, signal);
    const proxy = this.proxyOf(journey, host, settings);
    const client = proxy === null ? this.parts.client : this.parts.proxies.clientOf(proxy);
    const known = proxy === null ? this.parts.addresses.knownKeyOf(host) : null;
    const address = known === undefined ? await this.addressOf(host, signal) : known;
    const leave = await this.parts.queue.enter(
      { host, delayMs: Math.max(settings.hostDelayMs, crawlDelayMs), patienceMs, address },
      signal,
    );
    try {
      await journey.along?.goesOn?.();
      // It may have waited for long.
      this.stayWithin(host);
    } catch (error) {
      leave();
      throw error;
    }
    const startedAt = this.parts.clock.monotonic();
    const elapsed = machine.stopwatch();
    let evidence: HostEvidence | undefined;
    const keepsCookies = settings.cookies !== 'off';
    journey.markRequested(url);
    try {
      const response = await client.get(
        {
          url,
          userAgent: settings.userAgent,
          timeoutMs: remainingMs,
          cookie: journey.cookies.headerFor(url),
          ...(settings.acceptLanguage === undefined ? {} : { acceptLanguage: settings.acceptLanguage }),
          ...secretsFor(url, settings.access),
          onSent: leave.sent,
          ...contentRequest(journey.asking, url, journey.redirects, settings),
        },
        signal,
      );
      journey.lastStatus = response.status;
      if (keepsCookies && response.setCookies !== undefined) journey.cookies.take(url, response.setCookies);
      evidence = evidenceOfResponse(response, startedAt, elapsed(), this.parts.clock.now());
      return response;
    } catch (error) {
      // A proxy of a user may be at fault, which says nothing to other sessions.
      if (proxy === null) evidence = evidenceOfFault(error, startedAt, elapsed());
      throw error;
    } finally {
      journey.networkMs += elapsed();
      leave(evidence);
    }
  }

  /** The query for the robots.txt of a host of the journey. */
  robotsQuery(journey: Journey, host: string, settings: FetchSettings): RobotsQuery {
    const { userAgent, access } = settings;
    const query = { userAgent, patienceMs: journey.patienceMs, keepsCookies: settings.cookies !== 'off' };
    if (access?.proxies === undefined || access.proxies.length === 0) return query;
    const client = (): HttpClient => {
      const proxy = this.proxyOf(journey, host, settings);
      return proxy === null ? this.parts.client : this.parts.proxies.clientOf(proxy);
    };
    return { ...query, own: { session: access.session, client } };
  }

  /** One proxy per host of a visit. */
  private proxyOf({ proxies }: Journey, host: string, { access }: FetchSettings): string | null {
    if (access?.proxies === undefined || access.proxies.length === 0) return null;
    const proxy = proxies.get(host) ?? this.parts.proxies.next(access.session, access.proxies);
    if (proxy !== null) proxies.set(host, proxy);
    return proxy;
  }

  private stayWithin(host: string): void {
    if (this.parts.territory?.owns(host) === false) throw new LeftTerritory();
  }

  /** Resolved before the turn, because hosts that share an address share its connections. */
  private async addressOf(host: string, signal: AbortSignal): Promise<string | null> {
    const startedAt = this.parts.clock.monotonic();
    try {
      // The address book limits the lookup itself; queueing for it is not a failure of the name.
      return await withDeadline(signal, LONGEST_RESOLUTION_MS, 'name resolution', () =>
        this.parts.addresses.keyOf(host),
      );
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null || isOurs(fault.kind)) throw error;
      if (fault.kind === 'timeout') throw new FetchFault('overloaded', fault.message);
      this.parts.queue.note(host, { verdict: 'unreachable', startedAt, tookMs: 0, retryAfterMs: null });
      throw new FetchFault('dns', fault.message);
    }
  }
}

/** The user's headers and cookies for the host of a URL. */
function secretsFor(
  url: string,
  access: SessionAccess | undefined,
): Pick<GetRequest, 'secretHeaders' | 'isSecretCookie'> {
  const given = access?.hosts?.filter(({ host }) => host === hostOf(url)) ?? [];
  if (given.length === 0) return {};
  const headers = given.flatMap(({ headers = [] }) => headers.map(({ name, value }) => [name.toLowerCase(), value]));
  return {
    secretHeaders: Object.fromEntries(headers) as Readonly<Record<string, string>>,
    isSecretCookie: given.some(({ cookies = [] }) => cookies.length > 0),
  };
}

/**
 * Waits without limit for a host that this fetch has already visited: a deferred fetch would restart with the same
 * redirects, and never finish if the host's delay exceeds the patience. That host's delay is bounded.
 */
function patienceAt({ redirects, patienceMs }: Journey, host: string): number {
  return redirects.some((left) => hostOf(left) === host) ? Math.max(patienceMs, REDIRECT_PATIENCE_MS) : patienceMs;
}
