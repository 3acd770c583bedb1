import type { Snapshot } from '../base/snapshot.js';
import type { DocumentText } from '../text/index.js';

/** The common part of all models: short texts come by the thousand with each page, and are judged locally. */
export interface ShortTextModel {
  readonly kind: string;
  /** Scores at or above it count as relevant. */
  readonly threshold: number;
  /** Probability that the page of a short text (an anchor with the words of its URL, a title) is relevant. */
  scoreText(text: string): number;
  /** Weights and settings; `restore` of the kind's definition takes them back and scores identically. */
  save(): Snapshot;
}

/**
 * Judges the relevance of a text to one topic.
 *
 * A model is immutable: training creates a new one. Scores are probabilities in [0, 1], comparable to `threshold`.
 */
export interface RelevanceModel extends ShortTextModel {
  /** Language of its topic, ISO 639-1, if it is not English; '' if unknown. */
  readonly language?: string;
  /** Probability that the page is relevant. */
  score(document: DocumentText): number;
}

/** Options of a call to an external classifier. */
export interface ClassifierCall {
  /** When it aborts, the call soon rejects with its reason. */
  readonly signal: AbortSignal;
  /** Longest wait for a classifier that is down, ms; then the call rejects with a `ClassifierError`. */
  readonly patienceMs: number;
}

/** An external classifier. */
export interface Classifier {
  /**
   * Probabilities of the documents, in order. Calls may overlap: their documents are batched together.
   *
   * @throws ClassifierError if it cannot be reached, or its answer is invalid
   */
  scoreMany(documents: readonly DocumentText[], call: ClassifierCall): Promise<number[]>;
}

/** A model whose pages an external classifier judges. */
export interface RemoteRelevanceModel extends ShortTextModel, Classifier {
  /** Most documents worth sending at a time: more would only wait. */
  readonly window: number;
  /** Longest time that a crawl waits for a classifier that is down, ms. */
  readonly maxOutageMs: number;
}

export const isRemoteModel = (model: RelevanceModel | RemoteRelevanceModel): model is RemoteRelevanceModel =>
  'scoreMany' in model;

/**
 * A classifier did not judge. `refused`: the classifier or the guard before it would refuse the same request again;
 * `malformed`: its answers are invalid; `unavailable`: it was down for longer than the caller's patience.
 */
export class ClassifierError extends Error {
  constructor(
    readonly reason: 'refused' | 'malformed' | 'unavailable',
    message: string,
  ) {
    super(message);
    this.name = 'ClassifierError';
  }
}
