import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { CalibrationConfig, TextModel } from '../training/calibration-config.js';
import type { FittedLearner, Scorer } from '../training/learner.js';
import { LogisticLearner, LogisticScorer } from '../logistic/logistic-learner.js';
import type { ModelResources } from '../model-definition.js';
import type { TrainingInput } from '../training/types.js';
import { NaiveBayesScorer } from '../naive-bayes/naive-bayes-learner.js';
import { naiveBayesForTexts } from '../naive-bayes/short-texts.js';
import type { TrainingSet } from '../training/training-set.js';
import type { ShortTexts } from './short-texts.js';

/** A learner for short texts only. */
export interface TextLearner {
  /** @param train indexes of the training documents */
  fit(train: readonly number[]): Pick<FittedLearner, 'wordsMargin' | 'scorer'>;
}

/** λ of the L2 penalty, as in `logistic`. */
const PENALTY = 0.1;

/**
 * Learns only from the short texts of documents. A model of pages judges anchors by frequent words of pages; links have
 * few of these, and URLs have words that no page's text has.
 */
class ShortTextLearner implements TextLearner {
  private readonly learner: LogisticLearner;

  constructor(
    { keywords, vectors }: Pick<TrainingInput, 'keywords' | 'vectors'>,
    set: TrainingSet,
    private readonly texts: ShortTexts,
  ) {
    const documents = texts.words.map((words) => ({ url: '', title: '', description: '', text: words.join(' ') }));
    const labels = Uint8Array.from(texts.document, (i) => set.labels[i]);
    this.learner = new LogisticLearner({ documents, labels }, keywords, vectors, { penalty: PENALTY, titleWeight: 1 });
  }

  fit(train: readonly number[]): Pick<FittedLearner, 'wordsMargin' | 'scorer'> {
    const wanted = new Set(train);
    return this.learner.fit([...this.texts.words.keys()].filter((row) => wanted.has(this.texts.document[row])));
  }
}

/** The learners for short texts that the configuration may choose from, besides the model of the pages itself. */
export function textLearners(
  input: Pick<TrainingInput<Pick<CalibrationConfig, 'textModel'>>, 'config' | 'keywords' | 'vectors'>,
  set: TrainingSet,
  texts: ShortTexts,
): ReadonlyMap<TextModel, TextLearner> {
  const { textModel = 'own' } = input.config;
  const wanted = (model: TextModel): boolean => textModel === model || textModel === 'auto';
  const learners = new Map<TextModel, TextLearner>();
  // Without word vectors a few words are too little to learn from.
  if (wanted('short-texts') && input.vectors !== null)
    learners.set('short-texts', new ShortTextLearner(input, set, texts));
  if (wanted('naive-bayes')) learners.set('naive-bayes', naiveBayesForTexts(input, set));
  return learners;
}

/** Distinguishes it from old scorers of short texts, which were all naive Bayes. */
export function saveTextScorer(scorer: Scorer): Snapshot {
  return { model: scorer instanceof NaiveBayesScorer ? 'naive-bayes' : 'short-texts', scorer: scorer.save() };
}

/** @throws RangeError if the snapshot is not from `saveTextScorer`, or a resource is missing */
export function restoreTextScorer(source: SnapshotSource, { vectors }: ModelResources): Scorer {
  const from = SnapshotReader.of(source);
  // Old ones.
  if (from.has('terms')) return NaiveBayesScorer.restore(from);
  const model = from.oneOf('model', ['naive-bayes', 'short-texts']);
  const scorer = from.child('scorer');
  return model === 'naive-bayes' ? NaiveBayesScorer.restore(scorer) : LogisticScorer.restore(scorer, vectors);
}
