import type { DocumentText } from '../../text/document-text.js';
import { keywordsFrom, savedKeywords } from '../features/saved-keywords.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { WordVectors } from '../../learning/word-vectors.js';
import { rakePhrases, letterRuns } from '../../text/index.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { isContentWord, MAX_SHORT_TEXT_WORDS, wordsOf } from '../features/document-words.js';
import type { RelevanceModel } from '../relevance-model.js';

interface BandOptions {
  /** z: lower similarities are ignored. */
  readonly similarity: number;
  /** Scores inside [from, to] are relevant. */
  readonly band: { readonly from: number; readonly to: number };
  /** Number of a page's RAKE keywords used, best first. */
  readonly pageKeywords: number;
  /** `mean` over the page's keywords (LIM 5.2.2), or the `best` of them (LIM's program, 6.2.1). */
  readonly over: 'mean' | 'best';
}

/** Characters read of a page: as many as its words in the other models. */
const MAX_CHARS = 36_000;
const MAX_TITLE_CHARS = 500;
/** Probability at the edges of the band. */
const EVEN = 0.5;
/** Outside of the band a score stays below the threshold, in its order. */
const OUTSIDE = 0.98 * EVEN;

/**
 * Relevance by LIM (sections 5.2.2 and 5.3): the best similarity of each RAKE keyword of the page with a search word, 0
 * below z, averaged; relevant inside a band. Learns nothing.
 *
 * Deviations: key phrases are compared by the mean of their words' vectors; only the best-ranked keywords of a long
 * page are used.
 */
export class SimilarityBandModel implements RelevanceModel {
  readonly threshold = EVEN;
  private readonly searchVectors: readonly Float32Array[];

  constructor(
    readonly kind: string,
    private readonly version: number,
    private readonly keywords: readonly Keyword[],
    private readonly vectors: WordVectors,
    private readonly options: BandOptions,
  ) {
    this.searchVectors = keywords.map(({ text }) => this.vectorOf(text)).filter((vector) => vector !== null);
  }

  score({ title, description, text }: DocumentText): number {
    const read = [
      title.slice(0, MAX_TITLE_CHARS),
      description.slice(0, MAX_TITLE_CHARS),
      text.slice(0, MAX_CHARS),
    ].join('\n');
    return this.probabilityOf(
      this.relevanceOf(
        rakePhrases(read)
          .slice(0, this.options.pageKeywords)
          .map((phrase) => phrase.text),
      ),
    );
  }

  scoreText(text: string): number {
    return this.probabilityOf(this.relevanceOf(wordsOf(text, MAX_SHORT_TEXT_WORDS).filter(isContentWord)));
  }

  /** The paper's relevance score, in [0, 1]. */
  relevanceOf(pageKeywords: readonly string[]): number {
    const { similarity, over } = this.options;
    let sum = 0;
    let best = 0;
    for (const keyword of pageKeywords) {
      const vector = this.vectorOf(keyword);
      let most = 0;
      if (vector !== null) for (const search of this.searchVectors) most = Math.max(most, cosine(vector, search));
      if (most < similarity) continue;
      sum += most;
      best = Math.max(best, most);
    }
    return Math.min(1, over === 'best' ? best : sum / Math.max(1, pageKeywords.length));
  }

  private vectorOf(text: string): Float32Array | null {
    const out = new Float32Array(this.vectors.dimensions);
    return this.vectors.meanVector(letterRuns(text).filter(isContentWord), out) > 0 ? out : null;
  }

  /** From 0 to ½ below the band, ½ to 1 inside of it, and falling from ½ again above. */
  private probabilityOf(relevance: number): number {
    const { from, to } = this.options.band;
    if (relevance < from) return (OUTSIDE * relevance) / from;
    if (relevance > to) return (OUTSIDE * (1 - relevance)) / (1 - to);
    return EVEN + (to === from ? EVEN : (EVEN * (relevance - from)) / (to - from));
  }

  save(): Snapshot {
    const keywords = savedKeywords(this.keywords);
    const { band, ...options } = this.options;
    return {
      kind: this.kind,
      version: this.version,
      similarityBand: { keywords, from: band.from, to: band.to, ...options },
    };
  }

  /** @throws RangeError if the snapshot is not from `save`, or there are no word vectors */
  static restore(
    kind: string,
    version: number,
    saved: SnapshotReader,
    vectors: WordVectors | null,
  ): SimilarityBandModel {
    const keywords = keywordsFrom(saved);
    const options = {
      similarity: saved.number('similarity'),
      band: { from: saved.number('from'), to: saved.number('to') },
      pageKeywords: saved.number('pageKeywords'),
      over: saved.oneOf('over', ['mean', 'best']),
    };
    if (vectors === null) throw new RangeError('the keyword model was made with word vectors and needs them');
    return new SimilarityBandModel(kind, version, keywords, vectors, options);
  }
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
