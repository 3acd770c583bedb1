import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { fitPlatt, plattProbability, type PlattScaling } from '../../learning/calibration.js';
import { shuffle } from '../../learning/cross-validation.js';
import { trainLinearSvm, type SparseRows } from '../../learning/linear-svm.js';
import { type LearnedWeights, mostTelling } from '../learned-state/index.js';
import { FIELD_COUNT, FIELDS, MAX_WORDS, type LinkWords } from './link-words.js';
import type { Reservoir } from './reservoir.js';

/** Features per field, the most frequent words (program: 100 around, 150 anchor, 150 URL). */
const FEATURES = [100, 150, 150] as const;
/**
 * A feature occurs in more links than this (program: count > 5); in a field whose most frequent word is in at most
 * `FEW` links, in more than one.
 */
const RARE = 5;
const FEW = 10;
/** Minimum examples of each class for a training. */
const MIN_EXAMPLES = 10;
const COST = 1;
/** One in this number of examples is held out to fit the probabilities. */
const HELD_OUT = 4;

interface Example {
  readonly link: LinkWords;
  readonly label: number;
}

/**
 * A linear SVM over the words of a link, with Platt scaling: the probability that the link leads to a relevant page.
 */
export class LinkClassifier {
  /** By field: word number to feature. */
  private features: Map<number, number>[] = Array.from({ length: FIELD_COUNT }, () => new Map<number, number>());
  private weights: Float64Array = new Float64Array(0);
  private bias = 0;
  private scaling: PlattScaling = { a: -1, b: 0 };
  private trainings = 0;

  /** Number of trainings; 0 while untrained. */
  get version(): number {
    return this.trainings;
  }

  get featureCount(): number {
    return this.weights.length;
  }

  /** Retrains with at most as many negative as positive examples. False if there are too few. */
  train(positives: Reservoir, negatives: Reservoir, rng: Rng): boolean {
    if (Math.min(positives.size, negatives.size) < MIN_EXAMPLES) return false;
    const drawn = shuffle(
      Array.from({ length: negatives.size }, (_, i) => i),
      rng,
    ).slice(0, positives.size);
    const examples: Example[] = [
      ...Array.from({ length: positives.size }, (_, i) => ({ link: positives.get(i), label: 1 })),
      ...drawn.map((at) => ({ link: negatives.get(at), label: 0 })),
    ];
    this.select(examples);
    const heldOut = examples.filter((_, i) => i % HELD_OUT === 0);
    const learnt = examples.filter((_, i) => i % HELD_OUT !== 0);
    const { weights, bias } = trainLinearSvm(
      this.rowsOf(learnt),
      learnt.map(({ label }) => label),
      {
        dimension: this.features.reduce((sum, { size }) => sum + size, 0),
        costPositive: COST,
        costNegative: COST,
        rng,
      },
    );
    this.weights = weights;
    this.bias = bias;
    this.scaling = fitPlatt(
      heldOut.map(({ link }) => this.margin(link)),
      heldOut.map(({ label }) => label),
    );
    this.trainings++;
    return true;
  }

  probability(link: LinkWords): number {
    return plattProbability(this.scaling, this.margin(link));
  }

  /** @param nameOf a word by its number */
  learnedState(nameOf: (word: number) => string): LearnedWeights {
    const entries = this.features.flatMap((words, field) =>
      [...words].map(([word, feature]) => ({
        name: nameOf(word),
        group: FIELDS[field],
        weight: this.weights[feature],
      })),
    );
    const note =
      'Weight that each word of a link adds to the margin of the linear SVM: above 0 it speaks for a relevant page. Words are stems.';
    return mostTelling('Words of the link classifier', note, entries);
  }

  save(): Snapshot {
    const { a, b } = this.scaling;
    return {
      trainings: this.trainings,
      bias: this.bias,
      a,
      b,
      fieldSizes: Uint16Array.from(this.features, ({ size }) => size),
      words: Uint16Array.from(this.features.flatMap((field) => [...field.keys()])),
      weights: this.weights,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const fieldSizes = from.uint16('fieldSizes', { length: FIELD_COUNT });
    const words = from.uint16('words', { length: fieldSizes.reduce((sum, size) => sum + size, 0) });
    this.weights = from.float64('weights', { length: words.length }).slice();
    this.trainings = from.integer('trainings');
    this.bias = from.number('bias');
    this.scaling = { a: from.number('a'), b: from.number('b') };
    let feature = 0;
    this.features = [...fieldSizes].map((size) => {
      const field = new Map<number, number>();
      for (let i = 0; i < size; i++) field.set(words[feature], feature++);
      return field;
    });
  }

  /** The most frequent words of each field. */
  private select(examples: readonly Example[]): void {
    let feature = 0;
    this.features = FEATURES.map((most, field) => {
      const counts = new Uint32Array(MAX_WORDS);
      for (const { link } of examples) for (const word of wordsOfField(link, field)) counts[word]++;
      const rare = counts.every((count) => count <= FEW) ? 1 : RARE;
      const frequent: number[] = [];
      for (let word = 0; word < MAX_WORDS; word++) if (counts[word] > rare) frequent.push(word);
      const chosen = frequent.sort((a, b) => counts[b] - counts[a] || a - b).slice(0, most);
      return new Map(chosen.map((word) => [word, feature++]));
    });
  }

  private featuresOf(link: LinkWords): number[] {
    const found: number[] = [];
    for (let field = 0; field < FIELD_COUNT; field++)
      for (const word of wordsOfField(link, field)) {
        const feature = this.features[field].get(word);
        if (feature !== undefined) found.push(feature);
      }
    return found;
  }

  private margin(link: LinkWords): number {
    return this.featuresOf(link).reduce((sum, feature) => sum + this.weights[feature], this.bias);
  }

  private rowsOf(examples: readonly Example[]): SparseRows {
    const starts = new Int32Array(examples.length + 1);
    const found: number[] = [];
    examples.forEach(({ link }, i) => {
      found.push(...this.featuresOf(link));
      starts[i + 1] = found.length;
    });
    return { starts, features: Int32Array.from(found), values: new Float32Array(found.length).fill(1) };
  }
}

function wordsOfField({ words, counts }: LinkWords, field: number): Uint16Array {
  const from = field === 0 ? 0 : field === 1 ? counts[0] : counts[0] + counts[1];
  return words.subarray(from, from + counts[field]);
}
