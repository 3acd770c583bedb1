/** One line of a stream, without its line break. */
export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  /** Null when the line was longer than allowed; its text is not kept. */
  readonly text: string | null;
}

/**
 * The lines of a UTF-8 byte stream, blank ones left out, however the chunks fall. Holds at most one line.
 *
 * @param maxLineBytes longer lines are answered with text null
 * @param goOn asked with the bytes read so far at each chunk; false ends the lines there, the unfinished one is dropped
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
    const text = length > maxLineBytes ? null : decoder.decode(Buffer.concat(parts)).trim();
    parts = [];
    length = 0;
    const line = { number: number++, text };
    return text === '' ? null : line;
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
