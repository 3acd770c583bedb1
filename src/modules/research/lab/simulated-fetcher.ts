import { createRng } from '../../../domain/base/rng.js';
import { paceOfStatus } from '../../../domain/fetching/index.js';
import { delayOf, FRESH_PACE, type HostPace, paceAfter, turnAt } from '../../../domain/politeness/index.js';
import { hashUrl, hostOf } from '../../../domain/url/index.js';
import type { Fetcher, FetchOutcome, FetchRequest } from '../../../engine/index.js';
import { failureOutcome } from '../../fetch/fetching/plain.js';
import type { SimulatedTime } from './simulated-time.js';

/** Standard deviations of the logarithm of response times: between hosts, and between the responses of one. */
const HOST_SPREAD = 0.5;
const ANSWER_SPREAD = 0.3;
const TWO_TO_32 = 2 ** 32;

/** A standard normal number determined by a text and a seed. */
function normalOf(text: string, seed: number): number {
  const { lo, hi } = hashUrl(text);
  const rng = createRng((lo ^ Math.imul(hi, 31) ^ Math.imul(seed, 0x9e3779b9)) >>> 0);
  return Math.sqrt(-2 * Math.log(1 - rng.next() + 1 / TWO_TO_32)) * Math.cos(2 * Math.PI * rng.next());
}

/**
 * Log-normal response times: each host has its own median. @param medianMs of all hosts, ms @returns a function from
 * URL to ms
 */
export function answerTimes(medianMs: number, seed: number): (url: string) => number {
  return (url) => medianMs * Math.exp(HOST_SPREAD * normalOf(hostOf(url), seed) + ANSWER_SPREAD * normalOf(url, seed));
}

interface SimulatedHost {
  pace: HostPace;
  lastStart: number;
}

/**
 * A recorded web with the turns of its hosts and response times in simulated time. Hosts get requests at the pace of
 * `domain/politeness`, as in the live fetcher; a turn later than the request's patience defers the fetch.
 *
 * @param answerMs response time of a URL, ms
 */
export function createSimulatedFetcher(
  fetcher: Fetcher,
  time: SimulatedTime,
  answerMs: (url: string) => number,
): Fetcher {
  const hosts = new Map<string, SimulatedHost>();
  const hostAt = (url: string): SimulatedHost => {
    const name = hostOf(url);
    const known = hosts.get(name) ?? { pace: FRESH_PACE, lastStart: Number.NEGATIVE_INFINITY };
    hosts.set(name, known);
    return known;
  };
  const waitFor = (host: SimulatedHost, floorMs: number): number =>
    Math.max(0, turnAt(host.pace, host.lastStart, floorMs) - time.monotonic());

  /** One request of a fetch. @returns false if the host's turn is too far away */
  const ask = async (
    url: string,
    status: number | null,
    { settings, patienceMs = Number.POSITIVE_INFINITY }: FetchRequest,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const host = hostAt(url);
    const floorMs = settings.hostDelayMs;
    const wait = waitFor(host, floorMs);
    if (wait > patienceMs) return false;
    const startedAt = time.monotonic() + wait;
    host.lastStart = startedAt;
    const tookMs = answerMs(url);
    await time.sleep(wait + tookMs, signal);
    const verdict = status === null ? 'fine' : paceOfStatus(status);
    host.pace = paceAfter(host.pace, { verdict, startedAt, tookMs, retryAfterMs: null }, floorMs, time.monotonic());
    return true;
  };

  return {
    fetch: async (request, signal): Promise<FetchOutcome> => {
      const began = time.monotonic();
      const outcome = await fetcher.fetch(request, signal);
      const path = [...outcome.redirects, outcome.finalUrl];
      for (const [hop, url] of path.entries()) {
        const isLast = hop === path.length - 1;
        if (await ask(url, isLast ? outcome.httpStatus : null, request, signal)) continue;
        const { pace, lastStart } = hostAt(url);
        const hostWaitMs = lastStart + delayOf(pace, request.settings.hostDelayMs) - time.monotonic();
        const trail = { finalUrl: url, redirects: path.slice(0, hop), fetchedAt: time.now(), durationMs: 0 };
        return { ...failureOutcome('deferred', `the turn of ${hostOf(url)} is far away`, trail), hostWaitMs };
      }
      const hostWaitMs = waitFor(hostAt(outcome.finalUrl), request.settings.hostDelayMs);
      const facts = { fetchedAt: time.now(), durationMs: time.monotonic() - began, hostWaitMs };
      return { ...outcome, ...facts };
    },
    close: () => fetcher.close(),
  };
}
