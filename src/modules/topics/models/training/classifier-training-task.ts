import type { ThreadTask } from '../../../../platform/threads/index.js';
import type { DocumentText } from '../../../../domain/text/index.js';
import { storedForm } from '../../../../domain/base/json-value.js';
import { storedSettings } from '../../../../domain/base/stored-settings.js';
import { createRng } from '../../../../domain/base/rng.js';
import { encodeSnapshot } from '../../../../domain/base/snapshot.js';
import { openWordVectors } from '../../../../domain/learning/word-vectors.js';
import { findRemoteModel, TrainingDataError } from '../../../../domain/relevance/index.js';
import { backgroundIn, backgroundSample } from '../../../base/word-vectors/index.js';
import type { TrainingRequest, TrainingResponse } from './training-task.js';

/** Documents sent to a classifier, and its verdicts. */
export interface JudgedDocuments {
  readonly positives: readonly DocumentText[];
  readonly negatives: readonly DocumentText[];
  readonly background: readonly DocumentText[];
  /** In the order above. */
  readonly scores: readonly number[];
}

interface ClassifierTrainingRequest extends TrainingRequest {
  readonly judged: JudgedDocuments;
}

export const task: ThreadTask<ClassifierTrainingRequest, TrainingResponse> = {
  url: import.meta.url,
  run: trainBesideClassifier,
};

/**
 * Trains the parts that judge without the classifier, and measures the whole model. The same request gives the same
 * weights.
 */
function trainBesideClassifier({
  kind,
  config,
  vectors: buffer,
  seed,
  background,
  judged,
  ...documents
}: ClassifierTrainingRequest): TrainingResponse {
  const definition = findRemoteModel(kind);
  if (!definition) throw new Error(`there is no external relevance model of kind ${kind}`);
  const rng = createRng(seed);
  const start = performance.now();
  const input = {
    ...documents,
    config: storedSettings(definition.configSchema, config),
    vectors: openWordVectors(buffer),
    rng,
  };
  try {
    const model = definition.train({
      ...input,
      background: backgroundSample(background, rng),
      backgroundIn: backgroundIn(seed),
    });
    const { scores, ...measured } = judged;
    const metrics = definition.measure(model, { ...input, ...measured, others: [] }, scores);
    const report = { ...metrics.report, trainingMs: Math.round(performance.now() - start) };
    const plain = storedForm({ ...metrics, report });
    return { kind: 'trained', weights: encodeSnapshot(model.save()), metrics: plain, threshold: model.threshold };
  } catch (error) {
    if (error instanceof TrainingDataError) return { kind: 'refused', message: error.message };
    throw error;
  }
}
