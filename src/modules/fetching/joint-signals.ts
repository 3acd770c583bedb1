import { setMaxListeners } from 'node:events';
import { anySignal } from 'any-signal';

interface Joint {
  readonly signal: ReturnType<typeof anySignal>;
  users: number;
}

/**
 * Signals that abort when a caller's does or when this side is closed. Fetches of one session side by side have the same caller's signal and share one: to make
 * and undo it for each of them takes longer than much else of a fetch.
 */
export class JointSignals {
  private readonly open = new Map<AbortSignal, Joint>();

  constructor(private readonly closed: AbortSignal) {
    // Each caller listens; their number is bounded elsewhere.
    setMaxListeners(0, closed);
  }

  /** Does work under such a signal. */
  async during<T>(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const joint = this.open.get(caller) ?? this.join(caller);
    joint.users++;
    try {
      return await work(joint.signal);
    } finally {
      if (--joint.users === 0) {
        this.open.delete(caller);
        joint.signal.clear();
      }
    }
  }

  private join(caller: AbortSignal): Joint {
    setMaxListeners(0, caller);
    const joint = { signal: anySignal([caller, this.closed]), users: 0 };
    setMaxListeners(0, joint.signal);
    this.open.set(caller, joint);
    return joint;
  }
}
