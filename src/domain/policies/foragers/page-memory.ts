import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** Flags of a remembered page, bits of one byte. */
enum PageMark {
  /** Relevant: foragers send it. */
  Relevant = 1,
  /** The reinforcing agent has received it. */
  Submitted = 2,
}

/**
 * The pages that foragers walk on: their states, their links, and the foragers that have sent them. When it is full,
 * the oldest is dropped.
 *
 * Bytes per page: 4 per component of its state, 4 per link, and some 100 for the rest.
 */
export class PageMemory {
  private readonly rows = new Map<number, number>();
  private urlNos = new Uint32Array(0);
  private steps = new Int32Array(0);
  private marks = new Uint8Array(0);
  /** One bit per forager slot: whether it has sent the page. */
  private sentBy = new Uint16Array(0);
  private vectors = new Float32Array(0);
  private links: Uint32Array[] = [];
  /** The row to be overwritten next once all are in use. */
  private next = 0;

  /** @param stateSize number of components of a state */
  constructor(
    private readonly stateSize: number,
    private readonly maxPages: number,
  ) {}

  get size(): number {
    return this.links.length;
  }

  has(urlNo: number): boolean {
    return this.rows.has(urlNo);
  }

  /** The step that fetched it; -1 if it is not remembered. */
  stepOf(urlNo: number): number {
    const row = this.rows.get(urlNo);
    return row === undefined ? -1 : this.steps[row];
  }

  linksOf(urlNo: number): Uint32Array {
    const row = this.rows.get(urlNo);
    return row === undefined ? NO_LINKS : this.links[row];
  }

  /** weights · state(URL); 0 if it is not remembered. */
  value(urlNo: number, weights: Float32Array): number {
    const row = this.rows.get(urlNo);
    if (row === undefined) return 0;
    let sum = 0;
    const at = row * this.stateSize;
    for (let i = 0; i < this.stateSize; i++) sum += weights[i] * this.vectors[at + i];
    return sum;
  }

  /** weights += rate · state(URL). */
  adjust(weights: Float32Array, urlNo: number, rate: number): void {
    const row = this.rows.get(urlNo);
    if (row === undefined) return;
    const at = row * this.stateSize;
    for (let i = 0; i < this.stateSize; i++) weights[i] += rate * this.vectors[at + i];
  }

  /** Remembers a page or a new version of it, which no forager has sent yet. */
  put(urlNo: number, step: number, state: Float32Array, links: Uint32Array, relevant: boolean): void {
    const row = this.rows.get(urlNo) ?? this.newRow(urlNo);
    this.steps[row] = step;
    this.links[row] = links;
    this.vectors.set(state, row * this.stateSize);
    this.marks[row] = relevant ? PageMark.Relevant : 0;
    this.sentBy[row] = 0;
  }

  /** A refetched, unchanged page keeps its flags; once it is too old to be news, it is no longer sent. */
  seenAgain(urlNo: number, step: number, links: Uint32Array, isYoung: boolean): void {
    const row = this.rows.get(urlNo);
    if (row === undefined) return;
    this.steps[row] = step;
    if (links.length > 0) this.links[row] = links;
    if (!isYoung) this.marks[row] &= ~PageMark.Relevant;
  }

  setState(urlNo: number, state: Float32Array): void {
    const row = this.rows.get(urlNo);
    if (row !== undefined) this.vectors.set(state, row * this.stateSize);
  }

  /**
   * A forager sends the page, if it is relevant and this forager has not sent it before.
   *
   * @returns whether the page was new to the reinforcing agent; null if it was not sent
   */
  send(urlNo: number, slot: number): boolean | null {
    const row = this.rows.get(urlNo);
    if (row === undefined || (this.marks[row] & PageMark.Relevant) === 0) return null;
    if ((this.sentBy[row] & (1 << slot)) !== 0) return null;
    this.sentBy[row] |= 1 << slot;
    const isNews = (this.marks[row] & PageMark.Submitted) === 0;
    this.marks[row] |= PageMark.Submitted;
    return isNews;
  }

  /** Frees a forager's slot for another one. */
  forgetSender(slot: number): void {
    for (let row = 0; row < this.size; row++) this.sentBy[row] &= ~(1 << slot);
  }

  save(): Snapshot {
    const n = this.size;
    const links = new Uint32Array(this.links.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const each of this.links) {
      links.set(each, at);
      at += each.length;
    }
    return {
      size: n,
      next: this.next,
      urlNos: this.urlNos.subarray(0, n),
      steps: this.steps.subarray(0, n),
      marks: this.marks.subarray(0, n),
      sentBy: this.sentBy.subarray(0, n),
      vectors: this.vectors.subarray(0, n * this.stateSize),
      linkCounts: Uint32Array.from(this.links, ({ length }) => length),
      links,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const n = from.integer('size');
    const need = { length: n };
    this.next = from.integer('next');
    this.urlNos = from.uint32('urlNos', need).slice();
    this.steps = from.int32('steps', need).slice();
    this.marks = from.uint8('marks', need).slice();
    this.sentBy = from.uint16('sentBy', need).slice();
    this.vectors = from.float32('vectors', { length: n * this.stateSize }).slice();
    const counts = from.uint32('linkCounts', need);
    const links = from.uint32('links', { length: counts.reduce((sum, count) => sum + count, 0) });
    this.links = [];
    let at = 0;
    for (const count of counts) this.links.push(links.slice(at, (at += count)));
    this.rows.clear();
    this.urlNos.forEach((urlNo, row) => this.rows.set(urlNo, row));
  }

  private newRow(urlNo: number): number {
    let row = this.size;
    if (row >= this.maxPages) {
      row = this.next;
      this.next = (this.next + 1) % this.maxPages;
      this.rows.delete(this.urlNos[row]);
    } else {
      this.urlNos = withRoom(this.urlNos, row + 1);
      this.steps = withRoom(this.steps, row + 1);
      this.marks = withRoom(this.marks, row + 1);
      this.sentBy = withRoom(this.sentBy, row + 1);
      this.vectors = withRoom(this.vectors, (row + 1) * this.stateSize);
    }
    this.urlNos[row] = urlNo;
    this.rows.set(urlNo, row);
    return row;
  }
}

const NO_LINKS = new Uint32Array(0);
