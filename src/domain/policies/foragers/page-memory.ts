import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** What is remembered of a page. Bits of one byte. */
export enum PageMark {
  /** It is relevant: foragers send it. */
  Relevant = 1,
  /** The reinforcing agent has it. */
  Submitted = 2,
}

/**
 * The pages that foragers walk on: their states, their links, and which forager has sent them. The oldest is forgotten when it is full.
 *
 * Bytes of a page: 4 for each component of its state, 4 for each link, and some 100 for the rest.
 */
export class PageMemory {
  private readonly rows = new Map<number, number>();
  private urlNos = new Uint32Array(0);
  private steps = new Int32Array(0);
  private marks = new Uint8Array(0);
  /** For each forager's slot a bit: it has sent the page. */
  private sentBy = new Uint16Array(0);
  private vectors = new Float32Array(0);
  private links: Uint32Array[] = [];
  /** The row that is overwritten next once all are taken. */
  private next = 0;

  /** @param stateSize components of a state */
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

  /** The step that brought it; -1 when it is not remembered. */
  stepOf(urlNo: number): number {
    const row = this.rows.get(urlNo);
    return row === undefined ? -1 : this.steps[row];
  }

  linksOf(urlNo: number): Uint32Array {
    const row = this.rows.get(urlNo);
    return row === undefined ? NO_LINKS : this.links[row];
  }

  /** weights · state(URL); 0 when it is not remembered. */
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

  /** Remembers a page, or what it is now. Who had sent it before has not sent this one. */
  put(urlNo: number, step: number, state: Float32Array, links: Uint32Array, relevant: boolean): void {
    const row = this.rows.get(urlNo) ?? this.newRow(urlNo);
    this.steps[row] = step;
    this.links[row] = links;
    this.vectors.set(state, row * this.stateSize);
    this.marks[row] = relevant ? PageMark.Relevant : 0;
    this.sentBy[row] = 0;
  }

  /** A page that was fetched again and is as it was: it keeps its marks; but it is sent no more once it is too old to be news. */
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
   * @returns whether the page was news to the reinforcing agent; null when it was not sent
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

  /** The forager of a slot is gone; another one may get the slot. */
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
