import type { DocumentText } from '../../text/document-text.js';
import { probabilityOf, type IsotonicCurve, type Scaling } from '../../learning/calibration-isotonic.js';
import type { PlattScaling } from '../../learning/calibration.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Scorer } from './learner.js';
import type { ModelResources } from '../model-definition.js';
import type { RelevanceModel } from '../relevance-model.js';
import { restoreTextScorer, saveTextScorer } from '../short-texts/text-learners.js';

/**
 * Probability for a text without known words. Not 0: such pages and links exist in every topic; well below any link
 * with a positive word.
 */
const NOTHING_KNOWN = 0.05;

/** The mapping from a scorer's margins to probabilities and decisions. */
export interface Calibration {
  readonly page: Scaling;
  readonly text: Scaling;
  readonly threshold: number;
}

/** A scorer with calibrated margins. */
export class CalibratedModel implements RelevanceModel {
  readonly threshold: number;
  private readonly unknown: number;

  constructor(
    readonly kind: string,
    private readonly version: number,
    private readonly scorer: Scorer,
    private readonly calibration: Calibration,
    /** Judges short texts instead of the scorer. */
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
    const margin = (this.texts ?? this.scorer).textMargin(text);
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

/**
 * A reader of a model's snapshot, also from earlier versions: the way of judging is stored in the snapshot.
 *
 * @param version the newest version
 * @throws RangeError for another kind or an unknown version
 */
export function readModel(kind: string, version: number, source: SnapshotSource): SnapshotReader {
  const from = SnapshotReader.of(source);
  from.expect('kind', kind);
  if (from.integer('version', { min: 1 }) > version) from.refuse('version', `a whole number from 1 to ${version}`);
  return from;
}

/** @throws RangeError if the snapshot is not from a `CalibratedModel` of this kind, naming the wrong part */
export function restoreCalibrated(
  kind: string,
  version: number,
  source: SnapshotSource,
  scorer: (saved: SnapshotReader, resources: ModelResources, version: number) => Scorer,
  resources: ModelResources = { vectors: null },
): CalibratedModel {
  const from = readModel(kind, version, source);
  const saved = from.integer('version');
  const calibration = {
    page: { platt: plattFrom(from, 'page'), isotonic: curveFrom(from.childIfAny('pageCurve')) },
    text: { platt: plattFrom(from, 'text'), isotonic: curveFrom(from.childIfAny('textCurve')) },
    threshold: from.number('threshold'),
  };
  const texts = from.childIfAny('texts');
  return new CalibratedModel(
    kind,
    saved,
    scorer(from.child('scorer'), resources, saved),
    calibration,
    texts && restoreTextScorer(texts, resources),
  );
}

function plattFrom(from: SnapshotReader, name: string): PlattScaling {
  const [a, b] = from.numbers(name, { length: 2 });
  return { a, b };
}

function curveFrom(from: SnapshotReader | null): IsotonicCurve | null {
  if (from === null) return null;
  const margins = from.float64('margins');
  return { margins, probabilities: from.float64('probabilities', { length: margins.length }) };
}
