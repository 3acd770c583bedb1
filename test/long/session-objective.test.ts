import pg from 'pg';
import { startServiceHere, type LocalService } from '../support/service-here.js';
import { insertTopicRows, type TopicRows } from '../support/session-rows.js';
import { asRest, SESSION_FIELDS, type SessionBody, sql } from '../e2e/sessions-client.js';
import { ApiClient } from '../e2e/topics-client.js';

const CREATE = `mutation ($topicId: ID!, $input: CreateSessionInput!) {
  createSession(topicId: $topicId, input: $input) { ${SESSION_FIELDS} } }`;

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

const post = (input: object) => api.rest<SessionBody>('POST', `/topics/${topic.topicId}/sessions`, input);
const create = async (input: object): Promise<SessionBody> => (await post(input)).body;
const get = async (id: string): Promise<SessionBody> => (await api.rest<SessionBody>('GET', `/sessions/${id}`)).body;

describe('the objective of a session', () => {
  it('is accepted, and the session reports its progress, in both APIs', async () => {
    const objective = { domainsAtLeast: 20 };
    const { id } = await create({ budget: { fetches: 50 }, objective });
    await sql(service.databaseUrl, 'UPDATE sessions SET relevant_domains = 7 WHERE id = $1', [id]);
    const session = await get(id);
    expect(session).toMatchObject({
      policy: 'prospector',
      config: { objective },
      objectiveProgress: { relevantDomains: 7, domainsAtLeast: 20, reached: false },
    });
    const told = await api.graphql<{ session: SessionBody }>(
      `query ($id: ID!) { session(id: $id) { ${SESSION_FIELDS} } }`,
      { id },
    );
    expect(asRest(told.session)).toEqual(session);
    const weighed = await api.graphql<{ createSession: SessionBody }>(CREATE, {
      topicId: topic.topicId,
      input: { budget: { fetches: 50 }, objective: { domainWeight: 0.5 } },
    });
    expect(asRest(weighed.createSession)).toMatchObject({
      config: { objective: { domainWeight: 0.5 } },
      objectiveProgress: { relevantDomains: 0, domainsAtLeast: null, reached: null },
    });
    expect((await create({ budget: { fetches: 50 } }))['objectiveProgress']).toBeNull();
  });

  it.each([
    [{ policy: 'breadth-first', objective: { domainWeight: 1 } }, 'objective', /no objective, or .*: prospector$/],
    [{ objective: { domainWeight: 1, domainsAtLeast: 3 } }, 'objective', null],
    [{ objective: {} }, 'objective', null],
    [{ objective: { domainWeight: -1 } }, 'objective.domainWeight', /^at least 0$/],
    [{ objective: { domainsAtLeast: 0 } }, 'objective.domainsAtLeast', /^at least 1$/],
  ])('is refused in %j', async (input, field, allowed) => {
    const body = { budget: { fetches: 50 }, ...input };
    const { body: refusal } = await post(body);
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field });
    if (allowed !== null) expect(refusal['allowed']).toMatch(allowed);
    const error = await api.graphqlError(CREATE, { topicId: topic.topicId, input: body });
    expect(error).toMatchObject({ extensions: { code: 'VALIDATION_FAILED', field } });
  });
});
