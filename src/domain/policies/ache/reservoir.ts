import { withRoom } from '../../base/growable.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { FIELD_COUNT, MAX_LINK_WORDS, type LinkWords } from './link-words.js';

/** A uniform sample of all added links (Vitter's algorithm R), at most `capacity` of them. */
export class Reservoir {
  private words = new Uint16Array(0);
  private counts = new Uint8Array(0);
  private seen = 0;

  constructor(
    private readonly capacity: number,
    private readonly rng: Rng,
  ) {}

  get size(): number {
    return Math.min(this.seen, this.capacity);
  }

  add({ words, counts }: LinkWords): void {
    const at = this.seen < this.capacity ? this.seen : this.rng.below(this.seen + 1);
    this.seen++;
    if (at >= this.capacity) return;
    this.words = withRoom(this.words, (at + 1) * MAX_LINK_WORDS);
    this.counts = withRoom(this.counts, (at + 1) * FIELD_COUNT);
    this.words.set(words, at * MAX_LINK_WORDS);
    this.counts.set(counts, at * FIELD_COUNT);
  }

  /** A view, valid until the next link is added. */
  get(at: number): LinkWords {
    const counts = [...this.counts.subarray(at * FIELD_COUNT, (at + 1) * FIELD_COUNT)];
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { words: this.words.subarray(at * MAX_LINK_WORDS, at * MAX_LINK_WORDS + total), counts };
  }

  save(): Snapshot {
    return {
      seen: this.seen,
      words: this.words.subarray(0, this.size * MAX_LINK_WORDS),
      counts: this.counts.subarray(0, this.size * FIELD_COUNT),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.seen = from.integer('seen');
    const words = from.uint16('words', { length: this.size * MAX_LINK_WORDS });
    this.counts = from.uint8('counts', { length: this.size * FIELD_COUNT }).slice();
    this.words = words.slice();
  }
}
