import { Injectable } from '@nestjs/common';
import { runInThread } from '../../../../platform/threads/index.js';
import { type JsonValue, storedForm } from '../../../../domain/base/json-value.js';
import type { CandidateOptions, CandidateSearch, Keyword, KeywordCandidate } from '../../../../domain/topic/index.js';
import { DomainError, withoutNulls } from '../../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../../platform/idempotency/index.js';
import {
  HandlesJobs,
  type Job,
  type JobContext,
  type JobHandler,
  type JobKind,
  JobsService,
} from '../../../base/jobs/index.js';
import { loadWordVectors } from '../../../base/word-vectors/index.js';
import { ExampleTexts, gatheredSummary, type GatheredTexts, missingExamples } from '../examples/example-texts.js';
import type { ExpandKeywordsInput } from './dto/expand-keywords.input.js';
import { task } from './expansion-task.js';
import type { SearchedDocuments } from './keyword-candidate.js';
import { KeywordCandidatesService, type StoredOutcome } from './keyword-candidates.service.js';
import { type KeywordSetContents, KeywordSetsService } from './keyword-sets.service.js';
import { TopicsService } from '../topics.service.js';

const EXPAND_KEYWORDS = 'expand-keywords' satisfies JobKind;
/** Fetching takes most of an expansion that fetches. */
const FETCH_SHARE = 0.8;

interface ExpandKeywords extends Partial<CandidateOptions> {
  /** Whether candidates accepted by the rule make a new version of the keywords; otherwise all of them stay pending. */
  readonly apply: boolean;
}

/** Finds candidates for keywords in the relevant examples (TRES, algorithm 1, and phrases), as a job. */
@Injectable()
@HandlesJobs()
export class KeywordExpansionsService implements JobHandler {
  readonly kind = EXPAND_KEYWORDS;

  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly candidates: KeywordCandidatesService,
    private readonly texts: ExampleTexts,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key the same key and input return the job of the first call
   * @throws DomainError NOT_FOUND; INVALID_STATE naming `keywords` or `examples` if the topic has none to start from
   */
  start(topicId: string, input: ExpandKeywordsInput, key?: IdempotencyKey): Promise<Job> {
    const options: ExpandKeywords = withoutNulls(input);
    return this.idempotency.create(
      key,
      'expandKeywords',
      requestHash({ topicId, payload: { ...options } }),
      async (once) => {
        const payload = await this.payloadOf(topicId, options);
        return once(async (db) => (await this.jobs.enqueue(EXPAND_KEYWORDS, topicId, payload, db)).id);
      },
      (id) => this.jobs.get(id),
    );
  }

  private async payloadOf(topicId: string, options: ExpandKeywords): Promise<JsonValue> {
    const topic = await this.topics.get(topicId);
    const set = topic.keywordSetVersion === null ? null : await this.keywordSets.current(topicId);
    if (!set || set.size === 0)
      throw new DomainError('INVALID_STATE', 'the topic has no keywords to expand', {
        field: 'keywords',
        allowed: 'at least one keyword',
      });
    const counts = (await this.topics.exampleCountsOf([topicId])).get(topicId);
    if (!counts || counts.relevant === 0) {
      throw new DomainError('INVALID_STATE', 'the topic has no relevant examples to look in', {
        field: 'examples',
        allowed: 'at least one relevant example',
      });
    }
    // A repeated job starts from the same keywords, whatever its first run added to them.
    return storedForm({ ...options, fromVersion: set.version });
  }

  async run(
    { id, subjectId: topicId, payload }: Job<ExpandKeywords & { readonly fromVersion?: number }>,
    { signal, progress }: JobContext,
  ): Promise<JsonValue> {
    const { apply, fromVersion, ...options } = payload;
    const set = await this.startingFrom(topicId, fromVersion);
    if (!set) throw new DomainError('INVALID_STATE', 'the topic or its keywords were deleted');
    const texts = await this.texts.gather(topicId, null, {
      signal,
      progress: (share) => progress(FETCH_SHARE * share),
    });
    if (texts.positives.length === 0)
      throw new DomainError('INVALID_STATE', `no relevant example has text${missingExamples(texts)}`);
    const { buffer: vectors } = await loadWordVectors();
    const rejected = await this.candidates.rejectedStems(topicId);
    const { language } = await this.topics.get(topicId);
    const request = {
      language,
      seeds: seedsOf(set.keywords),
      current: set.keywords,
      rejected,
      relevant: texts.positives,
      others: texts.negatives,
      vectors,
      options,
    };
    const search = await runInThread(task, request, signal);
    signal.throwIfAborted();
    const searched = searchedIn(texts, search.background);
    const outcome = await this.candidates.store(topicId, search.candidates, searched, apply);
    return {
      jobId: id,
      ...describe(search, outcome),
      searched: { ...searched },
      keywordSetVersion: apply ? outcome.keywordSetVersion : null,
      examples: gatheredSummary(texts),
    };
  }

  private async startingFrom(topicId: string, version: number | undefined): Promise<KeywordSetContents | null> {
    return version === undefined ? this.keywordSets.current(topicId) : this.keywordSets.get(topicId, version);
  }
}

const searchedIn = ({ positives, negatives }: GatheredTexts, background: number): SearchedDocuments => ({
  relevant: positives.length,
  others: negatives.length,
  background,
});

/** The user's own keywords; expanding expanded ones would drift. If the user has kept none, all of them. */
function seedsOf(keywords: readonly Keyword[]): readonly Keyword[] {
  const own = keywords.filter(({ origin }) => origin === 'user');
  return own.length > 0 ? own : keywords;
}

function describe(
  { candidates, threshold, unknown, before, after }: CandidateSearch,
  outcome: StoredOutcome,
): { [name: string]: JsonValue } {
  return {
    threshold,
    unknownKeywords: [...unknown],
    candidates: describeCandidates(candidates, outcome),
    statistics: storedForm({ before, after }),
  };
}

/** Candidates in a job's result. */
export function describeCandidates(candidates: readonly KeywordCandidate[], { accepted }: StoredOutcome): JsonValue {
  return candidates.map(({ acceptable: _, ...candidate }) => ({
    ...candidate,
    documents: candidate.relevantDocuments,
    isNew: true,
    accepted: accepted.has(candidate.text),
  }));
}
