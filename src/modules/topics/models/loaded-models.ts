import { Injectable, Logger } from '@nestjs/common';
import { decodeSnapshot } from '../../../domain/base/snapshot.js';
import {
  findRelevanceModel,
  findRemoteModel,
  type RelevanceModel,
  type RemoteRelevanceModel,
} from '../../../domain/relevance/index.js';
import { restSpelling } from '../../../platform/api/index.js';
import { DomainError, notFound } from '../../../platform/errors/index.js';
import { Semaphore } from '../../../platform/concurrency/index.js';
import { JobsService } from '../../base/jobs/index.js';
import { deferredWordVectors } from '../../base/word-vectors/index.js';
import { Classifiers } from './classifier/classifiers.js';
import type { Model } from './model.js';
import { ModelsRepository } from './models.repository.js';
import { KEYWORDS_KIND, MAKE_MODEL } from './training/model-making.handler.js';
import { TRAIN_MODEL } from './training/training-handler.js';

/** A model takes some megabytes of weights; users try a few at a time. */
const MAX_KEPT = 8;
/** Most models being restored at once, and waiting for that: each holds its weights twice meanwhile. */
const AT_ONCE = 2;
const MAX_WAITING = 64;

/** A model is damaged, or from a version that this one cannot read, and is being retrained. */
export class ModelRemadeError extends DomainError {
  constructor(id: string, message: string) {
    super('INVALID_STATE', `model ${id} is being trained again, because it cannot be read: ${message}`, {
      allowed: 'a model that is ready',
      details: { state: 'TRAINING' },
    });
  }
}

/** A model that judges by itself, or one connected with its classifier. */
export type LoadedModel = RelevanceModel | RemoteRelevanceModel;

/** Models restored from their stored weights. Caches the most recently used ones: models never change. */
@Injectable()
export class LoadedModels {
  private readonly log = new Logger('models');
  private readonly kept = new Map<string, Promise<LoadedModel>>();
  private readonly turns = new Semaphore(AT_ONCE, MAX_WAITING, 'models are being loaded');

  constructor(
    private readonly models: ModelsRepository,
    private readonly classifiers: Classifiers,
    private readonly jobs: JobsService,
  ) {}

  /** @throws DomainError NOT_FOUND; INVALID_STATE if it is not READY; UNAVAILABLE if too many are being loaded */
  async load(id: string): Promise<LoadedModel> {
    const row = await this.models.find(id);
    if (!row) throw notFound('model', id);
    const model = this.kept.get(id) ?? this.turns.run(() => this.restore(row));
    this.kept.delete(id);
    this.kept.set(id, model);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    try {
      return await model;
    } catch (error) {
      if (this.kept.get(id) === model) this.kept.delete(id);
      throw error;
    }
  }

  private async restore({ id, ...row }: Model): Promise<LoadedModel> {
    const weights = row.state === 'READY' ? await this.models.weightsOf(id) : null;
    if (!weights) {
      // It may have been sent to be trained again since it was read.
      const { state, error } = (await this.models.find(id)) ?? row;
      throw new DomainError(
        'INVALID_STATE',
        state === 'READY' ? `model ${id} has no weights` : `model ${id} is ${restSpelling(state)}, not ready`,
        { details: { state, error } },
      );
    }
    const definition = findRelevanceModel(row.kind) ?? findRemoteModel(row.kind);
    if (!definition)
      throw new DomainError(
        'INVALID_STATE',
        `relevance models of kind ${row.kind} are not known to this version: train a new one`,
      );
    const vectors = deferredWordVectors();
    try {
      return definition.restore(decodeSnapshot(weights), {
        vectors,
        classifierFor: (settings) => this.classifiers.of(id, settings),
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const job = row.kind === KEYWORDS_KIND ? MAKE_MODEL : TRAIN_MODEL;
      const isFirst = await this.models.remake(id, (db) => this.jobs.enqueue(job, id, {}, db));
      if (isFirst) this.log.warn({ err: error, modelId: id }, 'a model cannot be read and is trained again');
      throw new ModelRemadeError(id, error.message);
    }
  }
}
