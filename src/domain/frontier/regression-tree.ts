import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { SplitSearch, type Split } from './best-split.js';
import { withRoom } from '../base/growable.js';
import { SplitLog } from './split-log.js';

/** Marks a leaf in the feature column. */
const LEAF = 255;

export interface TreeOptions {
  /** Minimum experience samples of a leaf that splits. */
  readonly minSamplesSplit: number;
  /** The root is at depth 0. */
  readonly maxDepth: number;
  /** Least share of a leaf's samples on each side of a split. */
  readonly minChildShare: number;
  /**
   * Most samples per leaf; the oldest are dropped. Otherwise a leaf that never finds a split would grow, and be
   * searched, without bound.
   */
  readonly maxLeafSamples: number;
  /** No splits beyond this number: each leaf costs a sample in each choice. */
  readonly maxLeaves: number;
}

/** A split, for the caller: `node` is no longer a leaf, and its candidates move to `left` and `right`. */
export interface SplitEvent {
  readonly node: number;
  readonly left: number;
  readonly right: number;
  readonly split: Split;
}

interface LeafSamples {
  rows: Float32Array;
  rewards: Float32Array;
  count: number;
  /** Position of the next sample in a full leaf. */
  next: number;
}

const emptySamples = (): LeafSamples => ({
  rows: new Float32Array(0),
  rewards: new Float32Array(0),
  count: 0,
  next: 0,
});

/**
 * The online regression tree of TRES (2.6, equations 3 and 4; algorithm 3, lines 3-4): it grows by experience samples
 * (x, r), one leaf at a time.
 *
 * Nodes are numbers; the root is 0, and split n creates the nodes 2n + 1 and 2n + 2. A new sample may split only the
 * leaf that it falls in, at the (feature, threshold) with the largest weighted variance reduction of the rewards, if
 * that is positive. Deviations, both bounds: `maxLeafSamples`, `maxLeaves`.
 */
export class RegressionTree {
  private splitFeatures = Uint8Array.of(LEAF);
  private thresholds = new Float32Array(1);
  /** Left child; the right one is the next number. */
  private children = new Uint32Array(1);
  private parents = Int32Array.of(-1);
  private depths = new Uint8Array(1);
  private nodes = 1;
  private leaves = 1;
  private readonly samples = new Map<number, LeafSamples>([[0, emptySamples()]]);
  readonly splits = new SplitLog();
  private readonly search: SplitSearch;

  constructor(
    readonly features: number,
    private readonly options: TreeOptions,
  ) {
    this.search = new SplitSearch(features, options.minChildShare);
  }

  get nodeCount(): number {
    return this.nodes;
  }

  get leafCount(): number {
    return this.leaves;
  }

  get depth(): number {
    return this.depths.subarray(0, this.nodes).reduce((a, b) => Math.max(a, b), 0);
  }

  /** The leaf that a vector falls in. `valueOf` returns its features one by one, because a path needs few of them. */
  leafOf(valueOf: (feature: number) => number): number {
    let node = 0;
    while (this.splitFeatures[node] !== LEAF) {
      node = this.children[node] + (valueOf(this.splitFeatures[node]) <= this.thresholds[node] ? 0 : 1);
    }
    return node;
  }

  /**
   * Adds an experience sample and splits its leaf if that separates the rewards. @param step of the sample, for the log
   * of splits
   */
  learn(x: Float32Array, reward: number, step = 0): SplitEvent | null {
    const leaf = this.leafOf((feature) => x[feature]);
    const samples = this.samplesOf(leaf);
    this.put(samples, x, reward);
    if (this.leaves >= this.options.maxLeaves || this.depths[leaf] >= this.options.maxDepth) return null;
    if (samples.count < this.options.minSamplesSplit) return null;
    const split = this.search.best(samples);
    if (split === null) return null;
    const event = this.split(leaf, samples, split);
    const [left, right] = [event.left, event.right].map((child) => this.experienceOf(child));
    this.splits.add(
      step,
      { samples: left.count, meanReward: left.mean },
      { samples: right.count, meanReward: right.mean },
    );
    return event;
  }

  /** The conditions from the root to a node, outermost first. */
  rulesOf(node: number, names: readonly string[]): string[] {
    const rules: string[] = [];
    for (let at = node; this.parents[at] >= 0; at = this.parents[at]) rules.push(this.ruleOf(at, names));
    return rules.reverse();
  }

  /** The condition that distinguishes a node from its sibling. Not for the root. */
  ruleOf(node: number, names: readonly string[]): string {
    const parent = this.parents[node];
    const comparison = node === this.children[parent] ? '<=' : '>';
    return `${names[this.splitFeatures[parent]]} ${comparison} ${Number(this.thresholds[parent].toPrecision(4))}`;
  }

  /** -1 for the root. */
  parentOf(node: number): number {
    return this.parents[node];
  }

  isLeaf(node: number): boolean {
    return this.splitFeatures[node] === LEAF;
  }

  /** Writes the mean of a leaf's stored vectors: zeros if there are none. */
  writeMean(leaf: number, out: Float32Array, at: number): void {
    const { rows, count } = this.samplesOf(leaf);
    for (let i = 0; i < this.features; i++) {
      let sum = 0;
      for (let row = 0; row < count; row++) sum += rows[row * this.features + i];
      out[at + i] = count === 0 ? 0 : sum / count;
    }
  }

  /** Mean reward and number of a leaf's stored samples. */
  experienceOf(leaf: number): { readonly mean: number; readonly count: number } {
    const { rewards, count } = this.samplesOf(leaf);
    let sum = 0;
    for (let i = 0; i < count; i++) sum += rewards[i];
    return { mean: count === 0 ? 0 : sum / count, count };
  }

  save(): Snapshot {
    const n = this.nodes;
    const ids = [...this.samples.keys()];
    const kept = ids.map((leaf) => this.samplesOf(leaf));
    const total = kept.reduce((sum, { count }) => sum + count, 0);
    const rows = new Float32Array(total * this.features);
    const rewards = new Float32Array(total);
    let at = 0;
    for (const leaf of kept) {
      rows.set(leaf.rows.subarray(0, leaf.count * this.features), at * this.features);
      rewards.set(leaf.rewards.subarray(0, leaf.count), at);
      at += leaf.count;
    }
    return {
      splitFeatures: this.splitFeatures.subarray(0, n),
      thresholds: this.thresholds.subarray(0, n),
      children: this.children.subarray(0, n),
      parents: this.parents.subarray(0, n),
      depths: this.depths.subarray(0, n),
      leafIds: Uint32Array.from(ids),
      counts: Uint32Array.from(kept, ({ count }) => count),
      nexts: Uint32Array.from(kept, ({ next }) => next),
      rows,
      rewards,
      history: this.splits.save(),
    };
  }

  /** @throws RangeError if the snapshot's tree has other features */
  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const rewards = from.float32('rewards');
    const rows = from.float32('rows', { length: rewards.length * this.features });
    const ids = from.uint32('leafIds');
    const ofLeaf = { length: ids.length };
    const counts = from.uint32('counts', ofLeaf);
    const nexts = from.uint32('nexts', ofLeaf);
    if (counts.reduce((sum, count) => sum + count, 0) !== rewards.length)
      from.refuse('counts', `numbers that add up to ${rewards.length}`);
    const splitFeatures = from.uint8('splitFeatures');
    const ofNode = { length: splitFeatures.length };
    this.thresholds = from.float32('thresholds', ofNode).slice();
    this.children = from.uint32('children', ofNode).slice();
    this.parents = from.int32('parents', ofNode).slice();
    this.depths = from.uint8('depths', ofNode).slice();
    this.splitFeatures = splitFeatures.slice();
    this.nodes = splitFeatures.length;
    this.leaves = ids.length;
    this.splits.restore(from.childIfAny('history'), (this.nodes - 1) / 2);
    this.samples.clear();
    let at = 0;
    ids.forEach((leaf, i) => {
      const count = counts[i];
      const end = at + count;
      this.samples.set(leaf, {
        rows: rows.slice(at * this.features, end * this.features),
        rewards: rewards.slice(at, end),
        count,
        next: nexts[i],
      });
      at = end;
    });
  }

  private samplesOf(leaf: number): LeafSamples {
    const samples = this.samples.get(leaf);
    if (samples === undefined) throw new RangeError(`node ${leaf} is not a leaf`);
    return samples;
  }

  private put(samples: LeafSamples, x: Float32Array, reward: number): void {
    const d = this.features;
    const full = samples.count >= this.options.maxLeafSamples;
    const at = full ? samples.next : samples.count++;
    if (full) samples.next = (samples.next + 1) % samples.count;
    samples.rows = withRoom(samples.rows, (at + 1) * d);
    samples.rewards = withRoom(samples.rewards, at + 1);
    samples.rows.set(x.subarray(0, d), at * d);
    samples.rewards[at] = reward;
  }

  private split(node: number, samples: LeafSamples, split: Split): SplitEvent {
    const left = this.addNode(node);
    const right = this.addNode(node);
    this.splitFeatures[node] = split.feature;
    this.thresholds[node] = split.threshold;
    this.children[node] = left;
    const sides = [emptySamples(), emptySamples()];
    for (let i = 0; i < samples.count; i++) {
      // From the oldest on, so that the children of a full leaf also forget in order of age.
      const at = (samples.next + i) % samples.count;
      const row = samples.rows.subarray(at * this.features, (at + 1) * this.features);
      this.put(sides[row[split.feature] <= split.threshold ? 0 : 1], row, samples.rewards[at]);
    }
    this.samples.delete(node);
    this.samples.set(left, sides[0]);
    this.samples.set(right, sides[1]);
    this.leaves++;
    return { node, left, right, split };
  }

  private addNode(parent: number): number {
    const node = this.nodes++;
    this.splitFeatures = withRoom(this.splitFeatures, this.nodes);
    this.thresholds = withRoom(this.thresholds, this.nodes);
    this.children = withRoom(this.children, this.nodes);
    this.parents = withRoom(this.parents, this.nodes);
    this.depths = withRoom(this.depths, this.nodes);
    this.splitFeatures[node] = LEAF;
    this.parents[node] = parent;
    this.depths[node] = this.depths[parent] + 1;
    return node;
  }
}
