import type { DocumentText } from '../../text/document-text.js';
import { probabilityOf, type IsotonicCurve, type Scaling } from '../../learning/calibration-isotonic.js';
import type { PlattScaling } from '../../learning/calibration.js';
import type { Snapshot } from '../../base/snapshot.js';
import { MAX_SHORT_TEXT_WORDS, wordsOf } from '../features/document-words.js';
import type { Scorer } from './learner.js';
import type { ModelResources } from '../model-definition.js';
import type { RelevanceModel } from '../relevance-model.js';
import { restoreTextScorer, saveTextScorer } from '../short-texts/text-learners.js';

/**
 * Probability of what the model knows no word of. Not 0: such pages and links exist in every topic; well under any link with a word that speaks for it.
 */
const NOTHING_KNOWN = 0.05;

/** How a scorer's margins become probabilities and decisions. */
export interface Calibration {
  readonly page: Scaling;
  readonly text: Scaling;
  readonly threshold: number;
}

/** A scorer whose margins have been given a meaning. */
export class CalibratedModel implements RelevanceModel {
  readonly threshold: number;
  private readonly unknown: number;

  constructor(
    readonly kind: string,
    private readonly version: number,
    private readonly scorer: Scorer,
    private readonly calibration: Calibration,
    /** Judges short texts in the scorer's place. */
    private readonly texts: Scorer | null = null,
  ) {
    this.threshold = calibration.threshold;
    this.unknown = Math.min(NOTHING_KNOWN, calibration.threshold / 2);
  }

  score(document: DocumentText): number {
    const margin = this.scorer.margin(document);
    return Number.isNaN(margin) ? this.unknown : probabilityOf(this.calibration.page, margin);
  }

  scoreText(text: string): number {
    const margin = (this.texts ?? this.scorer).wordsMargin(wordsOf(text, MAX_SHORT_TEXT_WORDS));
    return Number.isNaN(margin) ? this.unknown : probabilityOf(this.calibration.text, margin);
  }

  save(): Snapshot {
    const { page, text, threshold } = this.calibration;
    return {
      kind: this.kind,
      version: this.version,
      threshold,
      page: [page.platt.a, page.platt.b],
      text: [text.platt.a, text.platt.b],
      ...(page.isotonic === null ? {} : { pageCurve: { ...page.isotonic } }),
      ...(text.isotonic === null ? {} : { textCurve: { ...text.isotonic } }),
      ...(this.texts === null ? {} : { texts: saveTextScorer(this.texts) }),
      scorer: this.scorer.save(),
    };
  }
}

/** @throws RangeError when the snapshot is not of this kind and version */
export function requireSnapshotOf(kind: string, version: number, snapshot: Snapshot): void {
  if (snapshot.kind === kind && snapshot.version === version) return;
  throw new RangeError(
    `the snapshot is of ${JSON.stringify(snapshot.kind)} version ${JSON.stringify(snapshot.version)}, expected ${kind} version ${version}`,
  );
}

/** @throws RangeError when the snapshot is not one that a `CalibratedModel` of this kind and version saved */
export function restoreCalibrated(
  kind: string,
  version: number,
  snapshot: Snapshot,
  scorer: (saved: Snapshot, resources: ModelResources) => Scorer,
  resources: ModelResources = { vectors: null },
): CalibratedModel {
  requireSnapshotOf(kind, version, snapshot);
  const { threshold, page, text, pageCurve, textCurve, texts, scorer: saved } = snapshot;
  if (typeof threshold !== 'number' || !isSnapshot(saved)) throw new RangeError(`the ${kind} snapshot is incomplete`);
  const calibration = {
    page: { platt: plattFrom(kind, page), isotonic: curveFrom(kind, pageCurve) },
    text: { platt: plattFrom(kind, text), isotonic: curveFrom(kind, textCurve) },
    threshold,
  };
  return new CalibratedModel(
    kind,
    version,
    scorer(saved, resources),
    calibration,
    isSnapshot(texts) ? restoreTextScorer(texts, resources) : null,
  );
}

export function isSnapshot(value: Snapshot[string] | undefined): value is Snapshot {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function plattFrom(kind: string, value: Snapshot[string] | undefined): PlattScaling {
  const [a, b] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof a !== 'number' || typeof b !== 'number') throw new RangeError(`the ${kind} snapshot has no calibration`);
  return { a, b };
}

function curveFrom(kind: string, value: Snapshot[string] | undefined): IsotonicCurve | null {
  if (value === undefined) return null;
  const { margins, probabilities } = isSnapshot(value) ? value : {};
  if (
    !(margins instanceof Float64Array) ||
    !(probabilities instanceof Float64Array) ||
    margins.length !== probabilities.length
  ) {
    throw new RangeError(`the ${kind} snapshot has a broken calibration curve`);
  }
  return { margins, probabilities };
}
