import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { ensembleOf } from './ensemble/index.js';
import { http } from './http/index.js';
import { judgeOfKeywords, keywordVectors } from './keyword-vectors/index.js';
import { kwBilstm } from './kw-bilstm/index.js';
import { inLanguages } from './languages/analyzed-model.js';
import { linearSvm } from './linear-svm/index.js';
import { logistic } from './logistic/index.js';
import type {
  ModelResources,
  RelevanceKindDefinition,
  RelevanceModelDefinition,
  RemoteModelDefinition,
  TrainedModel,
} from './model-definition.js';
import type { TrainingInput } from './training/types.js';
import { naiveBayes } from './naive-bayes/index.js';
import type { RelevanceModel } from './relevance-model.js';
import { rules } from './rules/index.js';

export {
  ClassifierError,
  isRemoteModel,
  type Classifier,
  type ClassifierCall,
  type RelevanceModel,
  type RemoteRelevanceModel,
} from './relevance-model.js';
export {
  addressOf,
  contentToSend,
  LONGEST_RETRY_AFTER_MS,
  maxAnswerBytes,
  probeDelayMs,
  readAnswer,
  requestBody,
  retryDelayMs,
  type HttpConfig,
  type SentDocument,
} from './http/index.js';
export { GOAL_MEASURES, TEXT_MODELS } from './training/calibration-config.js';
export { CLASS_NAMES, defaultKind } from './training/training-set.js';
export { METRICS_WARNINGS, type MetricsWarning, type ModelMetrics } from './training/model-metrics.js';
export { confidentPages, confidentScores } from './training/self-training.js';
export { compareWithPredecessor, type PredecessorComparison } from './training/predecessor-comparison.js';
export type { ModelReport } from './training/model-report.js';
export { ACHE_FEATURES } from './linear-svm/index.js';
export type {
  ModelResources,
  RelevanceKindDefinition,
  RelevanceModelDefinition,
  RemoteModelDefinition,
  TrainedModel,
} from './model-definition.js';
export { TrainingDataError, type SelfTrainedDocuments, type TrainingInput } from './training/types.js';

/** Kinds that learn; those with a `member` may vote in an ensemble. */
const learning: readonly RelevanceModelDefinition[] = [keywordVectors, naiveBayes, linearSvm, logistic, kwBilstm];

/** All kinds of relevance models that judge locally. */
export const relevanceModels: readonly RelevanceModelDefinition[] = [
  ...learning.map((kind) => inLanguages(kind, { needsVectors: kind === kwBilstm })),
  inLanguages(
    ensembleOf(
      learning.map(({ member }) => member).filter((member) => member !== undefined),
      { make: judgeOfKeywords, restore: (saved, resources) => keywordVectors.restore(saved, resources) },
    ),
  ),
  rules,
];

/** Kinds with an external judge. */
const remoteModels: readonly RemoteModelDefinition[] = [http];

/** All kinds of relevance models. */
export const relevanceKindDefinitions: readonly RelevanceKindDefinition[] = [...relevanceModels, ...remoteModels];

/** The kind with an external judge that has this name. */
export function findRemoteModel(kind: string): RemoteModelDefinition | undefined {
  return remoteModels.find((definition) => definition.kind === kind);
}

/** The kind with a local judge that has this name. */
export function findRelevanceModel(kind: string): RelevanceModelDefinition | undefined {
  return relevanceModels.find((definition) => definition.kind === kind);
}

function requireRelevanceModel(kind: string): RelevanceModelDefinition {
  const definition = findRelevanceModel(kind);
  if (definition === undefined) throw new RangeError(`there is no relevance model of kind ${kind}`);
  return definition;
}

/**
 * Trains a model and measures it by cross-validation. Validates and completes the configuration first.
 *
 * @throws TrainingDataError if the topic has too little data for this kind of model
 * @throws RangeError for an unknown kind
 */
export function trainAndEvaluate(kind: string, input: TrainingInput): TrainedModel {
  const definition = requireRelevanceModel(kind);
  return definition.trainAndEvaluate({ ...input, config: definition.configSchema.parse(input.config) });
}

/** Restores a model of any kind that judges locally. @throws RangeError for an unknown kind or version */
export function restoreRelevanceModel(source: SnapshotSource, resources: ModelResources): RelevanceModel {
  const from = SnapshotReader.of(source);
  return requireRelevanceModel(from.string('kind')).restore(from, resources);
}
