import { createRng } from '../../base/rng.js';
import { NEVER } from './births.js';
import type { SyntheticWeb } from './synthetic-web.js';

/** Draws of a link to swap ends with, before a news link keeps its own. */
const TRIES = 200;

/** A link that stands on its page from one moment to another, in seconds since the beginning. */
interface PassingLink {
  readonly from: number;
  readonly to: number;
  readonly target: number;
}

/**
 * News sites: what appears stands on the home page of its host for some hours, beside the links of the graph. So few pages change often and lead to what is
 * new, and only as long as it is new (Palotai et al. 4: foragers collect news of one site).
 *
 * In a rewired twin these links are rewired with all others: each swaps ends with a link of the graph. The home page then shows some other page for so long,
 * and some other page links to the new one for good. Degrees stay.
 */
export class News {
  /** Links of home pages, in the order in which they come. */
  private readonly passing = new Map<number, PassingLink[]>();
  /** In a rewired twin: what a page links to in place of the end of a link of the graph. */
  private readonly swapped = new Map<number, Map<number, number>>();

  /** The same, as the pages that are linked to instead. */
  private readonly newEnds = new Map<number, Set<number>>();

  private constructor(private readonly born: Uint32Array) {}

  /**
   * @param born when each page appears
   * @param parents of each page the one that shows it at once; home pages that link to it anyway become that
   * @returns null when the settings ask for none
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

  /** The page that a link of the graph leads to instead; the same page where it leads to its own end. */
  endOf(page: number, target: number): number {
    return this.swapped.get(page)?.get(target) ?? target;
  }

  /** Whether a link of a page leads to a new page in place of the end that the graph has: it does so from the first moment of that page on. */
  isNewEnd(page: number, target: number): boolean {
    return this.newEnds.get(page)?.has(target) === true;
  }

  hasNewEnds(page: number): boolean {
    return this.newEnds.has(page);
  }

  /** What stands on a page beside the links of the graph, newest first, and when that changed last: 0 when it never did. */
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
      // All that came before has gone before.
      else break;
    }
    return { targets, modifiedAt };
  }
}

/** Draws links of a graph whose ends news links are swapped with, each once. */
class Mixer {
  private readonly rng;
  private readonly starts: Uint32Array;
  private readonly total: number;
  private readonly taken = new Set<number>();
  /** Ends that pages have been given: no link doubles. */
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

  /** A link whose source takes the new page, and whose target the home page takes; null when none was found. */
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

/** What a map has under a key; put there when it has nothing. */
function put<V>(map: Map<number, V>, key: number, fresh: V): V {
  const known = map.get(key) ?? fresh;
  map.set(key, known);
  return known;
}
