import type { ArchivePart } from './archive-parts.js';
import { type IndexLine, parseLine } from './index-lines.js';

/** Longest line of an index: URLs have some thousand characters. Longer lines are damaged, and skipped. */
const MAX_LINE_BYTES = 64 * 1024;

/** The bytes of an index in chunks of whole lines, with their line breaks. An unterminated last line is omitted. */
export async function* wholeLinesOf(part: ArchivePart): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of part.index()) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.length - end > MAX_LINE_BYTES ? Buffer.alloc(0) : bytes.subarray(end);
  }
}

/** The lines of an index as text, for whole records. */
export async function* textLinesOf(part: ArchivePart): AsyncGenerator<{ text: string; line: IndexLine }> {
  for await (const lines of wholeLinesOf(part)) {
    for (const text of lines.toString('utf8').trimEnd().split('\n')) {
      const line = parseLine(text);
      if (line !== null && isWhole(line, part)) yield { text, line };
    }
  }
}

export async function* indexLinesOf(part: ArchivePart): AsyncGenerator<IndexLine> {
  for await (const { line } of textLinesOf(part)) yield line;
}

/** Whether the record lies within the given bytes of a file: its index may be newer than these. */
export const isWhole = ({ offset, length }: IndexLine, { bytes }: ArchivePart): boolean =>
  Number(offset) + Number(length) <= bytes;
