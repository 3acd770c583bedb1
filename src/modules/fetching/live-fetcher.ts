import { setMaxListeners } from 'node:events';
import type { Clock, FetchOutcome, FetchRequest, Fetcher } from '../../engine/ports.js';
import { AddressGuard } from './address-guard.js';
import { Dialer, type LookupAll, parseProxyUrl } from './dialer.js';
import { DocumentSource, Journey } from './document-source.js';
import { FetchFault, faultOf } from './fetch-fault.js';
import { HostQueue } from './host-queue.js';
import { HttpClient, type ProxyMode } from './http-client.js';
import { documentOutcome, failureOutcome, type FetchTrail } from './outcome.js';
import { RobotsGate } from './robots-gate.js';

export interface ChromiumOptions {
  /** Tried first; without it Playwright's own, the system's and the bundled Chromium are, in this order. */
  readonly executablePath?: string;
  /** Folder into which the bundled Chromium is unpacked. */
  readonly cacheDir: string;
  /** `auto`: on where the system allows it. Off, a warning is given. */
  readonly sandbox: 'auto' | 'on' | 'off';
  /** Pages rendered at a time; 2 unless told. */
  readonly tabs?: number;
}

export interface FetchingOptions {
  /** HTTP proxy of all crawling, Chromium's too. */
  readonly proxyUrl?: string;
  /**
   * How https URLs go through the proxy. `tunnel`: by CONNECT, with TLS to the site. `absolute`: as `GET https://…` to the proxy, which recorded and demo
   * webs answer. `auto`, the default: by CONNECT until the proxy answers that with 501, as those webs do, then `absolute`.
   */
  readonly proxyMode?: ProxyMode;
  /** Switches the checks of addresses off: for tests and for crawling an intranet. */
  readonly allowPrivateNetworks: boolean;
  /** Ports that may be fetched from; empty: any. Without it 80, 443, 8080 and 8443, or any where private networks are allowed. */
  readonly allowedPorts?: readonly number[];
  /** Connections at a time over all hosts; 64 unless told. */
  readonly maxConnections?: number;
  /** Connections at a time to one host; 2 unless told. */
  readonly perHostConcurrency?: number;
  readonly chromium?: ChromiumOptions;
  readonly clock?: Clock;
  /** Name resolution, `dns.lookup` unless told. */
  readonly lookup?: LookupAll;
  /** Told what an operator should know, such as a browser without sandbox. `process.emitWarning` unless told. */
  readonly warn?: (message: string) => void;
}

const PUBLIC_PORTS = [80, 443, 8080, 8443];
const DEFAULT_CONNECTIONS = 64;
/** What browsers of the HTTP/1.0 days used, and what RFC 2616 asked for; today's use 6. */
const DEFAULT_PER_HOST = 2;
/** Fetches waiting for their turn; each holds a few hundred bytes. Callers have some hundred in flight. */
const MAX_WAITING = 20_000;

/** Fetches the live web over HTTP, and renders pages with Chromium where the settings say so. Needs nothing of Nest. */
export function createFetcher(options: FetchingOptions): Fetcher {
  return new LiveFetcher(options);
}

class LiveFetcher implements Fetcher {
  private readonly clock: Clock;
  private readonly client: HttpClient;
  private readonly robots: RobotsGate;
  private readonly source: DocumentSource;
  private readonly closed = new AbortController();

  constructor(options: FetchingOptions) {
    // Each fetch in flight listens, as it does to its caller's signal; their number is bounded elsewhere.
    setMaxListeners(0, this.closed.signal);
    this.clock = options.clock ?? { now: Date.now };
    const guard = new AddressGuard({
      allowPrivateNetworks: options.allowPrivateNetworks,
      allowedPorts: options.allowedPorts ?? (options.allowPrivateNetworks ? [] : PUBLIC_PORTS),
    });
    const proxy = options.proxyUrl === undefined ? null : parseProxyUrl(options.proxyUrl);
    const dialer = new Dialer(guard, proxy, options.lookup);
    this.client = new HttpClient(dialer, proxy, options.proxyMode ?? 'auto');
    const queue = new HostQueue({
      maxConnections: options.maxConnections ?? DEFAULT_CONNECTIONS,
      perHostConcurrency: options.perHostConcurrency ?? DEFAULT_PER_HOST,
      maxWaiting: MAX_WAITING,
      clock: this.clock,
    });
    this.robots = new RobotsGate(this.client, guard, queue, this.clock);
    this.source = new DocumentSource(this.client, guard, this.robots, queue);
  }

  async fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> {
    const { settings } = request;
    const journey = new Journey(request.url);
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort);
    this.closed.signal.addEventListener('abort', abort);
    try {
      if (signal.aborted || this.closed.signal.aborted) throw new FetchFault('aborted', 'aborted');
      const document = await this.source.retrieve(journey, settings, stop.signal);
      return documentOutcome(document, this.trailOf(journey));
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      const httpStatus = fault.facts.httpStatus;
      const retryAfterMs = fault.facts.retryAfterMs;
      return failureOutcome(fault.kind, fault.message, this.trailOf(journey), {
        ...(httpStatus === undefined ? {} : { httpStatus }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    } finally {
      signal.removeEventListener('abort', abort);
      this.closed.signal.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    this.closed.abort();
    this.robots.close();
    await this.client.close();
  }

  private trailOf(journey: Journey): FetchTrail {
    return { finalUrl: journey.url, redirects: journey.redirects, fetchedAt: this.clock.now(), durationMs: Math.round(journey.networkMs) };
  }
}
