import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { FEATURES, FEATURE_COUNT } from './features.js';
import { type LearnedWeights, mostTelling, weightList } from '../learned-state/index.js';
import { type NamesOfWords, WORD_BITS, WORD_FIELDS } from './link-words.js';
import { HUB_PRIOR, RELEVANCE_PRIOR, type Weights } from './prior-weights.js';
import { WordNames } from './word-names.js';

const WORDS = 2 ** WORD_BITS;
/** Initial sum of squares in AdaGrad: no step is larger than the rate. */
const FIRST_SQUARE = 1;

/** The features of states that were saved for other sessions before version 9, without names. */
const UNNAMED = FEATURES.filter((name) => name !== 'urlScore');

const vector = (weights: Weights): Float64Array => Float64Array.from(FEATURES, (name) => weights[name] ?? 0);

/** Initial weights of a session, by feature name. Missing features have 0. */
export interface StartingWeights {
  readonly relevance: Weights;
  readonly hub: Weights;
}
const SHIPPED: StartingWeights = { relevance: RELEVANCE_PRIOR, hub: HUB_PRIOR };

interface LearningRates {
  readonly features: number;
  readonly words: number;
}

/**
 * P(relevant) of a link's page: a logistic regression over dense features and hashed words, warm-started with weights
 * learned on other webs and updated by the session's results (AdaGrad: Duchi, Hazan, Singer 2011, one pass). Also the
 * value of the page's own links, linear in the same features.
 */
export class LinkValue implements NamesOfWords {
  private weights: Float64Array;
  /** The session's initial weights. */
  private start: Float64Array;
  private squares = new Float64Array(FEATURE_COUNT).fill(FIRST_SQUARE);
  private readonly hubWeights: Float64Array;
  /** Those with a weight. */
  private readonly hubFeatures: readonly number[];
  private wordWeights = new Float32Array(WORDS);
  private wordSquares = new Float32Array(WORDS).fill(FIRST_SQUARE);
  private readonly names = new WordNames();

  constructor(
    private readonly rates: LearningRates,
    start = SHIPPED,
  ) {
    this.weights = vector(start.relevance);
    this.start = this.weights.slice();
    this.hubWeights = vector(start.hub);
    this.hubFeatures = [...this.hubWeights.keys()].filter((i) => this.hubWeights[i] !== 0);
  }

  /** P(relevant), in (0, 1). The words are those from a place to another. */
  chance(features: Float32Array, words: Uint16Array, from = 0, to = words.length): number {
    const { weights, wordWeights } = this;
    let sum = 0;
    for (let i = 0; i < FEATURE_COUNT; i++) sum += weights[i] * features[i];
    if (to > from) {
      let ofWords = 0;
      for (let i = from; i < to; i++) ofWords += wordWeights[words[i]];
      sum += ofWords / Math.sqrt(to - from);
    }
    return 1 / (1 + Math.exp(-sum));
  }

  /** Expected mean chance of the page's three best new links, at least 0. */
  hub(features: Float32Array): number {
    let sum = 0;
    for (const i of this.hubFeatures) sum += this.hubWeights[i] * features[i];
    return Math.max(0, sum);
  }

  /** The features with the largest effects for and against a link, with their contributions to the log-odds. */
  reasons(features: Float32Array, most: number): { readonly name: string; readonly adds: number }[] {
    return FEATURES.map((name, i) => ({ name, adds: this.weights[i] * features[i] }))
      .filter(({ name, adds }) => name !== 'bias' && adds !== 0)
      .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds))
      .slice(0, most);
  }

  /** @param residual the page's credit minus the output of `chance` */
  learn(features: Float32Array, words: Uint16Array, residual: number): void {
    for (let i = 0; i < FEATURE_COUNT; i++) {
      const gradient = residual * features[i];
      this.squares[i] += gradient * gradient;
      this.weights[i] += (this.rates.features * gradient) / Math.sqrt(this.squares[i]);
    }
    const gradient = words.length === 0 ? 0 : residual / Math.sqrt(words.length);
    for (const word of words) {
      this.wordSquares[word] += gradient * gradient;
      this.wordWeights[word] += (this.rates.words * gradient) / Math.sqrt(this.wordSquares[word]);
    }
  }

  /** Whether a word's weight was learned and cannot be reported by name yet. */
  lacks(number: number): boolean {
    return this.names.wants(number, Math.abs(this.wordWeights[number]));
  }

  note(number: number, text: string): void {
    this.names.note(number, text, (of) => Math.abs(this.wordWeights[of]));
  }

  learnedState(): LearnedWeights[] {
    const features = FEATURES.map((name, i) => ({ name, weight: this.weights[i], start: this.start[i] }));
    const words = [...this.names.entries()].map(([number, text]) => ({
      name: text.slice(1),
      group: WORD_FIELDS[text[0]] ?? null,
      weight: this.wordWeights[number],
    }));
    const learnt = this.wordWeights.reduce((sum, weight) => sum + (weight === 0 ? 0 : 1), 0);
    return [
      weightList(
        'Features',
        'Each fact of a link adds its weight to the log-odds that the page is relevant: now, and at the start of the session.',
        features,
      ),
      mostTelling(
        'Words',
        'Each word of a link adds its weight to these log-odds. Words share 65 536 places, so several words may have one weight. A word gets its name here when it occurs again.',
        words,
        learnt,
      ),
    ];
  }

  save(): Snapshot {
    return {
      weights: this.weights,
      wordWeights: this.wordWeights,
      squares: this.squares,
      wordSquares: this.wordSquares,
      wordNames: this.names.save(),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const weights = from.float64('weights', { length: FEATURE_COUNT });
    const squares = from.float64('squares', { length: FEATURE_COUNT });
    const wordWeights = from.float32('wordWeights', { length: WORDS });
    const wordSquares = from.float32('wordSquares', { length: WORDS });
    this.names.restore(from.childIfAny('wordNames'));
    this.weights = weights.slice();
    this.squares = squares.slice();
    this.wordWeights = wordWeights.slice();
    this.wordSquares = wordSquares.slice();
  }

  /**
   * Warm start with the weights of another session, which does not count as learned yet: its links are different.
   * Features that it did not have weigh nothing, as there.
   */
  inherit(from: SnapshotReader): void {
    const isUnnamed = !from.has('features') && from.float64('weights').length === UNNAMED.length;
    const names = isUnnamed ? UNNAMED : from.strings('features');
    const weights = from.float64('weights', { length: names.length });
    this.wordWeights = from.float32('wordWeights', { length: WORDS }).slice();
    this.weights = vector(Object.fromEntries(names.map((name, i) => [name, weights[i]])));
    this.start = this.weights.slice();
  }
}
