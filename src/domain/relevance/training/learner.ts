import type { DocumentText } from '../../text/document-text.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { TrainingSet } from './training-set.js';

/**
 * Learns to order documents by relevance; its caller (`calibrated-training`) divides into folds, calibrates and
 * measures.
 *
 * Margins have any scale, larger for more relevant. NaN means that the document has nothing the learner knows: then it
 * has no opinion.
 */
export interface Learner {
  /**
   * @param train indexes of the training documents
   * @param onProgress called with the completed share of this fit; its errors are passed on
   */
  fit(train: readonly number[], onProgress?: (share: number) => void): FittedLearner;
}

export interface FittedLearner {
  /** Margin of a training document by its index. */
  margin(index: number): number;
  /** Margin of a short text given as its words in order. */
  wordsMargin(words: readonly string[]): number;
  /** The storable result, which scores any document. */
  scorer(): Scorer;
}

export interface Scorer {
  margin(document: DocumentText): number;
  /** Margin of a short text: of its first `MAX_SHORT_TEXT_WORDS` words. */
  textMargin(text: string): number;
  save(): Snapshot;
  /**
   * The weight of each term or word, positive for the relevant class; omitted by scorers without word weights. @param
   * set provides the words
   */
  termWeights?(set: TrainingSet): { readonly word: string; readonly weight: number }[];
}
