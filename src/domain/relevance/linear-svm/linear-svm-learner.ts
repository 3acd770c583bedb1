import { trainLinearSvm, type SparseRows } from '../../learning/linear-svm.js';
import type { Rng } from '../../learning/rng.js';
import type { Snapshot } from '../../learning/snapshot.js';
import type { FittedLearner, Learner, Scorer } from '../learner.js';
import { NaiveBayesScorer } from '../naive-bayes/naive-bayes-learner.js';
import type { DocumentText } from '../relevance-model.js';
import { selectTerms, Vocabulary, type TermBags, type TermOptions } from '../terms.js';
import type { TrainingSet } from '../training-set.js';

export interface LinearSvmModelOptions extends TermOptions {
  /** C of the support vector machine. */
  readonly cost: number;
  readonly minDocuments: number;
  /** Terms in a larger share of the documents tell nothing apart. */
  readonly maxShare: number;
  readonly maxTerms: number;
}

/**
 * Linear support vector machine over tf-idf: log(1 + n) · (1 + ln((N + 1) / (df + 1))), rows of unit length, each class weighed by the root of the other's
 * share.
 *
 * Weights fitted to whole pages rank short texts badly (average precision .84 against .93 of naive Bayes on 6 words), so short texts are judged
 * by a naive Bayes trained on the same documents.
 */
export class LinearSvmLearner implements Learner {
  constructor(
    private readonly set: TrainingSet,
    private readonly options: LinearSvmModelOptions,
    private readonly rng: Rng,
    private readonly bags: TermBags,
    /** What each term may count for at most, see `topicality`. */
    private readonly factors: Float32Array | null,
    private readonly shortTexts: Learner,
  ) {}

  fit(train: readonly number[]): FittedLearner {
    const { bags, set, options } = this;
    const kept = selectTerms(bags, train, options.minDocuments, options.maxShare, options.maxTerms);
    const place = new Int32Array(bags.terms.length).fill(-1);
    kept.forEach((id, at) => (place[id] = at));
    const idf = inverseFrequencies(bags, train, place, kept.length);
    const { factors } = this;
    // A term scaled down needs a larger weight for the same effect, which the penalty on weights keeps it from.
    if (factors !== null) kept.forEach((id, at) => (idf[at] *= factors[id]));
    const rows = tfIdfRows(bags, train, place, idf);
    const labels = train.map((i) => set.labels[i]);
    const positives = labels.reduce((sum, label) => sum + label, 0);
    const svm = trainLinearSvm(rows, labels, {
      dimension: kept.length,
      costPositive: options.cost * Math.sqrt(train.length / (2 * Math.max(1, positives))),
      costNegative: options.cost * Math.sqrt(train.length / (2 * Math.max(1, train.length - positives))),
      rng: this.rng,
    });
    const shortTexts = this.shortTexts.fit(train);
    const weights = Float32Array.from(svm.weights, (weight, at) => weight * idf[at]);
    return {
      margin: (i) => {
        const at: number[] = [];
        const amounts: number[] = [];
        bags.ids[i].forEach((id, k) => {
          if (place[id] < 0) return;
          at.push(place[id]);
          amounts.push(bags.amounts[i][k]);
        });
        return pageMargin(at, amounts, weights, idf, svm.bias);
      },
      wordsMargin: (words) => shortTexts.wordsMargin(words),
      scorer: () =>
        new LinearSvmScorer(Array.from(kept, (id) => bags.terms[id]), weights, idf, svm.bias, options, shortTexts.scorer()),
    };
  }
}

function inverseFrequencies(bags: TermBags, train: readonly number[], place: Int32Array, terms: number): Float32Array {
  const documents = new Float64Array(terms);
  for (const i of train) for (const id of bags.ids[i]) if (place[id] >= 0) documents[place[id]]++;
  return Float32Array.from(documents, (count) => 1 + Math.log((train.length + 1) / (count + 1)));
}

function tfIdfRows(bags: TermBags, train: readonly number[], place: Int32Array, idf: Float32Array): SparseRows {
  const starts = new Int32Array(train.length + 1);
  let total = 0;
  for (const i of train) total += bags.ids[i].length;
  const features = new Int32Array(total);
  const values = new Float32Array(total);
  let at = 0;
  train.forEach((i, row) => {
    let square = 0;
    const from = at;
    bags.ids[i].forEach((id, k) => {
      const feature = place[id];
      if (feature < 0) return;
      features[at] = feature;
      values[at] = Math.log1p(bags.amounts[i][k]) * idf[feature];
      square += values[at] ** 2;
      at++;
    });
    const inverse = square === 0 ? 0 : 1 / Math.sqrt(square);
    for (let k = from; k < at; k++) values[k] *= inverse;
    starts[row + 1] = at;
  });
  return { starts, features: features.subarray(0, at), values: values.subarray(0, at) };
}

/** @param weights of the terms, their idf multiplied in */
function pageMargin(ids: ArrayLike<number>, amounts: ArrayLike<number>, weights: Float32Array, idf: Float32Array, bias: number): number {
  let sum = 0;
  let square = 0;
  for (let k = 0; k < ids.length; k++) {
    const amount = Math.log1p(amounts[k]);
    sum += amount * weights[ids[k]];
    square += (amount * idf[ids[k]]) ** 2;
  }
  return square === 0 ? NaN : sum / Math.sqrt(square) + bias;
}

export class LinearSvmScorer implements Scorer {
  private readonly vocabulary: Vocabulary;

  constructor(
    terms: readonly string[],
    private readonly weights: Float32Array,
    private readonly idf: Float32Array,
    private readonly bias: number,
    private readonly options: TermOptions,
    private readonly shortTexts: Scorer,
  ) {
    this.vocabulary = new Vocabulary(terms, options);
  }

  margin(document: DocumentText): number {
    return this.vocabulary.count(document, (ids, amounts) => pageMargin(ids, ids.map((id) => amounts[id]), this.weights, this.idf, this.bias));
  }

  wordsMargin(words: readonly string[]): number {
    return this.shortTexts.wordsMargin(words);
  }

  save(): Snapshot {
    const { titleWeight, bigrams } = this.options;
    const terms = this.vocabulary.terms.join('\n');
    return { terms, weights: this.weights, idf: this.idf, bias: this.bias, titleWeight, bigrams, shortTexts: this.shortTexts.save() };
  }

  /** @throws RangeError when the snapshot is not one of `save` */
  static restore(saved: Snapshot): LinearSvmScorer {
    const { terms, weights, idf, bias, titleWeight, bigrams, shortTexts } = saved;
    if (
      typeof terms !== 'string' ||
      !(weights instanceof Float32Array) ||
      !(idf instanceof Float32Array) ||
      typeof bias !== 'number' ||
      typeof titleWeight !== 'number' ||
      typeof bigrams !== 'boolean'
    ) {
      throw new RangeError('the linear SVM snapshot is incomplete');
    }
    const list = terms === '' ? [] : terms.split('\n');
    if (list.length !== weights.length || list.length !== idf.length) {
      throw new RangeError('the linear SVM snapshot has another number of weights than of terms');
    }
    const scorer = NaiveBayesScorer.restore(shortTexts as Snapshot);
    return new LinearSvmScorer(list, weights, idf, bias, { titleWeight, bigrams }, scorer);
  }
}
