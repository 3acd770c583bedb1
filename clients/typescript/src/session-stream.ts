import { GleanerError, type NoAnswer } from './errors.js';
import { type OnAway, outlasting } from './patience.js';
import { serverSentEvents } from './server-sent-events.js';
import type { SessionStreamItem } from './types.js';

export interface StreamOptions {
  /** `start`: all relevant pages and events so far, then news; `now`: only news. */
  readonly from?: 'start' | 'now';
  /** Continue after the item with this id. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

/** Opens the stream after an item. @returns null if nothing follows */
export type OpenStream = (lastEventId: string | undefined) => Promise<ReadableStream<Uint8Array> | null>;

/** Until the service says otherwise. */
const RETRY_MS = 2_000;
/** Consecutive connections without an item. */
const MOST_EMPTY = 5;
const BREAKS: ReadonlySet<string> = new Set<NoAnswer>(['UNREACHABLE', 'TIMEOUT']);
const KINDS: ReadonlySet<string> = new Set(['progress', 'page', 'event', 'end']);

/**
 * Items of a session's stream without gaps or repeats: a broken connection is reopened after the last item,
 * within two minutes.
 *
 * @param pause waits, ms
 * @throws GleanerError if five consecutive connections bring nothing, and errors of `open`
 */
export async function* sessionItems(
  open: OpenStream,
  after: string | undefined,
  pause: (ms: number) => Promise<void>,
  onAway?: OnAway,
): AsyncGenerator<SessionStreamItem, void, undefined> {
  let last = after;
  let retryMs = RETRY_MS;
  let empty = 0;
  let connect = (): ReturnType<OpenStream> => open(last);
  while (empty < MOST_EMPTY) {
    empty += 1;
    const body = await connect();
    if (body === null) return;
    try {
      for await (const { id, event, data } of serverSentEvents(body, (ms) => (retryMs = ms))) {
        if (!KINDS.has(event)) continue;
        yield { id, event, data: JSON.parse(data) as unknown } as SessionStreamItem;
        if (event === 'end') return;
        [last, empty] = [id, 0];
      }
    } catch (error) {
      // It broke off or fell silent; refusals come from `open`.
      if (!(error instanceof GleanerError) || !BREAKS.has(error.code)) throw error;
    }
    await pause(retryMs);
    connect = () => outlasting(() => open(last), pause, onAway);
  }
  throw new GleanerError('the stream of the session broke off repeatedly', 0, 'UNREACHABLE');
}
