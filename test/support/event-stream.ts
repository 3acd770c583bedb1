import { get, type IncomingMessage } from 'node:http';

/** A server-sent event, as a browser delivers it. */
export interface StreamMessage {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export interface StreamRead {
  readonly status: number;
  readonly messages: readonly StreamMessage[];
  /** Whether the server ended it. */
  readonly ended: boolean;
  readonly text: string;
}

export interface ReadOptions {
  readonly lastEventId?: string | null;
  /** Cuts the connection after this many bytes, wherever that is. */
  readonly maxBytes?: number;
  /** Ends the reading. */
  readonly until?: (messages: readonly StreamMessage[]) => boolean;
}

/** Complete events only: the beginning of one that was cut is dropped, as the standard requires. */
function messagesOf(text: string): StreamMessage[] {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const data = fields.get('data');
    if (data === undefined) return [];
    const parsed = JSON.parse(data) as Record<string, unknown>;
    return [{ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: parsed }];
  });
}

/** Reads a stream until it ends, or is cut. */
export function readStream(
  url: string,
  { lastEventId = null, maxBytes = Infinity, until }: ReadOptions = {},
): Promise<StreamRead> {
  return new Promise((resolve, reject) => {
    const headers = lastEventId === null ? {} : { 'last-event-id': lastEventId };
    const outgoing = get(url, { agent: false, headers }, (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const done = (ended: boolean): void => {
        const text = Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
        resolve({ status: response.statusCode ?? 0, messages: messagesOf(text), ended, text });
        if (!ended) outgoing.destroy();
      };
      response
        .on('data', (part: Buffer) => {
          parts.push(part);
          bytes += part.length;
          if (bytes >= maxBytes || until?.(messagesOf(Buffer.concat(parts).toString('utf8'))) === true) done(false);
        })
        .on('end', () => done(true))
        .on('error', () => undefined);
    });
    outgoing.on('error', reject);
  });
}

/** A connection to a stream, not read yet. */
export interface UnreadStream {
  readonly status: number;
  /** Reads to its end, of any kind. */
  read(): Promise<readonly StreamMessage[]>;
}

export function openUnread(url: string): Promise<UnreadStream> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.pause();
      const read = (): Promise<readonly StreamMessage[]> =>
        new Promise((done) => {
          const parts: Buffer[] = [];
          response
            .on('data', (part: Buffer) => parts.push(part))
            .on('error', () => undefined)
            .on('close', () => done(messagesOf(Buffer.concat(parts).toString('utf8'))))
            .resume();
        });
      resolve({ status: response.statusCode ?? 0, read });
    }).on('error', reject);
  });
}

/** Reads a stream until a text occurs in it, keeping nothing. */
export function heardIn(url: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { agent: false }, (response) => {
      let tail = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        const found = `${tail}${part}`.includes(text);
        tail = part.slice(-text.length);
        if (!found) return;
        resolve();
        outgoing.destroy();
      });
      response.on('error', () => undefined);
    }).on('error', reject);
  });
}
