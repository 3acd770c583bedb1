import { fuzzGraphql } from '../support/graphql-fuzz-run.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('no argument of any field brings out an internal error', async () => {
  const report = await fuzzGraphql(service, 20_261_121, 1);
  expect(report.faults).toEqual([]);
  expect(report.calls).toBeGreaterThan(60);
}, 120_000);
