import pg from 'pg';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { insertTopicRows, type TopicRows } from '../support/session-rows.js';
import { asRest, SESSION_FIELDS, type SessionBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

const RULE = { window: 200, minHarvestRate: 0.05 };

let service: LocalService;
let api: ApiClient;
let topic: TopicRows;
beforeAll(async () => {
  service = await startServiceHere();
  api = new ApiClient(service.url);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  topic = await insertTopicRows(client).finally(() => client.end());
});
afterAll(() => service.stop());

const post = (saturation?: object) =>
  api.rest<SessionBody>('POST', `/topics/${topic.topicId}/sessions`, { budget: { fetches: 500 }, saturation });
const get = async (id: string): Promise<SessionBody> => (await api.rest<SessionBody>('GET', `/sessions/${id}`)).body;
const set = (id: string, columns: string) =>
  sql(service.databaseUrl, `UPDATE sessions SET ${columns} WHERE id = $1`, [id]);

describe('a session that runs while it pays', () => {
  it('reports the harvest rate with its bounds, and the distance to its end, in both APIs', async () => {
    const { id, config } = (await post(RULE)).body;
    expect(config['saturation']).toEqual({ ...RULE, confidence: 0.95 });
    await set(id, 'fetched = 300, window_fetched = 200, window_relevant = 4, poor_pages = 17');
    const session = await get(id);
    const query = `query ($id: ID!) { session(id: $id) { ${SESSION_FIELDS} } }`;
    const told = await api.graphql<{ session: SessionBody }>(query, { id });
    expect(asRest(told.session)).toEqual(session);
    expect(session['harvestEstimate']).toEqual({
      window: 200,
      pages: 200,
      relevant: 4,
      rate: 0.02,
      // qbeta(0.05, 4, 197) and qbeta(0.95, 5, 196) of R.
      lower: expect.closeTo(0.00686, 4),
      upper: expect.closeTo(0.04518, 4),
      confidence: 0.95,
      minHarvestRate: 0.05,
      poorPages: 17,
    });
  });

  it('needs no budget, in both APIs', async () => {
    const path = `/topics/${topic.topicId}/sessions`;
    const { status, body } = await api.rest<SessionBody>('POST', path, { saturation: RULE });
    expect([status, body.config['budget']]).toEqual([202, {}]);
    const query = `mutation ($topicId: ID!, $input: CreateSessionInput!) { createSession(topicId: $topicId, input: $input) { state } }`;
    const made = await api.graphql<{ createSession: object }>(query, {
      topicId: topic.topicId,
      input: { saturation: RULE },
    });
    expect(made.createSession).toEqual({ state: 'QUEUED' });
  });

  it('leaves a rule of an earlier version without a bound', async () => {
    const { id } = (await post(RULE)).body;
    await set(id, `fetched = 9, window_fetched = 9, config = config #- '{saturation,confidence}'`);
    const session = await get(id);
    expect(session.config['saturation']).toEqual(RULE);
    expect(session['harvestEstimate']).toMatchObject({ window: 200, pages: 9, confidence: 0.95, poorPages: null });
  });

  it('reports the rate of the last 100 pages without a rule', async () => {
    const { id, harvestEstimate } = (await post()).body;
    expect(harvestEstimate).toBeNull();
    await set(id, 'fetched = 300, recent_fetched = 100, recent_relevant = 50');
    const shown = (await get(id))['harvestEstimate'];
    expect(shown).toMatchObject({ window: 100, rate: 0.5, minHarvestRate: null, poorPages: null });
  });

  it.each([
    [{ window: 20, minHarvestRate: 0.01 }, 'saturation.window', /at least 299/],
    [{ ...RULE, confidence: 1 }, 'saturation.confidence', /0\.9999/],
    [{ ...RULE, confidence: 0.2 }, 'saturation.confidence', /0\.5/],
  ])('refuses %j', async (rule, field, text) => {
    const { status, body } = await post(rule);
    expect([status, body['field']]).toEqual([400, field]);
    expect(JSON.stringify(body)).toMatch(text);
  });
});
