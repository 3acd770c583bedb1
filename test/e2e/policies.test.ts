import { startService, type TestService } from '../support/service.js';
import { ApiClient } from './topics-client.js';

interface Policy {
  name: string;
  version: number;
  summary: string;
  source: string;
  heedsObjective: boolean;
  configSchema: { type: string; properties: Record<string, unknown> };
}

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
});
afterAll(() => service.stop());

describe('policies', () => {
  it('lists the same policies with their schemas over REST and GraphQL', async () => {
    const rest = await api.rest<{ items: Policy[]; pageInfo: object }>('GET', '/policies');
    const graphql = await api.graphql<{ policies: Policy[] }>(
      '{ policies { name version summary source heedsObjective configSchema } }',
    );
    expect(rest.status).toBe(200);
    expect(graphql.policies).toEqual(rest.body.items);
    expect(rest.body.pageInfo).toMatchObject({ hasNextPage: false });
    expect(rest.body.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['breadth-first', 'random', 'best-first']),
    );
    expect(rest.body.items.filter(({ heedsObjective }) => heedsObjective).map(({ name }) => name)).toEqual([
      'prospector',
    ]);
    for (const policy of rest.body.items)
      expect(policy).toMatchObject({ version: expect.any(Number), configSchema: { type: 'object' } });
  });

  it('gives one by name, and says which is not there', async () => {
    const { body } = await api.rest<Policy>('GET', '/policies/breadth-first');
    const { policy } = await api.graphql<{ policy: Policy }>(
      '{ policy(name: "breadth-first") { name version summary source heedsObjective configSchema } }',
    );
    expect(policy).toEqual(body);
    expect((await api.rest('GET', '/policies/deepest-first')).body).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      detail: 'policy deepest-first does not exist',
    });
    expect(await api.graphqlError('{ policy(name: "x") { name } }')).toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    });
  });

  it('refuses a session under one that must know the whole web, in both APIs', async () => {
    const topic = await api.rest<{ id: string }>('POST', '/topics', { name: 'x', seeds: ['http://a.example/'] });
    const input = { policy: 'optimal', budget: { fetches: 10 } };
    const detail = expect.stringContaining('only runs on recorded and synthetic webs');
    const rest = await api.rest('POST', `/topics/${topic.body.id}/sessions`, input);
    expect(rest.body).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field: 'policy', detail });
    const error = await api.graphqlError(
      'mutation ($topicId: ID!, $input: CreateSessionInput!) { createSession(topicId: $topicId, input: $input) { id } }',
      { topicId: topic.body.id, input },
    );
    expect(error).toMatchObject({ message: detail, extensions: { code: 'VALIDATION_FAILED', field: 'policy' } });
    const unknown = await api.rest('POST', `/topics/${topic.body.id}/sessions`, { ...input, policy: 'x' });
    expect(unknown.body).toMatchObject({ field: 'policy', allowed: expect.not.stringContaining('optimal') });
  });
});
