import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { EventLog } from '../learned-state/index.js';
import { LinkClassifier } from './link-classifier.js';
import type { LinkWords } from './link-words.js';
import { Reservoir } from './reservoir.js';

/** Capacity of each reservoir: links to relevant pages, and other links (program: 5 000). */
const RESERVOIR = 5_000;

/** ACHE's online learning: the results of followed links, and the times at which the classifier is trained on them. */
export class LinkLearning {
  readonly classifier = new LinkClassifier();
  readonly log = new EventLog();
  private readonly positives: Reservoir;
  private readonly negatives: Reservoir;
  private pages = 0;

  /** @param every pages between two trainings; stored in the snapshot, so that extending a budget does not change it */
  constructor(
    private every: number,
    private readonly rng: Rng,
  ) {
    this.positives = new Reservoir(RESERVOIR, rng);
    this.negatives = new Reservoir(RESERVOIR, rng);
  }

  get interval(): number {
    return this.every;
  }

  /** Adds the result of a link. */
  add(link: LinkWords, relevant: boolean): void {
    (relevant ? this.positives : this.negatives).add(link);
  }

  /** Counts a page, and trains if due; true if there is a new classifier. @param step for the log */
  trainWhenDue(step = 0): boolean {
    this.pages++;
    if (this.pages % this.every !== 0 || !this.classifier.train(this.positives, this.negatives, this.rng)) return false;
    this.log.add(
      step,
      `The link classifier was trained: ${this.positives.size} links to relevant pages were known, ${this.negatives.size} to others`,
    );
    return true;
  }

  stats(): Readonly<Record<string, number>> {
    return {
      classifierVersion: this.classifier.version,
      classifierFeatures: this.classifier.featureCount,
      positives: this.positives.size,
      negatives: this.negatives.size,
      learnEvery: this.every,
    };
  }

  /**
   * Warm start with the classifier and examples of another session. The pages until the next training are counted from
   * 0.
   */
  inherit(from: SnapshotReader): void {
    this.classifier.restore(from.child('classifier'));
    this.positives.restore(from.child('positives'));
    this.negatives.restore(from.child('negatives'));
  }

  save(): Snapshot {
    return {
      classifier: this.classifier.save(),
      positives: this.positives.save(),
      negatives: this.negatives.save(),
      pages: this.pages,
      every: this.every,
      history: this.log.save(),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.classifier.restore(from.child('classifier'));
    this.positives.restore(from.child('positives'));
    this.negatives.restore(from.child('negatives'));
    this.pages = from.integer('pages');
    this.every = from.integer('every', { min: 1 });
    this.log.restore(from.childIfAny('history'));
  }
}
