import { type TestService, startService } from '../support/service.js';

describe('the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('is live and ready', async () => {
    const live = await fetch(`${service.url}/health/live`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok', checks: {} }]);
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', checks: { database: 'ok', migrations: 'ok' } }]);
  });
});
