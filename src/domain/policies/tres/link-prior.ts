import { logitOf } from '../../learning/log-odds.js';
import { type LearnedWeights, weightList } from '../learned-state/index.js';

/**
 * Prior knowledge of links before a session's first page: weights of the log-odds that the link's page is relevant, by
 * feature. Those of the policy `prospector` for the features that TRES has; set by hand. `anchorProbability` enters
 * with its log-odds.
 */
const BIAS = -3.5;
const PER_LOGIT = 0.63;
const WEIGHTS: Readonly<Record<string, number>> = {
  reward: 1,
  pathRelevance: 0.8,
  keywordInUrl: 0.3,
  keywordInAnchor: 0.5,
  phraseInAnchor: 0.3,
  domainRelevance: 1.2,
};

/** A generic value of links by the features of TRES, without learning. */
export class LinkPrior {
  private readonly names: readonly string[];
  private readonly weights: readonly number[];
  private readonly probabilityAt: number;
  private readonly domainAt: number;
  private readonly unknownAt: number;

  /**
   * @param names names of the features, in order; missing ones have no weight
   * @param unseen feature 9 of a domain without a fetched page: its feature 8 is meaningless
   */
  constructor(
    names: readonly string[],
    private readonly unseen: number,
  ) {
    this.names = names;
    this.weights = names.map((name) => WEIGHTS[name] ?? 0);
    this.probabilityAt = names.indexOf('anchorProbability');
    this.domainAt = names.indexOf('domainRelevance');
    this.unknownAt = names.indexOf('domainUnknown');
  }

  learnedState(): LearnedWeights[] {
    const note =
      'Known before the first page, and not learnt: what each feature adds to the log-odds that a page is relevant. The anchor probability counts by its log-odds.';
    const entries = this.names.map((name, i) => ({
      name,
      weight: i === this.probabilityAt ? PER_LOGIT : this.weights[i],
    }));
    return [weightList('Prior of links', note, [...entries, { name: 'bias', weight: BIAS }])];
  }

  /** P(relevant) of the page of the link whose features start at `from`, in (0, 1). */
  value(rows: Float32Array, from: number): number {
    const isUnseen = this.unknownAt >= 0 && rows[from + this.unknownAt] === this.unseen;
    let sum = BIAS + PER_LOGIT * logitOf(rows[from + this.probabilityAt]);
    for (let i = 0; i < this.weights.length; i++)
      if (i !== this.domainAt || !isUnseen) sum += this.weights[i] * rows[from + i];
    return 1 / (1 + Math.exp(-sum));
  }
}
