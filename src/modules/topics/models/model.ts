import type { JsonValue } from '../../../domain/base/json-value.js';
import type { StoredMetrics } from './model-metrics.js';
import type { StoredReport } from './model-report.js';

export const MODEL_STATES = ['TRAINING', 'READY', 'FAILED'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

/** A relevance model of a topic, without its weights. */
export interface Model {
  readonly id: string;
  readonly topicId: string;
  /** From 1 within the topic. */
  readonly version: number;
  readonly kind: string;
  readonly state: ModelState;
  /** Resolved: what was left out has its default. */
  readonly config: JsonValue;
  /** The keyword set it is made with; null if the topic had none. */
  readonly keywordSetVersion: number | null;
  /** Results of cross-validation, if READY. */
  readonly metrics: StoredMetrics | null;
  /** Its contents; null unless READY, and for models from before there were reports. */
  readonly report: StoredReport | null;
  /** Scores at or above it count as relevant. */
  readonly threshold: number | null;
  /** Why training failed. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly trainedAt: Date | null;
}

export interface NewModel {
  readonly topicId: string;
  readonly kind: string;
  readonly config: JsonValue;
  readonly keywordSetVersion: number | null;
}

/** The result of training. */
export interface TrainedWeights {
  /** An encoded snapshot. */
  readonly weights: Uint8Array;
  /** With the report under `report`. */
  readonly metrics: JsonValue;
  readonly threshold: number;
}
