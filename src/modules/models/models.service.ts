import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '../../domain/learning/snapshot.js';
import { type Slice, sliceOf } from '../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { DomainError, invalid, notFound } from '../../platform/errors/index.js';
import { runInThread } from '../jobs/index.js';
import {
  createdCursor, createdKey, documentsOf, ExamplesService, type KeywordSetContents, KeywordSetsService, onlySlice, type PageRequest, TopicsService,
} from '../topics/index.js';
import { loadWordVectors } from '../word-vectors/index.js';
import { type LoadedModel, LoadedModels } from './loaded-models.js';
import type { Model } from './model.js';
import { compareModels, idsToCompare, type ModelComparison } from './model-comparison.js';
import { ModelsRepository } from './models.repository.js';
import { requireKind, resolveConfig } from './relevance-kinds.js';
import { BACKGROUND_DOCUMENTS, task, TRAINING_SEED } from './training-task.js';

/** The kind a session gets when its topic has no model: it needs keywords only. */
const DEFAULT_KIND = 'keyword-vectors';
/** Examples read when a model is made while the user waits: enough to set its weights and threshold by. */
const MAX_EXAMPLES = 400;
const MAX_EXAMPLE_CHARS = 5_000;
/** With fewer relevant ones, general text and the usual weights judge better than what can be learnt. */
const ENOUGH_POSITIVES = 20;
/** It takes a second; on a machine so busy that it does not, the user had better hear of it. */
const PATIENCE_MS = 30_000;

@Injectable()
export class ModelsService {
  constructor(
    private readonly models: ModelsRepository,
    private readonly loaded: LoadedModels,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly examples: ExamplesService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Model> {
    const model = await this.models.find(id);
    if (!model) throw notFound('model', id);
    return model;
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Model>> {
    return new Map((await this.models.findMany(ids)).map((model) => [model.id, model]));
  }

  /** @throws DomainError NOT_FOUND when one of them is not there; VALIDATION_FAILED naming `ids` */
  async compare(ids: readonly string[]): Promise<ModelComparison> {
    const wanted = idsToCompare(ids);
    const found = await this.getMany(wanted);
    return compareModels(wanted.map((id) => {
      const model = found.get(id);
      if (!model) throw notFound('model', id);
      return model;
    }));
  }

  /** Newest first. @throws DomainError NOT_FOUND when there is no such topic */
  async list(topicId: string, page: PageRequest): Promise<Slice<Model>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page));
  }

  /** The same piece of the list of each topic. */
  async listOf(topicIds: readonly string[], { first, after }: PageRequest): Promise<Map<string, Slice<Model>>> {
    const rows = await this.models.listOf(topicIds, first + 1, createdCursor(after));
    return new Map(topicIds.map((id) => [id, sliceOf(rows.get(id) ?? [], first, createdKey)]));
  }

  /** @throws DomainError NOT_FOUND; CONFLICT when a session uses it */
  async delete(id: string): Promise<void> {
    const outcome = await this.models.delete(id);
    if (outcome === 'not-found') throw notFound('model', id);
    if (outcome === 'used') throw new DomainError('CONFLICT', 'a session uses the model: delete the session first', { details: { id } });
  }

  /** The model itself, ready to score. @throws DomainError NOT_FOUND, INVALID_STATE when it is not READY */
  loadModel(modelId: string): Promise<LoadedModel> {
    return this.loaded.load(modelId);
  }

  /**
   * The model a new session of the topic is judged by: the given one, else the topic's newest READY one. Where there is none, or the newest was
   * made from keywords alone and those have changed since, one is made from the current keywords at once.
   *
   * @throws DomainError NOT_FOUND for a model or topic that is not there; VALIDATION_FAILED for another topic's model; INVALID_STATE naming
   *   `modelId` when the given one is not READY, `keywords` when there is nothing to make one from
   */
  async resolveForSession(topicId: string, modelId?: string | null): Promise<{ modelId: string }> {
    if (modelId != null) return { modelId: (await this.#givenModel(topicId, modelId)).id };
    const newest = await this.models.newestReady(topicId);
    const set = await this.keywordSets.current(topicId);
    const outdated = newest !== null && newest.kind === DEFAULT_KIND && set !== null && newest.keywordSetVersion !== set.version;
    if (newest && !outdated) return { modelId: newest.id };
    if (!set || set.keywords.length === 0) {
      throw new DomainError('INVALID_STATE', 'the topic has neither a trained model nor keywords to make one from', {
        field: 'keywords', allowed: 'at least one keyword, or a READY model',
      });
    }
    const config = newest?.config ?? resolveConfig(requireKind(DEFAULT_KIND).configSchema, {});
    return { modelId: await this.#makeFromKeywords(topicId, DEFAULT_KIND, config, set) };
  }

  async #givenModel(topicId: string, modelId: string): Promise<Model> {
    const model = await this.get(modelId);
    if (model.topicId !== topicId) throw invalid('modelId', `model ${modelId} is another topic's`, 'a model of the topic');
    if (model.status !== 'READY') {
      throw new DomainError('INVALID_STATE', `model ${modelId} is ${model.status}`, { field: 'modelId', allowed: 'a READY model', details: { status: model.status } });
    }
    return model;
  }

  /** In a thread: reading general text takes a tenth of a second, in which the API would answer nobody. */
  async #makeFromKeywords(topicId: string, kind: string, config: JsonValue, { version, keywords }: KeywordSetContents): Promise<string> {
    const [{ buffer: vectors }, examples] = await Promise.all([
      loadWordVectors(this.config.CACHE_DIR),
      this.examples.labelledTexts(topicId, MAX_EXAMPLES, MAX_EXAMPLE_CHARS),
    ]);
    const { positives, negatives } = documentsOf(examples);
    const enough = positives.length >= ENOUGH_POSITIVES;
    const trained = await runInThread(task, {
      kind, config, keywords, vectors, positives: enough ? positives : [], negatives: enough ? negatives : [],
      background: BACKGROUND_DOCUMENTS, seed: TRAINING_SEED,
    }, AbortSignal.timeout(PATIENCE_MS));
    if (trained.kind === 'refused') throw new DomainError('INVALID_STATE', trained.message, { field: 'keywords' });
    const id = await this.models.insertReady({ topicId, kind, config, keywordSetVersion: version }, trained);
    if (id === null) throw notFound('topic', topicId);
    return id;
  }
}
