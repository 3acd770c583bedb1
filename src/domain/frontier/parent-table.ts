import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';

/**
 * Most parents stored per URL. Navigation links to the same pages from everywhere, and later parents repeat the first
 * ones.
 */
export const MAX_PARENTS = 8;

/**
 * The steps of the first `MAX_PARENTS` pages that link to a URL. 5 bytes per URL and 8 per parent.
 *
 * The parents of a URL are a linked list in one array, from the newest to the oldest.
 */
export class ParentTable {
  /** By URL: 1 + the index of its newest parent; 0 without parents. */
  private heads = new Uint32Array(0);
  private counts = new Uint8Array(0);
  private urls = 0;
  private steps = new Int32Array(0);
  /** By parent: 1 + the index of the previous one; 0 at the end. */
  private before = new Uint32Array(0);
  private size = 0;

  add(urlNo: number, step: number): void {
    if (urlNo >= this.urls) {
      this.urls = urlNo + 1;
      this.heads = withRoom(this.heads, this.urls);
      this.counts = withRoom(this.counts, this.urls);
    }
    if (this.counts[urlNo] >= MAX_PARENTS) return;
    const at = this.size++;
    this.steps = withRoom(this.steps, this.size);
    this.before = withRoom(this.before, this.size);
    this.steps[at] = step;
    this.before[at] = this.heads[urlNo];
    this.heads[urlNo] = at + 1;
    this.counts[urlNo]++;
  }

  /** Steps of the pages that link to the URL, in order of addition. */
  of(urlNo: number): number[] {
    if (urlNo >= this.urls) return [];
    const found = new Array<number>(this.counts[urlNo]);
    for (let at = this.heads[urlNo], i = found.length - 1; at > 0; at = this.before[at - 1], i--)
      found[i] = this.steps[at - 1];
    return found;
  }

  save(): Snapshot {
    return {
      urls: this.urls,
      size: this.size,
      heads: this.heads.subarray(0, this.urls),
      counts: this.counts.subarray(0, this.urls),
      steps: this.steps.subarray(0, this.size),
      before: this.before.subarray(0, this.size),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.urls = from.integer('urls');
    this.size = from.integer('size');
    this.heads = from.uint32('heads', { length: this.urls });
    this.counts = from.uint8('counts', { length: this.urls });
    this.steps = from.int32('steps', { length: this.size });
    this.before = from.uint32('before', { length: this.size });
  }
}
