import type { PlainCookie } from './visit-cookies.js';
import type { FetchOutcome, FetchRequest, Fetcher } from '../../../engine/ports.js';

/** A fetcher's part of the web's hosts, if several fetchers share the web: politeness requires one fetcher per host. */
export interface Territory {
  /** Whether the host may be sent requests now. */
  owns(host: string): boolean;
  /** Start of the ownership, by the monotonic clock. Another fetcher may have sent requests until then. */
  ownedSince(host: string): number;
  /** Fetchers that share the web, including this one: several may have hosts at one address. */
  sharers(): number;
}

/** The progress of a fetch in another fetcher's territory. */
export interface Progress {
  /** Earlier URLs, in order. */
  readonly redirects: readonly string[];
  readonly networkMs: number;
  readonly lastStatus: number | null;
  /** Of the visit. */
  readonly cookies?: readonly PlainCookie[];
  /** Digests of the requests so far, with their cookies. */
  readonly asked?: readonly string[];
}

/** A fetch that continues at a host of another fetcher. */
export interface Elsewhere extends Progress {
  readonly kind: 'elsewhere';
  /** The next URL. */
  readonly url: string;
  readonly exchanges?: FetchOutcome['exchanges'];
}

/** Callbacks of a running fetch. */
export interface Along {
  /** The page goes to a browser, which takes long. */
  readonly toBrowser?: () => void;
  /** It waits for its host's turn, with nothing in flight. */
  readonly rests?: () => void;
  /** Its turn has come; its request is sent once this resolves. @throws an error that ends the fetch instead */
  readonly goesOn?: () => Promise<void>;
}

/** A fetcher restricted to its territory. */
export interface TerritorialFetcher extends Fetcher {
  /**
   * Like `fetch`, but returns a fetch that leaves the territory. Closing the fetcher does not end it: its caller aborts
   * its signal first.
   *
   * @param signal of this fetch alone
   * @param progress of a fetch that came from another fetcher
   */
  fetchWithin(
    request: FetchRequest,
    signal: AbortSignal,
    progress?: Progress,
    along?: Along,
  ): Promise<FetchOutcome | Elsewhere>;
  /** Sends a host no requests for this time, ms: another fetcher was asked to pause. */
  hold(host: string, ms: number): void;
  /** Stores the states of hosts for the fetchers that use them next. */
  settle(): Promise<void>;
  /** Drops hosts that other fetchers use from now on. */
  forget(isTheirs: (host: string) => boolean): void;
}

/** The fetch has reached a host of another fetcher. Never leaves this module. */
export class LeftTerritory extends Error {
  override readonly name = 'LeftTerritory';
}
