import { startService, type TestService } from '../support/service.js';
import { ApiClient } from './topics-client.js';

interface Policy {
  name: string;
  version: number;
  summary: string;
  source: string;
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
      '{ policies { name version summary source configSchema } }',
    );
    expect(rest.status).toBe(200);
    expect(graphql.policies).toEqual(rest.body.items);
    expect(rest.body.pageInfo).toMatchObject({ hasNextPage: false });
    expect(rest.body.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['breadth-first', 'random', 'best-first']),
    );
    for (const policy of rest.body.items)
      expect(policy).toMatchObject({ version: expect.any(Number), configSchema: { type: 'object' } });
  });

  it('gives one by name, and says which is not there', async () => {
    const { body } = await api.rest<Policy>('GET', '/policies/breadth-first');
    const { policy } = await api.graphql<{ policy: Policy }>(
      '{ policy(name: "breadth-first") { name version summary source configSchema } }',
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
});
