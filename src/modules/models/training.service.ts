import { Injectable } from '@nestjs/common';
import { defaultKind, type RelevanceKindDefinition } from '../../domain/relevance/index.js';
import { DomainError, notFound } from '../../platform/errors/index.js';
import { IdempotencyService, requestHash } from '../../platform/idempotency/index.js';
import { JobsService } from '../jobs/index.js';
import { KeywordSetsService, TopicsService } from '../topics/index.js';
import type { Model } from './model.js';
import { ModelsRepository } from './models.repository.js';
import { requireKind, resolveConfig } from './relevance-kinds.js';
import { TRAIN_MODEL } from './training-handler.js';

export interface TrainModel {
  /** Chosen by the examples there are unless given. */
  readonly kind?: string | null;
  readonly config?: unknown;
  /** The model it follows and is compared with; the topic's newest READY one unless given. */
  readonly predecessorId?: string;
}

/** Starts trainings: the model row and the job that fills it appear together. */
@Injectable()
export class TrainingService {
  constructor(
    private readonly models: ModelsRepository,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key the same key and input answer the model made the first time
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED naming `kind` or the field of the configuration; INVALID_STATE naming `examples` or
   *   `keywords` when the topic lacks what the kind cannot do without
   */
  async start(topicId: string, { kind: wanted, config, predecessorId }: TrainModel, key?: string): Promise<Model> {
    if (wanted != null) resolveConfig(requireKind(wanted).configSchema, config);
    await this.topics.get(topicId);
    const { relevant } = (await this.topics.exampleCountsOf([topicId])).get(topicId) ?? { relevant: 0 };
    const kind = wanted ?? defaultKind({ relevant });
    const definition = requireKind(kind);
    const resolved = resolveConfig(definition.configSchema, config);
    const set = (await this.keywordSets.currentOf([topicId])).get(topicId);
    requireMaterial(definition, set?.size ?? 0, relevant);
    const { id } = await this.idempotency.run(key, 'trainModel', requestHash({ topicId, kind: wanted ?? undefined, config }), async (db) => {
      const made = await this.models.insert(db, { topicId, kind, config: resolved, keywordSetVersion: set?.version ?? null });
      if (made === null) throw notFound('topic', topicId);
      await this.jobs.enqueue(TRAIN_MODEL, made, predecessorId === undefined ? {} : { predecessorId }, db);
      return made;
    });
    const model = await this.models.find(id);
    if (!model) throw notFound('model', id);
    return model;
  }
}

function requireMaterial(
  { needsExamples, needsKeywords = !needsExamples }: Pick<RelevanceKindDefinition, 'needsExamples' | 'needsKeywords'>, keywords: number, relevant: number,
): void {
  if (needsKeywords && keywords === 0) throw new DomainError('INVALID_STATE', 'the topic has no keywords', { field: 'keywords', allowed: 'at least one keyword' });
  if (!needsExamples || relevant > 0) return;
  throw new DomainError('INVALID_STATE', 'the topic has no relevant examples', { field: 'examples', allowed: 'at least two relevant examples' });
}
