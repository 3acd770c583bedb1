import { createRng } from '../../src/domain/base/rng.js';
import type { FailureKind } from '../../src/domain/fetching/index.js';
import { sleepFor } from '../../src/engine/loop/sleep.js';
import type { Clock, Fetcher, FetchOutcome, FetchRequest, Sleep } from '../../src/engine/index.js';
import { createRandomFetcher, type RandomWeb } from './random-web.js';

/** Behaviour of the sites of a generated web, by number of the site. */
export interface Troubles {
  /** Pages that time out at first: number of failing attempts. */
  readonly failingAttempts: (site: number, page: number) => number;
  /** Sites that refuse connections. */
  readonly dead: (site: number) => boolean;
  /** Pages that answer 403. */
  readonly refused: (site: number, page: number) => boolean;
  /** Sites with a crawl delay, ms. */
  readonly delayMs: (site: number) => number;
  /** Offset of the wall clock by number of requests, ms. */
  readonly clockOffMs: (requests: number) => number;
}

const NO_TROUBLES: Troubles = {
  failingAttempts: () => 0,
  dead: () => false,
  refused: () => false,
  delayMs: () => 0,
  clockOffMs: () => 0,
};

export interface FlakyFetcher extends Fetcher {
  readonly requests: FetchRequest[];
  readonly clock: Clock;
  /** Advances the clock. */
  readonly sleep: Sleep;
}

/** The loop wakes up after 1 ms, which is no time of the fake clock: that one advances by 2 ms at least. */
const SHORTEST_REST_MS = 2;

const PLACE = /^http:\/\/site(\d+)\.cheeseweb\d+\.com\/p(\d+)$/;

/**
 * The generated web with faults, on its own clock that advances a little with each request, and by the whole wait of a
 * patient request. Its responses depend only on the order of requests.
 */
export function createFlakyFetcher(web: RandomWeb, troubles: Partial<Troubles>, seed = 1): FlakyFetcher {
  const { failingAttempts, dead, refused, delayMs, clockOffMs } = { ...NO_TROUBLES, ...troubles };
  const inner = createRandomFetcher(web, seed);
  const rng = createRng(seed + 100);
  const attempts = new Map<string, number>();
  const notBefore = new Map<number, number>();
  const requests: FetchRequest[] = [];
  let now = 1_000_000;
  const wall = (): number => now + clockOffMs(requests.length);
  return {
    requests,
    clock: { now: wall, monotonic: () => now },
    sleep: async (ms, signal) => {
      if (ms < SHORTEST_REST_MS) return sleepFor(ms, signal);
      await sleepFor(0, signal);
      if (!signal.aborted) now += ms;
    },
    fetch: async (request, signal): Promise<FetchOutcome> => {
      requests.push(request);
      const { url, patienceMs = Number.POSITIVE_INFINITY } = request;
      const [, site = -1, page = -1] = (PLACE.exec(url) ?? []).map(Number);
      now += 10 + 2 * Math.floor(rng.below(20) / 2);
      const base = { finalUrl: url, redirects: [], httpStatus: null, durationMs: 10, bytes: 0 };
      const fail = (kind: FailureKind, hostWaitMs = 0): FetchOutcome => ({
        ...base,
        kind,
        fetchedAt: wall(),
        hostWaitMs,
        message: kind,
        retryable: true,
      });
      const wait = (notBefore.get(site) ?? 0) - now;
      if (wait > patienceMs) return fail('deferred', wait);
      if (wait > 0) now += wait;
      notBefore.set(site, now + delayMs(site));
      const delay = { fetchedAt: wall(), hostWaitMs: delayMs(site) };
      if (dead(site)) return { ...fail('connect'), ...delay };
      if (refused(site, page))
        return { ...base, ...delay, kind: 'forbidden', httpStatus: 403, message: 'HTTP status 403', retryable: false };
      const attempt = (attempts.get(url) ?? 0) + 1;
      attempts.set(url, attempt);
      if (attempt <= failingAttempts(site, page)) return { ...fail('timeout'), ...delay };
      return { ...(await inner.fetch(request, signal)), ...delay };
    },
    close: async () => undefined,
  };
}
