import { createRng } from '../../base/rng.js';
import { NEVER } from './births.js';
import type { SyntheticWeb } from './synthetic-web.js';

/** Attempts to draw a link for swapping ends, before a news link keeps its own. */
const TRIES = 200;

/** A link that is on its page from one moment to another, in seconds since the beginning. */
interface PassingLink {
  readonly from: number;
  readonly to: number;
  readonly target: number;
}

/**
 * News sites: a new page is linked from the home page of its host for some hours, besides the graph's links. So a few
 * pages change often and link to new pages only while they are new (Palotai et al. 4: foragers collect news of one
 * site).
 *
 * In a rewired twin these links are rewired with all others: each swaps ends with a link of the graph. The home page
 * then links to some other page for that time, and some other page links to the new one permanently. Degrees stay.
 */
export class News {
  /** Temporary links of home pages, in order of their beginnings. */
  private readonly passing = new Map<number, PassingLink[]>();
  /** In a rewired twin: the targets of a page's links that differ from the graph's. */
  private readonly swapped = new Map<number, Map<number, number>>();

  /** The same, by the new targets. */
  private readonly newEnds = new Map<number, Set<number>>();

  private constructor(private readonly born: Uint32Array) {}

  /**
   * @param born the time of each page's appearance
   * @param parents of each page the one that links to it at once; home pages that link to it anyway become that
   * @returns null if the settings disable them
   */
  static of(web: SyntheticWeb, born: Uint32Array, parents: Uint32Array): News | null {
    const { settings, sites, graph } = web;
    if (settings.newsHours === 0) return null;
    const news = new News(born);
    const mix = settings.twin === 'none' ? null : new Mixer(web);
    const pages = Array.from(born.keys()).filter((page) => born[page] > 0 && born[page] !== NEVER);
    pages.sort((a, b) => born[a] - born[b] || a - b);
    for (const page of pages) {
      const home = sites.hostStarts[sites.hostOf[page]];
      if (home === page) continue;
      const end = mix?.swap(home, page) ?? null;
      if (end === null && (mix?.leads(home, page) ?? graph.linksOf(home).includes(page))) {
        parents[page] = home;
        continue;
      }
      if (end === null) mix?.give(home, page);
      else {
        put(news.swapped, end.source, new Map<number, number>()).set(end.target, page);
        put(news.newEnds, end.source, new Set<number>()).add(page);
      }
      put(news.passing, home, []).push({
        from: born[page],
        to: born[page] + settings.newsHours * 3_600,
        target: end?.target ?? page,
      });
    }
    return news;
  }

  /** The actual target of a link of the graph; unchanged if it was not swapped. */
  endOf(page: number, target: number): number {
    return this.swapped.get(page)?.get(target) ?? target;
  }

  /**
   * Whether a page links to a new page instead of the graph's target: such a link exists from the first moment of that
   * page on.
   */
  isNewEnd(page: number, target: number): boolean {
    return this.newEnds.get(page)?.has(target) === true;
  }

  hasNewEnds(page: number): boolean {
    return this.newEnds.has(page);
  }

  /** A page's temporary links, newest first, and their last change: 0 if there was none. */
  at(page: number, time: number): { readonly targets: readonly number[]; readonly modifiedAt: number } {
    const targets: number[] = [];
    let modifiedAt = 0;
    const links = this.passing.get(page) ?? [];
    for (let i = links.length - 1; i >= 0; i--) {
      const { from, to, target } = links[i];
      const shownFrom = Math.max(from, this.born[target]);
      if (shownFrom > time || shownFrom >= to) continue;
      modifiedAt = Math.max(modifiedAt, to <= time ? to : shownFrom);
      if (to > time) targets.push(target);
      // All earlier ones have ended before.
      else break;
    }
    return { targets, modifiedAt };
  }
}

/** Draws links of a graph for swapping ends with news links, each once. */
class Mixer {
  private readonly rng;
  private readonly starts: Uint32Array;
  private readonly total: number;
  private readonly taken = new Set<number>();
  /** Ends given to pages, to avoid duplicate links. */
  private readonly given = new Map<number, Set<number>>();

  constructor(private readonly web: SyntheticWeb) {
    this.rng = createRng(web.settings.seed ^ 0x5173_0005);
    this.starts = new Uint32Array(web.size);
    let total = 0;
    for (let page = 0; page < web.size; page++) {
      this.starts[page] = total;
      total += web.graph.linksOf(page).length;
    }
    this.total = total;
  }

  /** A link whose source takes the new page, and whose target the home page takes; null if none was found. */
  swap(home: number, page: number): { readonly source: number; readonly target: number } | null {
    const { topicOf } = this.web.sites;
    const within = this.web.settings.twin === 'rewired-within-topics';
    for (let tries = 0; tries < TRIES && this.total > 0; tries++) {
      const no = this.rng.below(this.total);
      const source = this.sourceOf(no);
      const target = this.web.graph.linksOf(source)[no - this.starts[source]];
      if (this.taken.has(no) || source === page || source === home || target === home || target === page) continue;
      if (within && topicOf[target] !== topicOf[page]) continue;
      if (this.leads(source, page) || this.leads(home, target)) continue;
      this.taken.add(no);
      this.give(source, page);
      this.give(home, target);
      return { source, target };
    }
    return null;
  }

  give(page: number, target: number): void {
    put(this.given, page, new Set<number>()).add(target);
  }

  leads(page: number, target: number): boolean {
    return this.web.graph.linksOf(page).includes(target) || this.given.get(page)?.has(target) === true;
  }

  private sourceOf(no: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= no) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The value under a key, inserted if missing. */
function put<V>(map: Map<number, V>, key: number, fresh: V): V {
  const known = map.get(key) ?? fresh;
  map.set(key, known);
  return known;
}
