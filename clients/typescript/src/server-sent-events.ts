import { textLines } from './text-lines.js';

export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Limit for the reconnection delay that a service can set. */
const LONGEST_RETRY_MS = 60_000;

/**
 * Events of a stream (HTML Living Standard, 9.2). Drops an incomplete event.
 *
 * @param onRetry called with the delay before reconnecting, ms
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  onRetry: (ms: number) => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of textLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event === '' ? 'message' : event, data: data.join('\n') };
      [event, data] = ['', []];
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    if (name === 'event') event = value;
    if (name === 'id' && !value.includes('\0')) id = value;
    if (name === 'retry' && /^\d+$/.test(value)) onRetry(Math.min(Number(value), LONGEST_RETRY_MS));
  }
}
