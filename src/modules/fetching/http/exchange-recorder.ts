import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** What undici publishes of its requests; the request itself is only a key here. */
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

/** Credentials for the operator's own proxy are no part of what the web was asked. */
const SECRET_LINES = /^proxy-authorization:.*\r\n/gim;

const recorders = new WeakMap<object, HeadRecorder>();
let dispatching: HeadRecorder | null = null;
let subscribed = false;

/** The heads of one request and its response as they go over the wire, taken down from the HTTP client's diagnostics channels. */
export class HeadRecorder {
  /** Epoch ms of the moment the request was sent; of its making until then. */
  startedAt = Date.now();
  /** Address of the other end of the connection. */
  ip: string | null = null;
  requestHead = '';
  responseHead = '';
}

/** @param dispatch hands one request to the client, before it returns; its heads are taken down when they are sent and received */
export function recordHeads<T>(recorder: HeadRecorder, dispatch: () => T): T {
  subscribeOnce();
  dispatching = recorder;
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
    if (dispatching !== null) recorders.set((message as RequestMessage).request, dispatching);
  });
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, headers, socket } = message as SentMessage;
    const recorder = recorders.get(request);
    if (recorder === undefined) return;
    recorder.startedAt = Date.now();
    recorder.ip = socket.remoteAddress ?? null;
    recorder.requestHead = `${headers.replace(SECRET_LINES, '')}\r\n`;
  });
  subscribe('undici:request:headers', (message) => {
    const {
      request,
      response: { statusCode, statusText, headers },
    } = message as ReceivedMessage;
    const recorder = recorders.get(request);
    if (recorder === undefined) return;
    let head = `HTTP/1.1 ${statusCode} ${statusText}\r\n`;
    for (let i = 0; i + 1 < headers.length; i += 2)
      head += `${headers[i]?.toString('latin1') ?? ''}: ${headers[i + 1]?.toString('latin1') ?? ''}\r\n`;
    recorder.responseHead = `${head}\r\n`;
  });
}
