import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** The fields of undici's diagnostics messages; the request itself is only a key here. */
interface RequestMessage {
  readonly request: object;
}
interface SentMessage extends RequestMessage {
  readonly headers: string;
  readonly socket: Socket;
}
interface ReceivedMessage extends RequestMessage {
  readonly response: { readonly statusCode: number; readonly statusText: string; readonly headers: readonly Buffer[] };
}

/** Credentials for the operator's own proxy are not part of the request to the site. */
const HEADER_LINES = /^([^:\r\n]+):.*\r\n/gm;

/** A request's head without its secrets. */
export function withoutSecrets(head: string, names: readonly string[] = []): string {
  const hidden = new Set(['proxy-authorization', ...names.map((name) => name.toLowerCase())]);
  return head.replace(HEADER_LINES, (line, name: string) => (hidden.has(name.toLowerCase()) ? '' : line));
}

/** Observes one request; a request that is resent on another connection is reported again. */
interface RequestWatcher {
  sent(head: string, socket: Socket): void;
  answered?(head: () => string): void;
}

const watchers = new WeakMap<object, readonly RequestWatcher[]>();
let dispatching: readonly RequestWatcher[] | null = null;
let subscribed = false;

/**
 * Records the heads of one request and its response as sent on the wire, from the HTTP client's diagnostics channels.
 */
export class HeadRecorder implements RequestWatcher {
  /** Epoch ms when the request was sent; until then, when it was created. */
  startedAt = Date.now();
  /** Address of the other end of the connection. */
  ip: string | null = null;
  requestHead = '';
  responseHead = '';

  sent(head: string, socket: Socket): void {
    this.startedAt = Date.now();
    this.ip = socket.remoteAddress ?? null;
    this.requestHead = `${withoutSecrets(head)}\r\n`;
  }

  answered(head: () => string): void {
    this.responseHead = head();
  }
}

/** Sockets that have carried a request. */
const used = new WeakSet<Socket>();

/** Tells whether a request went out on a connection kept from an earlier one, and had no answer. */
export class ReuseWatcher implements RequestWatcher {
  private isReused = false;
  private isAnswered = false;

  get isUnanswered(): boolean {
    return this.isReused && !this.isAnswered;
  }

  sent(_head: string, socket: Socket): void {
    this.isReused = used.has(socket);
    used.add(socket);
  }

  answered(): void {
    this.isAnswered = true;
  }
}

/**
 * @param dispatch passes one request to the client before it returns; the watchers are called when it is sent and
 * answered
 */
export function watchRequest<T>(by: readonly RequestWatcher[], dispatch: () => T): T {
  subscribeOnce();
  dispatching = by;
  try {
    return dispatch();
  } finally {
    dispatching = null;
  }
}

function subscribeOnce(): void {
  if (subscribed) return;
  subscribed = true;
  subscribe('undici:request:create', (message) => {
    if (dispatching !== null) watchers.set((message as RequestMessage).request, dispatching);
  });
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, headers, socket } = message as SentMessage;
    for (const watcher of watchers.get(request) ?? []) watcher.sent(headers, socket);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as ReceivedMessage;
    for (const watcher of watchers.get(request) ?? []) watcher.answered?.(() => headOf(response));
  });
}

function headOf({ statusCode, statusText, headers }: ReceivedMessage['response']): string {
  let head = `HTTP/1.1 ${statusCode} ${statusText}\r\n`;
  for (let i = 0; i + 1 < headers.length; i += 2)
    head += `${headers[i]?.toString('latin1') ?? ''}: ${headers[i + 1]?.toString('latin1') ?? ''}\r\n`;
  return `${head}\r\n`;
}
