import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { headers } from '@nats-io/transport-node';
import { MAX_PIECE_BYTES, type FleetLink } from '../link/fleet-link.js';
import { nameOf, PIECE_COUNT, PIECE_NAME, PIECE_NUMBER, PIECE_WRITING, type AnswerMessage } from '../link/messages.js';
import { resultSubject } from '../link/names.js';
import { pack, pieces } from '../link/wire.js';

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;

/** Writes answers to their sessions, in as many pieces as it takes. */
export class AnswerWriter {
  constructor(private readonly link: FleetLink) {}

  /**
   * Until NATS has the answer: a full stream, or NATS away, holds the fetcher up.
   *
   * @returns false when the signal aborted first
   */
  async write(answer: AnswerMessage, signal: AbortSignal): Promise<boolean> {
    const name = nameOf(answer.id);
    const parts = pieces(pack(answer), MAX_PIECE_BYTES);
    const writing = parts.length > 1 ? randomBytes(8).toString('hex') : '';
    for (const [number, part] of parts.entries()) {
      const head = headers();
      head.set(PIECE_NAME, name);
      if (parts.length > 1) {
        head.set(PIECE_NUMBER, String(number));
        head.set(PIECE_COUNT, String(parts.length));
        head.set(PIECE_WRITING, writing);
      }
      // NATS takes a second answer for the first one. Pieces of two writings are not to be taken for each other: their bytes differ.
      const msgId = parts.length > 1 ? `${name}/${writing}/${number}` : name;
      const isThere = await this.publish(resultSubject(answer.id), part, head, msgId, signal);
      if (!isThere) return false;
    }
    return true;
  }

  private async publish(
    subject: string,
    data: Uint8Array,
    head: ReturnType<typeof headers>,
    msgID: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (let waitMs = FIRST_RETRY_MS; !signal.aborted; waitMs = Math.min(LONGEST_RETRY_MS, waitMs * 2)) {
      try {
        await this.link.streams.publish(subject, data, { headers: head, msgID });
        return true;
      } catch {
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }
}
