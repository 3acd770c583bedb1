import { GleanerError } from './errors.js';
import { type OnAway, outlasting } from './patience.js';
import { sleep } from './transport.js';
import type { Session, SessionProgress, SessionState, SessionStreamItem } from './types.js';

const ENDED: ReadonlySet<SessionState> = new Set<SessionState>(['completed', 'stopped', 'failed']);
/** Whether a session has ended; it can only be extended or resumed. */
export const hasEnded = ({ state }: Pick<Session, 'state'>): boolean => ENDED.has(state);

export interface WaitOptions<T> {
  /** Ends the waiting; its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Called with each state that is read. */
  readonly onProgress?: (now: T) => void;
  /** Longest interval between two polls, ms. Default: 1 s. */
  readonly pollMs?: number;
  /** Called when the service is away, once for each time that it is waited for. Default: that of the client. */
  readonly onAway?: OnAway;
}

export interface SessionWaitOptions extends WaitOptions<Session | SessionProgress> {
  /** The condition to wait for. Default: the end of the session. */
  readonly until?: (now: Pick<Session, 'state'> & SessionProgress) => boolean;
}

const FIRST_POLL_MS = 100;
const POLL_MS = 1_000;

/**
 * Polls, at first with short intervals, until there is a result. After the first response, a service may be away for
 * two minutes.
 */
export async function polled<T>(
  read: () => Promise<T>,
  isDone: (now: T) => boolean,
  { signal, onProgress, pollMs = POLL_MS, onAway }: WaitOptions<T> = {},
): Promise<T> {
  const pause = (ms: number): Promise<void> => sleep(ms, signal);
  let readOn = read;
  for (let wait = Math.min(FIRST_POLL_MS, pollMs); ; wait = Math.min(pollMs, wait * 1.5)) {
    signal?.throwIfAborted();
    const now = await readOn();
    onProgress?.(now);
    if (isDone(now)) return now;
    await pause(wait);
    readOn = () => outlasting(read, pause, onAway);
  }
}

interface SessionReader {
  session(signal?: AbortSignal): Promise<Session>;
  stream(signal?: AbortSignal): AsyncIterable<SessionStreamItem>;
}

/** Follows the stream of a session; polls if none can be opened or it breaks off. */
export async function waitedFor(reader: SessionReader, options: SessionWaitOptions): Promise<Session> {
  const { until = hasEnded, signal, onProgress, onAway } = options;
  const look = async (): Promise<Session> => {
    const session = await reader.session(signal);
    onProgress?.(session);
    return session;
  };
  const first = await look();
  if (until(first)) return first;
  try {
    for await (const { event, data } of reader.stream(signal)) {
      if (event === 'progress') onProgress?.(data);
      if (event !== 'end' && (event !== 'progress' || !until(data))) continue;
      // Rechecks, because the session may have continued meanwhile.
      const now = await look();
      if (until(now)) return now;
    }
  } catch (error) {
    if (signal?.aborted === true || !(error instanceof GleanerError)) throw error;
  }
  const read = (): Promise<Session> => reader.session(signal);
  return polled(() => outlasting(read, (ms) => sleep(ms, signal), onAway), until, options);
}
