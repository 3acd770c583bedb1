import type { JsMsg } from '@nats-io/jetstream';
import { ANSWERS_TOGETHER, PIECE_COUNT, PIECE_NAME, PIECE_NUMBER, PIECE_WRITING } from '../link/messages.js';

/** A complete answer or a piece of one, as delivered by NATS. */
export type PieceMessage = Pick<JsMsg, 'headers' | 'data' | 'seq' | 'ack'>;

/** An answer with its messages. */
interface WholeAnswer<Message extends PieceMessage> {
  readonly data: Uint8Array;
  readonly messages: readonly Message[];
}

/** The name of the fetch that a message answers; null if it is not an answer. */
export const answeredBy = ({ headers }: PieceMessage): string | null => {
  const name = headers?.get(PIECE_NAME);
  return name === undefined || name === '' ? null : name;
};

/** Whether it answers several fetches. */
export const isTogether = ({ headers }: PieceMessage): boolean => headers?.has(ANSWERS_TOGETHER) === true;

/** Far more than fetchers have in flight. */
const MOST_HELD_BYTES = 1024 ** 3;

const bytesOf = (messages: Iterable<PieceMessage>): number =>
  [...messages].reduce((sum, { data }) => sum + data.length, 0);

/**
 * Reassembles answers from pieces. A redelivered piece replaces the earlier one.
 *
 * An answer may be written several times, by fetchers of which one was interrupted: only pieces of one writing form an
 * answer.
 */
export class AnswerPieces<Message extends PieceMessage = JsMsg> {
  /** By fetch and writing; pieces by their numbers. */
  private readonly partial = new Map<string, Map<string, Map<number, Message>>>();

  /** Bytes of all pieces. */
  private held = 0;

  /**
   * @returns the answer with its last piece; null before
   * @throws RangeError for invalid pieces, and if too many are pending
   */
  add(name: string, message: Message): WholeAnswer<Message> | null {
    const count = Number(message.headers?.get(PIECE_COUNT) || 1);
    if (count === 1) return { data: message.data, messages: [message] };
    const number = Number(message.headers?.get(PIECE_NUMBER));
    if (!Number.isInteger(count) || count < 1 || !Number.isInteger(number) || number < 0 || number >= count)
      throw new RangeError('an invalid piece');
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

  /** Acknowledges the remaining pieces of a fetch that has ended. */
  drop(name: string): void {
    for (const parts of this.partial.get(name)?.values() ?? []) {
      for (const message of parts.values()) message.ack();
      this.held -= bytesOf(parts.values());
    }
    this.partial.delete(name);
  }
}
