import { withRoom } from '../base/growable.js';
import type { Rng } from '../base/rng.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

/** Transitions sampled from the buffer, gathered row by row. Reused between samples. */
export interface TransitionBatch {
  size: number;
  /** [size, features]: the taken state-action pairs. */
  taken: Float32Array;
  rewards: Float32Array;
  /** [sum of nextCounts, features]: the possible next pairs, transition after transition. */
  next: Float32Array;
  nextCounts: Uint16Array;
}

/**
 * The latest transitions of a crawl, by value: the taken pair, its reward, and the possible next pairs.
 *
 * By value, because learning must not access pages and links again. A ring of `capacity` entries with at most `maxNext`
 * next candidates each; memory grows with use up to capacity · (1 + maxNext) · features · 4 bytes.
 */
export class ReplayBuffer {
  private taken = new Float32Array(0);
  private rewards = new Float32Array(0);
  private next = new Float32Array(0);
  private nextCounts = new Uint16Array(0);
  /** Number of transitions ever added; the newest is at (added - 1) mod capacity. */
  private added = 0;
  private readonly batch: TransitionBatch;

  constructor(
    readonly capacity: number,
    private readonly features: number,
    private readonly maxNext: number,
  ) {
    this.batch = { size: 0, taken: this.taken, rewards: this.rewards, next: this.next, nextCounts: this.nextCounts };
  }

  get size(): number {
    return Math.min(this.added, this.capacity);
  }

  /**
   * Adds a transition, replacing the oldest if the ring is full.
   *
   * @param next rows of next candidates, `nextCount` of them, at most `maxNext`
   * @returns the transition's number, for `addNext`
   */
  add(taken: Float32Array, reward: number, next: Float32Array, nextCount: number): number {
    const slot = this.added % this.capacity;
    const d = this.features;
    const stride = this.maxNext * d;
    this.taken = withRoom(this.taken, (slot + 1) * d);
    this.rewards = withRoom(this.rewards, slot + 1);
    this.next = withRoom(this.next, (slot + 1) * stride);
    this.nextCounts = withRoom(this.nextCounts, slot + 1);
    this.taken.set(taken.subarray(0, d), slot * d);
    this.rewards[slot] = reward;
    this.next.set(next.subarray(0, nextCount * d), slot * stride);
    this.nextCounts[slot] = nextCount;
    return this.added++;
  }

  /** Adds one next candidate to an earlier transition. Does nothing if it has left the ring or is full. */
  addNext(transition: number, row: Float32Array): void {
    if (transition < this.added - this.capacity) return;
    const slot = transition % this.capacity;
    const count = this.nextCounts[slot];
    if (count >= this.maxNext) return;
    this.next.set(row.subarray(0, this.features), (slot * this.maxNext + count) * this.features);
    this.nextCounts[slot] = count + 1;
  }

  /** Positions of min(n, size) different transitions, drawn uniformly. */
  draw(n: number, rng: Rng): number[] {
    return distinctBelow(this.size, Math.min(n, this.size), rng);
  }

  /** Draws min(n, size) different transitions uniformly. The batch is valid until the next draw. */
  sample(n: number, rng: Rng): TransitionBatch {
    const d = this.features;
    const slots = this.draw(n, rng);
    const batch = this.batch;
    batch.size = slots.length;
    batch.taken = withRoom(batch.taken, slots.length * d);
    batch.rewards = withRoom(batch.rewards, slots.length);
    batch.next = withRoom(batch.next, slots.length * this.maxNext * d);
    batch.nextCounts = withRoom(batch.nextCounts, slots.length);
    let rows = 0;
    slots.forEach((slot, i) => {
      const count = this.nextCounts[slot];
      const from = slot * this.maxNext * d;
      batch.taken.set(this.taken.subarray(slot * d, (slot + 1) * d), i * d);
      batch.rewards[i] = this.rewards[slot];
      batch.next.set(this.next.subarray(from, from + count * d), rows * d);
      batch.nextCounts[i] = count;
      rows += count;
    });
    return batch;
  }

  /** Mean of the taken pairs; zeros if there are none. */
  meanTaken(): Float32Array {
    const d = this.features;
    const sums = new Float64Array(d);
    for (let at = 0; at < this.size * d; at++) sums[at % d] += this.taken[at];
    return Float32Array.from(sums, (sum) => sum / Math.max(1, this.size));
  }

  save(): Snapshot {
    const n = this.size;
    return {
      added: this.added,
      taken: this.taken.subarray(0, n * this.features),
      rewards: this.rewards.subarray(0, n),
      next: this.next.subarray(0, n * this.maxNext * this.features),
      nextCounts: this.nextCounts.subarray(0, n),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const added = from.integer('added');
    const size = Math.min(added, this.capacity);
    this.taken = from.float32('taken', { length: size * this.features }).slice();
    this.rewards = from.float32('rewards', { length: size }).slice();
    this.next = from.float32('next', { length: size * this.maxNext * this.features }).slice();
    this.nextCounts = from.uint16('nextCounts', { length: size }).slice();
    this.added = added;
  }
}

/**
 * `count` distinct numbers below `bound`, uniformly, in time linear in `count` (Floyd's algorithm; Bentley and Floyd,
 * 1987).
 */
export function distinctBelow(bound: number, count: number, rng: Rng): number[] {
  const chosen = new Set<number>();
  for (let i = bound - count; i < bound; i++) {
    const candidate = rng.below(i + 1);
    chosen.add(chosen.has(candidate) ? i : candidate);
  }
  return [...chosen];
}
