import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';

interface Progress {
  state: string;
  fetched: number;
}

let service: TestService;
const clients: Client[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await service.stop();
});

const running = async (): Promise<string> => {
  const { sessionId } = await insertSessionRows(service.databaseUrl, {
    steps: 5,
    session: { state: 'RUNNING', state_reason: null, finished_at: null, fetched: 0 },
  });
  return sessionId;
};
/** Commits a change of the session and notifies, as a worker does. */
const commit = (id: string, columns: string) =>
  sql(
    service.databaseUrl,
    `WITH changed AS (UPDATE sessions SET ${columns}, updated_at = clock_timestamp() WHERE id = '${id}' RETURNING id)
    SELECT pg_notify('gleaner_sessions', id::text) FROM changed`,
  );

function subscribe(sessionId: string): AsyncIterableIterator<Progress> {
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  clients.push(client);
  const results = client.iterate<{ sessionProgress: Progress }>({
    query: 'subscription ($id: ID!) { sessionProgress(sessionId: $id) { state fetched } }',
    variables: { id: sessionId },
  });
  return (async function* () {
    for await (const { data, errors } of results) {
      if (errors) throw new Error(JSON.stringify(errors));
      if (data) yield data.sessionProgress;
    }
  })();
}

describe('a running session', () => {
  it('reports fetches in flight and the estimated end, until it is stopped', async () => {
    const id = await running();
    const steps = JSON.stringify([0, 1, 2].map((step) => ({ step, chosenAfter: 0, urlNo: step })));
    await commit(
      id,
      `fetched = 380, failed = 20, pages_per_second = 2, in_flight = '${steps}', config = jsonb_set(config, '{budget}', '{"fetches": 1000}')`,
    );
    const get = async (): Promise<{ underWay: number; estimatedEndAt: string | null }> =>
      (await fetch(`${service.url}/v1/sessions/${id}`)).json() as never;
    const { underWay, estimatedEndAt } = await get();
    expect(underWay).toBe(3);
    const secondsLeft = (Date.parse(String(estimatedEndAt)) - Date.now()) / 1_000;
    expect(secondsLeft).toBeGreaterThan(0);
    expect(secondsLeft).toBeLessThanOrEqual(300);
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ session(id: "${id}") { underWay estimatedEndAt } }` }),
    });
    expect(await answer.json()).toEqual({ data: { session: { underWay: 3, estimatedEndAt: expect.any(String) } } });
    await commit(id, "command = 'STOP'");
    expect(await get()).toMatchObject({ underWay: 3, estimatedEndAt: null });
    await commit(id, "command = NULL, state = 'STOPPED', state_reason = 'STOPPED'");
    expect(await get()).toMatchObject({ underWay: 0, estimatedEndAt: null });
  });
});

describe('sessionProgress', () => {
  it('sends the state at once, then every change, and ends with the session', async () => {
    const id = await running();
    const progress = subscribe(id);
    expect((await progress.next()).value).toEqual({ state: 'RUNNING', fetched: 0 });
    await commit(id, 'fetched = 1');
    expect((await progress.next()).value).toEqual({ state: 'RUNNING', fetched: 1 });
    await commit(id, "fetched = 2, state = 'COMPLETED', state_reason = 'BUDGET'");
    expect((await progress.next()).value).toEqual({ state: 'COMPLETED', fetched: 2 });
    expect((await progress.next()).done).toBe(true);
  });

  it('sends the end to a late subscriber', async () => {
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 5 });
    const seen: Progress[] = [];
    for await (const progress of subscribe(sessionId)) seen.push(progress);
    expect(seen).toEqual([{ state: 'COMPLETED', fetched: expect.any(Number) }]);
  });

  it('thins out a flood of commits and still ends with the newest state', async () => {
    const id = await running();
    const seen: { at: number; fetched: number }[] = [];
    const reader = (async () => {
      for await (const { fetched } of subscribe(id)) seen.push({ at: Date.now(), fetched });
    })();
    while (seen.length === 0) await sleep(10);
    const begun = Date.now();
    for (let i = 1; i <= 60; i++) {
      await commit(id, `fetched = ${i}`);
      await sleep(10);
    }
    await commit(id, "fetched = 61, state = 'STOPPED', state_reason = 'STOPPED'");
    await reader;
    const seconds = (Date.now() - begun) / 1_000;
    expect(seen.at(-1)?.fetched).toBe(61);
    expect(seen.map(({ fetched }) => fetched)).toEqual([...seen.map(({ fetched }) => fetched)].sort((a, b) => a - b));
    // Five per second, and one each for the beginning and the end.
    expect(seen.length).toBeLessThanOrEqual(Math.ceil(seconds * 5) + 2);
    expect(seen.length).toBeGreaterThan(2);
  });

  it('serves many subscribers of one session, and ends when it is deleted', async () => {
    const id = await running();
    const all = Array.from({ length: 5 }, () => subscribe(id));
    for (const progress of all) expect((await progress.next()).value).toEqual({ state: 'RUNNING', fetched: 0 });
    const [left, ...stay] = all;
    await left.return?.();
    await commit(id, 'fetched = 3');
    for (const progress of stay) expect((await progress.next()).value).toEqual({ state: 'RUNNING', fetched: 3 });
    await sql(
      service.databaseUrl,
      `WITH gone AS (DELETE FROM sessions WHERE id = '${id}' RETURNING id) SELECT pg_notify('gleaner_sessions', id::text) FROM gone`,
    );
    for (const progress of stay) expect((await progress.next()).done).toBe(true);
  });

  it.each([
    ['0190f4c8-0000-7000-8000-000000000000', 'NOT_FOUND'],
    ['mine', 'VALIDATION_FAILED'],
  ])('refuses session %s with %s', async (id, code) => {
    await expect(subscribe(id).next()).rejects.toThrow(`"code":"${code}"`);
  });
});
