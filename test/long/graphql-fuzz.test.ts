import { fuzzGraphql } from '../support/graphql-fuzz-run.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test.each([1, 2, 3])(
  'no argument of any field brings out an internal error, a hundred times over: run %i',
  async () => {
    const report = await fuzzGraphql(service, Date.now() % 2_147_483_647, 100);
    expect(report).toEqual({ ...report, faults: [] });
  },
  900_000,
);
