/** The session that requests a slot, and its project. */
interface SlotSeeker {
  readonly session: string;
  readonly project: string;
}

/** A pending request for a slot. */
interface Waiter {
  readonly start: () => void;
}

/** The pending requests of one session in order of arrival. */
interface Line {
  readonly seeker: SlotSeeker;
  readonly waiters: Set<Waiter>;
}

/**
 * Slots shared by projects and their sessions. A free one goes to the waiting project that holds the fewest, in it to
 * the session that holds the fewest, in order of arrival within a session: more sessions do not give a project more
 * slots. No session holds more than its bound, so that one with slow hosts leaves room for others.
 */
export class FairSlots {
  /** Slots by session and by project. */
  private readonly held = new Map<string, number>();
  private readonly waiting = new Map<string, Line>();
  private taken = 0;

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /** Slots held. */
  get size(): number {
    return this.taken;
  }

  /** @returns a function that returns the slot; null if the signal aborted first */
  enter(seeker: SlotSeeker, signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return Promise.resolve(null);
    // A free slot needs no waiting.
    if (this.waiting.size === 0 && this.taken < this.most && this.heldBy(seeker) < this.mostOfOne) {
      this.count(seeker, 1);
      return Promise.resolve(this.leaveOnce(seeker));
    }
    return new Promise((resolve) => {
      const line = this.waiting.get(seeker.session) ?? { seeker, waiters: new Set<Waiter>() };
      this.waiting.set(seeker.session, line);
      const abort = (): void => {
        this.withdraw(line, waiter);
        resolve(null);
      };
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', abort);
          this.withdraw(line, waiter);
          this.toTheEnd(line);
          this.count(seeker, 1);
          resolve(this.leaveOnce(seeker));
        },
      };
      line.waiters.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
      this.fill();
    });
  }

  private heldBy({ session }: SlotSeeker): number {
    return this.held.get(`session ${session}`) ?? 0;
  }

  private leaveOnce(seeker: SlotSeeker): () => void {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.count(seeker, -1);
      this.fill();
    };
  }

  private count({ session, project }: SlotSeeker, change: number): void {
    this.taken += change;
    for (const key of [`session ${session}`, `project ${project}`]) {
      const held = (this.held.get(key) ?? 0) + change;
      if (held === 0) this.held.delete(key);
      else this.held.set(key, held);
    }
  }

  private withdraw(line: Line, waiter: Waiter): void {
    line.waiters.delete(waiter);
    if (line.waiters.size === 0) this.waiting.delete(line.seeker.session);
  }

  /** Among sessions that hold equally many, the one served last goes to the end. */
  private toTheEnd(line: Line): void {
    if (!this.waiting.delete(line.seeker.session)) return;
    this.waiting.set(line.seeker.session, line);
  }

  private fill(): void {
    while (this.taken < this.most) {
      let next: Waiter | undefined;
      let fewest: readonly [ofProject: number, ofSession: number] = [Number.POSITIVE_INFINITY, 0];
      for (const { seeker, waiters } of this.waiting.values()) {
        const ofSession = this.heldBy(seeker);
        const ofProject = this.held.get(`project ${seeker.project}`) ?? 0;
        if (ofSession >= this.mostOfOne) continue;
        if (ofProject > fewest[0] || (ofProject === fewest[0] && ofSession >= fewest[1])) continue;
        fewest = [ofProject, ofSession];
        [next] = waiters;
      }
      if (next === undefined) return;
      next.start();
    }
  }
}
