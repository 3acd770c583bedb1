import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright-core';

/** A session of Chrome's DevTools protocol with the browser or one of its pages. Only the types are from Playwright. */
export type CdpSession = Pick<CDPSession, 'send' | 'on'>;

interface PendingCall {
  readonly session: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** The browser's own session. */
const ROOT = '';
const END_OF_MESSAGE = '\0';
/** Chromium's own limit for a message. A page's text and links are a small part of it. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/**
 * The two pipes to a browser, and all sessions over them.
 *
 * Gleaner speaks the protocol directly: a crawler needs few messages per page. Playwright tracks each request, script
 * and state of a page, which took half of this process's computing time per page.
 */
export class CdpConnection {
  readonly browser = this.session(ROOT);
  private nextId = 0;
  private readonly pending = new Map<number, PendingCall>();
  /** By session and event. */
  private readonly listeners = new Map<string, Map<string, (payload: unknown) => void>>();
  private readonly onClose: (() => void)[] = [];
  /** Parts of an incomplete message. */
  private parts: Buffer[] = [];
  private partBytes = 0;
  private open = true;

  constructor(
    private readonly input: Writable,
    private readonly output: Readable,
    private readonly maxMessageBytes = MAX_MESSAGE_BYTES,
  ) {
    output.on('data', (chunk: Buffer) => this.take(chunk)).on('end', () => this.close());
    for (const stream of [input, output]) stream.on('error', () => this.close()).on('close', () => this.close());
  }

  get isOpen(): boolean {
    return this.open;
  }

  /** Called once, after the browser has ended. */
  whenClosed(then: () => void): void {
    if (this.open) this.onClose.push(then);
    else then();
  }

  /** @param id from the browser, for an attached page. Each event has one listener. */
  session(id: string): CdpSession {
    const session = {
      send: (method: string, params?: object) => this.ask(id, method, params),
      on: (event: string, listener: (payload: unknown) => void) => {
        const events = this.listeners.get(id) ?? new Map<string, (payload: unknown) => void>();
        this.listeners.set(id, events.set(event, listener));
        return session;
      },
    };
    return session as unknown as CdpSession;
  }

  /** For a page that has gone: drops its events and fails its pending calls. */
  forget(id: string): void {
    this.listeners.delete(id);
    this.fail('the page has gone', (one) => one.session === id);
  }

  private ask(session: string, method: string, params: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!this.open) return reject(new Error('the browser has gone'));
      const id = ++this.nextId;
      this.pending.set(id, { session, resolve, reject });
      const message = { id, method, params, ...(session === ROOT ? {} : { sessionId: session }) };
      this.input.write(JSON.stringify(message) + END_OF_MESSAGE);
    });
  }

  private take(chunk: Buffer): void {
    let from = 0;
    for (let to = chunk.indexOf(END_OF_MESSAGE); to !== -1; to = chunk.indexOf(END_OF_MESSAGE, from)) {
      const last = chunk.subarray(from, to);
      const whole = this.parts.length === 0 ? last : Buffer.concat([...this.parts, last]);
      this.parts = [];
      this.partBytes = 0;
      from = to + 1;
      const message = parsed(whole);
      // A peer that does not speak the protocol is not a browser.
      if (message === null) return this.close();
      this.dispatch(message);
    }
    if (from === chunk.length) return;
    this.parts.push(chunk.subarray(from));
    this.partBytes += chunk.length - from;
    if (this.partBytes > this.maxMessageBytes) this.close();
  }

  private dispatch({ id, method, params, result, error, sessionId = ROOT }: Message): void {
    if (id === undefined) return this.listeners.get(sessionId)?.get(method ?? '')?.(params);
    const one = this.pending.get(id);
    this.pending.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(error.message));
  }

  /** For a browser that has ended: its children may still hold the pipes. */
  close(): void {
    if (!this.open) return;
    this.open = false;
    this.input.destroy();
    this.output.destroy();
    this.fail('the browser has gone', () => true);
    for (const then of this.onClose.splice(0)) then();
  }

  private fail(message: string, which: (one: PendingCall) => boolean): void {
    for (const [id, one] of this.pending) {
      if (!which(one)) continue;
      this.pending.delete(id);
      one.reject(new Error(message));
    }
  }
}

function parsed(bytes: Buffer): Message | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as Message;
  } catch {
    return null;
  }
}
