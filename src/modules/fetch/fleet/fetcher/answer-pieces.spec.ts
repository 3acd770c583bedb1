import { headers } from '@nats-io/transport-node';
import { PIECE_COUNT, PIECE_NAME, PIECE_NUMBER, PIECE_WRITING } from '../link/messages.js';
import { answeredBy, AnswerPieces, type PieceMessage } from './answer-pieces.js';

interface TestPiece extends PieceMessage {
  acked: number;
}
let seq = 0;
function piece(text: string, number: number, count: number, writing: string): TestPiece {
  const head = headers();
  head.set(PIECE_NAME, 'fetch');
  head.set(PIECE_NUMBER, String(number));
  head.set(PIECE_COUNT, String(count));
  head.set(PIECE_WRITING, writing);
  const one: TestPiece = { headers: head, data: Buffer.from(text), seq: ++seq, acked: 0, ack: () => void one.acked++ };
  return one;
}
const textOf = (whole: { readonly data: Uint8Array } | null): string | null =>
  whole && Buffer.from(whole.data).toString();

describe('answers in pieces', () => {
  it('are put together in order, however they come, and again when a piece is delivered twice', () => {
    const pieces = new AnswerPieces<TestPiece>();
    expect(pieces.add('fetch', piece('c', 2, 3, 'x'))).toBeNull();
    expect(pieces.add('fetch', piece('a', 0, 3, 'x'))).toBeNull();
    expect(pieces.add('fetch', piece('a', 0, 3, 'x'))).toBeNull();
    expect(textOf(pieces.add('fetch', piece('b', 1, 3, 'x')))).toBe('abc');
    const { headers: head } = piece('', 0, 2, 'x');
    expect([answeredBy({ headers: head } as PieceMessage), answeredBy({} as PieceMessage)]).toEqual(['fetch', null]);
  });

  it('are never made of pieces of two writings; what is left of the other one is settled', () => {
    const pieces = new AnswerPieces<TestPiece>();
    // The first fetcher was interrupted after two pieces.
    const left = [piece('A', 0, 3, 'first'), piece('B', 1, 3, 'first')];
    for (const one of left) expect(pieces.add('fetch', one)).toBeNull();
    expect(pieces.add('fetch', piece('x', 0, 2, 'second'))).toBeNull();
    const whole = pieces.add('fetch', piece('y', 1, 2, 'second'));
    expect(textOf(whole)).toBe('xy');
    expect(left.map(({ acked }) => acked)).toEqual([0, 0]);
    pieces.drop('fetch');
    expect(left.map(({ acked }) => acked)).toEqual([1, 1]);
    expect(whole?.messages.map(({ acked }) => acked)).toEqual([0, 0]);
  });
});
