import { englishStem, letterRuns } from '../../text/index.js';
import { isContentWord } from './document-words.js';
import type { TrainingInput } from '../training/types.js';
import type { TermBags } from './terms.js';
import type { TrainingSet } from '../training/training-set.js';

/**
 * When the weight of terms is bounded by their similarity to the keywords. `few-negatives`: with fewer than 50
 * irrelevant examples.
 */
export const TERM_BOUNDS = ['always', 'few-negatives', 'never'] as const;
type TermBounds = (typeof TERM_BOUNDS)[number];

/**
 * With 20 the bounds still helped a linear SVM to find its threshold (F1 .43 against .29), with 100 they cost it
 * average precision.
 */
const FEW_NEGATIVES = 50;

/**
 * Words that determine the usual similarity to the keywords: the most frequent ones, which occur in texts of any
 * subject.
 */
const USUAL_WORDS = 20_000;
/**
 * Weight of a term without a vector or with no more than the usual similarity: it can order documents that nothing else
 * orders.
 */
const LEAST = 0.01;
/**
 * Standard deviations above the usual similarity at which a term's weight starts to grow, and at which it is full;
 * quadratic in between. On two recorded webs these gave naive Bayes an average precision of .66 against general text,
 * .45 without bounds and .57 with (½, 3, linear); with 600 irrelevant pages .71 against .59.
 */
const FROM = 1;
const FULL = 4;

/**
 * Largest weight of each term for a topic, from its similarity to the keywords: in [LEAST, 1]. Null if terms are not
 * bounded, or no keyword has a vector.
 *
 * Against general text a classifier learns the sites and style of the examples rather than their topic; bounding each
 * term by its similarity keeps it to the topic. Naive Bayes, which takes each term's evidence at face value, gains from
 * it with any number of irrelevant examples.
 */
export function topicality(
  bags: TermBags,
  set: TrainingSet,
  input: Pick<TrainingInput, 'keywords' | 'vectors'>,
  bounds: TermBounds,
): Float32Array | null {
  const { keywords, vectors } = input;
  if (vectors === null || bounds === 'never' || (bounds === 'few-negatives' && set.negatives >= FEW_NEGATIVES))
    return null;
  const centre = new Float32Array(vectors.dimensions);
  const keywordWords = keywords.flatMap(({ text }) => letterRuns(text)).filter(isContentWord);
  if (vectors.meanVector(keywordWords, centre) === 0) return null;
  let sum = 0;
  let square = 0;
  const usual = Math.min(vectors.size, USUAL_WORDS);
  for (let row = 0; row < usual; row++) {
    const similarity = vectors.similarity(row, centre);
    sum += similarity;
    square += similarity * similarity;
  }
  const mean = sum / usual;
  const deviation = Math.sqrt(square / usual - mean * mean) || 1;

  const factors = new Float32Array(bags.terms.length).fill(LEAST);
  const numbers = new Map(bags.terms.map((term, id) => [term, id]));
  for (const word of set.words) {
    const id = isContentWord(word) ? numbers.get(englishStem(word)) : undefined;
    const row = id === undefined ? -1 : vectors.rowOf(word);
    if (id === undefined || row < 0) continue;
    const unusual = (vectors.similarity(row, centre) - mean) / deviation;
    factors[id] = Math.max(factors[id], Math.min(1, Math.max(0, (unusual - FROM) / (FULL - FROM)) ** 2));
  }
  for (const word of keywordWords) {
    const id = numbers.get(englishStem(word));
    if (id !== undefined) factors[id] = 1;
  }
  return factors;
}
