import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { sql, type SessionBody } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface Window {
  from: string;
  downloaded: number;
  sent: number;
  relevant: number;
  downloadEfficiency: number | null;
  sentEfficiency: number | null;
  freshness: number | null;
  ageHours: number | null;
}
interface Report extends Omit<Window, 'from'> {
  windowMinutes: number;
  foundUrls: number;
  relativeFoundUrls: number | null;
  windows: Window[];
}
const WINDOW = 'downloaded sent relevant downloadEfficiency sentEfficiency freshness ageHours';
const QUERY = `query ($id: ID!, $minutes: Float) {
  session(id: $id) { monitoring(windowMinutes: $minutes) { windowMinutes foundUrls relativeFoundUrls ${WINDOW} windows { from ${WINDOW} } } } }`;

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 12, seed: 5 });
});
afterAll(() => service.stop());

/** Turns the log into visits: URL, hour, result, whether it was news, hour of Last-Modified. */
async function visits(
  list: readonly [url: number, hour: number, change: string, relevant: boolean, modified?: number][],
): Promise<void> {
  const start = Date.UTC(2026, 0, 1);
  const moment = (hour: number): string => new Date(start + hour * 3_600_000).toISOString();
  await sql(service.databaseUrl, `UPDATE pages SET outcome = 'timeout' WHERE session_id = $1`, [rows.sessionId]);
  for (const [step, [url, hour, change, relevant, modified]] of list.entries())
    await sql(
      service.databaseUrl,
      `UPDATE pages SET outcome = 'page', final_url_no = $3, fetched_at = $4, change = $5, relevant = $6, probability = 1, modified_at = $7
        WHERE session_id = $1 AND step = $2`,
      [rows.sessionId, step, url, moment(hour), change, relevant, modified === undefined ? null : moment(modified)],
    );
}

describe('the monitoring report of a session', () => {
  it('reports efficiency, freshness and age in windows, alike in REST and GraphQL', async () => {
    await visits([
      [0, 0, 'new', true],
      [1, 1, 'new', true],
      [0, 4, 'unchanged', false],
      // It had changed at hour 5.
      [0, 8, 'changed', true, 5],
      // The time is unknown: the middle between hours 1 and 11 is used.
      [1, 11, 'changed', true],
    ]);
    const { status, body } = await api.rest<Report>('GET', `/sessions/${rows.sessionId}/monitoring`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ windowMinutes: 180, downloaded: 5, sent: 5, relevant: 4, sentEfficiency: 0.8 });
    expect(body.windows.map(({ downloaded, sent, relevant }) => [downloaded, sent, relevant])).toEqual([
      [2, 2, 2],
      [1, 1, 0],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    // Hour 3: both as on the web. Hour 6: page 0 an hour old. Hour 9: page 1 three hours. Hour 12: both again.
    expect(body.windows.map(({ freshness, ageHours }) => [freshness, ageHours])).toEqual([
      [1, 0],
      [0.5, 0.5],
      [0.5, 1.5],
      [1, 0],
    ]);
    expect(body.windows[1]).toMatchObject({ from: '2026-01-01T03:00:00.000Z', downloadEfficiency: 0 });
    const { session } = await api.graphql<{ session: { monitoring: Report } }>(QUERY, {
      id: rows.sessionId,
      minutes: 180,
    });
    expect(session.monitoring).toEqual(body);
  });

  it('has at most a thousand windows, and refuses lengths that are none', async () => {
    await visits([
      [0, 0, 'new', true],
      [0, 5_000, 'unchanged', false],
    ]);
    const { body } = await api.rest<Report>('GET', `/sessions/${rows.sessionId}/monitoring?windowMinutes=60`);
    expect(body.windows.length).toBeLessThanOrEqual(1_000);
    expect(body.windowMinutes).toBeGreaterThan(60);
    expect(body.windows.at(-1)?.downloaded).toBe(1);
    const refused = await api.rest('GET', `/sessions/${rows.sessionId}/monitoring?windowMinutes=0`);
    expect(refused).toMatchObject({ status: 400, body: { field: 'windowMinutes' } });
    const missing = await api.rest('GET', '/sessions/00000000-0000-7000-8000-000000000000/monitoring');
    expect(missing.status).toBe(404);
  });

  it('is empty for a session without pages', async () => {
    await visits([]);
    const { body } = await api.rest<Report>('GET', `/sessions/${rows.sessionId}/monitoring`);
    expect(body).toMatchObject({ downloaded: 0, downloadEfficiency: null, freshness: null, windows: [] });
  });
});

describe('the settings of a monitoring session', () => {
  const create = (settings: object) => {
    const path = `/topics/${rows.topicId}/sessions`;
    return api.rest<SessionBody & { field: string }>('POST', path, { budget: { fetches: 10 }, ...settings });
  };

  it('are kept, with their defaults', async () => {
    const { status, body } = await create({ trackChanges: true, monitoring: { revisitAfterMinutes: 30 } });
    expect(status).toBe(202);
    expect(body.config['monitoring']).toEqual({ revisitAfterMinutes: 30, freshHours: 24 });
  });

  it.each([
    ['without trackChanges', { monitoring: { revisitAfterSteps: 30 } }, 'trackChanges'],
    ['without an interval', { trackChanges: true, monitoring: {} }, 'monitoring.revisitAfterMinutes'],
    [
      'with two intervals',
      { trackChanges: true, monitoring: { revisitAfterSteps: 5, revisitAfterMinutes: 5 } },
      'monitoring.revisitAfterMinutes',
    ],
    ['with no time', { trackChanges: true, monitoring: { revisitAfterMinutes: 0 } }, 'monitoring.revisitAfterMinutes'],
  ])('are refused %s', async (_, settings, field) => {
    const { status, body } = await create(settings);
    expect([status, body.field]).toEqual([400, field]);
  });
});
