import type { JsonValue } from '../../../domain/base/json-value.js';
import type { ModelReport, PredecessorComparison } from '../../../domain/relevance/index.js';

/** The model before a model, and both on the same documents. */
export interface StoredPredecessor extends PredecessorComparison {
  readonly modelId: string;
  readonly version: number;
  readonly kind: string;
}

/** The report of a stored model. Null for figures that its version did not measure. */
export type StoredReport = { [Part in keyof ModelReport]: ModelReport[Part] | null } & {
  readonly trainingMs: number | null;
  /**
   * Language in which it reads texts; null for models made before 27 November 2026, which read all texts as English,
   * and for kinds without a language.
   */
  readonly language: string | null;
  /** Null without an earlier model, or if it cannot be restored. */
  readonly before: StoredPredecessor | null;
};

/** @param stored by training; null for models from before there were reports */
export function reportFrom(stored: JsonValue): StoredReport | null {
  if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return null;
  const {
    goal,
    calibration,
    textModel,
    calibrationCurve,
    classes,
    learningCurve,
    tellingWords,
    trainingMs,
    language,
    before,
  } = stored as Partial<StoredReport>;
  return {
    goal: goal ?? null,
    calibration: calibration ?? null,
    textModel: textModel ?? null,
    calibrationCurve: calibrationCurve ?? null,
    classes: classes ?? null,
    learningCurve: learningCurve ?? null,
    tellingWords: tellingWords ?? null,
    trainingMs: trainingMs ?? null,
    language: language ?? null,
    before: before ?? null,
  };
}
