import { isUtf8 } from 'node:buffer';

/** Why a line has no text. */
export type LineFault = 'too-long' | 'not-utf8';

/** One line of a stream, without its line break. */
export type NumberedLine = {
  /** From 1. */
  readonly number: number;
} & ({ readonly text: string } | { readonly text: null; readonly fault: LineFault });

/**
 * The non-blank lines of a UTF-8 byte stream, independent of chunk boundaries. Holds at most one line. Removes a byte
 * order mark before a line.
 *
 * @param maxLineBytes longer lines are returned without a text
 * @param goOn called with the bytes read so far at each chunk; false ends the lines there and drops the unfinished one
 */
export async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
  goOn: (bytes: number) => boolean = () => true,
): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let length = 0;
  let number = 1;
  let total = 0;
  const finish = (): NumberedLine | null => {
    const bytes = length > maxLineBytes ? null : Buffer.concat(parts);
    parts = [];
    length = 0;
    const own = number++;
    if (bytes === null) return { number: own, text: null, fault: 'too-long' };
    // A decoder alone would silently put replacement characters in place of damaged bytes.
    if (!isUtf8(bytes)) return { number: own, text: null, fault: 'not-utf8' };
    const text = decoder.decode(bytes).trim();
    return text === '' ? null : { number: own, text };
  };
  for await (const chunk of stream) {
    total += chunk.length;
    if (!goOn(total)) return;
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
      push(chunk.subarray(from, at));
      from = at + 1;
      const line = finish();
      if (line) yield line;
    }
    push(chunk.subarray(from));
  }
  const last = finish();
  if (last) yield last;

  function push(part: Uint8Array): void {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}

const NEW_LINE = 0x0a;
