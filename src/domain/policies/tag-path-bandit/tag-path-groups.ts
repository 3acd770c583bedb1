import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { NO_TAG_PATH } from '../../frontier/frontier-view.js';

/** The group of links without a tag path: seeds, and entries of sitemaps and feeds. */
export const NO_PATH_GROUP = 0;

const FIRST = '[first]';
const LAST = '[last]';
/** FNV-1a, 32 bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export interface GroupOptions {
  readonly ngram: number;
  readonly hashBits: number;
  readonly similarity: number;
  readonly maxArms: number;
}

/** A tag path as a sparse vector. */
interface HashedPath {
  readonly dimensions: readonly number[];
  readonly values: readonly number[];
  readonly squaredNorm: number;
}

/**
 * Groups of similar tag paths, formed online: a path joins the group with the nearest centroid, if it is near enough,
 * and otherwise starts a new one.
 *
 * A path is assigned once, when its first link is found. 4 · 2^m bytes per group, 6 per path.
 */
export class TagPathGroups {
  /** By tag path: its group + 1; 0 if unknown. */
  private groups = new Uint16Array(0);
  /** By tag path: number of links. */
  private links = new Uint32Array(0);
  /** Row 0 belongs to `NO_PATH_GROUP` and stays zero. */
  private centroids: Float32Array;
  private squaredNorms = [0];
  /** By group: the path with the most links, used as its name. */
  private typical = [NO_TAG_PATH];
  private readonly width: number;

  constructor(private readonly options: GroupOptions) {
    this.width = 2 ** options.hashBits;
    this.centroids = new Float32Array(this.width);
  }

  get count(): number {
    return this.typical.length;
  }

  /** The tag path of most links of a group; `NO_TAG_PATH` for `NO_PATH_GROUP`. */
  typicalPath(group: number): number {
    return this.typical[group];
  }

  /** The group of a known path. */
  groupOf(tagPathNo: number): number {
    return tagPathNo === NO_TAG_PATH || tagPathNo >= this.groups.length ? NO_PATH_GROUP : this.groups[tagPathNo] - 1;
  }

  /** Adds a link at a tag path, and returns its group. */
  add(tagPathNo: number, pathOf: (tagPathNo: number) => string): number {
    if (tagPathNo === NO_TAG_PATH) return NO_PATH_GROUP;
    this.groups = withRoom(this.groups, tagPathNo + 1);
    this.links = withRoom(this.links, tagPathNo + 1);
    if (this.groups[tagPathNo] === 0) this.groups[tagPathNo] = this.join(tagPathNo, pathOf(tagPathNo)) + 1;
    const group = this.groups[tagPathNo] - 1;
    this.links[tagPathNo]++;
    if (this.links[tagPathNo] > this.links[this.typical[group]]) this.typical[group] = tagPathNo;
    return group;
  }

  /**
   * Warm start with the groups of another session, which have no paths of this one yet. Their centroids continue from
   * there.
   */
  inherit(from: SnapshotReader): void {
    const squaredNorms = from.float64('squaredNorms');
    this.centroids = from.float32('centroids', { length: squaredNorms.length * this.width }).slice();
    this.squaredNorms = [...squaredNorms];
    this.typical = this.squaredNorms.map(() => NO_TAG_PATH);
  }

  save(): Snapshot {
    return {
      groups: this.groups,
      links: this.links,
      typical: Uint32Array.from(this.typical),
      squaredNorms: Float64Array.from(this.squaredNorms),
      centroids: this.centroids.subarray(0, this.count * this.width),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const groups = from.uint16('groups');
    const links = from.uint32('links', { length: groups.length });
    const typical = from.uint32('typical');
    const squaredNorms = from.float64('squaredNorms', { length: typical.length });
    this.centroids = from.float32('centroids', { length: typical.length * this.width }).slice();
    this.groups = groups.slice();
    this.links = links.slice();
    this.typical = [...typical];
    this.squaredNorms = [...squaredNorms];
  }

  private join(tagPathNo: number, path: string): number {
    const vector = this.hashed(path);
    let nearest = NO_PATH_GROUP;
    let highest = -1;
    for (let group = 1; group < this.count; group++) {
      const similarity =
        this.product(group, vector) / Math.sqrt(this.squaredNorms[group] * vector.squaredNorm || Infinity);
      if (similarity > highest) {
        highest = similarity;
        nearest = group;
      }
    }
    const isNew =
      nearest === NO_PATH_GROUP || (highest < this.options.similarity && this.count <= this.options.maxArms);
    const group = isNew ? this.start(tagPathNo) : nearest;
    this.squaredNorms[group] += 2 * this.product(group, vector) + vector.squaredNorm;
    const row = group * this.width;
    vector.dimensions.forEach((dimension, i) => (this.centroids[row + dimension] += vector.values[i]));
    return group;
  }

  private start(tagPathNo: number): number {
    const group = this.count;
    this.centroids = withRoom(this.centroids, (group + 1) * this.width);
    this.squaredNorms.push(0);
    this.typical.push(tagPathNo);
    return group;
  }

  private product(group: number, { dimensions, values }: HashedPath): number {
    const row = group * this.width;
    let sum = 0;
    for (let i = 0; i < dimensions.length; i++) sum += this.centroids[row + dimensions[i]] * values[i];
    return sum;
  }

  /** Frequencies of the path's n-grams, each hashed to a dimension. */
  private hashed(path: string): HashedPath {
    const { ngram, hashBits } = this.options;
    const parts = [FIRST, ...path.split('/'), LAST];
    const counts = new Map<number, number>();
    const grams = Math.max(1, parts.length - ngram + 1);
    for (let i = 0; i < grams; i++) {
      const dimension = hash(parts.slice(i, i + ngram).join('/')) >>> (32 - hashBits);
      counts.set(dimension, (counts.get(dimension) ?? 0) + 1 / grams);
    }
    const values = [...counts.values()];
    return {
      dimensions: [...counts.keys()],
      values,
      squaredNorm: values.reduce((sum, value) => sum + value * value, 0),
    };
  }
}

function hash(text: string): number {
  let state = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), FNV_PRIME);
  // The high bits are used: a further mixing step (the finaliser of MurmurHash3) spreads the last characters to them.
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
