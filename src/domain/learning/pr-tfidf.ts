import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

/** Term counts of one document; terms are ascending and distinct. */
export interface TermCounts {
  readonly terms: Int32Array;
  readonly counts: Float32Array;
}

/**
 * The PrTFIDF text classifier (Joachims, "A Probabilistic Analysis of the Rocchio Algorithm with TFIDF for Text
 * Categorization", ICML 1997, section 3):
 *
 * P(C | d) = Σ over the words w of P(C | w) · P(w | d), where P(C | w) = P(w | C) P(C) / Σ' P(w | C') P(C'), P(w | d)
 * is the share of w in the words of d, and P(w | C) the mean of P(w | d) over the documents of C.
 *
 * P(C | w) is stored for each term and class: 4 bytes each.
 */
export class PrTfidf {
  private constructor(
    readonly classes: number,
    readonly terms: number,
    /** P(C | w) at `w * classes + C`; all 0 for a word without documents. */
    private readonly shares: Float32Array,
  ) {}

  /**
   * @param documents in any number and order
   * @param classOf the class number of each document, below `classes`
   * @param terms exclusive bound of the terms
   */
  static train(documents: readonly TermCounts[], classOf: ArrayLike<number>, classes: number, terms: number): PrTfidf {
    // The prior of a class cancels the mean over its documents: P(w | C) · P(C) is proportional to the sum of P(w | d).
    const shares = new Float32Array(terms * classes);
    documents.forEach((document, i) => {
      const length = lengthOf(document);
      for (let k = 0; k < document.terms.length; k++)
        shares[document.terms[k] * classes + classOf[i]] += document.counts[k] / length;
    });
    for (let at = 0; at < shares.length; at += classes) {
      let sum = 0;
      for (let c = 0; c < classes; c++) sum += shares[at + c];
      if (sum > 0) for (let c = 0; c < classes; c++) shares[at + c] /= sum;
    }
    return new PrTfidf(classes, terms, shares);
  }

  /** P(C | d) for each class, in [0, 1]; the sum is the share of the document's words that are known. */
  classify(document: TermCounts): Float32Array {
    const out = new Float32Array(this.classes);
    const length = lengthOf(document);
    for (let k = 0; k < document.terms.length; k++) {
      const term = document.terms[k];
      if (term >= this.terms) continue;
      const share = document.counts[k] / length;
      const at = term * this.classes;
      for (let c = 0; c < this.classes; c++) out[c] += share * this.shares[at + c];
    }
    return out;
  }

  save(): Snapshot {
    return { classes: this.classes, terms: this.terms, shares: this.shares };
  }

  /** @throws RangeError if the snapshot is invalid, naming the wrong part */
  static restored(source: SnapshotSource): PrTfidf {
    const from = SnapshotReader.of(source);
    const classes = from.integer('classes', { min: 1 });
    const terms = from.integer('terms');
    return new PrTfidf(classes, terms, from.float32('shares', { length: classes * terms }));
  }
}

function lengthOf({ counts }: TermCounts): number {
  let length = 0;
  for (const count of counts) length += count;
  return Math.max(1, length);
}
