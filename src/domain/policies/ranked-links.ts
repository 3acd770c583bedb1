import { Availability, type Candidate, type FrontierView } from '../frontier/frontier-view.js';
import { PartedQueue } from '../frontier/parted-queue.js';
import type { QueueEntry } from '../frontier/priority-queue.js';
import type { Snapshot } from '../base/snapshot.js';
import type { SnapshotSource } from '../base/snapshot-reader.js';
import { LOOKAHEAD } from './candidate-limit.js';
import type { Choice } from './policy.js';

/** The best link that may be fetched now, with its place among those compared. */
export interface RankedLink extends QueueEntry {
  readonly rank: number;
  readonly options: number;
  /** Entries that were dropped on the way, since they can never be fetched. */
  readonly stale: readonly QueueEntry[];
}

/** Why no link was taken. */
export type NoLink = Extract<Choice, { readonly kind: 'wait' | 'exhausted' }>;

export interface TakeOptions {
  /** The key of an entry as it is now, where keys may have fallen since they were given. */
  readonly keyNow?: (entry: QueueEntry) => number;
  /** `FrontierView.reservation` as a key, where keys are no values. */
  readonly reservationOf?: (urlNo: number, key: number) => number;
  /** The key that the link must reach, since something else is waited for. */
  readonly reserved?: number;
}

/** A frontier in the order of its keys, highest first: what policies share that give each link one number. 16 bytes a candidate. */
export class RankedLinks {
  private readonly queue: PartedQueue;
  private dropped = 0;

  constructor(maxCandidates: number) {
    this.queue = new PartedQueue(maxCandidates);
  }

  get size(): number {
    return this.queue.size;
  }

  /** Links that a full queue lost, stale ones not counted. */
  get refused(): number {
    return this.dropped;
  }

  /** Adds a link; a full queue first loses stale entries and then its worst. */
  add(key: number, { urlNo, source }: Pick<Candidate, 'urlNo' | 'source'>, view: FrontierView): void {
    this.dropped += this.queue.push(key, urlNo, source, (no) => view.availability(no) !== Availability.Gone);
  }

  /**
   * Takes the best link that is ready. When there is none, or it is worth waiting for a better one, the queue is as it was.
   *
   * @param idle nothing is under way: look through all
   */
  take(
    view: FrontierView,
    idle: boolean,
    {
      keyNow = ({ key }) => key,
      reservationOf = (urlNo, key) => view.reservation(urlNo, key),
      reserved = Number.NEGATIVE_INFINITY,
    }: TakeOptions = {},
  ): RankedLink | NoLink {
    const passedOver: QueueEntry[] = [];
    const stale: QueueEntry[] = [];
    let chosen: QueueEntry | null = null;
    let least = reserved;
    const waitedFor = new Set<number>();
    let looking = true;
    while (looking) {
      const entry = this.queue.pop();
      const availability = entry ? view.availability(entry.urlNo) : Availability.Ready;
      if (entry === null) looking = false;
      else if (availability === Availability.Gone) stale.push(entry);
      else if (entry.key < least) {
        passedOver.push(entry);
        looking = false;
      } else if (availability === Availability.Busy) {
        passedOver.push(entry);
        const hostNo = view.hostOf(entry.urlNo);
        // What comes later of a host is worth less.
        if (!waitedFor.has(hostNo)) least = Math.max(least, reservationOf(entry.urlNo, keyNow(entry)));
        waitedFor.add(hostNo);
      } else {
        const key = keyNow(entry);
        if (key < entry.key) this.queue.insert({ ...entry, key });
        else chosen = entry;
      }
      if (chosen || (!idle && passedOver.length + stale.length >= LOOKAHEAD)) looking = false;
    }
    for (const entry of passedOver) this.queue.insert(entry);
    if (chosen) return { ...chosen, rank: passedOver.length + 1, options: this.queue.size + 1, stale };
    // A choice that comes to nothing leaves no trace: the engine does not repeat it when it replays its log.
    for (const entry of stale) this.queue.insert(entry);
    return this.queue.size > stale.length
      ? { kind: 'wait', isWorthIt: least > Number.NEGATIVE_INFINITY }
      : { kind: 'exhausted' };
  }

  /** From now on, `rekeySome` goes through all links once. */
  beginRekey(): void {
    this.queue.beginRekey();
  }

  /** Whether links are left that `rekeySome` has to go through. */
  get isRekeying(): boolean {
    return this.queue.isRekeying;
  }

  /** Gives the next links their keys anew: as many as a step may take. */
  rekeySome(keyOf: (urlNo: number, source: number, key: number) => number): void {
    this.queue.rekeySome(keyOf);
  }

  save(): Snapshot {
    return this.queue.save();
  }

  /** @param refused what was saved beside it */
  restore(source: SnapshotSource, refused: number): void {
    this.queue.restore(source);
    this.dropped = refused;
  }
}
