import type { WebGraph } from './web-graph.js';

/** A web known in advance, by the canonical URLs of its pages: a recorded or a synthetic one. */
export interface KnownWeb {
  readonly graph: WebGraph;
  /** The number of a page in the graph, undefined for unknown URLs. */
  pageOf(url: string): number | undefined;
  urlOf(page: number): string;
  isRelevant(page: number): boolean;
}

/**
 * @param urls of the pages of the graph, by number
 * @param aliases other URLs of pages, which redirect to them
 */
export function createKnownWeb(
  graph: WebGraph,
  urls: readonly string[],
  isRelevant: (page: number) => boolean,
  aliases: ReadonlyMap<string, number> = new Map(),
): KnownWeb {
  const numbers = new Map(urls.map((url, page) => [url, page]));
  return { graph, pageOf: (url) => numbers.get(url) ?? aliases.get(url), urlOf: (page) => urls[page], isRelevant };
}
