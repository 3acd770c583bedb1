import type { Folds } from '../learning/cross-validation.js';
import type { Rng } from '../learning/rng.js';
import type { NumberedDocument } from './document-words.js';
import type { Learner } from './learner.js';
import type { TrainingSet } from './training-set.js';

/** Cuttings from a held-out document: two, so that its title's words and its text's both speak. */
const CROPS_PER_DOCUMENT = 2;
/** Words of an anchor with its URL's words: the range measured to serve anchors best (2–10). */
const MIN_CROP_WORDS = 2;
const MAX_CROP_WORDS = 10;

/** Margins of documents and of cuttings from them, each by a learner that has not seen the document. NaN where it knew no word. */
export interface HeldOutMargins {
  /** Of the documents by their indexes. */
  readonly pages: Float64Array;
  /** Of the cuttings. */
  readonly texts: readonly number[];
  /** The same cuttings by the learner for short texts, where there is one. */
  readonly otherTexts: readonly number[] | null;
  readonly textLabels: readonly number[];
  readonly textFold: readonly number[];
}

/**
 * Fits a learner to all folds but one, for each fold, and asks it for the margins of that one.
 *
 * @param other a second learner, for short texts alone
 * @param rng draws the cuttings: the same state gives the same ones
 * @param onProgress told the fits that are done, the one under way by its share
 */
export function holdOut(
  set: TrainingSet,
  folds: Folds,
  learner: Learner,
  other: Learner | null,
  rng: Rng,
  onProgress?: (fits: number) => void,
): HeldOutMargins {
  const everyone = set.documents.map((_, i) => i);
  const pages = new Float64Array(everyone.length);
  const texts: number[] = [];
  const otherTexts: number[] = [];
  const textLabels: number[] = [];
  const textFold: number[] = [];
  for (let f = 0; f < folds.count; f++) {
    const train = everyone.filter((i) => folds.fold[i] !== f);
    const fitted = learner.fit(train, onProgress && ((share) => onProgress(f + share)));
    const fittedToTexts = other?.fit(train);
    for (const i of everyone.filter((j) => folds.fold[j] === f)) {
      pages[i] = fitted.margin(i);
      for (let c = 0; c < CROPS_PER_DOCUMENT; c++) {
        const words = Array.from(cropOf(set.numbered[i], c === 0, rng), (word) => set.words[word]);
        texts.push(fitted.wordsMargin(words));
        if (fittedToTexts !== undefined) otherTexts.push(fittedToTexts.wordsMargin(words));
        textLabels.push(set.labels[i]);
        textFold.push(f);
      }
    }
  }
  return { pages, texts, otherTexts: other === null ? null : otherTexts, textLabels, textFold };
}

/** Some words in a row: from the title, or from anywhere in the text. */
function cropOf({ title, description, text }: NumberedDocument, fromTitle: boolean, rng: Rng): Int32Array {
  const source = fromTitle && title.length > 0 ? title : text.length > 0 ? text : description;
  const length = MIN_CROP_WORDS + rng.below(MAX_CROP_WORDS - MIN_CROP_WORDS + 1);
  const from = rng.below(Math.max(1, source.length - length + 1));
  return source.subarray(from, from + length);
}
