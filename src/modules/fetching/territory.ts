import type { PlainCookie } from './visit-cookies.js';
import type { FetchOutcome, FetchRequest, Fetcher } from '../../engine/ports.js';

/** The hosts that a fetcher may ask, where several fetchers share the web: one at a time is polite to a host. */
export interface Territory {
  /** Whether the host may be asked now. */
  owns(host: string): boolean;
  /** Since when, by the clock that never jumps. Another fetcher may have asked the host until then. */
  ownedSince(host: string): number;
  /** Fetchers that share the web, this one counted: several may have hosts at one address. */
  sharers(): number;
}

/** How far a fetch has come that went through another fetcher's territory before. */
export interface Progress {
  /** URLs left behind, in order. */
  readonly redirects: readonly string[];
  readonly networkMs: number;
  readonly lastStatus: number | null;
  /** Of the visit. */
  readonly cookies?: readonly PlainCookie[];
  /** Digests of what was asked for, with which cookies. */
  readonly asked?: readonly string[];
}

/** A fetch that goes on at a host of another fetcher. */
export interface Elsewhere extends Progress {
  readonly kind: 'elsewhere';
  /** What is to be asked next. */
  readonly url: string;
  readonly exchanges?: FetchOutcome['exchanges'];
}

/** What a fetch tells while it goes on. */
export interface Along {
  /** The page goes to a browser, which takes long. */
  readonly toBrowser?: () => void;
  /** It waits for its host's turn: nothing of it is under way. */
  readonly rests?: () => void;
  /** Its turn has come; it goes out when this resolves. @throws what is to end it instead */
  readonly goesOn?: () => Promise<void>;
}

/** A fetcher that keeps to its territory. */
export interface TerritorialFetcher extends Fetcher {
  /**
   * As `fetch`; a fetch that leaves the territory comes back.
   *
   * @param progress of a fetch that came from another one
   */
  fetchWithin(
    request: FetchRequest,
    signal: AbortSignal,
    progress?: Progress,
    along?: Along,
  ): Promise<FetchOutcome | Elsewhere>;
  /** Leaves a host alone for so long, ms: another fetcher was told so. */
  hold(host: string, ms: number): void;
  /** Keeps what is known of hosts, for whoever asks them next. */
  settle(): Promise<void>;
  /** Forgets hosts that others ask from now on. */
  forget(isTheirs: (host: string) => boolean): void;
}

/** The fetch has come to a host of another fetcher. Never leaves this module. */
export class LeftTerritory extends Error {
  override readonly name = 'LeftTerritory';
}
