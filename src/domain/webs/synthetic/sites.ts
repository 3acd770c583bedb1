import { createRng } from '../../base/rng.js';
import { indexByShares } from './draws.js';
import type { SyntheticSettings } from './settings.js';

/** Topic of the pages to be found. */
export const RELEVANT_TOPIC = 0;

/**
 * The host of each page, the domain of each host, and their topics. Pages of a host are numbered consecutively, home
 * page first.
 */
export interface Sites {
  readonly hosts: number;
  readonly domains: number;
  /** First page of each host; one extra entry at the end. */
  readonly hostStarts: Uint32Array;
  readonly hostOf: Uint32Array;
  readonly domainOfHost: Uint32Array;
  /** First host of each domain; one extra entry at the end. */
  readonly domainStarts: Uint32Array;
  readonly topicOfHost: Uint8Array;
  readonly topicOf: Uint8Array;
  /** Intended share of each topic in the pages. */
  readonly topicShares: Float64Array;
}

/**
 * Host sizes follow a power law with exponent 2 between a quarter of the mean and 14 times the mean, which has that
 * mean.
 */
const SMALLEST_HOST = 0.25;
const LARGEST_OVER_SMALLEST = Math.exp(4);

function hostSizes(pages: number, mean: number, next: () => number): number[] {
  const sizes: number[] = [];
  const smallest = Math.max(1, mean * SMALLEST_HOST);
  const largest = smallest * (mean === 1 ? 1 : LARGEST_OVER_SMALLEST);
  for (let left = pages; left > 0; left -= sizes[sizes.length - 1]) {
    // Inverse of the distribution function of x^-2 between both ends.
    const size = 1 / (1 / smallest - next() * (1 / smallest - 1 / largest));
    sizes.push(Math.min(left, Math.round(size)));
  }
  return sizes;
}

/** @param settings pages, hosts and topics are used */
export function layOutSites(settings: SyntheticSettings): Sites {
  const { pages, topics, relevantShare, hostPurity } = settings;
  const rng = createRng(settings.seed ^ 0x5173_0001);
  const sizes = hostSizes(pages, settings.pagesPerHost, () => rng.next());
  const hosts = sizes.length;
  const hostStarts = new Uint32Array(hosts + 1);
  const hostOf = new Uint32Array(pages);
  for (let host = 0; host < hosts; host++) {
    hostStarts[host + 1] = hostStarts[host] + sizes[host];
    hostOf.fill(host, hostStarts[host], hostStarts[host + 1]);
  }

  const domainOfHost = new Uint32Array(hosts);
  const starts = [0];
  for (let host = 1; host < hosts; host++) {
    const isFull = host - starts[starts.length - 1] >= 8;
    if (isFull || rng.next() < 1 / settings.hostsPerDomain) starts.push(host);
    domainOfHost[host] = starts.length - 1;
  }

  const topicShares = new Float64Array(topics).fill((1 - relevantShare) / (topics - 1));
  topicShares[RELEVANT_TOPIC] = relevantShare;
  const topicOfHost = new Uint8Array(hosts);
  const given = new Float64Array(topics);
  // Each host in turn gets the topic that lacks the most pages, so that the shares hold however large single hosts are.
  const bySize = Array.from(sizes.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b);
  for (const host of bySize) {
    let chosen = 0;
    for (let topic = 1; topic < topics; topic++)
      if (topicShares[topic] * pages - given[topic] > topicShares[chosen] * pages - given[chosen]) chosen = topic;
    topicOfHost[host] = chosen;
    given[chosen] += sizes[host];
  }
  const rest = restShares(topicShares, given, settings);
  const topicOf = new Uint8Array(pages);
  for (let page = 0; page < pages; page++) {
    const pure = rng.next() < hostPurity || page === hostStarts[hostOf[page]];
    const drawn = rng.next();
    topicOf[page] = pure ? topicOfHost[hostOf[page]] : indexByShares(rest, drawn);
  }
  return {
    hosts,
    domains: starts.length,
    hostStarts,
    hostOf,
    domainOfHost,
    domainStarts: Uint32Array.from([...starts, hosts]),
    topicOfHost,
    topicOf,
    topicShares,
  };
}

/**
 * Topics of the pages without their host's main topic, so that all pages together have the intended shares even with
 * few hosts.
 */
function restShares(shares: Float64Array, given: Float64Array, { pages, hostPurity }: SyntheticSettings): Float64Array {
  const lacking = shares.map((share, topic) => Math.max(0, share - (hostPurity * given[topic]) / pages));
  const sum = lacking.reduce((all, each) => all + each, 0);
  return sum > 0 ? lacking.map((each) => each / sum) : shares;
}
