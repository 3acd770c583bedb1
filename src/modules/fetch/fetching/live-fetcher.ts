import { meaningOf } from '../../../domain/fetching/index.js';
import { DEFAULT_PACE_LIMITS } from '../../../domain/politeness/index.js';
import { hostOf, registrableDomain } from '../../../domain/url/index.js';
import { systemClock, type Clock, type Exchange, type FetchOutcome, type FetchRequest } from '../../../engine/ports.js';
import { ChromiumRenderer } from './chromium/chromium-renderer.js';
import type { PageRenderer } from './chromium/page-renderer.js';
import { DocumentSource, Journey } from './document-source.js';
import { FetchFault, faultOf } from './fetch-fault.js';
import { JointSignals } from './joint-signals.js';
import { HostQueue } from './politeness/host-queue.js';
import type { HttpClient } from './http/http-client.js';
import type { SessionProxies } from './http/session-proxies.js';
import { emitWarning, type FetchingOptions } from './options.js';
import { documentOutcome, unlessChallenge } from './content/document-outcome.js';
import { isMarkup } from './content/content-type.js';
import { refreshesItself } from './content/self-refresh.js';
import { failureOutcome, type FetchTrail, type RawDocument } from './outcome.js';
import { machine } from './pressure.js';
import { PolitenessMemory } from './politeness/politeness-memory.js';
import { VolatilePolitenessStore } from './politeness/politeness-store.js';
import { RenderKnowledge } from './chromium/render-knowledge.js';
import { RenderStage } from './chromium/render-stage.js';
import { LeftTerritory, type Along, type Elsewhere, type Progress, type TerritorialFetcher } from './territory.js';
import { RobotsGate } from './politeness/robots-gate.js';
import { openWebWay } from './web-way.js';
import { LRUCache } from 'lru-cache';
import { VisitCookies } from './visit-cookies.js';

/** Most sites of all sessions with stored cookies; a jar has some kilobytes. */
const MAX_JARS = 5_000;

/**
 * The cookies of sessions, with one jar for each site at which their visits began: none is ever sent for another
 * session, or from another site.
 */
class SessionJars {
  private readonly jars = new LRUCache<string, VisitCookies>({ max: MAX_JARS });

  /** The jar for visits of this URL. */
  of(session: string, url: string): VisitCookies {
    const key = `${session} ${registrableDomain(hostOf(url))}`;
    const kept = this.jars.get(key) ?? VisitCookies.none();
    this.jars.set(key, kept);
    return kept;
  }
}

const DEFAULT_CONNECTIONS = 64;
/** The highest value allowed for a session; the engine enforces the session's own value (default: one). */
const DEFAULT_PER_HOST = 8;
/** Connections to one public address that several hosts share. */
const DEFAULT_PER_ADDRESS = 4;
/** Most fetches waiting for their turn, with a few hundred bytes each. Callers have some hundred in flight. */
const MAX_WAITING = 20_000;

/** Fetches the live web over HTTP, and renders pages with Chromium if the settings say so. Works without Nest. */
export function createFetcher(options: FetchingOptions): TerritorialFetcher {
  return new LiveFetcher(options);
}

class LiveFetcher implements TerritorialFetcher {
  private readonly clock: Clock;
  private readonly client: HttpClient;
  private readonly sessionProxies: SessionProxies;
  private readonly jars = new SessionJars();
  private readonly queue: HostQueue;
  private readonly memory: PolitenessMemory;
  private readonly robots: RobotsGate;
  private readonly source: DocumentSource;
  private readonly renderer: PageRenderer | null;
  private readonly rendering: RenderStage;
  private readonly closed = new AbortController();
  private readonly signals = new JointSignals(this.closed.signal);

  constructor(options: FetchingOptions) {
    this.clock = options.clock ?? systemClock;
    const { guard, proxy, addresses, dialer, client, sessionProxies } = openWebWay(options, this.clock);
    this.sessionProxies = sessionProxies;
    this.client = client;
    const warn = options.warn ?? emitWarning;
    this.memory = new PolitenessMemory(
      options.politeness ?? new VolatilePolitenessStore(),
      this.clock,
      warn,
      options.politenessPatienceMs,
    );
    this.queue = new HostQueue({
      maxConnections: options.maxConnections ?? DEFAULT_CONNECTIONS,
      perHostConcurrency: options.perHostConcurrency ?? DEFAULT_PER_HOST,
      perAddressConcurrency: () =>
        Math.max(
          1,
          Math.floor((options.perAddressConcurrency ?? DEFAULT_PER_ADDRESS) / (options.territory?.sharers() ?? 1)),
        ),
      maxWaiting: MAX_WAITING,
      clock: this.clock,
      pace: { ...DEFAULT_PACE_LIMITS, ...options.pace },
      memory: this.memory,
      share: (most) => machine.share(most),
      waited: (seconds) => options.watch?.waited(seconds),
      ...(options.territory && { askedUntil: (host: string) => options.territory?.ownedSince(host) ?? 0 }),
    });
    this.robots = new RobotsGate(this.client, guard, this.queue, this.clock, this.memory);
    const { robots, queue, clock } = this;
    this.source = new DocumentSource({
      ...{ client, guard, robots, queue, addresses, clock },
      proxies: sessionProxies,
      territory: options.territory,
    });
    const way = { dialer, guard, upstream: proxy, through: (url: string) => sessionProxies.dialerOf(url) };
    const chromium = options.chromium;
    this.renderer =
      options.renderer ??
      (chromium === undefined
        ? null
        : new ChromiumRenderer(chromium, way, () => client.sendsHttpsInAbsoluteForm, warn));
    const { renderer, source } = this;
    const means = renderer === null ? null : { renderer, source, client, guard };
    this.rendering = new RenderStage(
      means,
      new RenderKnowledge(options.renderKnowledge ?? null, warn),
      warn,
      options.watch,
    );
  }

  async fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> {
    const outcome = await this.signals.during(signal, (stop) => this.fetchWithin(request, stop));
    if (outcome.kind === 'elsewhere') throw new LeftTerritory('this fetcher has no one to hand the fetch on to');
    return outcome;
  }

  async fetchWithin(
    request: FetchRequest,
    signal: AbortSignal,
    progress?: Progress,
    along?: Along,
  ): Promise<FetchOutcome | Elsewhere> {
    const exchanges: Exchange[] = [];
    const journey = journeyOf(request, exchanges, progress, along);
    const answer = await this.attempt(request, journey, signal);
    if (answer.kind === 'elsewhere') return { ...answer, exchanges: [...exchanges] };
    const outcome = exchanges.length === 0 ? answer : { ...answer, exchanges: [...exchanges] };
    const { settings } = request;
    const asked =
      'retryAfterMs' in outcome && meaningOf(outcome.kind).tellsWait === true ? (outcome.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(this.queue.waitMs(hostOf(outcome.finalUrl)), asked);
    const hostWaitMs = waitMs < 1 ? 0 : Math.ceil(waitMs);
    if (outcome.kind !== 'page' || !settings.sitemaps) return { ...outcome, hostWaitMs };
    const query = this.source.robotsQuery(journey, hostOf(outcome.finalUrl), settings);
    const sitemaps = await this.robots.sitemapsOf(outcome.finalUrl, query, signal);
    return { ...outcome, hostWaitMs, sitemaps };
  }

  hold(host: string, ms: number): void {
    this.queue.hold(host, ms);
  }

  settle(): Promise<void> {
    return this.memory.settle();
  }

  forget(isTheirs: (host: string) => boolean): void {
    this.queue.forget(isTheirs);
  }

  private async attempt(request: FetchRequest, journey: Journey, stop: AbortSignal): Promise<FetchOutcome | Elsewhere> {
    const { settings } = request;
    const { access } = settings;
    const kept =
      settings.cookies === 'session' && access !== undefined ? this.jars.of(access.session, request.url) : null;
    const before = kept?.all() ?? [];
    journey.cookies.add(before);
    for (const { host, cookies = [] } of access?.hosts ?? []) journey.cookies.give(host, cookies);
    try {
      if (stop.aborted) throw new FetchFault('aborted', 'aborted');
      const [document, outcome] = await this.read(request, journey, stop);
      if (outcome.kind !== 'page') return outcome;
      if (settings.render === 'never' || !isMarkup(outcome.contentType))
        return unlessChallenge(outcome, document.headers);
      const page = await this.rendering.apply(
        {
          page: outcome,
          raw: document,
          journey,
          settings,
          ...(journey.along?.toBrowser && { toBrowser: journey.along.toBrowser }),
        },
        stop,
      );
      return { ...unlessChallenge(page, document.headers), fetchedAt: this.clock.now() };
    } catch (error) {
      if (error instanceof LeftTerritory) {
        return { kind: 'elsewhere', url: journey.url, ...journey.progress };
      }
      const fault = faultOf(error);
      if (fault === null) throw error;
      const httpStatus = fault.facts.httpStatus;
      const retryAfterMs = fault.facts.retryAfterMs;
      return failureOutcome(fault.kind, fault.message, this.trailOf(journey), {
        ...(httpStatus === undefined ? {} : { httpStatus }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    } finally {
      kept?.addChanges(before, journey.cookies.all());
    }
  }

  /**
   * The document at the end of the redirects, and its outcome. A page that sets cookies and loads itself again at once
   * counts as a redirect to itself, once.
   */
  private async read(
    request: FetchRequest,
    journey: Journey,
    stop: AbortSignal,
  ): Promise<readonly [RawDocument, FetchOutcome]> {
    const { settings } = request;
    const document = await this.source.retrieve(journey, settings, stop);
    const outcome = await documentOutcome(document, this.trailOf(journey), request, stop);
    const isNewVisit = !journey.hasRequested(journey.url) && journey.redirects.length < settings.maxRedirects;
    if (!isNewVisit || outcome.kind !== 'page') return [document, outcome];
    const isWall = refreshesItself(outcome) && unlessChallenge(outcome, document.headers).kind === 'page';
    if (!isWall) return [document, outcome];
    this.source.advance(journey, journey.url, settings.maxRedirects);
    const behind = await this.source.retrieve(journey, settings, stop);
    return [behind, await documentOutcome(behind, this.trailOf(journey), request, stop)];
  }

  async close(): Promise<void> {
    this.closed.abort();
    this.robots.close();
    await this.renderer?.close();
    await this.rendering.close();
    this.sessionProxies.close();
    await this.client.close();
    await this.memory.close();
  }

  private trailOf(journey: Journey): FetchTrail {
    return {
      finalUrl: journey.url,
      redirects: journey.redirects,
      fetchedAt: this.clock.now(),
      durationMs: Math.round(journey.networkMs),
    };
  }
}

function journeyOf(request: FetchRequest, exchanges: Exchange[], progress?: Progress, along?: Along): Journey {
  const { url, patienceMs, as, validators, settings } = request;
  const asking = {
    ...(as === undefined ? {} : { as }),
    ...(validators === undefined ? {} : { validators }),
    ...(settings.archive ? { exchanges } : {}),
  };
  return new Journey(url, patienceMs, asking, progress, along);
}
