import { type PageLexemes } from '../../domain/lexemes/index.js';

/** Before the ids of a session and of its topic, which are lexemes of all its pages: no word has a space in it. */
const MARK = ' ';

/** Whose page it is. */
export interface IndexedIn {
  readonly sessionId: string;
  readonly topicId: string;
}

let buffer = Buffer.allocUnsafe(1 << 16);

/**
 * What the index holds of a page: its lexemes, and the ids of its session and topic beside them, so that one index over all sessions answers for one of either: a
 * word that is rare here and frequent elsewhere is looked up as fast as one that is rare everywhere.
 *
 * Stems in other languages than English are labelled C (`PageLexemes`), so that a ranking can tell them from the words that stand there too.
 *
 * @returns a `tsvector` in the binary form of PostgreSQL (`tsvectorrecv`), valid until the next call
 */
export function tsvectorOf({ sessionId, topicId }: IndexedIn, lexemes: PageLexemes): Buffer {
  const { bytes, size } = lexemes;
  let at = buffer.writeInt32BE(size + 2, 0);
  // In their order, or PostgreSQL would sort all.
  const isFirst = sessionId < topicId;
  at = writeMark(isFirst ? sessionId : topicId, at);
  at = writeMark(isFirst ? topicId : sessionId, at);
  for (let i = 0; i < size; i++) {
    const from = lexemes.from(i);
    const to = lexemes.to(i);
    const count = lexemes.count(i);
    reserve(at, to - from + 3 + 2 * count);
    // Most are some five bytes, for which a loop is faster than a copy.
    for (let b = from; b < to; b++) buffer[at++] = bytes[b];
    buffer[at++] = 0;
    buffer[at++] = count >> 8;
    buffer[at++] = count & 0xff;
    for (let mark = lexemes.firstMark(i); mark !== 0; mark = lexemes.markAfter(mark)) {
      buffer[at++] = mark >> 8;
      buffer[at++] = mark & 0xff;
    }
  }
  return buffer.subarray(0, at);
}

/** Lexemes are ended by a zero, and followed by how many places they have; the mark has none. */
function writeMark(id: string, from: number): number {
  let at = from + buffer.write(MARK + id, from, 'latin1');
  buffer[at++] = 0;
  return buffer.writeUInt16BE(0, at);
}

function reserve(at: number, more: number): void {
  if (at + more <= buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, at + more));
  larger.set(buffer.subarray(0, at));
  buffer = larger;
}
