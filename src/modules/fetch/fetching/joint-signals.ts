import { setMaxListeners } from 'node:events';

interface Joint {
  readonly stop: AbortController;
  readonly forward: () => void;
  users: number;
}

/**
 * Signals that abort when a caller's signal does or when this side is closed. Concurrent fetches of one session have
 * the same caller's signal and share one: creating and removing one per fetch takes longer than much of the fetch
 * itself.
 */
export class JointSignals {
  private readonly open = new Map<AbortSignal, Joint>();

  constructor(private readonly closed: AbortSignal) {
    closed.addEventListener('abort', () => {
      for (const { stop } of this.open.values()) stop.abort(closed.reason);
    });
  }

  /** Runs work under such a signal. */
  async during<T>(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const joint = this.open.get(caller) ?? this.join(caller);
    joint.users++;
    try {
      return await work(joint.stop.signal);
    } finally {
      if (--joint.users === 0) {
        this.open.delete(caller);
        caller.removeEventListener('abort', joint.forward);
      }
    }
  }

  /** Hand-written, because `AbortSignal.any` takes several times as long. */
  private join(caller: AbortSignal): Joint {
    const stop = new AbortController();
    const joint: Joint = { stop, forward: () => stop.abort(caller.reason), users: 0 };
    // Each caller's signal has listeners of other work; their number is bounded elsewhere.
    setMaxListeners(0, caller, stop.signal);
    if (caller.aborted || this.closed.aborted) stop.abort(caller.aborted ? caller.reason : this.closed.reason);
    else caller.addEventListener('abort', joint.forward, { once: true });
    this.open.set(caller, joint);
    return joint;
  }
}
