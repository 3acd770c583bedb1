import { fuzzRest } from '../support/fuzz-rest.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';

let service: TestService;
const known: Record<string, string> = {};
beforeAll(async () => {
  service = await startService();
  const rows = await insertSessionRows(service.databaseUrl, { steps: 40 });
  Object.assign(known, {
    topics: rows.topicId,
    topicId: rows.topicId,
    sessions: rows.sessionId,
    models: rows.modelId,
    step: '0',
    domainNo: '0',
    version: '1',
    name: 'tres',
  });
});
afterAll(() => service.stop());

test('no input of any route of the OpenAPI document causes a server error, and every refusal names the problem', async () => {
  const { wrong, statuses } = await fuzzRest(service.url, 9, 500, known);
  expect(wrong).toEqual([]);
  // Calls must reach the routes, not only the refusals before them.
  expect(statuses['200']).toBeGreaterThan(10);
  expect(statuses['400']).toBeGreaterThan(100);
});
