import type { DocumentText } from '../../text/document-text.js';
import { keywordsFrom, savedKeywords } from '../features/saved-keywords.js';
import { MAX_SHORT_TEXT_WORDS, wordsOf } from '../features/document-words.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import type { Scorer } from '../training/learner.js';
import { type EncodedText, KwBiLstmNetwork, type NetworkShape, type VectorReader } from './network.js';
import { KEYWORD_FEATURES, KwTextEncoder } from './text-encoder.js';

/**
 * Mean square of an input: with 1, for which the initial weights are made, gates of a net with little training are
 * overconfident (average precision .54 against .58 from 20 relevant examples).
 */
const INPUT_SQUARE = 0.25;

/** Reads vectors, scaled to the best length for the network. */
export function vectorReader(vectors: WordVectors): VectorReader {
  const scale = Math.sqrt(INPUT_SQUARE * vectors.dimensions);
  return (token, out) => {
    vectors.vectorInto(token, out);
    for (let i = 0; i < out.length; i++) out[i] *= scale;
  };
}

/** Scores one text at a time, so that a score does not depend on other texts. Its working memory is some 600 KB. */
export class KwBiLstmScorer implements Scorer {
  private readonly network: KwBiLstmNetwork;

  /**
   * @param words most words read of a page
   * @throws RangeError if the number of parameters does not match the shape
   */
  constructor(
    private readonly encoder: KwTextEncoder,
    vectors: WordVectors,
    shape: NetworkShape,
    private readonly words: number,
    parameters: ArrayLike<number>,
  ) {
    this.network = new KwBiLstmNetwork(shape, vectorReader(vectors), { maxRows: 1, maxWords: words, trainable: false });
    if (this.network.parameters.length !== parameters.length)
      throw new RangeError(
        `weights: ${this.network.parameters.length} are needed by the shape of the BiLSTM, found ${parameters.length}`,
      );
    this.network.parameters.set(parameters);
  }

  margin(document: DocumentText): number {
    return this.logit(this.encoder.page(document, this.words, this.network.shape.bins));
  }

  textMargin(text: string): number {
    return this.logit(this.encoder.words(wordsOf(text, MAX_SHORT_TEXT_WORDS), this.words, this.network.shape.bins));
  }

  private logit(text: EncodedText | null): number {
    return text === null ? NaN : this.network.forward([text])[0];
  }

  save(): Snapshot {
    const { units, bins } = this.network.shape;
    const keywords = savedKeywords(this.encoder.keywords);
    return { keywords, units, bins, words: this.words, weights: Float32Array.from(this.network.parameters) };
  }

  /** @throws RangeError if the snapshot is not from `save`, or there are no word vectors */
  static restore(source: SnapshotSource, vectors: WordVectors | null): KwBiLstmScorer {
    const saved = SnapshotReader.of(source);
    const keywords = keywordsFrom(saved);
    const units = saved.integer('units', { min: 1 });
    const bins = saved.integer('bins');
    const words = saved.integer('words', { min: 1 });
    if (vectors === null) throw new RangeError('the BiLSTM reads word vectors and needs them');
    const shape = { inputs: vectors.dimensions, units, bins, features: KEYWORD_FEATURES };
    const weights = saved.float32('weights');
    return new KwBiLstmScorer(new KwTextEncoder(keywords, vectors), vectors, shape, words, weights);
  }
}
