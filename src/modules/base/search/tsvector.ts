import { type PageLexemes } from '../../../domain/lexemes/index.js';

/** Prefix of the ids of a session and its topic, which are lexemes of all its pages: words contain no spaces. */
const MARK = ' ';

/** The session and topic of a page. */
interface IndexedIn {
  readonly sessionId: string;
  readonly topicId: string;
}

let buffer = Buffer.allocUnsafe(1 << 16);

/**
 * The index entry of a page: its lexemes plus the ids of its session and topic, so that one index serves searches of
 * all sessions and topics: a word that is rare in one session and frequent elsewhere is looked up as fast as one that
 * is rare everywhere.
 *
 * Stems in other languages than English are labelled C (`PageLexemes`), so that ranking can distinguish them from the
 * words of the text.
 *
 * @returns a `tsvector` in the binary form of PostgreSQL (`tsvectorrecv`), valid until the next call
 */
export function tsvectorOf({ sessionId, topicId }: IndexedIn, lexemes: PageLexemes): Buffer {
  const { bytes, size } = lexemes;
  let at = buffer.writeInt32BE(size + 2, 0);
  // Sorted, or PostgreSQL would sort all lexemes.
  const isFirst = sessionId < topicId;
  at = writeMark(isFirst ? sessionId : topicId, at);
  at = writeMark(isFirst ? topicId : sessionId, at);
  for (let i = 0; i < size; i++) {
    const from = lexemes.from(i);
    const to = lexemes.to(i);
    const count = lexemes.count(i);
    reserve(at, to - from + 3 + 2 * count);
    // Most have about five bytes, for which a loop is faster than a copy.
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

/** A lexeme is followed by a zero and its number of positions; the mark has none. */
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
