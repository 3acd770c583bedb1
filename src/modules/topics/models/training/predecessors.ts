import { Injectable } from '@nestjs/common';
import { findRelevanceModel } from '../../../../domain/relevance/index.js';
import type { GatheredTexts } from '../../topics/index.js';
import type { Model } from '../model.js';
import { ModelsRepository } from '../models.repository.js';
import type { PredecessorRequest } from './training-task.js';

/** Payload of a training job besides its model. */
export interface TrainingPayload {
  /** The model it follows. Default: the topic's newest READY one. */
  readonly predecessorId?: string;
  /** Whether it also learns from labels of the labeller. */
  readonly labellerLabels?: boolean;
}

/** Finds the model that a new one is compared with. */
@Injectable()
export class Predecessors {
  constructor(private readonly models: ModelsRepository) {}

  /** The READY model before a model: the one its job names, else the topic's newest. */
  async of(model: Model, { predecessorId }: TrainingPayload): Promise<Model | null> {
    const found =
      predecessorId === undefined
        ? await this.models.readyBefore(model.topicId, model.version)
        : await this.models.find(predecessorId);
    return found?.state === 'READY' ? found : null;
  }

  /** The input for comparing with it; null if it does not judge by itself. */
  async toCompare(
    found: Model,
    { positives, negatives }: Pick<GatheredTexts, 'positives' | 'negatives'>,
  ): Promise<PredecessorRequest | null> {
    if (!findRelevanceModel(found.kind)) return null;
    const weights = await this.models.weightsOf(found.id);
    if (weights === null) return null;
    const learnt = Uint8Array.from([...positives, ...negatives], ({ addedAt }) =>
      mayHaveLearnt(found, addedAt) ? 1 : 0,
    );
    return { modelId: found.id, version: found.version, kind: found.kind, weights, learnt };
  }
}

/** Examples are read while a model is trained: those added before its end may be among them. */
function mayHaveLearnt({ kind, metrics, trainedAt }: Model, addedAt: Date): boolean {
  if (metrics?.positives === 0 || !learnsFromExamples(kind)) return false;
  return trainedAt === null || addedAt <= trainedAt;
}

/** Kinds that need neither examples nor keywords are defined by their settings. */
function learnsFromExamples(kind: string): boolean {
  const definition = findRelevanceModel(kind);
  return definition === undefined || definition.needsExamples || definition.needsKeywords !== false;
}
