/**
 * Term counts of the classes of a multinomial naive Bayes classifier (McCallum and Nigam, "A comparison of event models
 * for naive Bayes text classification", 1998).
 */
export class MultinomialCounts {
  private readonly counts: Float64Array[];
  private readonly totals: Float64Array;

  constructor(
    classes: number,
    private readonly terms: number,
  ) {
    this.counts = Array.from({ length: classes }, () => new Float64Array(terms));
    this.totals = new Float64Array(classes);
  }

  /** Adds a document: `amounts[i]` occurrences of term `ids[i]`. */
  add(label: number, ids: ArrayLike<number>, amounts: ArrayLike<number>): void {
    const counts = this.counts[label];
    for (let i = 0; i < ids.length; i++) {
      counts[ids[i]] += amounts[i];
      this.totals[label] += amounts[i];
    }
  }

  /** Occurrences of each term in documents of a class. */
  countsOf(label: number): Readonly<Float64Array> {
    return this.counts[label];
  }

  /** Occurrences of all terms in documents of a class. */
  totalOf(label: number): number {
    return this.totals[label];
  }

  /** Laplace smoothing: log P(term | class) with `alpha` added to each count. */
  laplace(alpha: number): Float64Array[] {
    return this.counts.map((counts, label) => {
      const below = Math.log(this.totals[label] + alpha * this.terms);
      return counts.map((count) => Math.log(count + alpha) - below);
    });
  }

  /**
   * Dirichlet smoothing: adds `strength` words, distributed as in all classes together, to each class.
   *
   * If one class has far fewer words than the other, Laplace smoothing makes every rare term evidence for the smaller
   * class; here a term that a class never showed is evidence against it, growing with the number of the class's words.
   * One word of each term is added for unseen terms.
   */
  dirichlet(strength: number): Float64Array[] {
    const everywhere = new Float64Array(this.terms).fill(1);
    let total = this.terms;
    this.counts.forEach((counts, label) => {
      for (let i = 0; i < counts.length; i++) everywhere[i] += counts[i];
      total += this.totals[label];
    });
    return this.counts.map((counts, label) => {
      const below = Math.log(this.totals[label] + strength);
      return counts.map((count, i) => Math.log(count + (strength * everywhere[i]) / total) - below);
    });
  }
}
