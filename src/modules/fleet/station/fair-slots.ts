/** A slot that was waited for. */
interface Waiter {
  readonly start: () => void;
}

/**
 * A number of slots that sessions share: a free one goes to the session that holds the fewest of those that wait, first come, first served within a session.
 * No session holds more than its bound, so that one whose hosts are slow leaves room for others.
 */
export class FairSlots {
  private readonly held = new Map<string, number>();
  private readonly waiting = new Map<string, Set<Waiter>>();
  private taken = 0;

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /** Slots held. */
  get size(): number {
    return this.taken;
  }

  /** @returns gives the slot back; null when the signal aborted first */
  enter(session: string, signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const line = this.waiting.get(session) ?? new Set<Waiter>();
      this.waiting.set(session, line);
      const abort = (): void => {
        this.withdraw(session, waiter);
        resolve(null);
      };
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', abort);
          this.withdraw(session, waiter);
          this.toTheEnd(session);
          this.count(session, 1);
          resolve(this.leaveOnce(session));
        },
      };
      line.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
      this.fill();
    });
  }

  private leaveOnce(session: string): () => void {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.count(session, -1);
      this.fill();
    };
  }

  private count(session: string, change: number): void {
    this.taken += change;
    const held = (this.held.get(session) ?? 0) + change;
    if (held === 0) this.held.delete(session);
    else this.held.set(session, held);
  }

  private withdraw(session: string, waiter: Waiter): void {
    const line = this.waiting.get(session);
    line?.delete(waiter);
    if (line?.size === 0) this.waiting.delete(session);
  }

  /** Of sessions that hold equally many, the one that was served last comes last. */
  private toTheEnd(session: string): void {
    const line = this.waiting.get(session);
    if (line === undefined) return;
    this.waiting.delete(session);
    this.waiting.set(session, line);
  }

  private fill(): void {
    while (this.taken < this.most) {
      let next: Waiter | undefined;
      let fewest = this.mostOfOne;
      for (const [session, line] of this.waiting) {
        const held = this.held.get(session) ?? 0;
        if (held >= fewest) continue;
        fewest = held;
        [next] = line;
      }
      if (next === undefined) return;
      next.start();
    }
  }
}
