import { stratifiedFolds } from '../../learning/cross-validation.js';
import type { Rng } from '../../base/rng.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import type { FittedLearner, Learner } from '../training/learner.js';
import { linkLikeTexts } from '../short-texts/short-texts.js';
import type { TrainingSet } from '../training/training-set.js';
import { KwBiLstmScorer, vectorReader } from './kw-bilstm-scorer.js';
import { type EncodedText, KwBiLstmNetwork, type NetworkShape } from './network.js';
import { KEYWORD_FEATURES, KwTextEncoder } from './text-encoder.js';
import { BATCH, type Example, trainNetwork } from './training.js';

export interface KwBiLstmOptions {
  readonly units: number;
  /** Words read of a page. */
  readonly words: number;
  /** Words of a page per training step. */
  readonly trainingWords: number;
  readonly rounds: number;
  readonly learningRate: number;
  readonly dropout: number;
}

/**
 * The reference program has as many bins as the mean number of keywords in relevant documents; with more bins, keywords
 * add no information.
 */
const BINS = { least: 3, most: 24 };
/** Pages are kept to this multiple of the words read, from which training draws its parts. */
const KEPT_TIMES = 3;
/** Share of the crops from the beginning of a page; the others are from anywhere. */
const FROM_BEGINNING = 0.5;
/** Words of a crop: as many as anchors with their URL's words. */
const CROP = { least: 2, most: 10 };
/** Share of training's short texts that resemble links to the document; the others are crops of its text. */
const LIKE_LINKS = 0.5;
const FROM_TITLE = 0.5;
/** One in this number of examples is held out for early stopping. */
const HELD_OUT_FOLDS = 5;
/** With fewer relevant examples none is held out: early stopping by a handful would be random. */
const ENOUGH_TO_HOLD_OUT = 50;
/** Minimum held-out irrelevant examples that decide without general documents. */
const IRRELEVANT_THAT_DECIDE = 10;
/** Most held-out examples: enough to compare rounds, and cheap relative to a round. */
const MOST_HELD_OUT = 500;
/**
 * A round draws each example about half a time, within these bounds, so the cost of training is bounded for any number
 * of examples.
 */
const BATCHES_PER_ROUND = { least: 16, most: 64 };
const DRAWN_PER_ROUND = 0.5;

/**
 * Trains the network with early stopping on held-out documents from other sites, if there are enough. The final fit on
 * all documents uses the number of rounds that was best in cross-validation.
 */
export class KwBiLstmLearner implements Learner {
  private readonly encoder: KwTextEncoder;
  private readonly shape: NetworkShape;
  private readonly examples: readonly Example[];
  /** Created at the first fit and reused: some 20 MB. */
  private network: KwBiLstmNetwork | null = null;
  private readonly bestRounds: number[] = [];

  constructor(
    private readonly set: TrainingSet,
    keywords: readonly Keyword[],
    private readonly vectors: WordVectors,
    private readonly options: KwBiLstmOptions,
    private readonly rng: Rng,
  ) {
    this.encoder = new KwTextEncoder(keywords, vectors);
    const relevant = set.documents.filter((_, i) => set.labels[i] === 1);
    const keywordCount =
      relevant.reduce((sum, document) => sum + this.encoder.keywordCount(document), 0) / Math.max(1, relevant.length);
    const bins = Math.max(BINS.least, Math.min(BINS.most, Math.ceil(keywordCount)));
    this.shape = { inputs: vectors.dimensions, units: options.units, bins, features: KEYWORD_FEATURES };
    this.examples = set.documents.map((_, i) => this.exampleOf(i));
  }

  fit(train: readonly number[], onProgress: (share: number) => void = () => undefined): FittedLearner {
    const { options, rng, set, bestRounds, examples } = this;
    const { words, learningRate, dropout } = options;
    const found = train.length === set.documents.length && bestRounds.length > 0;
    const { learnt, held } = found ? { learnt: train, held: [] } : this.divide(train);
    const rounds = found
      ? Math.round(bestRounds.reduce((sum, round) => sum + round, 0) / bestRounds.length)
      : options.rounds;
    const wanted = Math.round((learnt.length * DRAWN_PER_ROUND) / BATCH);
    const batchesPerRound = Math.max(BATCHES_PER_ROUND.least, Math.min(BATCHES_PER_ROUND.most, wanted));

    this.network ??= new KwBiLstmNetwork(this.shape, vectorReader(this.vectors), {
      maxRows: BATCH,
      maxWords: words,
      trainable: true,
    });
    const plan = { rounds, batchesPerRound, learningRate, dropout };
    const best = trainNetwork(
      this.network,
      learnt.map((i) => examples[i]),
      held.map((i) => examples[i]),
      plan,
      rng,
      onProgress,
    );
    if (held.length > 0) bestRounds.push(best);
    onProgress(1);
    const scorer = new KwBiLstmScorer(this.encoder, this.vectors, this.shape, words, this.network.parameters);
    return {
      margin: (i) => scorer.margin(set.documents[i]),
      wordsMargin: (words) => scorer.textMargin(words.join(' ')),
      scorer: () => scorer,
    };
  }

  private exampleOf(i: number): Example {
    const { options, shape, set } = this;
    const nothing: EncodedText = { tokens: new Int32Array(0), keywords: new Float32Array(shape.bins + shape.features) };
    const { tokens, keywords } = this.encoder.page(set.documents[i], KEPT_TIMES * options.words, shape.bins) ?? nothing;
    const length = Math.min(options.trainingWords, options.words);
    const links = linkLikeTexts(set.documents[i]);
    return {
      label: set.labels[i],
      isBackground: set.isBackground[i] === 1,
      page: { tokens: tokens.subarray(0, options.words), keywords },
      crop: this.cropOf(i, this.rng),
      drawPage: (rng) => {
        const starts = Math.max(0, tokens.length - length) + 1;
        const from = rng.next() < FROM_BEGINNING ? 0 : rng.below(starts);
        return { tokens: tokens.subarray(from, from + length), keywords };
      },
      drawCrop: (rng) => {
        if (links.length === 0 || rng.next() >= LIKE_LINKS) return this.cropOf(i, rng);
        return this.encoder.words(links[rng.below(links.length)], options.words, shape.bins);
      },
    };
  }

  /** Consecutive words from the title or the text. */
  private cropOf(i: number, rng: Rng): EncodedText | null {
    const { title, description, text } = this.set.numbered[i];
    const body = text.length > 0 ? text : description;
    const source = title.length > 0 && (body.length === 0 || rng.next() < FROM_TITLE) ? title : body;
    const length = CROP.least + rng.below(CROP.most - CROP.least + 1);
    const from = rng.below(Math.max(1, source.length - length + 1));
    const words = Array.from(source.subarray(from, from + length), (word) => this.set.words[word]);
    return this.encoder.words(words, this.options.words, this.shape.bins);
  }

  /** Splits examples into training and early stopping, keeping sites together if possible. */
  private divide(train: readonly number[]): { learnt: readonly number[]; held: readonly number[] } {
    const { set, rng } = this;
    const labels = train.map((i) => set.labels[i]);
    if (labels.reduce((sum, label) => sum + label, 0) < ENOUGH_TO_HOLD_OUT) return { learnt: train, held: [] };
    const { fold } = stratifiedFolds(
      labels,
      train.map((i) => set.sites[i]),
      rng,
      HELD_OUT_FOLDS,
    );
    const out = train.filter((_, place) => fold[place] === 0);
    const irrelevant = out.filter((i) => set.labels[i] === 0 && set.isBackground[i] === 0);
    const deciding = irrelevant.length >= IRRELEVANT_THAT_DECIDE ? out.filter((i) => set.isBackground[i] === 0) : out;
    const stride = Math.ceil(deciding.length / MOST_HELD_OUT);
    return {
      learnt: train.filter((_, place) => fold[place] !== 0),
      held: deciding.filter((_, place) => place % stride === 0),
    };
  }
}
