import { Injectable } from '@nestjs/common';
import { runInThread } from '../../../../platform/threads/index.js';
import type { DatabaseTransaction } from '../../../../platform/database/index.js';
import type { JsonValue } from '../../../../domain/base/json-value.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, type JobKind } from '../../../base/jobs/index.js';
import { documentsOf, ExamplesService, KeywordSetsService, TopicsService } from '../../topics/index.js';
import { BACKGROUND_DOCUMENTS, loadWordVectors } from '../../../base/word-vectors/index.js';
import type { Model } from '../model.js';
import { ModelsRepository } from '../models.repository.js';
import { task, TRAINING_SEED, type TrainingRequest } from './training-task.js';

export const MAKE_MODEL = 'make-model' satisfies JobKind;

/** The kind of a session's model if its topic has none: it needs only keywords. */
export const KEYWORDS_KIND = 'keyword-vectors';
/** Most examples read, the newest ones: enough to set weights and threshold. */
export const MAX_EXAMPLES = 400;
const MAX_EXAMPLE_CHARS = 5_000;
/** With fewer relevant ones, general text and the default weights judge better than learnt ones. */
const ENOUGH_POSITIVES = 20;

/** Whether a model made for a session learns from this number of relevant examples. */
export const learnsFrom = (positives: number): boolean => positives >= ENOUGH_POSITIVES;

/**
 * Makes models for sessions whose topic has none: from keywords, and the examples with text, in about a second. Users'
 * trainings are a different job.
 */
@Injectable()
@HandlesJobs()
export class ModelMakingHandler implements JobHandler {
  readonly kind = MAKE_MODEL;
  /** A session waits for it. */
  readonly lane = 'quick';

  constructor(
    private readonly models: ModelsRepository,
    private readonly keywordSets: KeywordSetsService,
    private readonly topics: TopicsService,
    private readonly examples: ExamplesService,
  ) {}

  async run(job: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    const model = await this.models.find(job.subjectId);
    // Deleted meanwhile, or stored just before an earlier worker died.
    if (!model || model.state === 'READY') return { modelId: job.subjectId, state: model?.state ?? 'DELETED' };
    const trained = await runInThread(task, await this.request(model), signal, progress);
    if (trained.kind === 'refused') throw new DomainError('INVALID_STATE', trained.message);
    signal.throwIfAborted();
    const stored = await this.models.recordTrained(model.id, trained);
    return { modelId: model.id, state: stored ? 'READY' : 'DELETED' };
  }

  async failed(job: Job, error: string, transaction?: DatabaseTransaction): Promise<void> {
    await this.models.recordFailed(job.subjectId, error, transaction);
  }

  private async request({ topicId, kind, config, keywordSetVersion }: Model): Promise<TrainingRequest> {
    const [{ language }, { buffer: vectors }, examples, set] = await Promise.all([
      this.topics.get(topicId),
      loadWordVectors(),
      this.examples.labelledTexts(topicId, MAX_EXAMPLES, MAX_EXAMPLE_CHARS),
      keywordSetVersion === null ? null : this.keywordSets.get(topicId, keywordSetVersion),
    ]);
    const { positives, negatives } = documentsOf(examples);
    const learns = learnsFrom(positives.length);
    return {
      kind,
      config,
      language,
      keywords: set?.keywords ?? [],
      vectors,
      positives: learns ? positives : [],
      negatives: learns ? negatives : [],
      background: BACKGROUND_DOCUMENTS,
      seed: TRAINING_SEED,
    };
  }
}
