import type { PaceLimits } from '../../domain/politeness/index.js';
import type { Clock } from '../../engine/ports.js';
import type { LookupAll } from './http/dialer.js';
import type { PolitenessStore } from './politeness/politeness-store.js';
import type { Territory } from './territory.js';
import type { PageRenderer } from './chromium/page-renderer.js';
import type { RenderKnowledgeStore } from './chromium/render-knowledge.js';

/** How https URLs go through the proxy: see `FetchingOptions.proxyMode`. */
export type ProxyMode = 'auto' | 'tunnel' | 'absolute';

/** How well a browser is shut in. */
export interface BrowserFacts {
  /** `self`: the user of this process; `root`: the same, where that is root; else the name of the unprivileged user that root gave it. */
  readonly user: string;
  readonly sandbox: boolean;
}

export interface ChromiumOptions {
  /** Tried first; without it Playwright's own, the system's and the bundled Chromium are, in this order. */
  readonly executablePath?: string;
  /** Folder into which the bundled Chromium is unpacked. */
  readonly cacheDir: string;
  /** `auto`: on where the system allows it. Off, a warning is given. */
  readonly sandbox: 'auto' | 'on' | 'off';
  /** Pages rendered at a time; 4 unless told. */
  readonly tabs?: number;
  /** The browser is ended when nothing was rendered for so long, ms; a minute unless told. */
  readonly idleMs?: number;
  /** A browser whose tab does not open in so long hangs, ms; ten seconds unless told, and longer on a busy machine. */
  readonly openMs?: number;
  /** Bytes of memory that all processes of the browser may have; `defaultMaxBytes` unless told. One renderer process may have half of it. */
  readonly maxBytes?: number;
  /** Told of each browser that has started. */
  readonly onStart?: (facts: BrowserFacts) => void;
}

/** What a fetcher does, for those who measure it. */
export interface FetchWatch {
  /** A request has waited so long for its host and a connection, s. */
  waited(seconds: number): void;
  /** A page was rendered, or could not be, in so long, s. */
  rendered(ok: boolean, seconds: number): void;
}

/** No adaptive delay, no Retry-After, no circuit breaker. The session's delay and Crawl-delay hold all the same. */
export const UNPACED: Partial<PaceLimits> = {
  maxDelayMs: 0,
  failuresToOpen: Number.POSITIVE_INFINITY,
  longestRetryAfterMs: 0,
};

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
  /** Connections at a time to one host, over all sessions; 8 unless told. */
  readonly perHostConcurrency?: number;
  /**
   * Connections at a time to one address that several hosts share. Unless told 4, and private addresses do not count: many names of one's own machine or
   * network are one server. A number given here holds for private addresses too. Through a proxy addresses are unknown and nothing is counted.
   */
  readonly perAddressConcurrency?: number;
  /** How hosts are slowed down by what they answer; `DEFAULT_PACE_LIMITS` unless told. `UNPACED` asks on and on: for tests that provoke failures. */
  readonly pace?: Partial<PaceLimits>;
  /** Where robots.txt and what is known of hosts outlive this fetcher. Without it they end with it. */
  readonly politeness?: PolitenessStore;
  /** How long an answer of `politeness` is waited for before it is done without. */
  readonly politenessPatienceMs?: number;
  /** Without it pages are rendered by `renderer` or never. */
  readonly chromium?: ChromiumOptions;
  /** Renders in place of a browser of this process. It is closed with the fetcher. */
  readonly renderer?: PageRenderer;
  readonly clock?: Clock;
  /** Name resolution, `dns.lookup` unless told. */
  readonly lookup?: LookupAll;
  /** Where is kept what `render: auto` has learnt of hosts. Without it it ends with this fetcher. */
  readonly renderKnowledge?: RenderKnowledgeStore;
  readonly watch?: FetchWatch;
  /** The hosts that it may ask; all unless told. */
  readonly territory?: Territory;
  /** Told what an operator should know, such as a browser without sandbox. `process.emitWarning` unless told. */
  readonly warn?: (message: string) => void;
}
