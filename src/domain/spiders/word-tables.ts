import type { MultinomialCounts } from '../learning/naive-bayes.js';

/** How a spider estimates values from its counts. */
export interface Estimation {
  /** Number of used words per field: those with the highest information gain. */
  readonly vocabulary: number;
  /** k: the sum over the n words of a field is divided by n^k. 0 is plain naive Bayes; 1 gives the mean word. */
  readonly lengthExponent: number;
}

/** Chosen on other targets than those of `bench/papers/rennie-mccallum.mjs`; RESULTS.md there has the comparison. */
export const ESTIMATION: Estimation = { vocabulary: 1_000, lengthExponent: 0.5 };

/** Naive Bayes as in Rennie and McCallum (section 2.4, equations 3 to 5), with all words. */
export const PLAIN_ESTIMATION: Estimation = { vocabulary: Number.POSITIVE_INFINITY, lengthExponent: 0 };

/** Number of a field's words seen in training. */
export function wordsMet(counts: MultinomialCounts, bins: number, size: number): Uint8Array {
  const met = new Uint8Array(size);
  for (let bin = 0; bin < bins; bin++) {
    const here = counts.countsOf(bin);
    for (let word = 0; word < size; word++) if (here[word] > 0) met[word] = 1;
  }
  return met;
}

/**
 * log P(word | bin) of one field with Laplace smoothing, the bins of a word adjacent; all 0 for unused or unseen words,
 * which have no effect.
 *
 * The vocabulary is chosen by information gain over occurrences of words (McCallum and Nigam, "A comparison of event
 * models for naive Bayes text classification", 1998); totals are those of its words.
 */
export function wordTable(
  counts: MultinomialCounts,
  bins: number,
  size: number,
  vocabulary: number,
  alpha: number,
): Float32Array {
  const counted = wordsMet(counts, bins, size);
  if (size > vocabulary) keepTelling(counted, counts, bins, vocabulary);
  const table = new Float32Array(size * bins);
  const words = counted.reduce((sum, one) => sum + one, 0);
  for (let bin = 0; bin < bins; bin++) {
    const here = counts.countsOf(bin);
    let total = 0;
    for (let word = 0; word < size; word++) if (counted[word] === 1) total += here[word];
    const below = Math.log(total + alpha * words);
    for (let word = 0; word < size; word++)
      if (counted[word] === 1) table[word * bins + bin] = Math.log(here[word] + alpha) - below;
  }
  return table;
}

/** Keeps the words with the highest information gain; the earlier one of equals. */
function keepTelling(counted: Uint8Array, counts: MultinomialCounts, bins: number, vocabulary: number): void {
  const gains = informationGains(counts, bins, counted.length);
  const ascending = gains.filter((_, word) => counted[word] === 1).sort();
  if (ascending.length <= vocabulary) return;
  const least = ascending[ascending.length - vocabulary];
  let room = vocabulary - (ascending.length - ascending.lastIndexOf(least) - 1);
  for (let word = 0; word < counted.length; word++) {
    if (counted[word] === 0 || gains[word] > least) continue;
    if (gains[word] < least || room === 0) counted[word] = 0;
    else room--;
  }
}

/** The information about an occurrence's bin from knowing whether it is of a word, in nats. */
function informationGains(counts: MultinomialCounts, bins: number, size: number): Float64Array {
  const totals = Array.from({ length: bins }, (_, bin) => counts.totalOf(bin));
  const all = totals.reduce((sum, total) => sum + total, 0);
  const gains = new Float64Array(size);
  for (let word = 0; word < size; word++) {
    let ofWord = 0;
    for (let bin = 0; bin < bins; bin++) ofWord += counts.countsOf(bin)[word];
    const others = all - ofWord;
    for (let bin = 0; bin < bins; bin++) {
      const share = totals[bin] / all;
      const here = counts.countsOf(bin)[word];
      const rest = totals[bin] - here;
      if (here > 0) gains[word] += (here / all) * Math.log(here / ofWord / share);
      if (rest > 0) gains[word] += (rest / all) * Math.log(rest / others / share);
    }
  }
  return gains;
}
