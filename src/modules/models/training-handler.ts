import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { JsonValue } from '../../domain/learning/snapshot.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { type Job, type JobContext, type JobHandler, JobHandlers, runInThread } from '../jobs/index.js';
import { ExampleTexts, gatheredSummary, type GatheredTexts, KeywordSetsService, missingExamples } from '../topics/index.js';
import { loadWordVectors } from '../word-vectors/index.js';
import type { Model } from './model.js';
import { ModelsRepository } from './models.repository.js';
import { BACKGROUND_DOCUMENTS, task, TRAINING_SEED, type TrainingRequest } from './training-task.js';

export const TRAIN_MODEL = 'train-model';

/** Share of a training's progress that fetching takes. */
const FETCH_SHARE = 0.6;

/** Trains models: fetches what examples lack, learns in a thread of its own, stores weights and metrics. */
@Injectable()
export class TrainingHandler implements JobHandler, OnModuleInit {
  readonly kind = TRAIN_MODEL;

  constructor(
    private readonly models: ModelsRepository,
    private readonly texts: ExampleTexts,
    private readonly keywordSets: KeywordSetsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly handlers: JobHandlers,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  async run(job: Job, context: JobContext): Promise<JsonValue> {
    const model = await this.models.find(job.subjectId);
    // Deleted meanwhile, or stored just before an earlier worker died.
    if (!model || model.status === 'READY') return { modelId: job.subjectId, status: model?.status ?? 'DELETED' };
    const { signal } = context;
    const texts = await this.texts.gather(model.topicId, null, { signal, progress: (share) => context.progress(FETCH_SHARE * share) });
    context.progress(FETCH_SHARE);
    const response = await runInThread(task, await this.#request(model, texts), signal);
    if (response.kind === 'refused') throw new DomainError('INVALID_STATE', `${response.message}${missingExamples(texts)}`);
    signal.throwIfAborted();
    const { weights, threshold, metrics } = response;
    const stored = await this.models.recordTrained(model.id, { weights, threshold, metrics });
    return { modelId: model.id, status: stored ? 'READY' : 'DELETED', metrics, examples: gatheredSummary(texts) };
  }

  async failed(job: Job, error: string): Promise<void> {
    await this.models.recordFailed(job.subjectId, error);
  }

  async #request({ topicId, kind, config, keywordSetVersion }: Model, { positives, negatives }: GatheredTexts): Promise<TrainingRequest> {
    const set = keywordSetVersion === null ? null : await this.keywordSets.get(topicId, keywordSetVersion);
    const { buffer: vectors } = await loadWordVectors(this.config.CACHE_DIR);
    return { kind, config, keywords: set?.keywords ?? [], positives, negatives, background: BACKGROUND_DOCUMENTS, vectors, seed: TRAINING_SEED };
  }
}
