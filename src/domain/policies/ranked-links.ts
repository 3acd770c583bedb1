import { Availability, type Candidate, type FrontierView } from '../frontier/frontier-view.js';
import { PartedQueue } from '../frontier/parted-queue.js';
import type { QueueEntry } from '../frontier/priority-queue.js';
import type { Snapshot } from '../base/snapshot.js';
import type { SnapshotSource } from '../base/snapshot-reader.js';
import { LOOKAHEAD } from './candidate-limit.js';
import type { Choice } from './policy.js';

/** The best link that may be fetched now, with its rank among the compared ones. */
interface RankedLink extends QueueEntry {
  readonly rank: number;
  readonly options: number;
  /** Entries dropped on the way, because they can never be fetched. */
  readonly stale: readonly QueueEntry[];
}

interface TakeOptions {
  /** The current key of an entry, if keys may have fallen since they were set. */
  readonly keyNow?: (entry: QueueEntry) => number;
  /** `FrontierView.reservation` as a key, if keys are not values. */
  readonly reservationOf?: (urlNo: number, key: number) => number;
  /** The minimum key of the link, because of a wait for something else. */
  readonly reserved?: number;
}

/** A frontier ordered by descending key, shared by policies that give each link one number. 16 bytes per candidate. */
export class RankedLinks {
  private readonly queue: PartedQueue;
  private dropped = 0;

  constructor(maxCandidates: number) {
    this.queue = new PartedQueue(maxCandidates);
  }

  get size(): number {
    return this.queue.size;
  }

  /** Number of links that a full queue dropped, without stale ones. */
  get refused(): number {
    return this.dropped;
  }

  /** Adds a link; a full queue first drops stale entries and then its worst. */
  add(key: number, { urlNo, source }: Pick<Candidate, 'urlNo' | 'source'>, view: FrontierView): void {
    this.dropped += this.queue.push(key, urlNo, source, (no) => view.availability(no) !== Availability.Gone);
  }

  /**
   * Removes and returns the best ready link. If there is none, or it is worth waiting for a better one, the queue is
   * unchanged.
   *
   * @param idle whether nothing is in flight: then all links are examined
   */
  take(
    view: FrontierView,
    idle: boolean,
    {
      keyNow = ({ key }) => key,
      reservationOf = (urlNo, key) => view.reservation(urlNo, key),
      reserved = Number.NEGATIVE_INFINITY,
    }: TakeOptions = {},
  ): RankedLink | Extract<Choice, { readonly kind: 'wait' | 'exhausted' }> {
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
        // Later links of a host are worth less.
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
    // A choice without a result must have no effect: the engine does not repeat it in a replay.
    for (const entry of stale) this.queue.insert(entry);
    return this.queue.size > stale.length
      ? { kind: 'wait', isWorthIt: least > Number.NEGATIVE_INFINITY }
      : { kind: 'exhausted' };
  }

  /** Starts a pass of `rekeySome` over all links. */
  beginRekey(): void {
    this.queue.beginRekey();
  }

  /** Whether `rekeySome` has links left to process. */
  get isRekeying(): boolean {
    return this.queue.isRekeying;
  }

  /** Recomputes the keys of the next links: as many as a step may take. */
  rekeySome(keyOf: (urlNo: number, source: number, key: number) => number): void {
    this.queue.rekeySome(keyOf);
  }

  save(): Snapshot {
    return this.queue.save();
  }

  /** @param refused the count saved with it */
  restore(source: SnapshotSource, refused: number): void {
    this.queue.restore(source);
    this.dropped = refused;
  }
}
