import type { Rng } from '../../base/rng.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import type { DocumentText } from '../../text/document-text.js';
import type { Keyword } from '../../topic/keyword-set.js';

/** The training data of a relevance model. Equal inputs and an equal state of `rng` give equal models. */
export interface TrainingInput<Config = unknown> {
  readonly config: Config;
  readonly keywords: readonly Keyword[];
  /** Of the topic, ISO 639-1. If omitted or `en`, it is derived from examples and keywords. */
  readonly language?: string;
  readonly positives: readonly DocumentText[];
  readonly negatives: readonly DocumentText[];
  /**
   * General text on any subject. It complements few negatives; texts that resemble the topic are removed first. May be
   * empty if there are negatives.
   */
  readonly background: readonly DocumentText[];
  /**
   * The same in another language, ISO 639-1; without it, topics in other languages are trained against texts in the
   * wrong language. May return none.
   */
  readonly backgroundIn?: (language: string) => readonly DocumentText[];
  /** Relevant documents of other topics, as irrelevant ones; those that resemble this topic are removed first. */
  readonly others?: readonly DocumentText[];
  /**
   * Documents labelled by a labeller or by a confident earlier model rather than a person: used for training, never for
   * measuring or calibrating.
   */
  readonly selfTrained?: SelfTrainedDocuments;
  readonly vectors: WordVectors | null;
  readonly rng: Rng;
  /**
   * Called with the completed share of the training, in [0, 1], nondecreasing; kinds that train within a second may not
   * call it. Its error ends the training and is passed on, which cancels a training.
   */
  readonly onProgress?: (share: number) => void;
}

/** Documents by their assigned class. */
export interface SelfTrainedDocuments {
  readonly positives: readonly DocumentText[];
  readonly negatives: readonly DocumentText[];
}

/** The topic has too little data for this kind of model; `need` says what is missing. */
export class TrainingDataError extends Error {
  constructor(
    readonly need: 'positives' | 'negatives' | 'keywords',
    message: string,
  ) {
    super(message);
    this.name = 'TrainingDataError';
  }
}
