import type { DocumentText } from '../../text/document-text.js';
import { keywordsFrom, savedKeywords } from '../features/saved-keywords.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { documentWords, isContentWord } from '../features/document-words.js';
import type { FittedLearner, Learner, Scorer } from '../training/learner.js';
import type { TrainingSet } from '../training/training-set.js';
import { fitLogistic } from './fit-logistic.js';
import { TextVector } from './text-vector.js';

interface LogisticOptions {
  /** λ, in the loss's unit. */
  readonly penalty: number;
  readonly titleWeight: number;
}

/** A column with a smaller deviation is constant; dividing by it would amplify noise. */
const LEAST_DEVIATION = 1e-3;
/** Larger standardised values are cut: keyword densities have long tails. */
const MOST_DEVIATIONS = 6;

/**
 * Logistic regression on the mean vector of a document's words and its keyword features, each standardised on the
 * examples.
 */
export class LogisticLearner implements Learner {
  private readonly text: TextVector;
  private readonly rows: Float32Array;
  private readonly known: Uint8Array;

  constructor(
    private readonly set: Pick<TrainingSet, 'documents' | 'labels'>,
    keywords: readonly Keyword[],
    vectors: WordVectors | null,
    private readonly options: LogisticOptions,
  ) {
    this.text = new TextVector(keywords, vectors);
    const { columns } = this.text;
    this.rows = new Float32Array(set.documents.length * columns);
    this.known = new Uint8Array(set.documents.length);
    set.documents.forEach((document, i) => {
      const known = measureDocument(
        this.text,
        document,
        options.titleWeight,
        this.rows.subarray(i * columns, (i + 1) * columns),
      );
      this.known[i] = known ? 1 : 0;
    });
  }

  fit(train: readonly number[]): FittedLearner {
    const { columns } = this.text;
    const usable = train.filter((i) => this.known[i] === 1);
    const standard = standardOf(this.rows, columns, usable);
    const values = new Float32Array(this.rows.length);
    for (const i of usable)
      for (let k = 0; k < columns; k++) values[i * columns + k] = standardise(this.rows[i * columns + k], standard, k);
    const { weights, bias } = fitLogistic({ values, columns }, this.set.labels, usable, this.options.penalty);
    const scorer = new LogisticScorer(this.text, standard, weights, bias, this.options.titleWeight);
    return {
      margin: (i) => (this.known[i] === 1 ? scorer.marginOf(this.rows.subarray(i * columns, (i + 1) * columns)) : NaN),
      wordsMargin: (words) => scorer.textMargin(words.join(' ')),
      scorer: () => scorer,
    };
  }
}

interface Standard {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

function standardOf(rows: Float32Array, columns: number, train: readonly number[]): Standard {
  const mean = new Float64Array(columns);
  const deviation = new Float64Array(columns);
  const count = Math.max(1, train.length);
  for (const i of train) for (let k = 0; k < columns; k++) mean[k] += rows[i * columns + k] / count;
  for (const i of train)
    for (let k = 0; k < columns; k++) deviation[k] += (rows[i * columns + k] - mean[k]) ** 2 / count;
  return { mean, deviation: deviation.map((square) => Math.max(LEAST_DEVIATION, Math.sqrt(square))) };
}

const standardise = (value: number, { mean, deviation }: Standard, k: number): number =>
  Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, (value - mean[k]) / deviation[k]));

function measureDocument(text: TextVector, document: DocumentText, titleWeight: number, out: Float32Array): boolean {
  const words = documentWords(document);
  return text.measure(
    [
      { words: words.title, weight: titleWeight },
      { words: words.description, weight: 1 },
      { words: words.text, weight: 1 },
    ],
    out,
  );
}

/**
 * Judges by log-odds that are linear in the standardised columns of a `TextVector`. NaN if nothing in the text is
 * known.
 */
export class LogisticScorer implements Scorer {
  private readonly row: Float32Array;

  constructor(
    private readonly text: TextVector,
    private readonly standard: Standard,
    private readonly weights: Float64Array,
    private readonly bias: number,
    private readonly titleWeight: number,
  ) {
    this.row = new Float32Array(text.columns);
  }

  margin(document: DocumentText): number {
    return measureDocument(this.text, document, this.titleWeight, this.row) ? this.marginOf(this.row) : NaN;
  }

  textMargin(text: string): number {
    return this.text.measureText(text, this.row) ? this.marginOf(this.row) : NaN;
  }

  marginOf(row: Float32Array): number {
    let sum = this.bias;
    for (let k = 0; k < row.length; k++) sum += this.weights[k] * standardise(row[k], this.standard, k);
    return sum;
  }

  /**
   * The effect on the margin of a text that consists of a single word, for each word of the examples, by its vector.
   */
  termWeights(set: TrainingSet): { word: string; weight: number }[] {
    const { dimensions } = this.text;
    const direction = Float64Array.from({ length: dimensions }, (_, k) => this.weights[k] / this.standard.deviation[k]);
    const base = direction.reduce((sum, weight, k) => sum + weight * this.standard.mean[k], 0);
    const counts = new Int32Array(set.words.length);
    for (const { text } of set.numbered) for (const id of new Set(text)) counts[id]++;
    const weighed: { word: string; weight: number }[] = [];
    set.words.forEach((word, id) => {
      if (counts[id] < FREQUENT || !isContentWord(word) || !this.text.measure([{ words: [word], weight: 1 }], this.row))
        return;
      let sum = -base;
      for (let k = 0; k < dimensions; k++) sum += direction[k] * this.row[k];
      weighed.push({ word, weight: sum });
    });
    return weighed;
  }

  save(): Snapshot {
    const keywords = savedKeywords(this.text.keywords);
    const { dimensions } = this.text;
    return {
      keywords,
      dimensions,
      standard: { ...this.standard },
      weights: this.weights,
      bias: this.bias,
      titleWeight: this.titleWeight,
    };
  }

  /** @throws RangeError if the snapshot is not from `save`, or the vectors it was made with are missing */
  static restore(source: SnapshotSource, vectors: WordVectors | null): LogisticScorer {
    const saved = SnapshotReader.of(source);
    const keywords = keywordsFrom(saved);
    const dimensions = saved.integer('dimensions');
    const bias = saved.number('bias');
    const titleWeight = saved.number('titleWeight');
    if (dimensions > 0 && vectors?.dimensions !== dimensions)
      throw new RangeError(`the logistic model was made with word vectors of ${dimensions} dimensions`);
    const text = new TextVector(keywords, dimensions === 0 ? null : vectors);
    const need = { length: text.columns };
    const standard = saved.child('standard');
    return new LogisticScorer(
      text,
      { mean: standard.float64('mean', need), deviation: standard.float64('deviation', need) },
      saved.float64('weights', need),
      bias,
      titleWeight,
    );
  }
}

/** Minimum documents of a word that is reported as telling: rarer ones are names and misspellings. */
const FREQUENT = 3;
