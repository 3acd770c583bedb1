import { GleanerError } from './errors.js';
import { rows } from './paging.js';
import { outlasting } from './patience.js';
import { serverSentEvents } from './server-sent-events.js';
import { sessionItems } from './session-stream.js';
import { jsonLines, textLines } from './text-lines.js';
import type { Session, SessionStreamItem } from './types.js';
import { polled, waitedFor } from './waiting.js';

/** A body that arrives in these pieces, and then ends or breaks off. */
function arriving(pieces: Iterable<string | Uint8Array>, breaksOff: Error | false = false) {
  const state = { pulled: 0, cancelled: false };
  const source = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        state.pulled++;
        const { done, value } = source.next();
        if (done !== true) controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : value);
        else if (breaksOff) controller.error(breaksOff);
        else controller.close();
      },
      cancel: () => void (state.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}
const brokenOff = new TypeError('terminated');
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('lines', () => {
  const text = 'one\ntwo é €\r\n\nthree\nfour\r\n';
  const bytes = new TextEncoder().encode(text);
  const expected = ['one', 'two é €', '', 'three', 'four'];

  it.each(Array.from({ length: bytes.length + 1 }, (_, cut) => cut))(
    'are whole when cut after byte %i',
    async (cut) => {
      expect(await all(textLines(arriving([bytes.subarray(0, cut), bytes.subarray(cut)]).body))).toEqual(expected);
    },
  );

  it('are whole when they come byte by byte, and without a last end', async () => {
    const pieces = [...bytes.subarray(0, -2)].map((byte) => Uint8Array.of(byte));
    expect(await all(textLines(arriving(pieces).body))).toEqual(expected);
  });

  it('are read no faster than they are asked for, and leaving ends the transfer', async () => {
    function* endless(): Generator<string> {
      for (;;) yield 'x\n';
    }
    const { body, state } = arriving(endless());
    for await (const _line of textLines(body)) if (state.pulled === 3) break;
    expect(state).toEqual({ pulled: 3, cancelled: true });
  });

  it('of JSON are rows', async () => {
    expect(await all(jsonLines(arriving(['{"a":1}\n\n{"a"', ':2}']).body))).toEqual([{ a: 1 }, { a: 2 }]);
    await expect(all(jsonLines(arriving(['{"a":1}\nnonsense\n']).body))).rejects.toThrow(/nonsense/);
  });

  it('that break off are no end', async () => {
    const rowsRead: unknown[] = [];
    const reading = (async () => {
      for await (const row of jsonLines(arriving(['{"a":1}\n{"a"'], brokenOff).body)) rowsRead.push(row);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(rowsRead).toEqual([{ a: 1 }]);
  });
});

test('server-sent events: comments and half events are left out, ids stay, waits are bounded', async () => {
  const told: number[] = [];
  const { body } = arriving([
    'retry: 5\n\n: hello\n\nid: 1\nevent: page\ndata: {"a":\ndata: 1}\n\ndata:x\n\nretry: 9999999\nid: 2\n\nevent: page\ndata: half',
  ]);
  expect(await all(serverSentEvents(body, (ms) => told.push(ms)))).toEqual([
    { id: '1', event: 'page', data: '{"a":\n1}' },
    { id: '1', event: 'message', data: 'x' },
  ]);
  expect(told).toEqual([5, 60_000]);
});

const away = (): GleanerError => new GleanerError('connect ECONNREFUSED', 0, 'UNREACHABLE');
/** Calls that fail before the given ones are answered, each error once. */
function answering<T>(...answers: (T | GleanerError)[]): () => Promise<T> {
  return async () => {
    const next = answers.shift();
    if (next instanceof GleanerError) throw next;
    return next as T;
  };
}

describe('a service that is away', () => {
  const pause = async (): Promise<void> => undefined;

  it('is waited for', async () => {
    const first = away();
    const call = answering(first, new GleanerError('no database', 503, 'UNAVAILABLE'), 7);
    const said: GleanerError[] = [];
    expect(await outlasting(call, pause, (error) => void said.push(error))).toBe(7);
    expect(said).toEqual([first]);
  });

  it.each([
    ['for as long as the patience', away(), -1],
    ['not where it refuses', new GleanerError('no', 404, 'NOT_FOUND'), 60_000],
  ])('is waited for, but %s', async (_, error, patienceMs) => {
    await expect(outlasting(answering<number>(error, 7), pause, undefined, patienceMs)).rejects.toBe(error);
  });

  it('ends no list, no waiting and no stream that has begun', async () => {
    const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: '1' };
    const last = { items: [2], pageInfo: { ...pageInfo, hasNextPage: false } };
    const onAway = ({ message }: GleanerError): void => void said.push(message);
    const said: string[] = [];
    expect(await all(rows(answering({ items: [1], pageInfo }, away(), last), {}, pause, onAway))).toEqual([1, 2]);
    expect(await polled(answering(1, away(), 2), (now) => now === 2, { pollMs: 1, onAway })).toBe(2);
    const open = answering(arriving([item(1)]).body, away(), arriving([item(2, 'end')]).body);
    expect((await all(sessionItems(open, undefined, pause, onAway))).map(({ id }) => id)).toEqual(['1', '2']);
    expect(said).toHaveLength(3);
  });

  it('ends what has not begun', async () => {
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
    await expect(all(rows(answering(away(), { items: [1], pageInfo }), {}, pause))).rejects.toMatchObject({
      status: 0,
    });
    await expect(polled(answering(away(), 1), () => true)).rejects.toMatchObject({ status: 0 });
    await expect(all(sessionItems(answering(away(), null), undefined, pause))).rejects.toMatchObject({ status: 0 });
  });
});

const item = (id: number, event = 'progress', data = '{"state":"running"}'): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

describe('the stream of a session', () => {
  it('goes on behind the last item when it breaks off, and ends with the session', async () => {
    const opened: (string | undefined)[] = [];
    const waits: number[] = [];
    const connections = [
      arriving([`retry: 7\n\n${item(1)}${item(2)}id: 3\nevent: pro`], brokenOff),
      arriving([], new GleanerError('the response has stopped arriving', 0, 'TIMEOUT')),
      arriving([item(3), item(4, 'end', '{"reason":"completed"}')]),
    ];
    const items = sessionItems(
      async (last) => {
        opened.push(last);
        return connections[opened.length - 1].body;
      },
      undefined,
      async (ms) => void waits.push(ms),
    );
    expect((await all(items)).map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(opened).toEqual([undefined, '2', '2']);
    expect(waits).toEqual([7, 7]);
  });

  it('is over where nothing follows', async () => {
    expect(
      await all(
        sessionItems(
          async () => null,
          '9',
          async () => undefined,
        ),
      ),
    ).toEqual([]);
  });

  it('is given up after five connections that bring nothing', async () => {
    let opened = 0;
    const open = async () => {
      opened++;
      return arriving([': \n\n'], brokenOff).body;
    };
    await expect(all(sessionItems(open, undefined, async () => undefined))).rejects.toThrow(GleanerError);
    expect(opened).toBe(5);
  });
});

describe('waiting', () => {
  const at = (state: Session['state'], fetched = 0): Session => ({ state, fetched }) as Session;
  const progress = (state: Session['state'], fetched = 0) =>
    ({ id: '1', event: 'progress', data: at(state, fetched) }) as SessionStreamItem;
  const reader = (sessions: Session[], stream: () => AsyncIterable<SessionStreamItem>) => {
    const state = { looks: 0 };
    const session = async () => sessions[Math.min(state.looks++, sessions.length - 1)];
    return { state, session, stream };
  };
  async function* streamOf(...items: (SessionStreamItem | Error)[]): AsyncGenerator<SessionStreamItem> {
    for (const one of items) {
      if (one instanceof Error) throw one;
      yield one;
    }
  }

  it('takes one look where the session has ended', async () => {
    const ended = reader([at('completed')], () => streamOf(new Error('not opened')));
    expect(await waitedFor(ended, {})).toEqual(at('completed'));
    expect(ended.state.looks).toBe(1);
  });

  it('follows the stream and looks again at the end', async () => {
    const end = { id: '2', event: 'end', data: { reason: 'stopped' } } as SessionStreamItem;
    const running = reader([at('running'), at('stopped', 9)], () => streamOf(progress('running', 5), end));
    const seen: number[] = [];
    const options = { onProgress: ({ fetched }: { fetched: number }) => void seen.push(fetched) };
    expect(await waitedFor(running, options)).toEqual(at('stopped', 9));
    expect([seen, running.state.looks]).toEqual([[0, 5, 9], 2]);
  });

  it('waits for the outcomes that it is given', async () => {
    const running = reader([at('running'), at('running', 5)], () => streamOf(progress('running', 5)));
    expect(await waitedFor(running, { until: ({ fetched }) => fetched >= 5 })).toEqual(at('running', 5));
  });

  it.each([
    ['breaks off', () => streamOf(progress('running', 1), new GleanerError('gone', 0, 'UNREACHABLE'))],
    ['is refused', () => streamOf(new GleanerError('none', 406, ''))],
    ['ends too early', () => streamOf()],
  ])('looks from time to time where the stream %s', async (_name, stream) => {
    const running = reader([at('running'), at('running'), at('failed')], stream);
    expect(await waitedFor(running, { pollMs: 1 })).toEqual(at('failed'));
  });

  it('ends with the signal, and with errors that are no refusals', async () => {
    const broken = reader([at('running')], () => streamOf(new Error('a bug')));
    await expect(waitedFor(broken, {})).rejects.toThrow('a bug');
    const reason = new Error('enough');
    const isDone = (): boolean => false;
    await expect(polled(async () => 1, isDone, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

test('rows of a list are read call by call, only as many as are asked for', async () => {
  const queries: unknown[] = [];
  const read = async (query: Readonly<Record<string, unknown>>) => {
    queries.push(query);
    const at = Number(query['after'] ?? 0);
    const pageInfo = { hasNextPage: at < 4, hasPreviousPage: at > 0, startCursor: null, endCursor: String(at + 2) };
    return { items: [at, at + 1], pageInfo };
  };
  for await (const row of rows(read, { first: 2, search: 'x' })) if (row === 1) break;
  expect(queries).toEqual([{ first: 2, search: 'x' }]);
  expect(await all(rows(read))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(queries.slice(1)).toEqual([{ first: 100 }, { first: 100, after: '2' }, { first: 100, after: '4' }]);
});
