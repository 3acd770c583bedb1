import { Inject, Injectable } from '@nestjs/common';
import { runInThread } from '../../../../platform/threads/index.js';
import { type JsonValue, storedForm } from '../../../../domain/base/json-value.js';
import { type DocumentText, foldSpace } from '../../../../domain/text/index.js';
import type { SuggestionOptions } from '../../../../domain/topic/index.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { DomainError, withoutNulls } from '../../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../../platform/idempotency/index.js';
import { FETCHER_FACTORY, type FetcherFactory } from '../../../fetch/fetching/index.js';
import {
  HandlesJobs,
  type Job,
  type JobContext,
  type JobHandler,
  type JobKind,
  JobsService,
} from '../../../base/jobs/index.js';
import { loadWordVectors } from '../../../base/word-vectors/index.js';
import { eachWithin, fetchSettings, fetchText } from '../examples/example-fetching.js';
import { documentsOf } from '../examples/example-texts.js';
import { ExamplesService } from '../examples/examples.service.js';
import type { SuggestKeywordsInput } from './dto/keyword-candidate.dto.js';
import { KeywordCandidatesService } from './keyword-candidates.service.js';
import { describeCandidates } from './keyword-expansions.service.js';
import { KeywordSetsService } from './keyword-sets.service.js';
import { task } from './keyword-suggestion-task.js';
import { TopicsService } from '../topics.service.js';

const SUGGEST_KEYWORDS = 'suggest-keywords' satisfies JobKind;
/** Most seeds read: the first ones show the subject of the topic. */
const MAX_SEEDS_READ = 100;
const FETCH_BUDGET_MS = 300_000;
/** Characters read of a seed, and of an irrelevant example. */
const MAX_CHARS = 36_000;
/** Irrelevant examples for comparison, in addition to general text. */
const MAX_OTHERS = 1_000;
const FETCH_SHARE = 0.9;

interface SuggestKeywords extends Partial<SuggestionOptions> {
  /** Whether the suggestions immediately make a new version of the keywords. */
  readonly apply: boolean;
}

interface FailedSeed {
  readonly url: string;
  readonly error: string;
}

/** Finds candidates for keywords in the topic's seed pages, as a job: for a topic without other information. */
@Injectable()
@HandlesJobs()
export class KeywordSuggestionsService implements JobHandler {
  readonly kind = SUGGEST_KEYWORDS;

  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly candidates: KeywordCandidatesService,
    private readonly examples: ExamplesService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    @Inject(FETCHER_FACTORY) private readonly createFetcher: FetcherFactory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param key the same key and input return the job of the first call
   * @throws DomainError NOT_FOUND; INVALID_STATE naming `seeds` if the topic has none
   */
  start(topicId: string, input: SuggestKeywordsInput, key?: IdempotencyKey): Promise<Job> {
    const payload = storedForm(withoutNulls(input));
    return this.idempotency.create(
      key,
      'suggestKeywords',
      requestHash({ topicId, payload }),
      async (once) => {
        const topic = await this.topics.get(topicId);
        if (topic.seedCount === 0)
          throw new DomainError('INVALID_STATE', 'the topic has no seeds to read', {
            field: 'seeds',
            allowed: 'at least one seed',
          });
        return once(async (db) => (await this.jobs.enqueue(SUGGEST_KEYWORDS, topicId, payload, db)).id);
      },
      (id) => this.jobs.get(id),
    );
  }

  async run(
    { id, subjectId: topicId, payload }: Job<SuggestKeywords>,
    { signal, progress }: JobContext,
  ): Promise<JsonValue> {
    const { apply, ...options } = payload;
    const all = (await this.topics.seedsOf([topicId])).get(topicId) ?? [];
    const seeds = all.slice(0, MAX_SEEDS_READ);
    const { pages, failures } = await this.fetch(seeds, signal, (share) => progress(FETCH_SHARE * share));
    if (pages.length === 0) {
      const why = failures.length > 0 ? `: ${failures[0].error}` : '';
      throw new DomainError('INVALID_STATE', `none of ${seeds.length} seeds could be read${why}`, { field: 'seeds' });
    }
    const irrelevant = await this.examples.labelledTexts(topicId, MAX_OTHERS, MAX_CHARS, false);
    const set = await this.keywordSets.current(topicId);
    const { buffer: vectors } = await loadWordVectors();
    const rejected = await this.candidates.rejectedStems(topicId);
    const others = documentsOf(irrelevant).negatives;
    const { language } = await this.topics.get(topicId);
    const current = set?.keywords ?? [];
    const request = { language, current, rejected, relevant: pages, others, vectors, options };
    const { background, candidates, threshold } = await runInThread(task, request, signal);
    signal.throwIfAborted();
    const searched = { relevant: pages.length, others: others.length, background };
    const outcome = await this.candidates.store(topicId, candidates, searched, apply);
    return {
      jobId: id,
      threshold,
      candidates: describeCandidates(candidates, outcome),
      searched,
      keywordSetVersion: apply ? outcome.keywordSetVersion : null,
      seeds: {
        read: pages.length,
        failed: failures.length,
        leftOut: all.length - pages.length - failures.length,
        failures: failures.map((one) => ({ ...one })),
      },
    };
  }

  private async fetch(
    seeds: readonly string[],
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<{ readonly pages: readonly DocumentText[]; readonly failures: readonly FailedSeed[] }> {
    const settings = fetchSettings(this.config.CRAWL_USER_AGENT);
    const found = new Map<string, DocumentText>();
    const failures: FailedSeed[] = [];
    const fetcher = this.createFetcher();
    try {
      await eachWithin(seeds, FETCH_BUDGET_MS, signal, async (url, until) => {
        const outcome = await fetchText(fetcher, url, settings, until);
        if (outcome.kind === 'text') {
          const { title, description, text } = outcome;
          found.set(url, { url: outcome.url, title, description, text: text.slice(0, MAX_CHARS) });
        } else if (!until.aborted) failures.push({ url, error: foldSpace(`${outcome.failure}: ${outcome.message}`) });
        progress((found.size + failures.length) / seeds.length);
      });
    } finally {
      await fetcher.close();
    }
    signal.throwIfAborted();
    // In the order of the seeds, not of their arrival.
    return { pages: seeds.flatMap((url) => found.get(url) ?? []), failures };
  }
}
