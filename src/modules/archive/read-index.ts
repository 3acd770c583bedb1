import type { ArchivePart } from './archive-parts.js';
import { type IndexLine, parseLine } from './index-lines.js';

/** An index has no longer lines: URLs of some thousand characters. What is longer is damage, and is passed over. */
const MAX_LINE_BYTES = 64 * 1024;

/** The bytes of an index in pieces of whole lines, with their line breaks. A last line without one is left out. */
export async function* wholeLinesOf(part: ArchivePart): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of part.index()) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.length - end > MAX_LINE_BYTES ? Buffer.alloc(0) : bytes.subarray(end);
  }
}

/** The lines of an index as they stand, of records that are whole. */
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

/** Whether the record lies within what is there of a file: its index may be ahead by what was written since. */
export const isWhole = ({ offset, length }: IndexLine, { bytes }: ArchivePart): boolean =>
  Number(offset) + Number(length) <= bytes;
