import { type DatabaseTrouble, retrying } from '../../platform/database/index.js';

/** A time in which the database was away, or without room, as one session noticed it. */
export interface Outage {
  readonly trouble: DatabaseTrouble;
  readonly from: Date;
  readonly ms: number;
}

/**
 * Waits for the database on behalf of one session, whose parts may wait at the same time, and tells of each outage once, when it is over for all of them.
 */
export class OutageWatch {
  private waiting = 0;
  private current: { readonly trouble: DatabaseTrouble; readonly from: Date; readonly since: number } | null = null;

  /**
   * @param patienceMs longest wait of one piece of work
   * @param signal ends the waiting
   * @param ended must not throw
   * @param waits called after each failed attempt; must not throw
   */
  constructor(
    private readonly patienceMs: number,
    private readonly signal: AbortSignal,
    private readonly ended: (outage: Outage) => void,
    private readonly waits?: (trouble: DatabaseTrouble) => void,
  ) {}

  /**
   * Does work again while it fails for a reason that passes by itself. An outage that outlasts the patience of one piece of work ends with the next that
   * succeeds.
   *
   * @throws DatabaseAwayError when patience is over; what the work threw when it is no fault of the database, or the waiting was ended
   */
  async patiently<T>(work: (attempt: number) => Promise<T>): Promise<T> {
    let waits = false;
    const onWait = (trouble: DatabaseTrouble): void => {
      if (!waits) this.waiting++;
      waits = true;
      this.current ??= { trouble, from: new Date(), since: performance.now() };
      this.waits?.(trouble);
    };
    try {
      const result = await retrying(work, { patienceMs: this.patienceMs, signal: this.signal, onWait });
      if (waits) this.waiting--;
      waits = false;
      this.lookBack();
      return result;
    } finally {
      if (waits) this.waiting--;
    }
  }

  private lookBack(): void {
    if (this.current === null || this.waiting > 0) return;
    const { trouble, from, since } = this.current;
    this.current = null;
    this.ended({ trouble, from, ms: Math.round(performance.now() - since) });
  }
}
