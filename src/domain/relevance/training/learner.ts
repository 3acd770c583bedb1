import type { DocumentText } from '../../text/document-text.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { TrainingSet } from './training-set.js';

/**
 * Learns to order documents by relevance; what surrounds it (`calibrated-training`) divides into folds, calibrates and measures.
 *
 * Margins are on any scale, larger for more relevant. NaN means the document has nothing the learner knows: then it has no opinion.
 */
export interface Learner {
  /**
   * @param train indexes of the training set's documents to learn from
   * @param onProgress told the share of this fit that is done; what it throws is passed on
   */
  fit(train: readonly number[], onProgress?: (share: number) => void): FittedLearner;
}

export interface FittedLearner {
  /** Margin of a document of the training set by its index. */
  margin(index: number): number;
  /** Margin of a short text given as its words in order. */
  wordsMargin(words: readonly string[]): number;
  /** What is kept of it: scores any document, and can be stored. */
  scorer(): Scorer;
}

export interface Scorer {
  margin(document: DocumentText): number;
  wordsMargin(words: readonly string[]): number;
  save(): Snapshot;
  /** What each term or word weighs, positive for the relevant class; left out by scorers that do not weigh words. @param set whose words may be asked about */
  termWeights?(set: TrainingSet): { readonly word: string; readonly weight: number }[];
}
