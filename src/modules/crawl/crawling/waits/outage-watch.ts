import { type DatabaseTrouble, retrying } from '../../../../platform/database/index.js';

/** A period in which the database was unavailable or full, as one session noticed it. */
export interface Outage {
  readonly trouble: DatabaseTrouble;
  readonly from: Date;
  readonly ms: number;
}

/**
 * Waits for the database on behalf of one session, several parts of which may wait at once. Reports each outage once,
 * when it is over for all of them.
 */
export class OutageWatch {
  private waiting = 0;
  private current: { readonly trouble: DatabaseTrouble; readonly from: Date; readonly since: number } | null = null;

  /**
   * @param patienceMs longest wait for one piece of work
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
   * Retries work while it fails for a transient reason. An outage longer than this patience ends when a later piece of
   * work succeeds.
   *
   * @throws DatabaseAwayError if the patience is exceeded; the error of the work if the database did not cause it, or
   * the waiting was ended
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
