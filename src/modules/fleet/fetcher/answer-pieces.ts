import type { JsMsg } from '@nats-io/jetstream';
import { ANSWERS_TOGETHER, PIECE_COUNT, PIECE_NAME, PIECE_NUMBER, PIECE_WRITING } from '../link/messages.js';

/** A piece of an answer, or a whole one, as NATS delivers it. */
export type PieceMessage = Pick<JsMsg, 'headers' | 'data' | 'seq' | 'ack'>;

/** An answer with the messages that brought it. */
export interface WholeAnswer<Message extends PieceMessage> {
  readonly data: Uint8Array;
  readonly messages: readonly Message[];
}

/** The name of the fetch that a message answers; null for what is no answer. */
export const answeredBy = ({ headers }: PieceMessage): string | null => {
  const name = headers?.get(PIECE_NAME);
  return name === undefined || name === '' ? null : name;
};

/** Whether it answers several fetches. */
export const isTogether = ({ headers }: PieceMessage): boolean => headers?.has(ANSWERS_TOGETHER) === true;

/** Far more than fetchers have under way. */
const MOST_HELD_BYTES = 1024 ** 3;

const bytesOf = (messages: Iterable<PieceMessage>): number =>
  [...messages].reduce((sum, { data }) => sum + data.length, 0);

/**
 * Puts answers together again that came in pieces. What is delivered again takes the place of what came before.
 *
 * An answer may be written several times, by fetchers of which one was cut off in the middle: pieces of one writing alone make an answer.
 */
export class AnswerPieces<Message extends PieceMessage = JsMsg> {
  /** By the fetch and by the writing, pieces by their numbers. */
  private readonly partial = new Map<string, Map<string, Map<number, Message>>>();

  /** Bytes of all pieces. */
  private held = 0;

  /**
   * @returns the answer with its last piece; null before
   * @throws RangeError for what no fetcher writes, and for more than is kept
   */
  add(name: string, message: Message): WholeAnswer<Message> | null {
    const count = Number(message.headers?.get(PIECE_COUNT) || 1);
    if (count === 1) return { data: message.data, messages: [message] };
    const number = Number(message.headers?.get(PIECE_NUMBER));
    if (!Number.isInteger(count) || count < 1 || !Number.isInteger(number) || number < 0 || number >= count)
      throw new RangeError('a piece that is none');
    if (this.held + message.data.length > MOST_HELD_BYTES) throw new RangeError('pieces: more than are kept');
    const writings = this.partial.get(name) ?? new Map<string, Map<number, Message>>();
    this.partial.set(name, writings);
    const writing = message.headers?.get(PIECE_WRITING) ?? '';
    const parts = writings.get(writing) ?? new Map<number, Message>();
    writings.set(writing, parts);
    this.held += message.data.length - (parts.get(number)?.data.length ?? 0);
    parts.set(number, message);
    if (parts.size < count) return null;
    writings.delete(writing);
    this.held -= bytesOf(parts.values());
    const messages = [...parts].sort(([a], [b]) => a - b).map(([, one]) => one);
    return { data: Buffer.concat(messages.map(({ data }) => data)), messages };
  }

  /** Settles what pieces are left of a fetch that nobody waits for any more. */
  drop(name: string): void {
    for (const parts of this.partial.get(name)?.values() ?? []) {
      for (const message of parts.values()) message.ack();
      this.held -= bytesOf(parts.values());
    }
    this.partial.delete(name);
  }
}
