import { headers, type Msg, type MsgHdrs, type NatsConnection, nuid } from '@nats-io/transport-node';
import { Rhythm } from './rhythm.js';

/** What goes to a stream. */
export interface Publication {
  readonly subject: string;
  readonly data: Uint8Array;
  /** The stream takes a second one of the same id for the first one. */
  readonly msgID: string;
  readonly headers?: MsgHdrs;
}

export interface PublicationsOptions {
  readonly connection: NatsConnection;
  /** What the subjects begin with at which streams say that they have a publication. Nobody else may publish there. */
  readonly inbox: string;
  /** Longest wait for that, ms. */
  readonly answerMs: number;
}

/** A publication of which its stream has not said that it has it. */
interface Waiting {
  /** Looks since it was sent. */
  looks: number;
  readonly resolve: (sequence: number) => void;
  readonly reject: (error: Error) => void;
}

const MSG_ID = 'Nats-Msg-Id';
/** Publications that can wait go out so often, ms, as one write to the socket. */
const GATHER_MS = 10;
/** Looks at what waits within the longest wait. */
const LOOKS = 5;
const NO_RESPONDERS = 503;

/**
 * Publishes to streams, and says when they have it.
 *
 * The client's own way makes for each publication a request with a timer, and an error with its stack that nobody reads. Here one subscription and one timer
 * serve all of them.
 */
export class Publications {
  private readonly waiting = new Map<string, Waiting>();
  private later: (() => void)[] = [];
  private readonly rhythm = new Rhythm(GATHER_MS, () => this.sendLater());
  private looks: NodeJS.Timeout | null = null;
  private readonly inbox: string;
  private count = 0;

  constructor(private readonly options: PublicationsOptions) {
    const { connection, inbox } = options;
    this.inbox = `${inbox}.${nuid.next()}.`;
    connection.subscribe(`${this.inbox}*`, { callback: (_error, message) => this.hear(message) });
    void connection.closed().then(() => this.end());
  }

  /** Resolves when the stream has it, with its sequence there. @throws what NATS says, or that it says nothing */
  publish(publication: Publication): Promise<number> {
    return new Promise((resolve, reject) => this.send(publication, { looks: 0, resolve, reject }));
  }

  /** The same, a moment later, and together with others. */
  publishSoon(publication: Publication): Promise<number> {
    return new Promise((resolve, reject) => {
      this.later.push(() => this.send(publication, { looks: 0, resolve, reject }));
      this.rhythm.due();
    });
  }

  /** Sends what waits for others. */
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
    this.looks ??= setInterval(() => this.look(), this.options.answerMs / LOOKS);
  }

  private hear(message: Msg): void {
    const token = message.subject.slice(this.inbox.length);
    const one = this.waiting.get(token);
    if (one === undefined) return;
    this.waiting.delete(token);
    const answer = answerIn(message);
    if (typeof answer === 'number') one.resolve(answer);
    else one.reject(new Error(answer));
  }

  private look(): void {
    for (const [token, one] of this.waiting) {
      if (one.looks++ < LOOKS) continue;
      this.waiting.delete(token);
      one.reject(new Error('NATS does not answer'));
    }
    if (this.waiting.size > 0 || this.looks === null) return;
    clearInterval(this.looks);
    this.looks = null;
  }

  private end(): void {
    this.rhythm.stop();
    this.sendLater();
    if (this.looks !== null) clearInterval(this.looks);
    for (const one of this.waiting.values()) one.reject(new Error('the connection is closed'));
    this.waiting.clear();
  }
}

/** The sequence of a publication in its stream, or why it was not taken. */
function answerIn(message: Msg): number | string {
  if (message.headers?.code === NO_RESPONDERS) return 'no stream is there';
  try {
    const { seq, error } = message.json<{ seq?: number; error?: { description?: string } }>();
    if (error !== undefined) return error.description ?? 'refused';
    return seq ?? 'an answer that is none';
  } catch {
    return 'an answer that is none';
  }
}
