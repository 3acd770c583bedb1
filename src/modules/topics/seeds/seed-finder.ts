import { Inject, Injectable } from '@nestjs/common';
import {
  type FoundSeed,
  hubsOf,
  type JudgedSeed,
  mergeFindings,
  seedQueries,
  sharedLinks,
} from '../../../domain/seeds/index.js';
import type { Keyword } from '../../../domain/topic/index.js';
import type { Fetcher, FetchSettings } from '../../../engine/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { SearchEngines, StoredSearch } from '../../fetch/search-engines/index.js';
import { searchFor, type SourceFindings, type SourceReport } from './search-findings.js';
import { SeedJudge } from './seed-judge.js';
import { originsToAsk, sitemapsOf } from './sitemap-findings.js';
import { StoredEvidenceRepository, type StoredPage, type StoredPlace } from './stored-evidence.repository.js';

/** Hits per page of results, and stored pages found per query. */
const HITS_PER_PAGE = 30;
const STORED_HITS = 50;
/** Relevant pages read of each earlier session of the topic. */
const PAGES_PER_SESSION = 50;
/** Most judged shared links, by number of linking domains. */
const MAX_SHARED = 1_000;
/** Most pages proposed from one sitemap. */
const PER_SITEMAP = 5;

/** External functions needed by the search for seeds. */
interface SeedSearch {
  readonly topicId: string;
  readonly keywords: readonly Keyword[];
  /** Pages of results requested per query. */
  readonly searchPages: number;
  readonly fetcher: Fetcher;
  readonly settings: FetchSettings;
  readonly signal: AbortSignal;
}

export interface FoundSeeds {
  readonly queries: readonly string[];
  readonly seeds: readonly JudgedSeed[];
  readonly sources: readonly SourceReport[];
}

/** A stored page with its probability of relevance. */
interface JudgedPage extends StoredPage {
  readonly relevance: number;
}

/** Collects URLs from all sources, and judges them by their known texts. */
@Injectable()
export class SeedFinder {
  constructor(
    private readonly engines: SearchEngines,
    private readonly stored: StoredSearch,
    private readonly evidence: StoredEvidenceRepository,
    private readonly judge: SeedJudge,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'SEARXNG_URL'>,
  ) {}

  async find(search: SeedSearch): Promise<FoundSeeds> {
    const { keywords, fetcher, settings, signal } = search;
    const queries = seedQueries(keywords);
    const web = await this.searchWeb(queries, search);
    const own = await this.fromStored(queries, search);
    const unread = mergeFindings([...web.seeds, ...own.shared]);
    const { texts, threshold } = await this.judge.judge(keywords, [], unread, signal);
    const judged = (seed: FoundSeed, relevance: number, read: boolean): JudgedSeed => ({
      ...seed,
      relevance,
      read,
      relevant: relevance >= threshold,
    });
    const relevant = [
      ...own.pages.filter(({ relevance }) => relevance >= threshold).map(({ url }) => url),
      ...unread.filter((_, i) => texts[i] >= threshold).map(({ url }) => url),
    ];
    const maps = await sitemapsOf(originsToAsk(relevant), fetcher, settings, signal);
    const ofMaps = await this.judge.judge(keywords, [], maps.seeds, signal);
    const listed = bestOfEach(
      maps.seeds.map((seed, i) => judged(seed, ofMaps.texts[i], false)).filter((seed) => seed.relevant),
    );
    const byUrl = new Map(own.pages.map((page) => [page.url, page]));
    const merged = mergeFindings([...own.seeds, ...unread, ...listed]);
    const score = new Map([
      ...listed.map(({ url, relevance }) => [url, relevance] as const),
      ...unread.map(({ url }, i) => [url, texts[i]] as const),
    ]);
    const seeds = merged.map((seed) => {
      const page = byUrl.get(seed.url);
      return page ? judged(seed, page.relevance, true) : judged(seed, score.get(seed.url) ?? 0, false);
    });
    return { queries, seeds, sources: [web.report, ...own.reports, maps.report] };
  }

  private async searchWeb(queries: readonly string[], { searchPages, signal }: SeedSearch): Promise<SourceFindings> {
    if (this.config.SEARXNG_URL === undefined) {
      const message = 'this service has no SearXNG to ask: its operator sets SEARXNG_URL';
      return { seeds: [], report: { source: 'searxng', asked: 0, failed: 0, found: 0, message } };
    }
    const engine = this.engines.of('searxng');
    const ask = (query: string, page: number) => engine.search({ query, page, limit: HITS_PER_PAGE }, signal);
    const findings = await searchFor(queries, searchPages, HITS_PER_PAGE, ask, signal);
    signal.throwIfAborted();
    return findings;
  }

  /** Stored pages with the words of the topic, and their links. */
  private async fromStored(
    queries: readonly string[],
    { topicId, keywords, signal }: SeedSearch,
  ): Promise<{
    readonly pages: readonly JudgedPage[];
    readonly seeds: readonly FoundSeed[];
    readonly shared: readonly FoundSeed[];
    readonly reports: readonly SourceReport[];
  }> {
    const found: FoundSeed[] = [];
    const places = new Map<string, StoredPlace>();
    let failed = 0;
    let message: string | null = null;
    for (const query of queries) {
      signal.throwIfAborted();
      const answer = await this.stored.pages({ query, page: 1, limit: STORED_HITS });
      if (answer.kind === 'failed') {
        failed++;
        message ??= answer.message;
        continue;
      }
      for (const { url, title, snippet, sessionId, step } of answer.hits) {
        found.push({ url, title, snippet, findings: [{ source: 'stored', by: query }] });
        places.set(keyOf({ sessionId, step }), { sessionId, step });
      }
    }
    for (const place of await this.evidence.relevantPages(topicId, PAGES_PER_SESSION)) places.set(keyOf(place), place);
    const collected = await this.evidence.collectedPages(topicId);
    const isCollected = new Set(collected.map(keyOf));
    for (const place of collected) places.set(keyOf(place), place);
    const stored = await this.evidence.pagesAt([...places.values()]);
    const byQuery = new Set(found.map(({ url }) => url));
    for (const { url, title, description, ...place } of stored) {
      if (byQuery.has(url)) continue;
      const by = isCollected.has(keyOf(place)) ? 'the collection of the topic' : 'an earlier session of the topic';
      found.push({ url, title, snippet: description, findings: [{ source: 'stored', by }] });
    }
    const { documents, threshold } = await this.judge.judge(keywords, stored, [], signal);
    const pages = stored.map((page, i): JudgedPage => ({ ...page, relevance: documents[i] }));
    const relevant = pages.filter(({ relevance }) => relevance >= threshold);
    const links = await this.evidence.linksFrom(relevant);
    const shared = sharedLinks(links).slice(0, MAX_SHARED);
    const titles = new Map(relevant.map(({ url, title }) => [url, title]));
    const hubs = hubsOf(links, new Set(titles.keys())).map((hub) => ({ ...hub, title: titles.get(hub.url) ?? '' }));
    const seeds = [...found, ...hubs];
    const report = (source: SourceReport['source'], asked: number, count: number): SourceReport => ({
      source,
      asked,
      failed: 0,
      found: count,
      message: null,
    });
    return {
      pages,
      seeds,
      shared,
      reports: [
        { ...report('stored', queries.length, new Set(found.map(({ url }) => url)).size), failed, message },
        report('shared-link', relevant.length, shared.length),
        report('hub', relevant.length, hubs.length),
      ],
    };
  }
}

const keyOf = ({ sessionId, step }: StoredPlace): string => `${sessionId} ${step}`;

/** For each sitemap the pages with the most promising URLs. */
function bestOfEach(seeds: readonly JudgedSeed[]): JudgedSeed[] {
  const taken = new Map<string, number>();
  return [...seeds]
    .sort((a, b) => b.relevance - a.relevance)
    .filter(({ findings: [{ by }] }) => {
      const count = taken.get(by) ?? 0;
      taken.set(by, count + 1);
      return count < PER_SITEMAP;
    });
}
