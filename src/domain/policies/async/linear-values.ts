import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { type LearnedWeights, weightList } from '../learned-state/index.js';

export const FEATURES = ['pageSimilarity', 'pathSimilarity', 'pathRelevance', 'relevanceProximity', 'linkSimilarity'];
/** Initial value of all weights: every action is slightly promising. */
const FIRST_WEIGHT = 0.01;

interface LinearOptions {
  /** Number of intervals of each feature; 0: the features themselves, and a constant. */
  readonly levels: number;
  readonly learningRate: number;
  readonly discount: number;
}

/**
 * Q-values that are linear in the levels of the features (Han et al.: generalisation, then linear function
 * approximation).
 */
export class LinearValues {
  private readonly weights: Float64Array;

  constructor(private readonly options: LinearOptions) {
    this.weights = new Float64Array(options.levels === 0 ? FEATURES.length + 1 : FEATURES.length * options.levels);
    this.weights.fill(FIRST_WEIGHT);
  }

  /** @param features in [0, 1], in the order of `FEATURES` */
  value(features: Float32Array): number {
    const { levels } = this.options;
    let value = levels === 0 ? this.weights[FEATURES.length] : 0;
    for (let i = 0; i < FEATURES.length; i++)
      value += levels === 0 ? this.weights[i] * features[i] : this.weights[this.cell(i, features[i])];
    return value;
  }

  /**
   * One SARSA step: Q(x) moves towards the reward plus the discounted value of the next action.
   *
   * @param next value of the next action; 0 if there is none
   */
  learn(features: Float32Array, reward: number, next: number): void {
    const { levels, learningRate, discount } = this.options;
    const step = learningRate * (reward + discount * next - this.value(features));
    if (levels === 0) this.weights[FEATURES.length] += step;
    for (let i = 0; i < FEATURES.length; i++) {
      if (levels === 0) this.weights[i] += step * features[i];
      else this.weights[this.cell(i, features[i])] += step;
    }
  }

  learnedState(): LearnedWeights {
    const { levels } = this.options;
    const nameOf = (cell: number): string => {
      if (levels === 0) return FEATURES[cell] ?? 'bias';
      const level = cell % levels;
      const [from, to] = [level, level + 1].map((edge) => Number((edge / levels).toPrecision(3)));
      return `${FEATURES[Math.floor(cell / levels)]} from ${from} to ${to}`;
    };
    const entries = Array.from(this.weights, (weight, cell) => ({ name: nameOf(cell), weight, start: FIRST_WEIGHT }));
    return weightList('Features', 'Weight of each feature of a link, in [0, 1], in its Q-value.', entries);
  }

  save(): Snapshot {
    return { weights: this.weights };
  }

  restore(source: SnapshotSource): void {
    this.weights.set(SnapshotReader.of(source).float64('weights', { length: this.weights.length }));
  }

  private cell(feature: number, value: number): number {
    const { levels } = this.options;
    return feature * levels + Math.min(levels - 1, Math.floor(value * levels));
  }
}
