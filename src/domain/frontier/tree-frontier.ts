import type { Rng } from '../base/rng.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { Availability } from './frontier-view.js';
import { CandidateList, RemovalJournal, savedTogether } from './candidate-list.js';
import { RegressionTree, type SplitEvent, type TreeOptions } from './regression-tree.js';

/** Reads the current value of one feature of a candidate. */
export type FeatureReader = (list: CandidateList, at: number, feature: number) => number;

/** Whether a URL may be chosen now. */
export type AvailabilityOf = (urlNo: number) => Availability;

/** A representative of one leaf. Valid until the frontier changes. */
export interface LeafSample {
  readonly leaf: number;
  readonly list: CandidateList;
  /** Its position in the list. */
  at: number;
}

/** A candidate independent of its position in a list. */
export interface Drawn {
  readonly urlNo: number;
  readonly source: number;
  readonly flags: number;
  readonly probability: number;
}

/** The result of `sample`. */
interface Samples {
  readonly samples: LeafSample[];
  /** Whether candidates remain that may become ready. */
  readonly waiting: boolean;
  /** Busy candidates that would be samples if they were ready. */
  readonly busy: readonly Drawn[];
}

/**
 * Draws per sample: stale candidates are dropped, busy ones are passed over. The next choice continues where this one
 * gave up.
 */
const DRAWS_PER_SAMPLE = 16;
/** Candidates examined per sweep: a fraction of a millisecond. */
const SWEEP_SLICE = 20_000;

/** The shared state of one leaf's draws. */
interface LeafDraws {
  readonly list: CandidateList;
  readonly samples: readonly LeafSample[];
  readonly first: number;
  readonly busy: Drawn[];
}

/** Limits of the candidates moved by a split, so that a step stays short whatever the size of the leaf. */
interface DivisionLimits {
  /** A leaf with at most this many candidates is divided at once. */
  readonly atOnce: number;
  /** Of a larger leaf, this many are moved with each experience. */
  readonly slice: number;
}
/** One to two milliseconds each. */
const DIVISION: DivisionLimits = { atOnce: 20_000, slice: 4_000 };

/**
 * Tree-Frontier (TRES 2.6, algorithms 2 and 3): the frontier partitioned by the regression tree, so that a choice
 * compares one candidate per leaf instead of all.
 *
 * A candidate lies in the leaf of its features at insertion, or at the last split of that leaf; features that change
 * later (those of its domain) are reread when it is drawn, not before. A split processes only the candidates of that
 * leaf.
 *
 * The candidates of a large leaf are not divided at once: the rest stays together, is sampled like a leaf, and moves on
 * in slices (a deviation for leaves with more than 20 000 candidates).
 */
export class TreeFrontier {
  readonly tree: RegressionTree;
  private readonly lists = new Map<number, CandidateList>([[0, new CandidateList()]]);
  /** Leaves in visiting order: the left child takes its parent's place, the right one goes to the end. */
  private order: number[] = [0];
  private readonly positions = new Map<number, number>([[0, 0]]);
  private readonly removals = new RemovalJournal();
  private candidates = 0;
  private sweepLeaf = 0;
  private sweepAt = 0;
  /** Split nodes that still hold candidates, oldest first. They are in `order` like leaves. */
  private undivided: number[] = [];

  constructor(
    features: number,
    options: TreeOptions,
    private readonly division = DIVISION,
  ) {
    this.tree = new RegressionTree(features, options);
  }

  /** Number of candidates, including stale ones. */
  get size(): number {
    return this.candidates;
  }

  get bytes(): number {
    return [...this.lists.values()].reduce((sum, list) => sum + list.bytes, 0);
  }

  /** Adds a frontier sample. `valueOf` returns its features. */
  add(urlNo: number, source: number, flags: number, probability: number, valueOf: (feature: number) => number): void {
    this.listOf(this.tree.leafOf(valueOf)).push(urlNo, source, flags, probability);
    this.candidates++;
  }

  /** Number of candidates in a node: 0 if it is divided. */
  candidatesIn(node: number): number {
    return this.lists.get(node)?.size ?? 0;
  }

  /** Adds an experience sample; if its leaf splits, the leaf's candidates are divided by their current features. */
  learn(x: Float32Array, reward: number, read: FeatureReader, step = 0): void {
    const event = this.tree.learn(x, reward, step);
    if (event) this.divide(event, read);
    if (this.undivided.length > 0) this.moveOn(read);
  }

  /**
   * One uniform sample of each leaf with a ready candidate (algorithm 2, line 3). Samples are not removed; stale
   * candidates found on the way are, until `commit` or `rollback` decides whether that is permanent.
   *
   * If no leaf yields one, scans all candidates in order, at most `lookahead` of them.
   *
   * @param minSamples with fewer leaves than this, draws several samples from each (with replacement): a named
   * deviation, 1 is the paper
   */
  sample(rng: Rng, availabilityOf: AvailabilityOf, lookahead: number, minSamples = 1): Samples {
    const samples: LeafSample[] = [];
    const busy: Drawn[] = [];
    const perLeaf = Math.ceil(minSamples / this.order.length);
    for (const leaf of this.order) {
      const list = this.listOf(leaf);
      const first = samples.length;
      for (let i = Math.min(perLeaf, list.size); i > 0; i--) {
        const at = this.draw({ list, samples, first, busy }, rng, availabilityOf);
        if (at < 0) break;
        samples.push({ leaf, list, at });
      }
    }
    return samples.length > 0 ? { samples, waiting: false, busy } : { ...this.search(availabilityOf, lookahead), busy };
  }

  /** Removes the chosen sample and makes the removals of this choice permanent. */
  take({ list, at }: LeafSample): void {
    this.removals.remove(list, at);
    this.candidates -= this.removals.length;
    this.removals.commit();
  }

  /** Restores the candidates that the latest `sample` dropped. */
  rollback(): void {
    this.removals.rollback();
  }

  /**
   * Drops stale candidates of the next slice: all candidates are examined every `every` calls, or as fast as bounded
   * slices allow.
   */
  sweep(every: number, availabilityOf: AvailabilityOf): number {
    let left = Math.min(SWEEP_SLICE, Math.ceil(this.candidates / every));
    const before = this.candidates;
    for (let visited = 0; left > 0 && visited <= this.order.length;) {
      const list = this.listOf(this.order[this.sweepLeaf]);
      if (this.sweepAt >= list.size) {
        list.trim();
        this.sweepLeaf = (this.sweepLeaf + 1) % this.order.length;
        this.sweepAt = 0;
        visited++;
        continue;
      }
      left--;
      if (availabilityOf(list.urlNos[this.sweepAt]) === Availability.Gone) {
        list.removeAt(this.sweepAt);
        this.candidates--;
      } else this.sweepAt++;
    }
    return before - this.candidates;
  }

  save(): Snapshot {
    return {
      tree: this.tree.save(),
      order: Uint32Array.from(this.order),
      sizes: Uint32Array.from(this.order, (leaf) => this.listOf(leaf).size),
      candidates: savedTogether(this.order.map((leaf) => this.listOf(leaf))),
      sweepLeaf: this.sweepLeaf,
      sweepAt: this.sweepAt,
      undivided: Uint32Array.from(this.undivided),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const all = new CandidateList();
    all.restore(from.child('candidates'));
    this.tree.restore(from.child('tree'));
    const undivided = from.uint32('undivided');
    const order = from.uint32('order', { length: this.tree.leafCount + undivided.length });
    const sizes = from.uint32('sizes', { length: order.length });
    if (sizes.reduce((sum, size) => sum + size, 0) !== all.size)
      from.refuse('sizes', `numbers that add up to ${all.size}`);
    this.sweepLeaf = from.integer('sweepLeaf');
    this.sweepAt = from.integer('sweepAt');
    this.order = [...order];
    this.undivided = [...undivided];
    this.lists.clear();
    this.positions.clear();
    let next = 0;
    this.order.forEach((leaf, position) => {
      const list = new CandidateList();
      for (const end = next + sizes[position]; next < end; next++) list.pushFrom(all, next);
      this.lists.set(leaf, list);
      this.positions.set(leaf, position);
    });
    this.candidates = all.size;
  }

  private listOf(leaf: number): CandidateList {
    const list = this.lists.get(leaf);
    if (list === undefined) throw new RangeError(`node ${leaf} is not a leaf`);
    return list;
  }

  /**
   * Draws one ready candidate; -1 if none is found. `samples` from `first` on are of the same list: they are updated
   * when a removal moves them.
   */
  private draw({ list, samples, first, busy }: LeafDraws, rng: Rng, availabilityOf: AvailabilityOf): number {
    for (let draws = 0; draws < DRAWS_PER_SAMPLE && list.size > 0; draws++) {
      const at = rng.below(list.size);
      const availability = availabilityOf(list.urlNos[at]);
      if (availability === Availability.Ready) return at;
      if (availability === Availability.Busy) {
        if (draws === 0) {
          const { urlNos, sources, flags, probabilities } = list;
          busy.push({ urlNo: urlNos[at], source: sources[at], flags: flags[at], probability: probabilities[at] });
        }
        continue;
      }
      this.removals.remove(list, at);
      for (let i = first; i < samples.length; i++) if (samples[i].at === list.size) samples[i].at = at;
    }
    return -1;
  }

  private search(availabilityOf: AvailabilityOf, lookahead: number): Omit<Samples, 'busy'> {
    let seen = 0;
    let busy = false;
    for (const leaf of this.order) {
      const list = this.listOf(leaf);
      for (let at = 0; at < list.size; seen++) {
        if (seen >= lookahead) return { samples: [], waiting: true };
        const availability = availabilityOf(list.urlNos[at]);
        if (availability === Availability.Ready) return { samples: [{ leaf, list, at }], waiting: false };
        if (availability === Availability.Gone) this.removals.remove(list, at);
        else {
          busy = true;
          at++;
        }
      }
    }
    return { samples: [], waiting: busy };
  }

  private divide({ node, left, right, split }: SplitEvent, read: FeatureReader): void {
    const list = this.listOf(node);
    if (list.size > this.division.atOnce) {
      for (const child of [left, right]) this.addList(child);
      this.undivided.push(node);
      return;
    }
    const [leftList, rightList] = [new CandidateList(), new CandidateList()];
    for (let at = 0; at < list.size; at++) {
      (read(list, at, split.feature) <= split.threshold ? leftList : rightList).pushFrom(list, at);
    }
    const position = this.positions.get(node) ?? 0;
    this.lists.delete(node);
    this.positions.delete(node);
    this.lists.set(left, leftList);
    this.lists.set(right, rightList);
    this.order[position] = left;
    this.positions.set(left, position);
    this.positions.set(right, this.order.length);
    this.order.push(right);
  }

  /** Moves the next candidates of the oldest undivided node to their current leaves. */
  private moveOn(read: FeatureReader): void {
    const [node] = this.undivided;
    const list = this.listOf(node);
    for (let left = this.division.slice; left > 0 && list.size > 0; left--) {
      const at = list.size - 1;
      this.listOf(this.tree.leafOf((feature) => read(list, at, feature))).pushFrom(list, at);
      list.removeAt(at);
    }
    if (list.size > 0) list.trim();
    else this.removeList(node);
  }

  private addList(leaf: number): void {
    this.lists.set(leaf, new CandidateList());
    this.positions.set(leaf, this.order.length);
    this.order.push(leaf);
  }

  private removeList(node: number): void {
    const position = this.positions.get(node) ?? 0;
    this.undivided.shift();
    this.order.splice(position, 1);
    this.lists.delete(node);
    this.positions.clear();
    this.order.forEach((leaf, at) => this.positions.set(leaf, at));
    if (this.sweepLeaf === position) this.sweepAt = 0;
    if (this.sweepLeaf > position) this.sweepLeaf--;
    this.sweepLeaf %= this.order.length;
  }
}
