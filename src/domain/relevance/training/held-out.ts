import type { Folds } from '../../learning/cross-validation.js';
import type { Learner } from './learner.js';
import type { ShortTexts } from '../short-texts/short-texts.js';
import type { TextLearner } from '../short-texts/text-learners.js';
import type { TextModel } from './calibration-config.js';
import type { TrainingSet } from './training-set.js';

/**
 * Margins of documents and of their short texts, each by a learner that has not seen the document. NaN without a known
 * word.
 */
export interface HeldOutMargins {
  /** By document index. */
  readonly pages: Float64Array;
  /** Of the short texts, by each candidate judge. */
  readonly texts: ReadonlyMap<TextModel, Float64Array>;
}

interface HoldOut {
  readonly set: TrainingSet;
  readonly folds: Folds;
  readonly learner: Learner;
  readonly texts: ShortTexts;
  /** Learners for short texts only. */
  readonly judges: ReadonlyMap<TextModel, TextLearner>;
  /** Called with the number of completed fits, the current one as its share. */
  readonly onProgress?: ((fits: number) => void) | undefined;
}

/** For each fold, fits the learners to the other folds and computes the margins of that fold. */
export function holdOut({ set, folds, learner, texts, judges, onProgress }: HoldOut): HeldOutMargins {
  const everyone = set.documents.map((_, i) => i);
  const rows = [...texts.words.keys()];
  const pages = new Float64Array(everyone.length);
  const margins = new Map<TextModel, Float64Array>([
    ['own', new Float64Array(rows.length)],
    ...[...judges.keys()].map((name) => [name, new Float64Array(rows.length)] as const),
  ]);
  for (let f = 0; f < folds.count; f++) {
    const train = everyone.filter((i) => folds.fold[i] !== f);
    const held = rows.filter((row) => folds.fold[texts.document[row]] === f);
    const fitted = learner.fit(train, onProgress && ((share) => onProgress(f + share)));
    for (const i of everyone) if (folds.fold[i] === f) pages[i] = fitted.margin(i);
    for (const [name, of] of margins) {
      const judge = judges.get(name)?.fit(train) ?? fitted;
      for (const row of held) of[row] = judge.wordsMargin(texts.words[row]);
    }
    onProgress?.(f + 1);
  }
  return { pages, texts: margins };
}
