import { createRng, type Rng } from '../../../domain/base/rng.js';
import { hostOf } from '../../../domain/url/index.js';
import { distancesFrom } from '../../../domain/webs/index.js';
import type { Fetcher } from '../../../engine/index.js';
import { failureOutcome } from '../../fetch/fetching/plain.js';
import { labGet, linksBy, type ReachedGraph } from './lab-graph.js';
import type { LabWeb } from './lab-web.js';

/**
 * Obstacles of the open web that a recorded one lacks. Relevant pages stay reachable, so the difference in results is
 * the policy's loss.
 */
export interface Trouble {
  /**
   * Dead links: their share of the addresses that pages link to, from 0 to less than 1. They are links of the web
   * without a recording.
   */
  readonly deadLinks: number;
  /**
   * Share of hosts that answer 403 to everything, from 0 to 1: hosts without relevant pages that lie on the only path
   * to none.
   */
  readonly refusingHosts: number;
}

/** Addresses that pages of a web link to. */
export interface LinkedAddresses {
  /** The number of recorded ones. */
  readonly recorded: number;
  readonly unrecorded: readonly string[];
}

/** The trouble of one run. */
export interface DrawnTrouble {
  readonly deadLinks: ReadonlySet<string>;
  readonly refusingHosts: ReadonlySet<string>;
}

/** Reads the links of all pages of a graph. Stored on disk if the web has a store. */
export async function linkedAddresses(web: LabWeb, { urls, seeds }: ReachedGraph): Promise<LinkedAddresses> {
  const { store } = web.cache;
  const madeFrom = JSON.stringify(seeds.map((page) => urls[page]));
  const known = store?.recall<LinkedAddresses>('linked', madeFrom);
  if (known) return known;
  const read = linksBy(labGet(web.fetcher));
  const recorded = new Set<string>();
  const unrecorded = new Set<string>();
  for (const url of urls)
    for (const link of (await read(url))?.links ?? []) (web.isRecorded(link) ? recorded : unrecorded).add(link);
  const linked = { recorded: recorded.size, unrecorded: [...unrecorded] };
  store?.keep(linked, 'linked', madeFrom);
  return linked;
}

/** Largest possible share of dead links. */
export const mostDeadLinks = ({ recorded, unrecorded }: LinkedAddresses): number =>
  unrecorded.length / Math.max(1, recorded + unrecorded.length);

/** @param isRelevant by page of the graph @param seed of the draw: the same seed draws the same links and hosts */
export function drawTrouble(
  { deadLinks, refusingHosts }: Trouble,
  { recorded, unrecorded }: LinkedAddresses,
  known: ReachedGraph,
  isRelevant: (page: number) => boolean,
  seed: number,
): DrawnTrouble {
  const count = Math.min(unrecorded.length, Math.round((recorded * deadLinks) / (1 - deadLinks)));
  return {
    deadLinks: new Set(shuffled(unrecorded, count, createRng(seed))),
    refusingHosts: drawHosts(known, isRelevant, refusingHosts, createRng(seed)),
  };
}

/** The first values of a random order. */
function shuffled<T>(values: readonly T[], count: number, rng: Rng): T[] {
  const order = [...values];
  for (let at = 0; at < count; at++) {
    const other = at + rng.below(order.length - at);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order.slice(0, count);
}

function drawHosts(
  { graph, urls, seeds, aliases }: ReachedGraph,
  isRelevant: (page: number) => boolean,
  share: number,
  rng: Rng,
): ReadonlySet<string> {
  const hosts = urls.map(hostOf);
  const all = [...new Set(hosts)];
  const wanted = Math.floor(share * all.length);
  const refusing = new Set<string>();
  if (wanted === 0) return refusing;
  const needed = new Set(hosts.filter((_, page) => isRelevant(page)));
  for (const seed of seeds) needed.add(hosts[seed]);
  // Redirects from one host to another: the graph does not show which pages need them.
  for (const [url, page] of aliases ?? []) if (hostOf(url) !== hosts[page]) needed.add(hostOf(url));
  const found = (): number => {
    const open = {
      size: graph.size,
      linksOf: (page: number) => (refusing.has(hosts[page]) ? NONE : graph.linksOf(page)),
    };
    return distancesFrom(open, seeds).reduce((sum, links, page) => sum + Number(links >= 0 && isRelevant(page)), 0);
  };
  const everything = found();
  for (const host of shuffled(all, all.length, rng)) {
    if (refusing.size === wanted) break;
    if (needed.has(host)) continue;
    refusing.add(host);
    if (found() < everything) refusing.delete(host);
  }
  return refusing;
}
const NONE = new Uint32Array(0);

/** A web with hosts that refuse everything, including redirects to them. */
export const refusing = (fetcher: Fetcher, hosts: ReadonlySet<string>): Fetcher =>
  hosts.size === 0
    ? fetcher
    : {
        fetch: async (request, signal) => {
          const outcome = await fetcher.fetch(request, signal);
          const path = [...outcome.redirects, outcome.finalUrl];
          const at = path.findIndex((url) => hosts.has(hostOf(url)));
          if (at < 0) return outcome;
          const trail = { ...outcome, finalUrl: path[at], redirects: path.slice(0, at) };
          return failureOutcome('forbidden', 'the host refuses everything', trail, { httpStatus: 403 });
        },
        close: () => fetcher.close(),
      };
