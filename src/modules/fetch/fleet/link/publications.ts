import { headers, type Msg, type MsgHdrs, type NatsConnection, nuid } from '@nats-io/transport-node';
import { Rhythm } from './rhythm.js';

/** A message for a stream. */
export interface Publication {
  readonly subject: string;
  readonly data: Uint8Array;
  /** The stream ignores a second one with the same id. */
  readonly msgID: string;
  readonly headers?: MsgHdrs;
}

interface PublicationsOptions {
  readonly connection: NatsConnection;
  /** Prefix of the subjects at which streams confirm publications. Nobody else may publish there. */
  readonly inbox: string;
  /** Longest wait for the confirmation, ms. */
  readonly answerMs: number;
}

/** A publication without confirmation. */
interface Waiting {
  /** Checks since it was sent. */
  checks: number;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: Error) => void;
}

const MSG_ID = 'Nats-Msg-Id';
/** Interval for sending publications that can wait, in one write to the socket, ms. */
const GATHER_MS = 10;
/** Checks of pending publications within the longest wait. */
const CHECKS = 5;
const NO_RESPONDERS = 503;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;

/**
 * Pause before a refused publication is repeated, ms: doubled up to 5 s, with jitter. Without it all publishers that a
 * full stream refused would come back in the same moment, for the few places that are free then.
 *
 * @param attempt from 0
 */
export const retryDelayMs = (attempt: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);

/**
 * Publishes to streams, and waits for their confirmations.
 *
 * For each publication the client's own API makes a request with a timer, and an error with an unused stack. Here one
 * subscription and one timer serve all of them.
 */
export class Publications {
  private readonly waiting = new Map<string, Waiting>();
  private later: (() => void)[] = [];
  private readonly rhythm = new Rhythm(GATHER_MS, () => this.sendLater());
  private timer: NodeJS.Timeout | null = null;
  private readonly inbox: string;
  private count = 0;

  constructor(private readonly options: PublicationsOptions) {
    const { connection, inbox } = options;
    this.inbox = `${inbox}.${nuid.next()}.`;
    connection.subscribe(`${this.inbox}*`, { callback: (_error, message) => this.settle(message) });
    void connection.closed().then(() => this.end());
  }

  /** Resolves with the sequence in the stream once it is stored. @throws NATS's error, or if NATS does not answer */
  publish(publication: Publication): Promise<number> {
    return new Promise((resolve, reject) => this.send(publication, { checks: 0, resolve, reject }));
  }

  /** The same, but a moment later and together with others. */
  publishSoon(publication: Publication): Promise<number> {
    return new Promise((resolve, reject) => {
      this.later.push(() => this.send(publication, { checks: 0, resolve, reject }));
      this.rhythm.due();
    });
  }

  /** Rejects publications whose confirmations an earlier connection has lost: a repeat is safe, and faster. */
  reconnected(): void {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(new Error('the connection to NATS was lost'));
  }

  /** Sends the pending publications. */
  flush(): void {
    if (this.later.length > 0) this.rhythm.now();
  }

  private sendLater(): void {
    for (const send of this.later.splice(0)) send();
  }

  private send({ subject, data, msgID, headers: head = headers() }: Publication, waiting: Waiting): void {
    const token = (this.count++).toString(36);
    head.set(MSG_ID, msgID);
    try {
      this.options.connection.publish(subject, data, { headers: head, reply: this.inbox + token });
    } catch (error) {
      waiting.reject(error as Error);
      return;
    }
    this.waiting.set(token, waiting);
    this.timer ??= setInterval(() => this.check(), this.options.answerMs / CHECKS);
  }

  private settle(message: Msg): void {
    const token = message.subject.slice(this.inbox.length);
    const one = this.waiting.get(token);
    if (one === undefined) return;
    this.waiting.delete(token);
    const answer = answerIn(message);
    if (typeof answer === 'number') one.resolve(answer);
    else one.reject(new Error(answer));
  }

  private check(): void {
    for (const [token, one] of this.waiting) {
      if (one.checks++ < CHECKS) continue;
      this.waiting.delete(token);
      one.reject(new Error('NATS does not answer'));
    }
    if (this.waiting.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private end(): void {
    this.rhythm.stop();
    this.sendLater();
    if (this.timer !== null) clearInterval(this.timer);
    for (const one of this.waiting.values()) one.reject(new Error('the connection is closed'));
    this.waiting.clear();
  }
}

/** The sequence of a publication in its stream, or why it was not accepted. */
function answerIn(message: Msg): number | string {
  if (message.headers?.code === NO_RESPONDERS) return 'no stream is there';
  try {
    const { seq, error } = message.json<{ seq?: number; error?: { description?: string } }>();
    if (error !== undefined) return error.description ?? 'refused';
    return seq ?? 'an invalid answer';
  } catch {
    return 'an invalid answer';
  }
}
