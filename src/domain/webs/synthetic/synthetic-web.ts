import { createChance } from '../../base/chance.js';
import type { KnownWeb } from '../known-web.js';
import { graphOfRows, type WebGraph } from '../web-graph.js';
import { createAddresses } from './addresses.js';
import { triadsFor } from './calibrate.js';
import { makeLinks } from './link-structure.js';
import { PageWriter } from './page-writer.js';
import { orderByPlace } from './places.js';
import { rewire } from './rewire.js';
import type { SyntheticSettings } from './settings.js';
import { layOutSites, RELEVANT_TOPIC, type Sites } from './sites.js';
import { createVocabulary } from './vocabulary.js';

/**
 * A web generated from settings: a scale-free small world of pages on hosts, with topics. Its links are in memory (some
 * 8 bytes per link); URLs, texts and HTML are generated on demand, so a web may have millions of pages.
 */
export interface SyntheticWeb extends KnownWeb {
  readonly settings: SyntheticSettings;
  readonly size: number;
  readonly sites: Sites;
  /** Pages in order of arrival in the web. */
  readonly arrivals: Uint32Array;
  /** Home pages of the largest hosts: good starting points. */
  readonly seeds: readonly number[];
  /** Name of a page's topic. */
  topicOf(page: number): string;
  /** Name of a topic by its number; 0 is the relevant one. */
  topicName(topic: number): string;
  /** The most telling words of the relevant topic. */
  keywords(count: number): string[];
  title(page: number): string;
  /** The page with all or some of its links. @param version of the page: each has another first paragraph */
  htmlOf(page: number, links?: ArrayLike<number>, version?: number): string;
}

const SEEDS = 5;

/**
 * Generates the web; about a second per 100 000 pages. @throws SyntheticSettingsError if the required clustering is
 * impossible
 */
export function createSyntheticWeb(given: SyntheticSettings): SyntheticWeb {
  const settings = given.clustering === undefined ? given : { ...given, triads: triadsFor(given, given.clustering) };
  const chance = createChance(settings.seed);
  const sites = layOutSites(settings);
  const { graph, arrivals } = linkPages(settings, sites);
  const vocabulary = createVocabulary(settings.topics);
  const writer = new PageWriter({ settings, sites, vocabulary, chance, urlOf: (page) => addresses.urlOf(page) });
  const addresses = createAddresses(sites, vocabulary, chance, (page) => writer.slug(page));
  return {
    settings,
    size: settings.pages,
    sites,
    graph,
    arrivals,
    seeds: largestHomes(sites),
    pageOf: (url) => addresses.pageOf(url),
    urlOf: (page) => addresses.urlOf(page),
    isRelevant: (page) => sites.topicOf[page] === RELEVANT_TOPIC,
    topicName: (topic) => vocabulary.topicName(topic),
    topicOf: (page) => vocabulary.topicName(sites.topicOf[page]),
    keywords: (count) => vocabulary.topicWords(RELEVANT_TOPIC, count),
    title: (page) => writer.title(page),
    htmlOf: (page, links = graph.linksOf(page), version = 0) => writer.html(page, links, version),
  };
}

/** The links alone, in the order of the pages. */
function linkPages(
  settings: SyntheticSettings,
  sites: Sites,
): { readonly graph: WebGraph; readonly arrivals: Uint32Array } {
  const { rows, arrivals } = makeLinks(settings, sites);
  if (settings.twin === 'rewired') rewire(rows, settings.seed);
  if (settings.twin === 'rewired-within-topics') rewire(rows, settings.seed, (page) => sites.topicOf[page]);
  orderByPlace(rows, sites, createChance(settings.seed));
  return { graph: graphOfRows(rows.starts, rows.targets), arrivals };
}

function largestHomes({ hosts, hostStarts }: Sites): number[] {
  const size = (host: number): number => hostStarts[host + 1] - hostStarts[host];
  return Array.from({ length: hosts }, (_, host) => host)
    .sort((a, b) => size(b) - size(a) || a - b)
    .slice(0, SEEDS)
    .map((host) => hostStarts[host]);
}
