import type { Rng } from '../../base/rng.js';
import type { WebGraph } from '../web-graph.js';
import { DAY_SECONDS, type TopicBursts } from './bursts.js';
import { exponential, indexByShares } from './draws.js';
import type { SyntheticSettings } from './settings.js';
import type { Sites } from './sites.js';

/** Marks a page that never appears. */
export const NEVER = 0xffff_ffff;
/** Marks a page to which no earlier page links. */
const NO_PARENT = 0xffff_ffff;

/** Future pages, in order of arrival in the web: of each topic, and of all. */
class Waiting {
  private readonly queues: Uint32Array[];
  private readonly heads: number[];

  constructor(
    arrivals: Uint32Array,
    private readonly born: Uint32Array,
    { topicOf, topicShares }: Sites,
  ) {
    this.queues = [
      arrivals,
      ...Array.from(topicShares, (_, topic) => arrivals.filter((page) => topicOf[page] === topic)),
    ];
    this.heads = this.queues.map(() => 0);
  }

  next(topic: number | null): number | undefined {
    const no = topic === null ? 0 : topic + 1;
    const queue = this.queues[no];
    while (this.heads[no] < queue.length && this.born[queue[this.heads[no]]] !== NEVER) this.heads[no]++;
    return queue[this.heads[no]];
  }
}

/**
 * The time of each page's appearance, in whole seconds since the beginning. The first share of the pages exists from
 * the beginning. The others appear as a Poisson process; during a burst of a topic its pages appear more often. A host
 * begins with its home page.
 */
export function drawBirths(
  settings: SyntheticSettings,
  sites: Sites,
  arrivals: Uint32Array,
  bursts: readonly TopicBursts[],
  rng: Rng,
): Uint32Array {
  const { pages, initial, newPerDay, days, burstFactor } = settings;
  const { hostOf, hostStarts, topicShares } = sites;
  const born = new Uint32Array(pages).fill(NEVER);
  const first = Math.max(1, Math.round(pages * initial));
  for (let i = 0; i < first; i++) born[arrivals[i]] = 0;
  const waiting = new Waiting(arrivals, born, sites);
  const rate = (newPerDay * pages) / DAY_SECONDS;
  const end = days * DAY_SECONDS;
  if (rate === 0) return born;
  for (let time = 0, left = pages - first; left > 0;) {
    const extra = bursts.map((burst, topic) => (burst.isOn(time) ? (burstFactor - 1) * topicShares[topic] : 0));
    const sum = 1 + extra.reduce((all, each) => all + each, 0);
    const turn = bursts.reduce((soonest, burst) => Math.min(soonest, burst.nextTurn(time)), end);
    for (;;) {
      time += exponential(rate * sum, rng.next());
      if (time >= turn || left === 0) break;
      const kind = indexByShares(
        [1, ...extra].map((each) => each / sum),
        rng.next(),
      );
      const page = waiting.next(kind === 0 ? null : kind - 1);
      if (page === undefined) continue;
      const home = hostStarts[hostOf[page]];
      born[born[home] === NEVER ? home : page] = Math.floor(time);
      left--;
    }
    if (turn >= end) break;
    // The process is memoryless, so it may restart when its rate changes.
    time = turn;
  }
  return born;
}

/**
 * The page that links to each page from its first moment on: the existing one with the most links among those that link
 * to it.
 */
export function findParents(graph: WebGraph, born: Uint32Array): Uint32Array {
  const parents = new Uint32Array(graph.size).fill(NO_PARENT);
  for (let page = 0; page < graph.size; page++) {
    const links = graph.linksOf(page);
    for (const target of links) {
      const known = parents[target];
      if (born[page] > born[target] || born[page] === NEVER) continue;
      if (known === NO_PARENT || graph.linksOf(known).length < links.length) parents[target] = page;
    }
  }
  return parents;
}
