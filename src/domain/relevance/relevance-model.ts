import type { Snapshot } from '../learning/snapshot.js';

/** The part of a page, or of a labelled example, that relevance models read. */
export interface DocumentText {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Main text: boilerplate removed the same way in training and crawling. */
  readonly text: string;
}

/**
 * Judges how relevant a text is to one topic.
 *
 * A model is immutable once made: training makes a new one. Scores are probabilities in [0, 1], comparable to `threshold`.
 */
export interface RelevanceModel {
  readonly kind: string;
  /** Scores at or above it count as relevant. */
  readonly threshold: number;
  /** Probability that the page is relevant. */
  score(document: DocumentText): number;
  /** Probability that the page behind a short text (an anchor with the words of its URL, a title) is relevant. */
  scoreText(text: string): number;
  /** Weights and settings; `RelevanceModelDefinition.restore` takes them back and scores identically. */
  save(): Snapshot;
}
