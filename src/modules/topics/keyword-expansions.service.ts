import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { JsonValue } from '../../domain/learning/snapshot.js';
import type { Expansion, ExpansionOptions, Keyword } from '../../domain/topic/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { IdempotencyService, requestHash } from '../../platform/idempotency/index.js';
import { type Job, type JobContext, type JobHandler, JobHandlers, JobsService, runInThread } from '../jobs/index.js';
import { loadWordVectors } from '../word-vectors/index.js';
import { ExampleTexts, gatheredSummary, missingExamples } from './example-texts.js';
import { task } from './expansion-task.js';
import { MAX_KEYWORDS } from './keyword-intake.js';
import { KeywordSetsService } from './keyword-sets.service.js';
import { TopicsService } from './topics.service.js';

export const EXPAND_KEYWORDS = 'expand-keywords';
/** Fetching takes most of an expansion that fetches. */
const FETCH_SHARE = 0.8;

export interface ExpandKeywords extends Partial<ExpansionOptions> {
  /** Whether the candidates make a new version of the keywords; otherwise they are only in the job's result. */
  readonly apply: boolean;
}

/** Finds new keywords in the relevant examples (TRES, algorithm 1), as a job. */
@Injectable()
export class KeywordExpansionsService implements JobHandler, OnModuleInit {
  readonly kind = EXPAND_KEYWORDS;

  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly texts: ExampleTexts,
    private readonly jobs: JobsService,
    private readonly handlers: JobHandlers,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  /**
   * @param key the same key and input answer the job made the first time
   * @throws DomainError NOT_FOUND; INVALID_STATE naming `keywords` or `examples` when the topic has none to start from
   */
  async start(topicId: string, input: ExpandKeywords, key?: string): Promise<Job> {
    const topic = await this.topics.get(topicId);
    const set = topic.keywordSetVersion === null ? null : await this.keywordSets.current(topicId);
    if (!set || set.size === 0) throw new DomainError('INVALID_STATE', 'the topic has no keywords to expand', { field: 'keywords', allowed: 'at least one keyword' });
    const counts = (await this.topics.exampleCountsOf([topicId])).get(topicId);
    if (!counts || counts.relevant === 0) {
      throw new DomainError('INVALID_STATE', 'the topic has no relevant examples to look in', { field: 'examples', allowed: 'at least one relevant example' });
    }
    const payload = { ...input };
    const { id } = await this.idempotency.run(key, 'expandKeywords', requestHash({ topicId, payload }), async (db) => {
      const job = await this.jobs.enqueue(EXPAND_KEYWORDS, topicId, JSON.parse(JSON.stringify(payload)) as JsonValue, db);
      return job.id;
    });
    return this.jobs.get(id);
  }

  async run({ id, subjectId: topicId, payload }: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    const { apply, ...options } = payload as unknown as ExpandKeywords;
    const set = await this.keywordSets.current(topicId);
    if (!set) throw new DomainError('INVALID_STATE', 'the topic or its keywords are gone');
    const texts = await this.texts.gather(topicId, true, { signal, progress: (share) => progress(FETCH_SHARE * share) });
    if (texts.positives.length === 0) throw new DomainError('INVALID_STATE', `no relevant example has text${missingExamples(texts)}`);
    const { buffer: vectors } = await loadWordVectors(this.config.CACHE_DIR);
    const expansion = await runInThread(task, { seeds: seedsOf(set.keywords), documents: texts.positives, vectors, options }, signal);
    signal.throwIfAborted();
    const version = apply ? await this.#apply(topicId, expansion) : null;
    return { jobId: id, ...describe(expansion, set.keywords), keywordSetVersion: version, examples: gatheredSummary(texts) };
  }

  /** @returns the version that is current afterwards; candidates that are keywords already, as after a repeated run, make no new one */
  async #apply(topicId: string, { keywords }: Expansion): Promise<number> {
    const { version } = await this.keywordSets.append(topicId, (current) => {
      const known = new Set(current.map(({ text }) => text));
      const added = keywords.filter(({ text }) => !known.has(text)).slice(0, Math.max(0, MAX_KEYWORDS - current.length));
      return added.length > 0 ? [...current, ...added] : null;
    });
    return version;
  }
}

/** What the user gave; expanded keywords start no further expansion, which would drift. Where the user kept none of his own, all of them. */
function seedsOf(keywords: readonly Keyword[]): readonly Keyword[] {
  const own = keywords.filter(({ origin }) => origin === 'user');
  return own.length > 0 ? own : keywords;
}

function describe({ candidates, threshold, unknown }: Expansion, current: readonly Keyword[]): { [name: string]: JsonValue } {
  const known = new Set(current.map(({ text }) => text));
  return {
    threshold,
    unknownKeywords: [...unknown],
    candidates: candidates.map(({ keyword: { text, kind, score }, documents }) => ({ text, kind, score, documents, isNew: !known.has(text) })),
  };
}
