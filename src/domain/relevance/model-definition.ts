import type { z } from 'zod';
import type { DocumentText } from '../text/document-text.js';
import type { SnapshotSource } from '../base/snapshot-reader.js';
import type { WordVectors } from '../learning/word-vectors.js';
import type { Learner, Scorer } from './training/learner.js';
import type { Judgement, ModelMetrics } from './training/model-metrics.js';
import type { HttpConfig } from './http/http-config.js';
import type { Classifier, RelevanceModel, RemoteRelevanceModel, ShortTextModel } from './relevance-model.js';
import type { TrainingSet } from './training/training-set.js';
import type { TrainingInput } from './training/types.js';

export interface TrainedModel {
  readonly model: RelevanceModel;
  /**
   * Language of the topic, as the model reads its texts, ISO 639-1; '' if unknown. Omitted by kinds that read all texts
   * alike.
   */
  readonly language?: string;
  readonly metrics: ModelMetrics;
  /** The documents behind the metrics; omitted by models that learned nothing from the examples. */
  readonly heldOut?: readonly JudgedDocument[];
}

/** A document of the training set with its label, judged by a model of the same kind that had not seen it. */
export interface JudgedDocument extends Judgement {
  readonly document: DocumentText;
  readonly label: boolean;
}

/** Resources of a saved model besides its snapshot: too large to be stored with each. */
export interface ModelResources {
  readonly vectors: WordVectors | null;
  /** Connects a model with its classifier; omitted if there is no network. */
  readonly classifierFor?: (config: HttpConfig) => Classifier;
}

/** Common facts about a kind of relevance model. */
export interface RelevanceKindDefinition<Config = unknown> {
  readonly kind: string;
  /** Increased when equal inputs would give another model, or snapshots change. */
  readonly version: number;
  readonly summary: string;
  /** Paper and section, or the reference program. */
  readonly source: string;
  /** False if keywords suffice for a model. */
  readonly needsExamples: boolean;
  /** False for kinds that need no keywords either. Default: a kind needs keywords if it needs no examples. */
  readonly needsKeywords?: boolean;
  readonly configSchema: z.ZodType<Config>;
}

/** A relevance model as a plug-in: one folder and one line in the registry. */
export interface RelevanceModelDefinition<Config = unknown> extends RelevanceKindDefinition<Config> {
  /** @throws TrainingDataError if the input is insufficient */
  train(input: TrainingInput<Config>): RelevanceModel;
  /**
   * `train` with the results of cross-validation. Costs no more: calibration needs the held-out scores anyway.
   * @throws TrainingDataError if the input is insufficient
   */
  trainAndEvaluate(input: TrainingInput<Config>): TrainedModel;
  /** @throws RangeError if the snapshot is not of this kind and version, or a resource is missing */
  restore(source: SnapshotSource, resources: ModelResources): RelevanceModel;
  /** Its learner without calibration, for kinds that may be members of an ensemble. */
  readonly member?: LearnerDefinition<Config>;
}

/** A kind with an external judge: training and measuring use scores that were requested before. */
export interface RemoteModelDefinition<Config = unknown> extends RelevanceKindDefinition<Config> {
  /** The model without its classifier. @throws TrainingDataError if the input is insufficient */
  train(input: TrainingInput<Config>): ShortTextModel;
  /** @param scores of the input's positives, negatives and background, in this order */
  measure(model: ShortTextModel, input: TrainingInput<Config>, scores: readonly number[]): ModelMetrics;
  /** @throws RangeError if the snapshot is not of this kind and version, or a resource is missing */
  restore(source: SnapshotSource, resources: ModelResources): RemoteRelevanceModel;
}

/** The learning part of a kind, without calibration and measuring. */
export interface LearnerDefinition<Config = unknown> {
  readonly kind: string;
  readonly configSchema: z.ZodType<Partial<Config>>;
  /** @throws TrainingDataError if the input is insufficient */
  create(input: TrainingInput<Config>, set: TrainingSet): Learner;
  /** @throws RangeError if the snapshot is not from its scorers, or a resource is missing */
  restore(saved: SnapshotSource, resources: ModelResources): Scorer;
}
