import type { ThreadTask } from '../../../../platform/threads/index.js';
import type { DocumentText } from '../../../../domain/text/index.js';
import { type JsonValue, storedForm } from '../../../../domain/base/json-value.js';
import { storedSettings } from '../../../../domain/base/stored-settings.js';
import { createRng, type Rng } from '../../../../domain/base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../../../../domain/base/snapshot.js';
import { openWordVectors } from '../../../../domain/learning/word-vectors.js';
import {
  compareWithPredecessor,
  findRelevanceModel,
  type ModelResources,
  type SelfTrainedDocuments,
  type TrainedModel,
  TrainingDataError,
} from '../../../../domain/relevance/index.js';
import type { Keyword } from '../../../../domain/topic/index.js';
import { backgroundIn, backgroundSample } from '../../../base/word-vectors/index.js';
import type { TrainedWeights } from '../model.js';
import type { StoredPredecessor } from '../model-report.js';

/** All inputs of training, as plain data for another thread. */
export interface TrainingRequest {
  readonly kind: string;
  /** Resolved by the kind's schema. */
  readonly config: JsonValue;
  /** Of the topic, ISO 639-1. */
  readonly language: string;
  readonly keywords: readonly Keyword[];
  readonly positives: readonly DocumentText[];
  readonly negatives: readonly DocumentText[];
  /** Relevant documents of other topics, if the configuration requests them. */
  readonly others?: readonly DocumentText[];
  /** Number of general documents that serve as negatives. */
  readonly background: number;
  /** Pages of which the previous model is sure, if the configuration requests them. */
  readonly selfTrained?: SelfTrainedDocuments;
  /** The previous model, for comparison. */
  readonly before?: PredecessorRequest | null;
  /** Buffer of the word vectors. */
  readonly vectors: SharedArrayBuffer;
  readonly seed: number;
}

export interface PredecessorRequest extends Pick<StoredPredecessor, 'modelId' | 'version' | 'kind'> {
  /** An encoded snapshot. */
  readonly weights: Uint8Array;
  /** 1 for the examples it may have learnt from, positives first. */
  readonly learnt: Uint8Array;
}

/** Every training uses the same random sequence: the same examples give the same model. */
export const TRAINING_SEED = 1;

/** `refused`: the topic lacks the data for this kind of model. */
export type TrainingResponse =
  ({ readonly kind: 'trained' } & TrainedWeights) | { readonly kind: 'refused'; readonly message: string };

export const task: ThreadTask<TrainingRequest, TrainingResponse> = { url: import.meta.url, run: trainModel };

/** Smallest reported progress: one message between threads per batch would be thousands. */
const PROGRESS_STEP = 0.01;

/** Trains and measures one model. The same request gives the same weights. */
function trainModel(
  { kind, config, vectors, seed, background, before, ...documents }: TrainingRequest,
  progress?: (share: number) => void,
): TrainingResponse {
  const definition = findRelevanceModel(kind);
  if (!definition) throw new Error(`there is no relevance model of kind ${kind}`);
  const rng = createRng(seed);
  const start = performance.now();
  let reported = 0;
  const onProgress = (share: number): void => {
    if (share - reported < PROGRESS_STEP) return;
    reported = share;
    progress?.(share);
  };
  try {
    const resources = { vectors: openWordVectors(vectors) };
    const trained = definition.trainAndEvaluate({
      ...documents,
      config: storedSettings(definition.configSchema, config),
      background: generalDocuments(background, seed, rng),
      backgroundIn: backgroundIn(seed),
      ...resources,
      rng,
      onProgress,
    });
    const { model, metrics } = trained;
    const trainingMs = Math.round(performance.now() - start);
    const report = {
      ...metrics.report,
      trainingMs,
      language: trained.language ?? null,
      before: before ? compared(before, trained, documents, resources) : null,
    };
    return {
      kind: 'trained',
      weights: encodeSnapshot(model.save()),
      metrics: storedForm({ ...metrics, report }),
      threshold: model.threshold,
    };
  } catch (error) {
    if (error instanceof TrainingDataError) return { kind: 'refused', message: error.message };
    throw error;
  }
}

interface Drawn {
  readonly count: number;
  readonly seed: number;
  readonly documents: readonly DocumentText[];
  /** State of the generator after them. */
  readonly after: Uint32Array;
}
/** A reused thread has its general documents already: some 3 MB, and a third of the time of a quick training. */
let drawn: Drawn | null = null;

/** The first sample of a generator with this seed. */
function generalDocuments(count: number, seed: number, rng: Rng): readonly DocumentText[] {
  if (drawn?.count !== count || drawn.seed !== seed) {
    const documents = backgroundSample(count, rng);
    drawn = { count, seed, documents, after: rng.save() };
  } else rng.restore(drawn.after);
  return drawn.documents;
}

/** Null if the previous model cannot be restored: the new one is valid anyway. */
function compared(
  { modelId, version, kind, weights, learnt }: PredecessorRequest,
  trained: TrainedModel,
  documents: Pick<TrainingRequest, 'positives' | 'negatives'>,
  resources: ModelResources,
): StoredPredecessor | null {
  try {
    const predecessor = findRelevanceModel(kind)?.restore(decodeSnapshot(weights), resources);
    return predecessor
      ? {
          modelId,
          version,
          kind,
          ...compareWithPredecessor(trained, documents, predecessor, (index) => learnt[index] === 1),
        }
      : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
