import type { JsMsg } from '@nats-io/jetstream';
import { PIECE_COUNT, PIECE_NAME, PIECE_NUMBER } from '../link/messages.js';

/** An answer with the messages that brought it. */
export interface WholeAnswer {
  readonly name: string;
  readonly data: Uint8Array;
  readonly messages: readonly JsMsg[];
}

/** Pieces of one answer, by number. */
type Parts = Map<number, JsMsg>;

/** Puts answers together again that came in pieces. What is delivered again takes the place of what came before. */
export class AnswerPieces {
  private readonly partial = new Map<string, Parts>();

  /** @returns the answer with its last piece; null before, and for what is no answer, which is settled */
  add(message: JsMsg): WholeAnswer | null {
    const name = message.headers?.get(PIECE_NAME);
    if (name === undefined || name === '') {
      message.ack();
      return null;
    }
    const count = Number(message.headers?.get(PIECE_COUNT) || 1);
    if (count === 1) return { name, data: message.data, messages: [message] };
    const parts: Parts = this.partial.get(name) ?? new Map<number, JsMsg>();
    this.partial.set(name, parts);
    parts.set(Number(message.headers?.get(PIECE_NUMBER)), message);
    if (parts.size < count) return null;
    this.partial.delete(name);
    const messages = [...parts].sort(([a], [b]) => a - b).map(([, one]) => one);
    return { name, data: Buffer.concat(messages.map(({ data }) => data)), messages };
  }

  /** Settles the pieces of an answer that nobody waits for. */
  drop(name: string): void {
    for (const message of this.partial.get(name)?.values() ?? []) message.ack();
    this.partial.delete(name);
  }
}
