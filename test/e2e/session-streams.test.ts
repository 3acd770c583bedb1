import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { heardIn, openUnread, readStream, type StreamMessage, type UnreadStream } from '../support/event-stream.js';
import { type LocalService, startServiceHere } from '../support/service-here.js';
import { appendPages, insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';

/** More than other tests hold, including streams not released yet. */
const STREAMS = 20;

let service: LocalService;
let rows: SessionRows;
beforeAll(async () => {
  service = await startServiceHere({ STREAMS_MAX: String(STREAMS) });
  rows = await insertSessionRows(service.databaseUrl, { steps: 700 });
  await sql(service.databaseUrl, 'UPDATE session_events SET completed = 0 WHERE session_id = $1', [rows.sessionId]);
  await note(rows.sessionId, 250);
});
afterAll(() => service.stop());

const streamOf = (id: string, query = ''): string => `${service.url}/v1/sessions/${id}/stream${query}`;
const note = (id: string, events: number) =>
  sql(
    service.databaseUrl,
    `INSERT INTO session_events (session_id, kind, completed, details)
     SELECT $1, 'running', n, jsonb_build_object('by', 'worker') FROM generate_series(1, $2::int) AS n`,
    [id, events],
  );
const notify = (id: string) => sql(service.databaseUrl, `SELECT pg_notify('gleaner_sessions', $1)`, [id]);
const relevantSeqs = ({ pages }: SessionRows): number[] =>
  pages
    .filter(({ relevant }) => relevant)
    .map(({ seq }) => seq)
    .sort((a, b) => a - b);
const positionOf = (item: Record<string, unknown>): string => item['position'] as string;
const eventAndData = ({ event, data }: StreamMessage) => ({ event, data });
const isCaughtUp = (messages: readonly StreamMessage[]): boolean => messages.some(({ event }) => event === 'progress');
const seqsOf = (messages: readonly StreamMessage[]) =>
  messages.flatMap(({ event, data }) => (event === 'page' ? [data['seq']] : []));

describe('the stream of a session that has ended', () => {
  it('sends everything in order, then ends; and continues after each item', async () => {
    const { messages, ended, text } = await readStream(streamOf(rows.sessionId));
    expect(ended).toBe(true);
    expect(text.startsWith('retry: ')).toBe(true);
    expect(seqsOf(messages)).toEqual(relevantSeqs(rows));
    expect(relevantSeqs(rows).length).toBeGreaterThan(200);
    expect(messages.filter(({ event }) => event === 'event').length).toBeGreaterThanOrEqual(250);
    expect(messages.slice(-2).map(({ event }) => event)).toEqual(['progress', 'end']);
    expect(messages.at(-2)?.data).toMatchObject({ state: 'completed', fetched: expect.any(Number) });
    expect(messages.at(-1)?.data).toEqual({ reason: 'completed' });
    for (const at of [0, 1, 199, 200, 333, messages.length - 3]) {
      const rest = await readStream(streamOf(rows.sessionId), { lastEventId: messages[at].id });
      expect(rest.messages.map(eventAndData)).toEqual(messages.slice(at + 1).map(eventAndData));
    }
    const over = await readStream(streamOf(rows.sessionId), { lastEventId: messages.at(-1)?.id ?? '' });
    expect([over.status, over.text]).toEqual([204, '']);
    const now = await readStream(streamOf(rows.sessionId, '?from=now'));
    expect(now.messages.map(({ event }) => event)).toEqual(['progress', 'end']);
    const after = await readStream(streamOf(rows.sessionId, `?after=${messages.at(-3)?.id ?? ''}`));
    expect(after.messages.map(eventAndData)).toEqual(messages.slice(-2).map(eventAndData));
  });

  it('is the same over GraphQL', async () => {
    const client = createClient({
      url: `${service.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    const query = `subscription ($id: ID!, $after: String) { sessionStream(sessionId: $id, after: $after) {
      ... on StreamedPage { position page { seq step url domainName title probability depth hasScreenshot } }
      ... on StreamedEvent { position event { no kind } }
      ... on StreamedProgress { position progress { state fetched } } } }`;
    const told = async (after: string | null): Promise<Record<string, Record<string, unknown>>[]> => {
      const items = [];
      for await (const { data, errors } of client.iterate<{ sessionStream: Record<string, Record<string, unknown>> }>({
        query,
        variables: { id: rows.sessionId, after },
      }))
        if (data) items.push(data.sessionStream);
        else throw new Error(JSON.stringify(errors));
      return items;
    };
    const all = await told(null);
    const { messages } = await readStream(streamOf(rows.sessionId));
    expect(all.map(({ position }) => position)).toEqual(messages.slice(0, -1).map(({ id }) => id));
    const pages = messages.filter(({ event }) => event === 'page').map(({ data: { fetchedAt: _, ...page } }) => page);
    expect(all.flatMap(({ page }) => (page === undefined ? [] : [page]))).toEqual(pages);
    const rest = await told(positionOf(all[300]));
    expect(rest.map(({ position: _, ...item }) => item)).toEqual(
      all.slice(301).map(({ position: _, ...item }) => item),
    );
    expect(await told(messages.at(-1)?.id ?? '')).toEqual([]);
    await client.dispose();
  });
});

describe('the stream of a session under way', () => {
  const running = () =>
    insertSessionRows(service.databaseUrl, {
      steps: 20,
      session: { state: 'RUNNING', state_reason: null, finished_at: null },
    });

  it('sends new items to all listeners and returning ones, and ends with the session', async () => {
    const session = await running();
    const { sessionId } = session;
    const before = relevantSeqs(session);
    const last = session.pages[before.at(-1) ?? 0];
    const first = await readStream(streamOf(sessionId), { until: isCaughtUp });
    expect(seqsOf(first.messages)).toEqual(before);
    const readers = [streamOf(sessionId), streamOf(sessionId, '?from=now')].map((url) => readStream(url));
    const add = async (seq: number, more: string): Promise<void> => {
      await appendPages(service.databaseUrl, session, [{ ...last, step: seq, seq, relevant: true }]);
      await note(sessionId, 1);
      await sql(
        service.databaseUrl,
        `UPDATE sessions SET completed = ${seq + 1}, fetched = fetched + 1, updated_at = clock_timestamp() ${more} WHERE id = $1`,
        [sessionId],
      );
      await notify(sessionId);
    };
    for (let seq = 20; seq < 30; seq++) await add(seq, '');
    await add(30, `, state = 'STOPPED', state_reason = 'STOPPED'`);
    const added = Array.from({ length: 11 }, (_, i) => 20 + i);
    const [whole] = await Promise.all(readers);
    expect(seqsOf(whole.messages)).toEqual([...before, ...added]);
    expect(whole.messages.at(-1)?.data).toEqual({ reason: 'stopped' });
    const back = await readStream(streamOf(sessionId), { lastEventId: first.messages.at(-1)?.id ?? '' });
    expect(seqsOf(back.messages)).toEqual(added);
    const nos = [...first.messages, ...back.messages].flatMap(({ event, data }) =>
      event === 'event' ? [data['no']] : [],
    );
    const stored = await sql(service.databaseUrl, `SELECT no FROM session_events WHERE session_id = $1 ORDER BY no`, [
      sessionId,
    ]);
    expect(nos).toEqual(stored.map(({ no }) => no));
  });

  it('drops a listener that does not read, which continues after its last item', async () => {
    const session = await running();
    const { sessionId } = session;
    const last = session.pages[relevantSeqs(session).at(-1) ?? 0];
    const caughtUp = await readStream(streamOf(sessionId), { until: isCaughtUp });
    const after = `?after=${caughtUp.messages.at(-1)?.id ?? ''}`;
    const unread = await openUnread(streamOf(sessionId, after));
    // Far more than its queue and all buffers hold.
    const title = 'x'.repeat(20_000);
    const end = 20 + 1_500;
    const other = heardIn(streamOf(sessionId, after), `"seq":${end - 1},`);
    for (let seq = 20; seq < end; seq += 100) {
      const pages = Array.from({ length: 100 }, (_, i) => ({
        ...last,
        step: seq + i,
        seq: seq + i,
        relevant: true,
        title,
      }));
      await appendPages(service.databaseUrl, session, pages);
      await sql(
        service.databaseUrl,
        `UPDATE sessions SET completed = ${seq + 100}, fetched = ${seq + 100}, updated_at = clock_timestamp() WHERE id = $1`,
        [sessionId],
      );
      await notify(sessionId);
    }
    // Both listeners got the same items.
    await other;
    const heard = await unread.read();
    const lastEventId = heard.at(-1)?.id ?? caughtUp.messages.at(-1)?.id ?? '';
    await sql(service.databaseUrl, `UPDATE sessions SET state = 'STOPPED', state_reason = 'STOPPED' WHERE id = $1`, [
      sessionId,
    ]);
    const back = await readStream(streamOf(sessionId), { lastEventId });
    expect(seqsOf(back.messages).length).toBeGreaterThan(0);
    const added = Array.from({ length: end - 20 }, (_, i) => 20 + i);
    expect([...seqsOf(heard), ...seqsOf(back.messages)]).toEqual(added);
  });

  it('ends when the session is deleted, and lets no more listen than there may be', async () => {
    const { sessionId } = await running();
    const reading: UnreadStream[] = [];
    for (let isFull = false; !isFull;) {
      const stream = await openUnread(streamOf(sessionId));
      isFull = stream.status === 503;
      if (isFull) await stream.read();
      else reading.push(stream);
      expect(reading.length).toBeLessThanOrEqual(STREAMS);
    }
    expect(reading.length).toBeGreaterThan(STREAMS / 2);
    await sql(service.databaseUrl, `DELETE FROM sessions WHERE id = $1`, [sessionId]);
    await notify(sessionId);
    for (const messages of await Promise.all(reading.map((stream) => stream.read())))
      expect(messages.at(-1)).toMatchObject({ event: 'end', data: { reason: 'deleted' } });
    // The places are released.
    let status = 503;
    while (status === 503) ({ status } = await readStream(streamOf(rows.sessionId)));
    expect(status).toBe(200);
  });

  it('answers HEAD with its headers, and refuses invalid positions', async () => {
    const { sessionId } = await running();
    const head = await fetch(streamOf(sessionId), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const refusal = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(url, { headers });
      const { code, field } = (await answer.json()) as { code: string; field: string };
      return [answer.status, code, field];
    };
    expect(await refusal(streamOf(sessionId), { 'last-event-id': '12' })).toEqual([
      400,
      'VALIDATION_FAILED',
      'Last-Event-ID',
    ]);
    expect(await refusal(streamOf(sessionId, '?after=abc'))).toEqual([400, 'VALIDATION_FAILED', 'after']);
    expect(await refusal(streamOf(sessionId, '?from=there'))).toEqual([400, 'VALIDATION_FAILED', 'from']);
    expect(await refusal(streamOf('0190f4c8-0000-7000-8000-000000000000'))).toMatchObject([404, 'NOT_FOUND']);
  });
});
