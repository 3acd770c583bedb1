import { GleanerError, noAnswer } from './errors.js';

/** Characters of a line; longer ones are neither rows of an export nor parts of an event stream. */
const LONGEST_LINE = 64 * 1_024 * 1_024;

/**
 * Lines of an arriving text, terminated by LF or CR LF. Reads only on demand; leaving the iteration ends the transfer.
 *
 * @throws GleanerError if the transfer breaks off or a line has more than 64 million characters
 */
export async function* textLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // `fetch` throws a TypeError if the transfer broke off; any other error is the reason of a signal.
        throw error instanceof TypeError ? noAnswer('the transfer broke off', error) : error;
      });
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      // Most pieces of a long line contain no line end: avoids searching them repeatedly.
      const lines = text.includes('\n') ? (rest + text).split('\n') : [rest + text];
      rest = lines.pop() ?? '';
      for (const line of lines) yield withoutReturn(line);
      if (rest.length > LONGEST_LINE) throw new GleanerError('a line of the response is too long', 0, '');
      if (!done) continue;
      if (rest !== '') yield withoutReturn(rest);
      return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/**
 * Rows of an export in JSON lines, as they arrive. @throws GleanerError like `textLines`, and for a line that is not
 * JSON
 */
export async function* jsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
  for await (const line of textLines(body)) {
    if (line === '') continue;
    let row: T;
    try {
      row = JSON.parse(line) as T;
    } catch (error) {
      throw new GleanerError(`a line of the response is not JSON: ${line.slice(0, 80)}`, 0, '', {}, { cause: error });
    }
    yield row;
  }
}
