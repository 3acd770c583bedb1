import type { PaceLimits } from '../../../domain/politeness/index.js';
import type { Clock } from '../../../engine/ports.js';
import type { LookupAll } from './http/dialer.js';
import type { PolitenessStore } from './politeness/politeness-store.js';
import type { Territory } from './territory.js';
import type { PageRenderer } from './chromium/page-renderer.js';
import type { RenderKnowledgeStore } from './chromium/render-knowledge.js';
import type { Warn } from '../../../platform/telemetry/index.js';
import { inspect } from 'node:util';

/** How https URLs go through the proxy: see `FetchingOptions.proxyMode`. */
export type ProxyMode = 'auto' | 'tunnel' | 'absolute';

/** The browser's isolation. */
export interface BrowserFacts {
  /**
   * `self`: the user of this process; `root`: the same, if that is root; else the name of the unprivileged user that
   * root chose.
   */
  readonly user: string;
  readonly sandbox: boolean;
}

export interface ChromiumOptions {
  /** Preferred executable. Default: Playwright's own, the system's or the bundled Chromium, in this order. */
  readonly executablePath?: string;
  /** Folder into which the bundled Chromium is unpacked. */
  readonly cacheDir: string;
  /** `auto`: on if the system allows it. Without a sandbox, a warning is logged. */
  readonly sandbox: 'auto' | 'on' | 'off';
  /** Pages rendered at a time. Default: 4. */
  readonly tabs?: number;
  /** Idle time after which the browser is ended, ms. Default: a minute. */
  readonly idleMs?: number;
  /**
   * Time after which a browser whose tab does not open counts as hung, ms. Default: ten seconds, longer on a busy
   * machine.
   */
  readonly openMs?: number;
  /**
   * Memory limit of all processes of the browser, bytes. Default: `defaultMaxBytes`. One renderer process may have half
   * of it.
   */
  readonly maxBytes?: number;
  /** Called for each started browser. */
  readonly onStart?: (facts: BrowserFacts) => void;
}

/** Observes a fetcher, for metrics. */
export interface FetchWatch {
  /** Called after a request waited for its host and a connection, s. */
  waited(seconds: number): void;
  /** Called after rendering a page succeeded or failed, s. */
  rendered(ok: boolean, seconds: number): void;
}

/** Disables adaptive delay, Retry-After and circuit breaker. The session's delay and Crawl-delay still apply. */
export const UNPACED: Partial<PaceLimits> = {
  maxDelayMs: 0,
  failuresToOpen: Number.POSITIVE_INFINITY,
  longestRetryAfterMs: 0,
};

export interface FetchingOptions {
  /** HTTP proxy of all crawling, including Chromium's. */
  readonly proxyUrl?: string;
  /**
   * How https URLs go through the proxy. `tunnel`: by CONNECT, with TLS to the site. `absolute`: as `GET https://…` to
   * the proxy, which recorded and demo webs support. `auto`, the default: by CONNECT until the proxy answers with 501,
   * as those webs do, then `absolute`.
   */
  readonly proxyMode?: ProxyMode;
  /** Disables the checks of addresses: for tests and for crawling an intranet. */
  readonly allowPrivateNetworks: boolean;
  /** Allowed ports; empty: any. Default: 80, 443, 8080 and 8443, or any if private networks are allowed. */
  readonly allowedPorts?: readonly number[];
  /** Concurrent connections to all hosts together. Default: 64. */
  readonly maxConnections?: number;
  /** Concurrent connections to one host, over all sessions. Default: 8. */
  readonly perHostConcurrency?: number;
  /**
   * Concurrent connections to one address shared by several hosts. Default: 4, with private addresses exempt, because
   * many names of one's own machine or network are one server. A given number also applies to private addresses.
   * Through a proxy, addresses are unknown and nothing is counted.
   */
  readonly perAddressConcurrency?: number;
  /**
   * How responses slow down requests to a host. Default: `DEFAULT_PACE_LIMITS`. `UNPACED` never slows down: for tests
   * that provoke failures.
   */
  readonly pace?: Partial<PaceLimits>;
  /** Stores robots.txt and host states beyond this fetcher. Default: they end with it. */
  readonly politeness?: PolitenessStore;
  /** Longest wait for an answer of `politeness` before continuing without. */
  readonly politenessPatienceMs?: number;
  /** Default: pages are rendered by `renderer` or never. */
  readonly chromium?: ChromiumOptions;
  /** Renders in place of a browser of this process. Closed with the fetcher. */
  readonly renderer?: PageRenderer;
  readonly clock?: Clock;
  /** Name resolution. Default: `dns.lookup`. */
  readonly lookup?: LookupAll;
  /** Stores what `render: auto` has learnt about hosts. Default: it ends with this fetcher. */
  readonly renderKnowledge?: RenderKnowledgeStore;
  readonly watch?: FetchWatch;
  /** The hosts that it may fetch from. Default: all. */
  readonly territory?: Territory;
  /** Receives warnings for the operator, such as a browser without sandbox. Default: `emitWarning`. */
  readonly warn?: Warn;
}

/** Warns by Node's own means, for a process without a log. */
export const emitWarning: Warn = (fields, message) => process.emitWarning(message, { detail: inspect(fields) });
