import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { headers, nuid } from '@nats-io/transport-node';
import { anySignal } from 'any-signal';
import { MAX_PIECE_BYTES, type FleetLink } from '../link/fleet-link.js';
import {
  ANSWERS_TOGETHER,
  MOST_TOGETHER,
  nameOf,
  PIECE_COUNT,
  PIECE_NAME,
  PIECE_NUMBER,
  PIECE_WRITING,
  withBytes,
  type AnswerMessage,
} from '../link/messages.js';
import { resultSubject } from '../link/names.js';
import { type Publication, retryDelayMs } from '../link/publications.js';
import { Rhythm } from '../link/rhythm.js';
import { encoded, packEncoded, packList, pieces } from '../link/wire.js';

/** Interval for sending answers that can wait for others, ms. */
const GATHER_MS = 10;
/** Answers larger than this, before compression, have their own message. */
const LARGE_BYTES = 256 * 1024;

/** An answer to be written. */
interface Ready {
  readonly name: string;
  readonly subject: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
  readonly settle: (isThere: boolean) => void;
}

/** Writes answers to their sessions: several in one message, or one in several pieces. */
export class AnswerWriter {
  private ready: Ready[] = [];
  private readonly rhythm = new Rhythm(GATHER_MS, () => this.flush());

  constructor(
    private readonly link: FleetLink,
    /** Called before answers are sent: anything it publishes goes with them, in one write to the socket. */
    private readonly before: () => void = () => undefined,
  ) {}

  /**
   * Returns when NATS has the answer: a full stream, or an unavailable NATS, holds up the fetcher.
   *
   * @param form that the worker accepts: in the second one other answers may be in the same message
   * @returns false if the signal aborted first
   */
  write(answer: AnswerMessage, signal: AbortSignal, form: 1 | 2 = 1): Promise<boolean> {
    return new Promise((settle) => {
      const [name, subject] = [nameOf(answer.id), resultSubject(answer.id)];
      const one: Ready = { name, subject, bytes: encoded(form === 2 ? withBytes(answer) : answer), signal, settle };
      if (form === 1 || one.bytes.length > LARGE_BYTES) return void this.writeAlone(one);
      this.ready.push(one);
      this.rhythm.due();
    });
  }

  private flush(): void {
    this.before();
    for (const group of groupsOf(this.ready.splice(0)))
      void (group.length === 1 ? this.writeAlone(group[0]) : this.writeTogether(group));
  }

  private async writeTogether(group: readonly Ready[]): Promise<void> {
    const head = headers();
    head.set(ANSWERS_TOGETHER, String(group.length));
    const data = packList(group.map(({ bytes }) => bytes));
    const isThere = await this.publish({ subject: group[0].subject, data, headers: head, msgID: nuid.next() }, group);
    if (isThere) for (const { settle } of group) settle(true);
  }

  private async writeAlone(one: Ready): Promise<void> {
    const { name, subject, bytes } = one;
    const parts = pieces(packEncoded(bytes), MAX_PIECE_BYTES);
    const writing = parts.length > 1 ? randomBytes(8).toString('hex') : '';
    for (const [number, part] of parts.entries()) {
      const head = headers();
      head.set(PIECE_NAME, name);
      if (parts.length > 1) {
        head.set(PIECE_NUMBER, String(number));
        head.set(PIECE_COUNT, String(parts.length));
        head.set(PIECE_WRITING, writing);
      }
      // NATS ignores a second answer. Pieces of two writings must not be confused: their bytes differ.
      const msgID = parts.length > 1 ? `${name}/${writing}/${number}` : name;
      if (!(await this.publish({ subject, data: part, headers: head, msgID }, [one]))) return;
    }
    one.settle(true);
  }

  /**
   * Waits until NATS has it, or nobody waits for it any more. In the latter case it may still arrive, which does no
   * harm. Tries at least once: fetched content is worth an answer.
   */
  private async publish(publication: Publication, group: readonly Ready[]): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.link.publications.publish(publication);
        return true;
      } catch {
        const waiting = group.filter(({ signal }) => !signal.aborted);
        const signal = anySignal(waiting.map((one) => one.signal));
        if (waiting.length > 0) await sleep(retryDelayMs(attempt), undefined, { signal }).catch(() => undefined);
        signal.clear();
      }
      for (const { signal, settle } of group) if (signal.aborted) settle(false);
      if (group.every(({ signal }) => signal.aborted)) return false;
    }
  }
}

/** Answers for one message: those of one run, limited by number and size. */
function groupsOf(ready: readonly Ready[]): Ready[][] {
  const groups: Ready[][] = [];
  const last = new Map<string, { readonly group: Ready[]; bytes: number }>();
  for (const one of ready) {
    const open = last.get(one.subject);
    if (open !== undefined && open.group.length < MOST_TOGETHER && open.bytes + one.bytes.length <= MAX_PIECE_BYTES) {
      open.group.push(one);
      open.bytes += one.bytes.length;
      continue;
    }
    const group = [one];
    groups.push(group);
    last.set(one.subject, { group, bytes: one.bytes.length });
  }
  return groups;
}
