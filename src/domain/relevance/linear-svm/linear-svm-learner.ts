import type { DocumentText } from '../../text/document-text.js';
import { trainLinearSvm, type SparseRows } from '../../learning/linear-svm.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { FittedLearner, Learner, Scorer } from '../training/learner.js';
import { NaiveBayesScorer } from '../naive-bayes/naive-bayes-learner.js';
import { selectTerms, Vocabulary, type TermBags, type TermOptions } from '../features/terms.js';
import type { TrainingSet } from '../training/training-set.js';

interface LinearSvmModelOptions extends TermOptions {
  /** C of the support vector machine. */
  readonly cost: number;
  readonly minDocuments: number;
  /** Terms in a larger share of the documents do not distinguish them. */
  readonly maxShare: number;
  readonly maxTerms: number;
  readonly weighting?: Weighting;
}

/** `tf-idf`: as below. `binary`: 1 for each term of a document, whatever its length. */
type Weighting = 'tf-idf' | 'binary';

/**
 * Linear support vector machine over tf-idf: log(1 + n) · (1 + ln((N + 1) / (df + 1))), rows of unit length, each class
 * weighted by the root of the other's share.
 *
 * Weights fitted to whole pages rank short texts badly: use a separate model for these.
 */
export class LinearSvmLearner implements Learner {
  constructor(
    private readonly set: TrainingSet,
    private readonly options: LinearSvmModelOptions,
    private readonly rng: Rng,
    private readonly bags: TermBags,
    /** Largest weight of each term, see `topicality`. */
    private readonly factors: Float32Array | null,
  ) {}

  fit(train: readonly number[]): FittedLearner {
    const { bags, set, options } = this;
    const kept = selectTerms(bags, train, options.minDocuments, options.maxShare, options.maxTerms);
    const place = new Int32Array(bags.terms.length).fill(-1);
    kept.forEach((id, at) => (place[id] = at));
    const { factors } = this;
    const binary = options.weighting === 'binary';
    const idf = binary ? new Float32Array(kept.length).fill(1) : inverseFrequencies(bags, train, place, kept.length);
    // A scaled-down term would need a larger weight for the same effect, which the penalty on weights prevents.
    if (factors !== null) kept.forEach((id, at) => (idf[at] *= factors[id]));
    const rows = weighedRows(bags, train, place, idf, binary);
    const labels = train.map((i) => set.labels[i]);
    const positives = labels.reduce((sum, label) => sum + label, 0);
    const svm = trainLinearSvm(rows, labels, {
      dimension: kept.length,
      costPositive: options.cost * Math.sqrt(train.length / (2 * Math.max(1, positives))),
      costNegative: options.cost * Math.sqrt(train.length / (2 * Math.max(1, train.length - positives))),
      rng: this.rng,
    });
    const weights = Float32Array.from(svm.weights, (weight, at) => weight * idf[at]);
    const marginOf = (at: readonly number[], amounts: readonly number[]): number =>
      pageMargin(at, amounts, weights, idf, svm.bias, binary);
    return {
      margin: (i) => {
        const at: number[] = [];
        const amounts: number[] = [];
        bags.ids[i].forEach((id, k) => {
          if (place[id] < 0) return;
          at.push(place[id]);
          amounts.push(bags.amounts[i][k]);
        });
        return marginOf(at, amounts);
      },
      wordsMargin: (words) => {
        const at = bags
          .ofWords(words)
          .map((id) => place[id])
          .filter((id) => id >= 0);
        return marginOf(
          at,
          at.map(() => 1),
        );
      },
      scorer: () =>
        new LinearSvmScorer(
          Array.from(kept, (id) => bags.terms[id]),
          weights,
          idf,
          svm.bias,
          options,
        ),
    };
  }
}

function inverseFrequencies(bags: TermBags, train: readonly number[], place: Int32Array, terms: number): Float32Array {
  const documents = new Float64Array(terms);
  for (const i of train) for (const id of bags.ids[i]) if (place[id] >= 0) documents[place[id]]++;
  return Float32Array.from(documents, (count) => 1 + Math.log((train.length + 1) / (count + 1)));
}

function weighedRows(
  bags: TermBags,
  train: readonly number[],
  place: Int32Array,
  idf: Float32Array,
  binary: boolean,
): SparseRows {
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
      values[at] = (binary ? 1 : Math.log1p(bags.amounts[i][k])) * idf[feature];
      square += values[at] ** 2;
      at++;
    });
    const inverse = square === 0 ? 0 : binary ? 1 : 1 / Math.sqrt(square);
    for (let k = from; k < at; k++) values[k] *= inverse;
    starts[row + 1] = at;
  });
  return { starts, features: features.subarray(0, at), values: values.subarray(0, at) };
}

/** @param weights of the terms, multiplied by their idf */
function pageMargin(
  ids: ArrayLike<number>,
  amounts: ArrayLike<number>,
  weights: Float32Array,
  idf: Float32Array,
  bias: number,
  binary: boolean,
): number {
  let sum = 0;
  let square = 0;
  for (let k = 0; k < ids.length; k++) {
    const amount = binary ? 1 : Math.log1p(amounts[k]);
    sum += amount * weights[ids[k]];
    square += (amount * idf[ids[k]]) ** 2;
  }
  if (square === 0) return NaN;
  return (binary ? sum : sum / Math.sqrt(square)) + bias;
}

/** Judges by a linear function of a page's weighted terms. NaN if it knows none of them. */
export class LinearSvmScorer implements Scorer {
  private readonly vocabulary: Vocabulary;

  constructor(
    terms: readonly string[],
    private readonly weights: Float32Array,
    private readonly idf: Float32Array,
    private readonly bias: number,
    private readonly options: TermOptions & { readonly weighting?: Weighting },
    /** Old models contain a naive Bayes for short texts. */
    private readonly shortTexts: Scorer | null = null,
  ) {
    this.vocabulary = new Vocabulary(terms, options);
  }

  margin(document: DocumentText): number {
    return this.vocabulary.count(document, (ids, amounts) =>
      this.marginOf(
        ids,
        ids.map((id) => amounts[id]),
      ),
    );
  }

  textMargin(text: string): number {
    if (this.shortTexts !== null) return this.shortTexts.textMargin(text);
    const ids = this.vocabulary.ofText(text);
    return this.marginOf(
      ids,
      ids.map(() => 1),
    );
  }

  private marginOf(ids: readonly number[], amounts: readonly number[]): number {
    return pageMargin(ids, amounts, this.weights, this.idf, this.bias, this.options.weighting === 'binary');
  }

  termWeights(): { word: string; weight: number }[] {
    return this.vocabulary.terms.map((word, at) => ({ word, weight: this.weights[at] }));
  }

  save(): Snapshot {
    const { titleWeight, bigrams, separateFields = false, weighting = 'tf-idf' } = this.options;
    const terms = this.vocabulary.terms.join('\n');
    return {
      terms,
      weights: this.weights,
      idf: this.idf,
      bias: this.bias,
      titleWeight,
      bigrams,
      ...(separateFields ? { separateFields } : {}),
      ...(weighting === 'tf-idf' ? {} : { weighting }),
      ...(this.shortTexts === null ? {} : { shortTexts: this.shortTexts.save() }),
    };
  }

  /** @throws RangeError if the snapshot is not from `save` */
  static restore(source: SnapshotSource): LinearSvmScorer {
    const saved = SnapshotReader.of(source);
    const terms = saved.string('terms');
    const list = terms === '' ? [] : terms.split('\n');
    const need = { length: list.length };
    const shortTexts = saved.childIfAny('shortTexts');
    const options = {
      titleWeight: saved.number('titleWeight'),
      bigrams: saved.boolean('bigrams'),
      separateFields: saved.has('separateFields') && saved.boolean('separateFields'),
      weighting: saved.has('weighting') ? saved.oneOf('weighting', ['tf-idf', 'binary']) : 'tf-idf',
    } as const;
    return new LinearSvmScorer(
      list,
      saved.float32('weights', need),
      saved.float32('idf', need),
      saved.number('bias'),
      options,
      shortTexts && NaiveBayesScorer.restore(shortTexts),
    );
  }
}
