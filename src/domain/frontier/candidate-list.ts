import { JoinedArray, type Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';

/**
 * Candidates as parallel typed arrays, for frontiers that draw uniformly: one leaf of a tree, or a whole random
 * frontier.
 *
 * 13 bytes per candidate, plus at most half of that as room to grow. A position is stable only until the next removal.
 */
export class CandidateList {
  size = 0;
  urlNos = new Uint32Array(0);
  /** Step whose page holds the link, `NO_SOURCE` for a seed. */
  sources = new Int32Array(0);
  /** Boolean features of the link, whose meaning the policy defines. */
  flags = new Uint8Array(0);
  /** Probability that the link's page is relevant. */
  probabilities = new Float32Array(0);

  push(urlNo: number, source: number, flags: number, probability: number): void {
    const at = this.size++;
    this.reserve(this.size);
    this.urlNos[at] = urlNo;
    this.sources[at] = source;
    this.flags[at] = flags;
    this.probabilities[at] = probability;
  }

  pushFrom(other: CandidateList, at: number): void {
    this.push(other.urlNos[at], other.sources[at], other.flags[at], other.probabilities[at]);
  }

  /**
   * Removes the candidate at a position; the last one moves into its place. `undoRemove` reverts this as long as
   * nothing was pushed since.
   */
  removeAt(at: number): void {
    this.size--;
    this.swap(at, this.size);
  }

  /** Reverts the latest `removeAt`; call it with the same position, in reverse order of the removals. */
  undoRemove(at: number): void {
    this.swap(at, this.size);
    this.size++;
  }

  /** Releases memory when three quarters of it are unused: a swept leaf does not keep the room of its largest size. */
  trim(): void {
    if (this.size * 4 >= this.urlNos.length) return;
    this.urlNos = this.urlNos.slice(0, this.size);
    this.sources = this.sources.slice(0, this.size);
    this.flags = this.flags.slice(0, this.size);
    this.probabilities = this.probabilities.slice(0, this.size);
  }

  /** Bytes held, including room to grow. */
  get bytes(): number {
    return this.urlNos.byteLength + this.sources.byteLength + this.flags.byteLength + this.probabilities.byteLength;
  }

  save(): Snapshot {
    const n = this.size;
    return {
      urlNos: this.urlNos.subarray(0, n),
      sources: this.sources.subarray(0, n),
      flags: this.flags.subarray(0, n),
      probabilities: this.probabilities.subarray(0, n),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const urlNos = from.uint32('urlNos');
    const need = { length: urlNos.length };
    this.sources = from.int32('sources', need).slice();
    this.flags = from.uint8('flags', need).slice();
    this.probabilities = from.float32('probabilities', need).slice();
    this.urlNos = urlNos.slice();
    this.size = urlNos.length;
  }

  private reserve(needed: number): void {
    if (needed <= this.urlNos.length) return;
    this.urlNos = withRoom(this.urlNos, needed);
    this.sources = withRoom(this.sources, needed);
    this.flags = withRoom(this.flags, needed);
    this.probabilities = withRoom(this.probabilities, needed);
  }

  /** Swaps two candidates. */
  swap(a: number, b: number): void {
    const urlNo = this.urlNos[a];
    this.urlNos[a] = this.urlNos[b];
    this.urlNos[b] = urlNo;
    const source = this.sources[a];
    this.sources[a] = this.sources[b];
    this.sources[b] = source;
    const flags = this.flags[a];
    this.flags[a] = this.flags[b];
    this.flags[b] = flags;
    const probability = this.probabilities[a];
    this.probabilities[a] = this.probabilities[b];
    this.probabilities[b] = probability;
  }
}

/** Saves several lists as one list with all their candidates. */
export const savedTogether = (lists: readonly CandidateList[]): Snapshot => ({
  urlNos: new JoinedArray(
    'Uint32Array',
    lists.map(({ urlNos, size }) => urlNos.subarray(0, size)),
  ),
  sources: new JoinedArray(
    'Int32Array',
    lists.map(({ sources, size }) => sources.subarray(0, size)),
  ),
  flags: new JoinedArray(
    'Uint8Array',
    lists.map(({ flags, size }) => flags.subarray(0, size)),
  ),
  probabilities: new JoinedArray(
    'Float32Array',
    lists.map(({ probabilities, size }) => probabilities.subarray(0, size)),
  ),
});

/** The removals of one choice, kept so that a choice that ends in waiting can be undone. */
export class RemovalJournal {
  private readonly lists: CandidateList[] = [];
  private readonly positions: number[] = [];

  remove(list: CandidateList, at: number): void {
    list.removeAt(at);
    this.lists.push(list);
    this.positions.push(at);
  }

  get length(): number {
    return this.lists.length;
  }

  commit(): void {
    this.lists.length = 0;
    this.positions.length = 0;
  }

  rollback(): void {
    for (let i = this.lists.length - 1; i >= 0; i--) this.lists[i].undoRemove(this.positions[i]);
    this.commit();
  }
}
