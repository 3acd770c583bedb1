import { Inject, Injectable } from '@nestjs/common';
import { type JsonValue, storedForm } from '../../../domain/base/json-value.js';
import { compileScope } from '../../../domain/scope/index.js';
import { SEARCH_HOST } from '../../../domain/search/index.js';
import { type JudgedSeed, rankSeeds, type SeedOptions } from '../../../domain/seeds/index.js';
import type { DocumentText } from '../../../domain/text/index.js';
import type { Keyword } from '../../../domain/topic/index.js';
import { canonicalUrl, hostOf } from '../../../domain/url/index.js';
import type { Fetcher, FetchSettings } from '../../../engine/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { FETCHER_FACTORY, type FetcherFactory } from '../../fetch/fetching/index.js';
import {
  HandlesJobs,
  type Job,
  type JobContext,
  type JobHandler,
  type JobKind,
  JobsService,
} from '../../base/jobs/index.js';
import { eachWithin, fetchSettings, fetchText, KeywordSetsService, TopicsService } from '../topics/index.js';
import { SeedCandidatesService } from './seed-candidates.service.js';
import { type FoundSeeds, SeedFinder } from './seed-finder.js';
import { SeedJudge } from './seed-judge.js';
import { StoredEvidenceRepository } from './stored-evidence.repository.js';

const SUGGEST_SEEDS = 'suggest-seeds' satisfies JobKind;
/** Share of the work for finding; the rest is reading. */
const FOUND_SHARE = 0.4;
/** Pages read per requested candidate, because some cannot be read, and some turn out to be irrelevant. */
const READ_PER_WANTED = 2;
const MAX_READ = 120;
const READ_BUDGET_MS = 180_000;
/** Characters read of a page. */
const MAX_CHARS = 36_000;
/** Most reported failures. */
const MAX_FAILURES = 20;

interface SuggestSeeds extends SeedOptions {
  /** Pages of results requested per query. */
  readonly searchPages: number;
  /** Whether the pages of candidates are read before they are proposed. */
  readonly read: boolean;
  /** Number of the best relevant candidates that become seeds at once. */
  readonly accept: number;
}

interface ReadPages {
  readonly seeds: readonly JudgedSeed[];
  readonly report: {
    readonly read: number;
    readonly failed: number;
    readonly leftOut: number;
    readonly failures: readonly { readonly url: string; readonly error: string }[];
  };
}

const NOTHING_READ = { read: 0, failed: 0, leftOut: 0, failures: [] };

/**
 * Finds candidates for seeds by a topic's keywords, as a job: for a topic without other information, or with too few
 * starting points.
 */
@Injectable()
@HandlesJobs()
export class SeedSuggestionsService implements JobHandler {
  readonly kind = SUGGEST_SEEDS;

  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly finder: SeedFinder,
    private readonly judge: SeedJudge,
    private readonly evidence: StoredEvidenceRepository,
    private readonly candidates: SeedCandidatesService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    @Inject(FETCHER_FACTORY) private readonly createFetcher: FetcherFactory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param key the same key and input return the job of the first call
   * @throws DomainError NOT_FOUND; INVALID_STATE naming `keywords` if the topic has none
   */
  start(topicId: string, input: SuggestSeeds, key?: IdempotencyKey): Promise<Job> {
    const payload = storedForm(input);
    return this.idempotency.create(
      key,
      'suggestSeeds',
      requestHash({ topicId, payload }),
      async (once) => {
        await this.topics.get(topicId);
        await this.keywordsOf(topicId);
        return once(async (db) => (await this.jobs.enqueue(SUGGEST_SEEDS, topicId, payload, db)).id);
      },
      (id) => this.jobs.get(id),
    );
  }

  async run(
    { id, subjectId: topicId, payload, createdAt }: Job<SuggestSeeds>,
    { signal, progress }: JobContext,
  ): Promise<JsonValue> {
    const { searchPages, read, accept, ...options } = payload;
    const keywords = await this.keywordsOf(topicId);
    const settings = fetchSettings(this.config.CRAWL_USER_AGENT);
    const fetcher = this.createFetcher();
    try {
      const found = await this.finder.find({ topicId, keywords, searchPages, fetcher, settings, signal });
      refuseIfBlind(found);
      progress(FOUND_SHARE);
      const isWanted = await this.wanted(topicId);
      const wanted = found.seeds.filter(({ url }) => isWanted(url));
      const onShare = (share: number): void => progress(FOUND_SHARE + (1 - FOUND_SHARE) * share);
      const { seeds, report } = read
        ? await this.read(keywords, wanted, options, { fetcher, settings, signal, onShare })
        : { seeds: wanted, report: NOTHING_READ };
      const candidates = rankSeeds(
        seeds.filter(({ url }) => isWanted(url)),
        options,
      );
      signal.throwIfAborted();
      const accepted = await this.candidates.store(topicId, candidates, accept, createdAt, isWanted);
      return {
        jobId: id,
        queries: [...found.queries],
        sources: found.sources.map((one) => ({ ...one })),
        found: found.seeds.length,
        leftOut: found.seeds.length - wanted.length,
        fetchedPages: { ...report, failures: report.failures.map((one) => ({ ...one })) },
        proposed: candidates.length,
        relevant: candidates.filter(({ relevant }) => relevant).length,
        accepted: [...accepted],
      };
    } finally {
      await fetcher.close();
    }
  }

  private async keywordsOf(topicId: string): Promise<readonly Keyword[]> {
    const set = await this.keywordSets.current(topicId);
    if (!set || set.keywords.length === 0)
      throw new DomainError('INVALID_STATE', 'the topic has no keywords to search for', {
        field: 'keywords',
        allowed: 'at least one keyword',
      });
    return set.keywords;
  }

  /** Excludes existing seeds, decided candidates, URLs out of the newest session's scope, and rejected domains. */
  private async wanted(topicId: string): Promise<(url: string) => boolean> {
    const [seeds, decided, rules, rejected] = await Promise.all([
      this.topics.seedsOf([topicId]),
      this.candidates.decidedUrls(topicId),
      this.evidence.newestScope(topicId),
      this.evidence.rejectedDomains(topicId),
    ]);
    const known = new Set([...(seeds.get(topicId) ?? []), ...decided]);
    const scope = compileScope(rules ?? {});
    const unwanted = compileScope({ denyHosts: rejected });
    return (url) =>
      !known.has(url) && scope.decide(url, 0).accept && unwanted.decide(url, 0).accept && hostOf(url) !== SEARCH_HOST;
  }

  /**
   * Reads the most promising pages that are not stored, and rejudges them by their text. Unreadable ones are dropped.
   */
  private async read(
    keywords: readonly Keyword[],
    found: readonly JudgedSeed[],
    options: SeedOptions,
    {
      fetcher,
      settings,
      signal,
      onShare,
    }: {
      readonly fetcher: Fetcher;
      readonly settings: FetchSettings;
      readonly signal: AbortSignal;
      readonly onShare: (share: number) => void;
    },
  ): Promise<ReadPages> {
    const most = Math.min(MAX_READ, options.most * READ_PER_WANTED);
    const promising = rankSeeds(found, { most, perDomain: options.perDomain * READ_PER_WANTED });
    const unread = promising.filter(({ read }) => !read);
    const pages = new Map<string, DocumentText>();
    const failures: { url: string; error: string }[] = [];
    await eachWithin(unread, READ_BUDGET_MS, signal, async ({ url }, until) => {
      const outcome = await fetchText(fetcher, url, settings, until);
      if (outcome.kind === 'text') pages.set(url, { ...outcome, text: outcome.text.slice(0, MAX_CHARS) });
      else if (!until.aborted) failures.push({ url, error: `${outcome.failure}: ${outcome.message}` });
      onShare((pages.size + failures.length) / unread.length);
    });
    signal.throwIfAborted();
    const documents = unread.flatMap(({ url }) => pages.get(url) ?? []);
    const { documents: scores, threshold } = await this.judge.judge(keywords, documents, [], signal);
    const scoreOf = new Map(documents.map((document, i) => [document, scores[i]]));
    const known = new Set<string>();
    const seeds = promising.flatMap((seed): JudgedSeed[] => {
      const page = pages.get(seed.url);
      const relevance = page === undefined ? seed.relevance : (scoreOf.get(page) ?? 0);
      // Redirects of several candidates may lead to one page.
      const url = canonicalUrl(page?.url ?? seed.url) ?? seed.url;
      if ((page === undefined && !seed.read) || known.has(url)) return [];
      known.add(url);
      const title = (page?.title ?? '') || seed.title;
      return [{ ...seed, url, title, relevance, read: true, relevant: relevance >= threshold }];
    });
    const leftOut = unread.length - pages.size - failures.length;
    const report = { read: pages.size, failed: failures.length, leftOut, failures: failures.slice(0, MAX_FAILURES) };
    return { seeds, report };
  }
}

/** A failed search engine is no error while other sources find something. */
function refuseIfBlind({ seeds, sources }: FoundSeeds): void {
  const web = sources.find(({ source }) => source === 'searxng');
  if (seeds.length > 0 || !web || web.message === null || web.failed < web.asked) return;
  throw new DomainError(
    'INVALID_STATE',
    `no stored page of the project has the keywords, and the search engine could not be asked: ${web.message}`,
    { field: 'keywords' },
  );
}
