import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { MonitoringConfig } from './monitoring-config.js';
import type { PageChange } from './step.js';

/** Most pages that are visited again: further ones are visited once. Some 200 bytes each, with their URLs. */
const MAX_MONITORED = 200_000;
/** Titles serve as link texts; longer ones are cut. */
const MAX_TITLE_CHARS = 100;
/** Most revisits that fall due with one step; the others follow with the next. */
const MOST_AT_ONCE = 100;

/** A page that will be visited again. */
export interface Revisit {
  readonly urlNo: number;
  readonly url: string;
  /** The title at its last visit. */
  readonly title: string;
  /** Step of the page that first led to it; `NO_SOURCE` for a seed. */
  readonly source: number;
}

/** A session's time, as used by revisits. */
export interface SessionTime {
  /** Number of completed steps. */
  readonly completed: number;
  /** Running time as of the newest completed step, ms. */
  readonly activeMs: number;
}

/** The stored facts about a page that was just visited. */
export interface Visit extends Revisit {
  readonly contentHash: string | null;
}

interface Entry extends Visit {
  /** In steps or ms, by the configuration. */
  readonly due: number;
}

/**
 * The pages of a monitoring session: their state at the last visit, and when they may be fetched again.
 *
 * Its clock is that of the agenda: completed steps, or the running time as of the newest of them. So a replay of the
 * log has the same revisits.
 */
export class Revisits {
  /** By URL. */
  private readonly pages = new Map<number, Entry>();
  /**
   * URLs in order of their visits, and so in order of their due times, with these times. A URL visited again is in it
   * again.
   */
  private queue: number[] = [];
  private dues: number[] = [];
  private head = 0;
  /** URLs returned to the policy and not fetched since. */
  private readonly released = new Set<number>();

  constructor(private readonly config: MonitoringConfig) {}

  /** Number of monitored pages. */
  get size(): number {
    return this.pages.size;
  }

  isMonitored(urlNo: number): boolean {
    return this.pages.has(urlNo);
  }

  /**
   * The change of a page since its last visit; null if it was not visited before. Pages with too little text to compare
   * count as unchanged.
   */
  changeOf(urlNo: number, contentHash: string | null): PageChange | null {
    const page = this.pages.get(urlNo);
    if (page === undefined) return null;
    return page.contentHash === contentHash ? 'unchanged' : 'changed';
  }

  /** Records a visit. The page falls due again some time later. */
  visited({ title, ...visit }: Visit, time: SessionTime): void {
    if (!this.pages.has(visit.urlNo) && this.pages.size >= MAX_MONITORED) return;
    this.put({ ...visit, title: title.slice(0, MAX_TITLE_CHARS), due: this.dueAfter(time) });
  }

  /** Records a visit without a page: it is repeated after the same time. Does nothing for a page that never existed. */
  failed(urlNo: number, time: SessionTime): void {
    const page = this.pages.get(urlNo);
    if (page !== undefined) this.put({ ...page, due: this.dueAfter(time) });
  }

  /** Removes and returns the due pages, in order of due time. */
  takeDue(time: SessionTime): Revisit[] {
    const due: Revisit[] = [];
    for (; this.head < this.queue.length && due.length < MOST_AT_ONCE; this.head++) {
      const page = this.waitingAt(this.head);
      if (page === null) continue;
      if (page.due > this.now(time)) break;
      this.released.add(page.urlNo);
      due.push(page);
    }
    this.compact();
    return due;
  }

  /**
   * The page that falls due next among those that may be asked; null if there is none. Does not remove it.
   *
   * @param lookahead most pages examined
   */
  next(mayFetch: (urlNo: number) => boolean, lookahead: number): Revisit | null {
    const end = Math.min(this.queue.length, this.head + lookahead);
    for (let at = this.head; at < end; at++) {
      const page = this.waitingAt(at);
      if (page !== null && mayFetch(page.urlNo)) return page;
    }
    return null;
  }

  /** Running time before which the page must not be fetched, ms; null if revisits go by steps, or it is not waiting. */
  notBefore(urlNo: number): number | null {
    const page = this.pages.get(urlNo);
    return page === undefined || this.config.revisitAfterMinutes === undefined ? null : page.due;
  }

  /** The page is being fetched: it does not fall due until that has ended. */
  begin(urlNo: number): void {
    if (this.pages.has(urlNo)) this.released.add(urlNo);
  }

  save(): Snapshot {
    const entries = [...this.pages.values()];
    return {
      urlNos: Uint32Array.from(entries, ({ urlNo }) => urlNo),
      sources: Int32Array.from(entries, ({ source }) => source),
      dues: Float64Array.from(entries, ({ due }) => due),
      urls: entries.map(({ url }) => url),
      titles: entries.map(({ title }) => title),
      hashes: entries.map(({ contentHash }) => contentHash ?? ''),
      released: Uint32Array.from(this.released),
      releasedCount: this.released.size,
      queue: Uint32Array.from(this.queue.slice(this.head)),
      queueDues: Float64Array.from(this.dues.slice(this.head)),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const urlNos = from.uint32('urlNos');
    const need = { length: urlNos.length };
    const sources = from.int32('sources', need);
    const dues = from.float64('dues', need);
    const [urls, titles, hashes] = ['urls', 'titles', 'hashes'].map((name) => {
      const texts = from.strings(name);
      return texts.length === urlNos.length ? texts : from.refuse(name, `a list of ${urlNos.length} texts`);
    });
    this.pages.clear();
    urlNos.forEach((urlNo, i) =>
      this.pages.set(urlNo, {
        urlNo,
        source: sources[i],
        due: dues[i],
        url: urls[i],
        title: titles[i],
        contentHash: hashes[i] === '' ? null : hashes[i],
      }),
    );
    this.released.clear();
    for (const urlNo of from.uint32('released', { length: from.integer('releasedCount') })) this.released.add(urlNo);
    this.queue = [...from.uint32('queue')];
    this.dues = [...from.float64('queueDues', { length: this.queue.length })];
    this.head = 0;
  }

  private put(entry: Entry): void {
    this.released.delete(entry.urlNo);
    this.pages.set(entry.urlNo, entry);
    this.queue.push(entry.urlNo);
    this.dues.push(entry.due);
  }

  /** The waiting page at an index of the queue; null otherwise. */
  private waitingAt(at: number): Entry | null {
    const urlNo = this.queue[at];
    const page = this.pages.get(urlNo);
    return page === undefined || page.due !== this.dues[at] || this.released.has(urlNo) ? null : page;
  }

  private now({ completed, activeMs }: SessionTime): number {
    return this.config.revisitAfterMinutes === undefined ? completed : activeMs;
  }

  private dueAfter(time: SessionTime): number {
    const { revisitAfterMinutes, revisitAfterSteps = 0 } = this.config;
    return this.now(time) + (revisitAfterMinutes === undefined ? revisitAfterSteps : revisitAfterMinutes * 60_000);
  }

  private compact(): void {
    if (this.head * 2 < this.queue.length) return;
    this.queue = this.queue.slice(this.head);
    this.dues = this.dues.slice(this.head);
    this.head = 0;
  }
}
