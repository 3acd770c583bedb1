import { fuzzGraphql } from '../support/graphql-fuzz-run.js';
import { startService, type TestService } from '../support/service.js';

const MINUTES = 3;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test(
  'no argument of any field brings out an internal error, for minutes',
  async () => {
    for (let minute = 0; minute < MINUTES; minute++) {
      const report = await fuzzGraphql(service, Date.now() % 2_147_483_647, 60_000);
      expect(report).toEqual({ ...report, faults: [] });
    }
  },
  (MINUTES + 2) * 60_000,
);
