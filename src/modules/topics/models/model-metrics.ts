import type { JsonValue } from '../../../domain/base/json-value.js';
import type { ModelMetrics } from '../../../domain/relevance/index.js';

/**
 * Results of a model's cross-validation as stored: without the report, and with nulls for figures that older models
 * lack.
 */
export interface StoredMetrics extends Omit<ModelMetrics, 'report' | 'threshold'> {
  /** Pages in the training set labelled only by the labeller. */
  readonly labellerLabels: number;
}

/** @param stored by training; null for models that are not READY */
export function metricsFrom(stored: JsonValue): StoredMetrics | null {
  if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return null;
  const known = stored as Partial<StoredMetrics>;
  return {
    precision: known.precision ?? null,
    recall: known.recall ?? null,
    f1: known.f1 ?? null,
    fMacro: known.fMacro ?? null,
    averagePrecision: known.averagePrecision ?? null,
    accuracy: known.accuracy ?? null,
    brier: known.brier ?? null,
    textAveragePrecision: known.textAveragePrecision ?? null,
    confusion: known.confusion ?? null,
    folds: known.folds ?? 0,
    groupedBySite: known.groupedBySite ?? false,
    positives: known.positives ?? 0,
    negatives: known.negatives ?? 0,
    background: known.background ?? 0,
    otherTopics: known.otherTopics ?? 0,
    labellerLabels: known.labellerLabels ?? 0,
    positiveSites: known.positiveSites ?? 0,
    warnings: known.warnings ?? [],
  };
}
