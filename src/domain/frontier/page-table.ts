import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';
import { NO_SOURCE, type PathState } from './frontier-view.js';

const MAX_U16 = 0xffff;

/**
 * The fetched pages of a session by step, as the forest of crawl paths (TRES 2.2.1, definition 1), from which the state
 * features are computed.
 *
 * 16 bytes per step. Path lengths saturate at 65 535.
 */
export class PageTable {
  private sources = new Int32Array(0);
  private rewards = new Float32Array(0);
  private depths = new Uint16Array(0);
  private relevantOnPath = new Uint16Array(0);
  private distances = new Uint16Array(0);
  private present = new Uint8Array(0);
  private size = 0;

  /** Records the page fetched at `step`. Its source must be recorded already, or be `NO_SOURCE`. */
  add(step: number, source: number, reward: number, relevant: boolean): void {
    this.size = Math.max(this.size, step + 1);
    this.sources = withRoom(this.sources, this.size);
    this.rewards = withRoom(this.rewards, this.size);
    this.depths = withRoom(this.depths, this.size);
    this.relevantOnPath = withRoom(this.relevantOnPath, this.size);
    this.distances = withRoom(this.distances, this.size);
    this.present = withRoom(this.present, this.size);
    const isSeed = source === NO_SOURCE;
    const depth = isSeed ? 0 : Math.min(MAX_U16, this.depths[source] + 1);
    this.sources[step] = source;
    this.rewards[step] = reward;
    this.depths[step] = depth;
    this.relevantOnPath[step] = Math.min(MAX_U16, (isSeed ? 0 : this.relevantOnPath[source]) + (relevant ? 1 : 0));
    this.distances[step] = relevant ? 1 : Math.min(MAX_U16, (isSeed ? 1 : this.distances[source]) + 1);
    this.present[step] = 1;
  }

  /** Links from the seed to the page of a step. */
  depthOf(step: number): number {
    return this.depths[step];
  }

  /** @throws RangeError for a step without a page: no link starts from it, so the caller has a bug */
  path(step: number): PathState {
    if (step < 0 || step >= this.size || this.present[step] === 0) throw new RangeError(`step ${step} has no page`);
    return {
      reward: this.rewards[step],
      depth: this.depths[step],
      length: this.depths[step] + 1,
      relevant: this.relevantOnPath[step],
      distanceToRelevant: this.distances[step],
    };
  }

  save(): Snapshot {
    const n = this.size;
    return {
      size: n,
      sources: this.sources.subarray(0, n),
      rewards: this.rewards.subarray(0, n),
      depths: this.depths.subarray(0, n),
      relevantOnPath: this.relevantOnPath.subarray(0, n),
      distances: this.distances.subarray(0, n),
      present: this.present.subarray(0, n),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const need = { length: from.integer('size') };
    this.sources = from.int32('sources', need);
    this.rewards = from.float32('rewards', need);
    this.depths = from.uint16('depths', need);
    this.relevantOnPath = from.uint16('relevantOnPath', need);
    this.distances = from.uint16('distances', need);
    this.present = from.uint8('present', need);
    this.size = need.length;
  }
}
