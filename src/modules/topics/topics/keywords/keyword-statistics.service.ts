import { Injectable } from '@nestjs/common';
import { runInThread } from '../../../../platform/threads/index.js';
import type { KeywordJudgement, KeywordPresence, KeywordStatistics } from '../../../../domain/topic/index.js';
import { DomainError, invalid } from '../../../../platform/errors/index.js';
import { Semaphore } from '../../../../platform/concurrency/index.js';
import { type DocumentSample, KeywordSamplesRepository } from './keyword-samples.repository.js';
import { TopicsService } from '../topics.service.js';
import { KeywordSetsService } from './keyword-sets.service.js';
import { type ClassDocuments, type StatisticsRequest, task } from './keyword-statistics-task.js';

/** Default number of pages read of each class. */
export const DEFAULT_STATISTICS_PAGES = 300;
export const MAX_STATISTICS_PAGES = 1_000;
/** Concurrent computations, and waiting calls: each needs a thread and at most some 100 MB. */
const AT_ONCE = 2;
const MAX_WAITING = 20;
const TIMEOUT_MS = 60_000;

/** Keywords in the pages of one class. */
interface SampledPresence extends KeywordPresence {
  /** Number of documents of the class; `documents` of them were read. */
  readonly total: number;
}

interface SourceStatistics {
  readonly relevant: SampledPresence;
  readonly others: SampledPresence;
  readonly averagePrecision: number;
  readonly keywords: readonly KeywordJudgement[];
}

export interface KeywordSetStatistics {
  readonly topicId: string;
  readonly version: number;
  /** For the topic's labelled examples that have text. */
  readonly examples: SourceStatistics;
  /** For the pages of the requested session, by its judgements. */
  readonly session: (SourceStatistics & { readonly sessionId: string; readonly keywordSetVersion: number }) | null;
}

interface StatisticsQuery {
  readonly sessionId?: string | null;
  /** Pages read of each class. */
  readonly pages: number;
}

/** The frequency of a version's keywords in relevant and in other pages (TRES, table 2), and which of them help. */
@Injectable()
export class KeywordStatisticsService {
  private readonly turns = new Semaphore(AT_ONCE, MAX_WAITING, 'keyword statistics are being computed');

  constructor(
    private readonly sets: KeywordSetsService,
    private readonly samples: KeywordSamplesRepository,
    private readonly topics: TopicsService,
  ) {}

  /**
   * @throws DomainError NOT_FOUND for the version; VALIDATION_FAILED for another topic's session; UNAVAILABLE while too
   * many are being computed
   */
  async get(topicId: string, version: number, { sessionId, pages }: StatisticsQuery): Promise<KeywordSetStatistics> {
    const set = await this.sets.get(topicId, version);
    const session = sessionId == null ? null : await this.samples.session(sessionId);
    if (sessionId != null && session?.topicId !== topicId) {
      throw invalid('sessionId', `session ${sessionId} belongs to another topic`, 'a session of the topic');
    }
    return this.turns.run(async () => {
      const examples = await classes((relevant) => this.samples.examples(topicId, relevant, pages));
      const fetched =
        sessionId == null ? null : await classes((relevant) => this.samples.pages(sessionId, relevant, pages));
      const sources = [examples, ...(fetched ? [fetched] : [])];
      const documents = sources.map(({ relevant, others }): ClassDocuments => ({
        relevant: relevant.documents,
        others: others.documents,
      }));
      const { language } = await this.topics.get(topicId);
      const [ofExamples, ofSession] = await compute({ language, keywords: set.keywords, sources: documents });
      return {
        topicId,
        version,
        examples: withTotals(ofExamples, examples),
        session:
          fetched && session && sessionId != null
            ? { sessionId, keywordSetVersion: session.keywordSetVersion, ...withTotals(ofSession, fetched) }
            : null,
      };
    });
  }
}

/** @throws DomainError UNAVAILABLE if it takes too long */
async function compute(request: StatisticsRequest): Promise<KeywordStatistics[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await runInThread(task, request, signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new DomainError('UNAVAILABLE', `counting took more than ${TIMEOUT_MS / 1_000} s: ask for fewer pages`, {
      field: 'pages',
      cause,
    });
  }
}

interface ClassSamples {
  readonly relevant: DocumentSample;
  readonly others: DocumentSample;
}

async function classes(sample: (relevant: boolean) => Promise<DocumentSample>): Promise<ClassSamples> {
  const [relevant, others] = await Promise.all([sample(true), sample(false)]);
  return { relevant, others };
}

function withTotals(
  { relevant, others, averagePrecision, keywords }: KeywordStatistics,
  samples: ClassSamples,
): SourceStatistics {
  return {
    relevant: { ...relevant, total: samples.relevant.total },
    others: { ...others, total: samples.others.total },
    averagePrecision,
    keywords,
  };
}
