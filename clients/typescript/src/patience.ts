import { GleanerError } from './errors.js';
import { sleep } from './transport.js';

/** Longest outage that work under way survives, ms: a service restarts within seconds, with migrations in a minute. */
const PATIENCE_MS = 120_000;
const AGAIN_MS = 1_000;
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Called once when work begins to wait for a service that is away. @param error of the first attempt */
export type OnAway = (error: GleanerError) => void;

const isAway = (error: unknown): error is GleanerError =>
  error instanceof GleanerError && (AWAY.has(error.status) || error.status === 0);

/**
 * Repeats a call, which the transport has already repeated, while the service is away: for work that would otherwise be
 * lost, such as waiting for a session. A call that begins work fails at once instead.
 *
 * @param call must be idempotent
 * @param pause waits, ms
 * @throws the error of the last attempt once the service has been away for two minutes; other errors at once
 */
export async function outlasting<T>(
  call: () => Promise<T>,
  pause: (ms: number) => Promise<void> = sleep,
  onAway?: OnAway,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let isTold = false; ;) {
    try {
      return await call();
    } catch (error) {
      if (!isAway(error) || performance.now() > deadline) throw error;
      if (!isTold) onAway?.(error);
      isTold = true;
    }
    await pause(AGAIN_MS);
  }
}
