import { setMaxListeners } from 'node:events';
import { parseRobots, type RobotsRules } from '../../domain/politeness/index.js';
import { canonicalUrl } from '../../domain/url/index.js';
import type { Clock } from '../../engine/ports.js';
import type { AddressGuard } from './address-guard.js';
import { decodeUtf8 } from './charset.js';
import { withDeadline } from './deadline.js';
import { FetchFault } from './fetch-fault.js';
import type { HostQueue } from './host-queue.js';
import type { HttpClient } from './http-client.js';
import { type RawDocument, retryAfter } from './outcome.js';
import { isRedirect } from './redirects.js';

/** RFC 9309 section 2.4: not longer than 24 hours. */
const CACHE_MS = 24 * 3_600_000;
/** RFC 9309 section 2.5: at least 500 KiB must be parsed; more need not. */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** RFC 9309 section 2.3.1.2: at least five hops. */
const MAX_ROBOTS_REDIRECTS = 5;
/** A file of some lines comes quickly or not at all; slower hosts are held back with it. */
const ROBOTS_TIMEOUT_MS = 15_000;
/** Parsed rules of one origin take some kilobytes. */
const MAX_ORIGINS = 10_000;
/** After a failure an origin is left alone this long, twice as long after each further one. */
const FIRST_BACKOFF_MS = 60_000;
const LONGEST_BACKOFF_MS = 3_600_000;
/** Longer Crawl-delays are cut to this: some sites ask for days, which is better said by Disallow. */
export const MAX_CRAWL_DELAY_MS = 60_000;

type RobotsState =
  | { readonly kind: 'rules'; readonly rules: RobotsRules; readonly until: number }
  | { readonly kind: 'unreachable'; readonly cause: string; readonly until: number; readonly backoffMs: number };

/**
 * Asks robots.txt before a page is fetched (RFC 9309).
 *
 * One file per origin, fetched by the same client under the same guard, one at a time, kept for a day, and the least recently used origins are
 * forgotten beyond 10 000. A status of 4xx allows everything; 429, 5xx and network failures disallow everything until a growing
 * back-off is over. 429 is counted with the latter, as Google does: a host that asks for less traffic has not published that all is allowed.
 */
export class RobotsGate {
  private readonly known = new Map<string, RobotsState>();
  private readonly loading = new Map<string, Promise<RobotsState>>();
  private readonly closed = new AbortController();

  constructor(
    private readonly client: HttpClient,
    private readonly guard: AddressGuard,
    private readonly queue: HostQueue,
    private readonly clock: Clock,
  ) {
    setMaxListeners(0, this.closed.signal);
  }

  /**
   * The Crawl-delay for this agent, ms, 0 when there is none.
   *
   * @throws FetchFault `robots-denied`, `robots-unreachable` with the rest of the back-off, `blocked-address`, or `aborted`
   */
  async check(url: string, userAgent: string, signal: AbortSignal): Promise<number> {
    const { origin } = new URL(url);
    const state = this.current(origin) ?? (await withDeadline(signal, LONGEST_BACKOFF_MS, 'robots.txt', () => this.load(origin, userAgent)));
    if (state.kind === 'unreachable') {
      throw new FetchFault('robots-unreachable', `robots.txt: ${state.cause}`, { retryAfterMs: Math.max(0, state.until - this.clock.now()) });
    }
    if (!state.rules.isAllowed(url, userAgent)) throw new FetchFault('robots-denied', 'disallowed by robots.txt');
    return Math.min(state.rules.crawlDelayMs(userAgent) ?? 0, MAX_CRAWL_DELAY_MS);
  }

  close(): void {
    this.closed.abort();
  }

  private current(origin: string): RobotsState | undefined {
    const state = this.known.get(origin);
    if (state === undefined || state.until <= this.clock.now()) return undefined;
    this.known.delete(origin);
    this.known.set(origin, state);
    return state;
  }

  private load(origin: string, userAgent: string): Promise<RobotsState> {
    const running = this.loading.get(origin);
    if (running !== undefined) return running;
    const started = this.request(origin, userAgent).then((state) => {
      this.known.delete(origin);
      this.known.set(origin, state);
      const oldest = this.known.keys().next();
      if (this.known.size > MAX_ORIGINS && oldest.done !== true) this.known.delete(oldest.value);
      return state;
    }).finally(() => this.loading.delete(origin));
    this.loading.set(origin, started);
    return started;
  }

  private async request(origin: string, userAgent: string): Promise<RobotsState> {
    try {
      const response = await this.follow(`${origin}/robots.txt`, userAgent);
      if (response === null) return this.rulesOf('');
      if (response.status >= 200 && response.status < 300) return this.rulesOf(decodeUtf8(response.body));
      if (response.status < 500 && response.status !== 429) return this.rulesOf('');
      return this.unreachable(origin, `HTTP status ${response.status}`, retryAfter(response.headers.get('retry-after'), this.clock.now()));
    } catch (error) {
      if (!(error instanceof FetchFault) || error.kind === 'aborted' || error.kind === 'blocked-address') throw error;
      return this.unreachable(origin, error.message);
    }
  }

  /** The response at the end of the redirects; null when they do not end, which RFC 9309 lets count as an absent file. */
  private async follow(start: string, userAgent: string): Promise<RawDocument | null> {
    let url = start;
    for (let hop = 0; hop <= MAX_ROBOTS_REDIRECTS; hop++) {
      this.guard.checkUrl(url);
      const leave = await this.queue.enterUnscheduled(this.closed.signal);
      let response: RawDocument;
      try {
        response = await this.client.get(
          { url, userAgent, accept: 'text/plain,*/*;q=0.5', maxBytes: MAX_ROBOTS_BYTES, timeoutMs: ROBOTS_TIMEOUT_MS, wantsBody: (status) => status >= 200 && status < 300 },
          this.closed.signal,
        );
      } finally {
        leave();
      }
      const location = response.headers.get('location');
      if (!isRedirect(response.status) || location === undefined) return response;
      const next = canonicalUrl(location, url);
      if (next === null) return null;
      url = next;
    }
    return null;
  }

  private rulesOf(text: string): RobotsState {
    return { kind: 'rules', rules: parseRobots(text), until: this.clock.now() + CACHE_MS };
  }

  private unreachable(origin: string, cause: string, retryAfterMs = 0): RobotsState {
    const before = this.known.get(origin);
    const grown = before?.kind === 'unreachable' ? Math.min(before.backoffMs * 2, LONGEST_BACKOFF_MS) : FIRST_BACKOFF_MS;
    const backoffMs = Math.min(Math.max(grown, retryAfterMs), LONGEST_BACKOFF_MS);
    return { kind: 'unreachable', cause, backoffMs, until: this.clock.now() + backoffMs };
  }
}
