import { fuzzRest } from '../support/fuzz-rest.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';

let service: TestService;
const known: Record<string, string> = {};
beforeAll(async () => {
  service = await startService();
  const rows = await insertSessionRows(service.databaseUrl, { steps: 200 });
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

test.each([1, 2, 3, 4])(
  'fifteen thousand hostile calls, seed %i',
  async (seed) => {
    expect((await fuzzRest(service.url, seed, 15_000, known)).wrong).toEqual([]);
  },
  900_000,
);
