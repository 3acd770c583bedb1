import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { isHostTrouble, type FailureKind } from '../../../../domain/fetching/index.js';
import { parseRobotsInPieces, type RobotsRules } from '../../../../domain/politeness/index.js';
import { canonicalUrl, hostOf, sentUrl } from '../../../../domain/url/index.js';
import { inPieces } from '../../../../engine/pace.js';
import type { Clock } from '../../../../engine/ports.js';
import type { AddressGuard } from '../http/address-guard.js';
import { decodeRobots } from '../content/charset.js';
import { withDeadline } from '../deadline.js';
import { FetchFault } from '../fetch-fault.js';
import { evidenceOfFault, evidenceOfResponse } from './host-evidence.js';
import type { HostQueue } from './host-queue.js';
import type { GetRequest, HttpClient } from '../http/http-client.js';
import { answeredAt, type RawDocument, retryAfter } from '../outcome.js';
import type { StoredRobots } from './politeness-store.js';
import { redirectTarget } from '../http/redirects.js';
import { VisitCookies } from '../visit-cookies.js';

/** RFC 9309 section 2.4: at most 24 hours. */
const CACHE_MS = 24 * 3_600_000;
/** RFC 9309 section 2.5: at least 500 KiB must be parsed. */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** RFC 9309 section 2.3.1.2: at least five hops. */
const MAX_ROBOTS_REDIRECTS = 5;
/** A short file arrives quickly or not at all; a slow one delays its host's pages. */
const ROBOTS_TIMEOUT_MS = 15_000;
/** Parsed rules of one origin take some kilobytes. */
const MAX_ORIGINS = 10_000;
/**
 * Back-off after a failure of an origin; it doubles with each further one. Most failures are those of a server that is
 * restarted.
 */
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 3_600_000;
/** Longer Crawl-delays are cut to this: sites that ask for days should use Disallow. */
const MAX_CRAWL_DELAY_MS = 60_000;
/** Most sitemaps passed on with a page: as many as a session reads per host. */
const MAX_SITEMAPS = 20;

/**
 * Failures of robots.txt that are more specific than "unreachable": a name that does not resolve has no host, so no
 * robots.txt, and an overloaded machine and a session's proxy say nothing about the host.
 */
const TOLD_AS_IT_IS: readonly FailureKind[] = ['aborted', 'blocked-address', 'dns', 'overloaded', 'proxy'];

/** The same fault as one of the redirect: it says nothing about the name and address of the host itself. */
function behindRedirect(fault: FetchFault): FetchFault {
  const kind = fault.kind === 'dns' ? 'connect' : fault.kind;
  const message = `its redirect: ${fault.message}`;
  return new FetchFault(kind, TOLD_AS_IT_IS.includes(kind) ? `robots.txt: ${message}` : message, fault.facts);
}

/** Stores robots.txt beyond the gate's own cache. */
interface RobotsMemory {
  /** The newest response, expired or not; null if there is none. Never rejects. */
  recallRobots(origin: string): Promise<StoredRobots | null>;
  keepRobots(file: StoredRobots): void;
}

/** The way of a session that has proxies of its user. */
interface OwnWay {
  readonly session: string;
  /** Called if the file has to be fetched. */
  readonly client: () => HttpClient;
}

/** The user agent, and its longest wait for the host's turn, ms. */
export interface RobotsQuery {
  readonly userAgent: string;
  readonly patienceMs: number;
  /**
   * Replaces the gate's own client. Its proxies may be dead or tell lies, so nothing that they answer counts for other
   * sessions.
   */
  readonly own?: OwnWay;
  /** Whether cookies that a redirect sets are sent with the requests after it. Default: no. */
  readonly keepsCookies?: boolean;
  /** Called with the requests if this query fetches the file: for most queries it is cached. */
  readonly record?: GetRequest['record'];
}

/** Origins are known to all sessions, or to a session with its own way. */
const keyOf = (origin: string, { own }: RobotsQuery): string =>
  own === undefined ? origin : `${own.session} ${origin}`;

type RobotsState =
  | { readonly kind: 'rules'; readonly rules: RobotsRules; readonly until: number }
  | { readonly kind: 'unreachable'; readonly cause: string; readonly until: number; readonly backoffMs: number };

/**
 * Checks robots.txt before a page is fetched (RFC 9309).
 *
 * One file per origin, fetched by the same client under the same guard, one at a time, cached for a day, across
 * restarts if the memory is persistent; beyond 10 000 origins the least recently used are dropped. A status of 4xx
 * allows everything; 429, 5xx and network failures disallow everything until a growing back-off is over. 429 counts
 * with the latter, as for Google: a host that asks for less traffic has not allowed everything.
 */
export class RobotsGate {
  private readonly known = new LRUCache<string, RobotsState>({ max: MAX_ORIGINS });
  private readonly loading = new Map<string, Promise<RobotsState>>();
  private readonly closed = new AbortController();

  constructor(
    private readonly client: HttpClient,
    private readonly guard: AddressGuard,
    private readonly queue: HostQueue,
    private readonly clock: Clock,
    private readonly memory: RobotsMemory,
  ) {
    setMaxListeners(0, this.closed.signal);
  }

  /**
   * The Crawl-delay for this agent, ms; 0 if there is none.
   *
   * @throws FetchFault `robots-denied`, `robots-unreachable` with the rest of the back-off, `deferred` if the file has
   * to be fetched and the host may not be sent requests for longer than the patience, `dns`, `blocked-address`,
   * `overloaded`, `proxy`, or `aborted`
   */
  async check(url: string, query: RobotsQuery, signal: AbortSignal): Promise<number> {
    const state = await this.stateOf(url, query, signal);
    if (state.kind === 'unreachable') {
      throw new FetchFault('robots-unreachable', `robots.txt: ${state.cause}`, {
        retryAfterMs: Math.max(0, state.until - this.clock.monotonic()),
      });
    }
    if (!state.rules.isAllowed(url, query.userAgent)) throw new FetchFault('robots-denied', 'disallowed by robots.txt');
    return Math.min(state.rules.crawlDelayMs(query.userAgent) ?? 0, MAX_CRAWL_DELAY_MS);
  }

  /**
   * The sitemaps in robots.txt, canonical, at most 20; `/sitemap.xml` if it names none, and none if it cannot be read
   * at present.
   */
  async sitemapsOf(url: string, query: RobotsQuery, signal: AbortSignal): Promise<readonly string[]> {
    let state: RobotsState;
    try {
      state = await this.stateOf(url, query, signal);
    } catch (error) {
      if (error instanceof FetchFault) return [];
      throw error;
    }
    if (state.kind === 'unreachable') return [];
    const named = state.rules.sitemaps.length > 0 ? state.rules.sitemaps : ['/sitemap.xml'];
    const canonical = named
      .slice(0, MAX_SITEMAPS)
      .map((sitemap) => canonicalUrl(sitemap, url))
      .filter((sitemap) => sitemap !== null);
    return [...new Set(canonical)];
  }

  close(): void {
    this.closed.abort();
  }

  private async stateOf(url: string, query: RobotsQuery, signal: AbortSignal): Promise<RobotsState> {
    const { origin } = new URL(url);
    const known = this.current(keyOf(origin, query));
    if (known !== undefined) return known;
    await this.queue.whenOpen(hostOf(url), query.patienceMs, signal);
    return withDeadline(signal, LONGEST_BACKOFF_MS, 'robots.txt', () => this.load(origin, query));
  }

  private current(key: string): RobotsState | undefined {
    const state = this.known.get(key);
    return state === undefined || state.until <= this.clock.monotonic() ? undefined : state;
  }

  private load(origin: string, query: RobotsQuery): Promise<RobotsState> {
    const key = keyOf(origin, query);
    const running = this.loading.get(key);
    if (running !== undefined) return running;
    const recalled = query.own === undefined ? this.recall(origin) : Promise.resolve(null);
    const started = recalled
      .then((state) => state ?? this.request(origin, query))
      .finally(() => this.loading.delete(key));
    this.loading.set(key, started);
    return started;
  }

  /** The stored rules, if still valid. */
  private async recall(origin: string): Promise<RobotsState | null> {
    const stored = await this.memory.recallRobots(origin);
    if (stored === null) return null;
    const { body, cause, backoffMs, expiresAt } = stored;
    // The clock may have been set since.
    const until =
      this.clock.monotonic() + Math.min(expiresAt - this.clock.now(), body === null ? LONGEST_BACKOFF_MS : CACHE_MS);
    const state: RobotsState =
      body === null
        ? { kind: 'unreachable', cause: cause ?? 'unreachable', until, backoffMs }
        : { kind: 'rules', rules: await inPieces(parseRobotsInPieces(body)), until };
    this.know(origin, state);
    return until > this.clock.monotonic() ? state : null;
  }

  private know(key: string, state: RobotsState): RobotsState {
    this.known.set(key, state);
    return state;
  }

  private async request(origin: string, query: RobotsQuery): Promise<RobotsState> {
    const start = `${origin}/robots.txt`;
    const way = { url: start };
    try {
      const response = await this.wholeFile(way, query);
      if (response === null) return await this.rulesOf(origin, query, '');
      if (response.status >= 200 && response.status < 300)
        return await this.rulesOf(origin, query, decodeRobots(response.body));
      if (!isHostTrouble(response.status)) return await this.rulesOf(origin, query, '');
      return this.unreachable(
        origin,
        query,
        `HTTP status ${response.status}`,
        retryAfter(response.headers.get('retry-after'), answeredAt(response, this.clock.now())),
      );
    } catch (error) {
      if (!(error instanceof FetchFault)) throw error;
      const fault = way.url === start ? error : behindRedirect(error);
      if (TOLD_AS_IT_IS.includes(fault.kind)) throw fault;
      return this.unreachable(origin, query, fault.message);
    }
  }

  /**
   * The response. A file that breaks off is requested again: if it is as long as before, the length that the server
   * names is wrong, and the file is whole.
   */
  private async wholeFile(way: { url: string }, query: RobotsQuery): Promise<RawDocument | null> {
    const first = await this.follow(way, query);
    if (first?.isBroken !== true) return first;
    const second = await this.follow(way, query);
    if (second?.isBroken !== true || second.body.equals(first.body)) return second;
    throw new FetchFault('truncated', 'the body broke off', { httpStatus: second.status });
  }

  /**
   * The response at the end of the redirects; null if they do not end, which RFC 9309 allows to treat as an absent
   * file.
   *
   * @param way from its URL, which is kept up to date
   */
  private async follow(
    way: { url: string },
    { userAgent, record, own, keepsCookies = false }: RobotsQuery,
  ): Promise<RawDocument | null> {
    const client = own?.client() ?? this.client;
    const cookies = VisitCookies.none();
    for (let hop = 0; hop <= MAX_ROBOTS_REDIRECTS; hop++) {
      const { url } = way;
      this.guard.checkUrl(url);
      const leave = await this.queue.enterUnscheduled(this.closed.signal);
      const startedAt = this.clock.monotonic();
      const started = performance.now();
      let response: RawDocument;
      try {
        response = await client.get(
          {
            url,
            userAgent,
            accept: 'text/plain,*/*;q=0.5',
            maxBytes: MAX_ROBOTS_BYTES,
            timeoutMs: ROBOTS_TIMEOUT_MS,
            takesBroken: true,
            cookie: cookies.headerFor(url),
            wantsBody: (status) => status >= 200 && status < 300,
            ...(record === undefined ? {} : { record }),
          },
          this.closed.signal,
        );
        this.queue.note(
          hostOf(url),
          evidenceOfResponse(response, startedAt, performance.now() - started, this.clock.now()),
        );
      } catch (error) {
        const evidence = own === undefined ? evidenceOfFault(error, startedAt, performance.now() - started) : undefined;
        if (evidence !== undefined) this.queue.note(hostOf(url), evidence);
        throw error;
      } finally {
        leave();
      }
      const target = redirectTarget(response);
      if (target === null) return response;
      if (keepsCookies) cookies.take(url, response.setCookies ?? []);
      const next = sentUrl(target, url);
      if (next === null) return null;
      way.url = next;
    }
    return null;
  }

  private async rulesOf(origin: string, query: RobotsQuery, body: string): Promise<RobotsState> {
    const until = this.clock.monotonic() + CACHE_MS;
    if (query.own === undefined)
      this.memory.keepRobots({ origin, body, cause: null, backoffMs: 0, expiresAt: this.clock.now() + CACHE_MS });
    return this.know(keyOf(origin, query), { kind: 'rules', rules: await inPieces(parseRobotsInPieces(body)), until });
  }

  private unreachable(origin: string, query: RobotsQuery, cause: string, retryAfterMs = 0): RobotsState {
    const key = keyOf(origin, query);
    const before = this.known.get(key);
    const grown =
      before?.kind === 'unreachable' ? Math.min(before.backoffMs * 2, LONGEST_BACKOFF_MS) : FIRST_BACKOFF_MS;
    const backoffMs = Math.min(Math.max(grown, retryAfterMs), LONGEST_BACKOFF_MS);
    if (query.own === undefined)
      this.memory.keepRobots({ origin, body: null, cause, backoffMs, expiresAt: this.clock.now() + backoffMs });
    return this.know(key, { kind: 'unreachable', cause, backoffMs, until: this.clock.monotonic() + backoffMs });
  }
}
