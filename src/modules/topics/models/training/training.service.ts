import { Injectable } from '@nestjs/common';
import { defaultKind, type RelevanceKindDefinition } from '../../../../domain/relevance/index.js';
import type { JsonValue } from '../../../../domain/base/json-value.js';
import { DomainError, invalid, notFound } from '../../../../platform/errors/index.js';
import {
  type CreateOnce,
  type IdempotencyKey,
  IdempotencyService,
  requestHash,
} from '../../../../platform/idempotency/index.js';
import { JobsService, type WithJob } from '../../../base/jobs/index.js';
import { LabellerService } from '../../labeller/index.js';
import { KeywordSetsService, TopicsService } from '../../topics/index.js';
import type { Model } from '../model.js';
import { ModelsRepository } from '../models.repository.js';
import { requireKind, resolveConfig } from '../relevance-kinds.js';
import { TRAIN_MODEL } from './training-handler.js';

interface TrainModel {
  /** Default: chosen by the number of examples. */
  readonly kind?: string | null;
  readonly config?: unknown;
  /** The model it follows and is compared with. Default: the topic's newest READY one. */
  readonly predecessorId?: string;
  /** Whether it also learns from labels of the labeller. */
  readonly labellerLabels?: boolean | null;
}

/** Starts trainings: creates the model and its job in one transaction. */
@Injectable()
export class TrainingService {
  constructor(
    private readonly models: ModelsRepository,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly jobs: JobsService,
    private readonly labeller: LabellerService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key the same key and input return the model of the first call
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED naming `kind` or the field of the configuration; INVALID_STATE
   * naming `examples` or `keywords` if the topic lacks the data that the kind requires, and `labellerLabels` if the
   * labeller agrees too little with people
   */
  start(topicId: string, input: TrainModel, key?: IdempotencyKey): Promise<WithJob<Model>> {
    const { kind, config, labellerLabels } = input;
    if (kind != null) resolveConfig(requireKind(kind).configSchema, config);
    const hash = requestHash({
      topicId,
      kind: kind ?? undefined,
      config,
      labellerLabels: labellerLabels === true || undefined,
    });
    return this.idempotency.create(
      key,
      'trainModel',
      hash,
      (once) => this.create(topicId, input, once),
      async (id) => {
        const model = await this.models.find(id);
        if (!model) throw notFound('model', id);
        return this.jobs.withJob(model);
      },
    );
  }

  private async create(
    topicId: string,
    { kind: wanted, config, predecessorId, labellerLabels }: TrainModel,
    once: CreateOnce,
  ): Promise<string> {
    await this.topics.get(topicId);
    const { relevant } = (await this.topics.exampleCountsOf([topicId])).get(topicId) ?? { relevant: 0 };
    const kind = wanted ?? defaultKind({ relevant });
    const definition = requireKind(kind);
    const resolved = resolveConfig(definition.configSchema, config);
    const set = (await this.keywordSets.currentOf([topicId])).get(topicId);
    requireMaterial(definition, set?.size ?? 0, relevant);
    if (labellerLabels === true) {
      requireLearning(kind, resolved);
      await this.labeller.requireOpen(topicId);
    }
    return once(async (db) => {
      const made = await this.models.insert(db, {
        topicId,
        kind,
        config: resolved,
        keywordSetVersion: set?.version ?? null,
      });
      if (made === null) throw notFound('topic', topicId);
      const payload = {
        ...(predecessorId === undefined ? {} : { predecessorId }),
        ...(labellerLabels === true ? { labellerLabels } : {}),
      };
      await this.jobs.enqueue(TRAIN_MODEL, made, payload, db);
      return made;
    });
  }
}

function requireMaterial(
  { needsExamples, needsKeywords = !needsExamples }: Pick<RelevanceKindDefinition, 'needsExamples' | 'needsKeywords'>,
  keywords: number,
  relevant: number,
): void {
  if (needsKeywords && keywords === 0)
    throw new DomainError('INVALID_STATE', 'the topic has no keywords', {
      field: 'keywords',
      allowed: 'at least one keyword',
    });
  if (!needsExamples || relevant > 0) return;
  throw new DomainError('INVALID_STATE', 'the topic has no relevant examples', {
    field: 'examples',
    allowed: 'at least two relevant examples',
  });
}

/** Kinds that learn from pages have a setting for the number of pages they may add by themselves. */
function requireLearning(kind: string, config: JsonValue): void {
  if (config !== null && typeof config === 'object' && 'selfTrainedPages' in config) return;
  throw invalid('labellerLabels', `models of kind ${kind} do not learn from pages`, 'false');
}
