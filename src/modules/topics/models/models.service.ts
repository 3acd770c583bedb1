import { Injectable } from '@nestjs/common';
import {
  createdKey,
  createdPiece,
  idsToCompare,
  onlySlice,
  type PageRequest,
  type Precondition,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { DomainError, notFound } from '../../../platform/errors/index.js';
import { TopicsService } from '../topics/index.js';
import { type LoadedModel, LoadedModels } from './loaded-models.js';
import type { Model } from './model.js';
import { compareModels, MAX_COMPARED, type ModelComparison } from './model-comparison.js';
import { ModelsRepository } from './models.repository.js';

@Injectable()
export class ModelsService {
  constructor(
    private readonly models: ModelsRepository,
    private readonly loaded: LoadedModels,
    private readonly topics: TopicsService,
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

  /** @throws DomainError NOT_FOUND if one of them does not exist; VALIDATION_FAILED naming `ids` */
  async compare(ids: readonly string[]): Promise<ModelComparison> {
    const wanted = idsToCompare(ids, MAX_COMPARED, 'models');
    const found = await this.getMany(wanted);
    return compareModels(
      wanted.map((id) => {
        const model = found.get(id);
        if (!model) throw notFound('model', id);
        return model;
      }),
    );
  }

  /** Newest first. @throws DomainError NOT_FOUND if there is no such topic */
  async list(topicId: string, page: PageRequest): Promise<Slice<Model>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page));
  }

  /** The same part of the list for each topic. */
  async listOf(topicIds: readonly string[], page: PageRequest): Promise<Map<string, Slice<Model>>> {
    const rows = await this.models.listOf(topicIds, createdPiece(page));
    const countOf = sharedCounts(() => this.models.countOf(topicIds));
    return new Map(topicIds.map((id) => [id, sliceOf(rows.get(id) ?? [], page, createdKey, countOf(id))]));
  }

  /** @throws DomainError NOT_FOUND; CONFLICT if a session uses it */
  async delete(id: string, condition?: Precondition): Promise<void> {
    const outcome = await this.models.delete(id, condition);
    if (outcome === 'not-found') throw notFound('model', id);
    if (outcome === 'used')
      throw new DomainError('CONFLICT', 'a session uses the model: delete the session first', { details: { id } });
  }

  /** The topic's newest READY model; null if it has none. */
  async newestReady(topicId: string): Promise<Model | null> {
    const newest = await this.models.newest(topicId, 'READY');
    return newest && this.models.find(newest.id);
  }

  /** The model itself, ready to judge. @throws DomainError NOT_FOUND, INVALID_STATE when it is not READY */
  loadModel(modelId: string): Promise<LoadedModel> {
    return this.loaded.load(modelId);
  }
}
