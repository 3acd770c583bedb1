import type { z } from 'zod';
import type { DocumentText } from '../text/document-text.js';
import type { Rng } from '../base/rng.js';
import type { SnapshotSource } from '../base/snapshot-reader.js';
import type { WordVectors } from '../learning/word-vectors.js';
import type { Keyword } from '../topic/keyword-set.js';
import type { Learner, Scorer } from './training/learner.js';
import type { Judgement, ModelMetrics } from './training/model-metrics.js';
import type { HttpConfig } from './http/http-config.js';
import type { Classifier, RelevanceModel, RemoteRelevanceModel, ShortTextModel } from './relevance-model.js';
import type { TrainingSet } from './training/training-set.js';

/** Everything a relevance model may learn from. The same input and the same state of `rng` give the same model. */
export interface TrainingInput<Config = unknown> {
  readonly config: Config;
  readonly keywords: readonly Keyword[];
  /** Of the topic, ISO 639-1. Left out, and where it is `en`: as the examples and keywords tell. */
  readonly language?: string;
  readonly positives: readonly DocumentText[];
  readonly negatives: readonly DocumentText[];
  /**
   * General text about anything. It stands in for negatives where there are few; what looks like the topic is left out first. May be empty when there
   * are negatives.
   */
  readonly background: readonly DocumentText[];
  /** The same in another language, ISO 639-1; without it, topics in other languages are learnt against texts that are not in theirs. May give none. */
  readonly backgroundIn?: (language: string) => readonly DocumentText[];
  /** Relevant documents of other topics, to learn from as irrelevant ones; what looks like this topic is left out first. */
  readonly others?: readonly DocumentText[];
  /** Documents that no person labelled, but an earlier model is sure of, or a labeller labelled: learnt from, never measured or calibrated on. */
  readonly selfTrained?: SelfTrainedDocuments;
  readonly vectors: WordVectors | null;
  readonly rng: Rng;
  /**
   * Told the share of the training that is done, in [0, 1], never falling; kinds that train within a second may not call it. What it throws ends the
   * training and is passed on: so a training is cancelled.
   */
  readonly onProgress?: (share: number) => void;
}

/** Documents by what a model takes them for. */
export interface SelfTrainedDocuments {
  readonly positives: readonly DocumentText[];
  readonly negatives: readonly DocumentText[];
}

export interface TrainedModel {
  readonly model: RelevanceModel;
  /** Of the topic, as the model reads its texts, ISO 639-1; '' where nothing told it. Left out by kinds that read all texts alike. */
  readonly language?: string;
  readonly metrics: ModelMetrics;
  /** What the metrics are about; left out by models that learnt nothing from the examples. */
  readonly heldOut?: readonly JudgedDocument[];
}

/** A document of the training set with its label, as judged by a model of the same kind that had not seen it. */
export interface JudgedDocument extends Judgement {
  readonly document: DocumentText;
  readonly label: boolean;
}

/** What a saved model needs beside its snapshot: too large to be stored with each. */
export interface ModelResources {
  readonly vectors: WordVectors | null;
  /** Connects a model with its classifier; left out where there is no network. */
  readonly classifierFor?: (config: HttpConfig) => Classifier;
}

/** What every kind of relevance model says of itself. */
export interface RelevanceKindDefinition<Config = unknown> {
  readonly kind: string;
  /** Raised when the same input would give another model, or snapshots change. */
  readonly version: number;
  readonly summary: string;
  /** Paper and section, or the program it follows. */
  readonly source: string;
  /** False when keywords alone make a model. */
  readonly needsExamples: boolean;
  /** False for kinds that can do without keywords too; when left out, a kind needs keywords where it needs no examples. */
  readonly needsKeywords?: boolean;
  readonly configSchema: z.ZodType<Config>;
}

/** A relevance model as a plug-in: one folder and one line in the registry. */
export interface RelevanceModelDefinition<Config = unknown> extends RelevanceKindDefinition<Config> {
  /** @throws TrainingDataError when the input does not suffice */
  train(input: TrainingInput<Config>): RelevanceModel;
  /**
   * `train` with what cross-validation says of the model. Costs no more: calibration needs the held-out scores anyway.
   * @throws TrainingDataError when the input does not suffice
   */
  trainAndEvaluate(input: TrainingInput<Config>): TrainedModel;
  /** @throws RangeError when the snapshot is not one of this kind and version, or a resource it needs is missing */
  restore(source: SnapshotSource, resources: ModelResources): RelevanceModel;
  /** How it learns without calibration, for kinds that may be members of an ensemble. */
  readonly member?: LearnerDefinition<Config>;
}

/** A kind whose pages are judged outside of this program: it is trained and measured without asking, by scores that were asked for before. */
export interface RemoteModelDefinition<Config = unknown> extends RelevanceKindDefinition<Config> {
  /** All of the model but the classifier. @throws TrainingDataError when the input does not suffice */
  train(input: TrainingInput<Config>): ShortTextModel;
  /** @param scores of the input's positives, negatives and background, in this order */
  measure(model: ShortTextModel, input: TrainingInput<Config>, scores: readonly number[]): ModelMetrics;
  /** @throws RangeError when the snapshot is not one of this kind and version, or a resource it needs is missing */
  restore(source: SnapshotSource, resources: ModelResources): RemoteRelevanceModel;
}

/** The part of a kind that learns: what surrounds it calibrates and measures. */
export interface LearnerDefinition<Config = unknown> {
  readonly kind: string;
  readonly configSchema: z.ZodType<Partial<Config>>;
  /** @throws TrainingDataError when the input does not suffice */
  create(input: TrainingInput<Config>, set: TrainingSet): Learner;
  /** @throws RangeError when the snapshot is not one of its scorers', or a resource it needs is missing */
  restore(saved: SnapshotSource, resources: ModelResources): Scorer;
}

/** The topic has too little to learn this kind of model from; `need` says what. */
export class TrainingDataError extends Error {
  constructor(
    readonly need: 'positives' | 'negatives' | 'keywords',
    message: string,
  ) {
    super(message);
    this.name = 'TrainingDataError';
  }
}
