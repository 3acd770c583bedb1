import type { Snapshot } from '../base/snapshot.js';
import type { DocumentText } from '../text/index.js';

/** What models have in common wherever they judge pages: short texts come by the thousand with each page, and are judged at once. */
export interface ShortTextModel {
  readonly kind: string;
  /** Scores at or above it count as relevant. */
  readonly threshold: number;
  /** Probability that the page behind a short text (an anchor with the words of its URL, a title) is relevant. */
  scoreText(text: string): number;
  /** Weights and settings; `restore` of the kind's definition takes them back and scores identically. */
  save(): Snapshot;
}

/**
 * Judges how relevant a text is to one topic.
 *
 * A model is immutable once made: training makes a new one. Scores are probabilities in [0, 1], comparable to `threshold`.
 */
export interface RelevanceModel extends ShortTextModel {
  /** Of its topic, ISO 639-1, where that is another one than English; '' where it is unknown. */
  readonly language?: string;
  /** Probability that the page is relevant. */
  score(document: DocumentText): number;
}

/** How a classifier outside of this program is asked. */
export interface ClassifierCall {
  /** When it aborts, the call rejects with its reason, soon. */
  readonly signal: AbortSignal;
  /** How long the call waits for a classifier that is down, ms; then it rejects with a `ClassifierError`. */
  readonly patienceMs: number;
}

/** A classifier outside of this program. */
export interface Classifier {
  /**
   * Probabilities of the documents, in their order. Calls may overlap: documents of several make a batch.
   *
   * @throws ClassifierError when it cannot be asked, or does not answer as it should
   */
  scoreMany(documents: readonly DocumentText[], call: ClassifierCall): Promise<number[]>;
}

/** A model whose pages a classifier outside of this program judges. */
export interface RemoteRelevanceModel extends ShortTextModel, Classifier {
  /** Documents worth asking about at a time: more would only wait. */
  readonly window: number;
  /** How long a crawl waits for a classifier that is down before it gives up, ms. */
  readonly maxOutageMs: number;
}

export const isRemoteModel = (model: RelevanceModel | RemoteRelevanceModel): model is RemoteRelevanceModel =>
  'scoreMany' in model;

/**
 * A classifier did not judge. `refused`: it, or the guard before it, would refuse the same again; `malformed`: its answers are not what was agreed on;
 * `unavailable`: it was down for longer than the caller would wait.
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
