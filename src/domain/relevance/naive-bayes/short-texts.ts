import type { TrainingInput } from '../training/types.js';
import { termBags, type TermBags, type TermOptions } from '../features/terms.js';
import { topicality } from '../features/topicality.js';
import type { TrainingSet } from '../training/training-set.js';
import { NaiveBayesLearner, type NaiveBayesOptions } from './naive-bayes-learner.js';

/** The kind's default settings. */
const OPTIONS: Omit<NaiveBayesOptions, keyof TermOptions> = {
  smoothing: 'dirichlet',
  strength: 1_000,
  minDocuments: 1,
  maxTerms: 50_000,
};
const TERMS: TermOptions = { titleWeight: 3, bigrams: false };

/**
 * A naive Bayes that judges anchors, beside a model that judges pages. @param bags the set's terms with the same
 * options, if available
 */
export function naiveBayesForTexts(
  input: Pick<TrainingInput, 'keywords' | 'vectors'>,
  set: TrainingSet,
  options: TermOptions = TERMS,
  bags: TermBags = termBags(set, options),
): NaiveBayesLearner {
  return new NaiveBayesLearner(set, { ...OPTIONS, ...options }, bags, topicality(bags, set, input, 'always'));
}
