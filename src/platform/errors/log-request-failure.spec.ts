import { setTimeout as sleep } from 'node:timers/promises';
import { RequestFailures } from './log-request-failure.js';

const QUIET_MS = 20;
const away = Object.assign(new Error("Can't reach database server"), { code: 'P1001' });

test('an outage of the database is logged once, and then its requests are counted', async () => {
  const logged: [string, object, string][] = [];
  const note = (level: string) => (fields: object, message: string) => void logged.push([level, fields, message]);
  const failures = new RequestFailures(QUIET_MS);
  const fail = (requestId: string, error: Error = away): void =>
    failures.log({ warn: note('warn'), error: note('error') }, error, 'request failed', { requestId });
  const first = (requestId: string) => ['warn', { trouble: 'unreachable', code: 'P1001', requestId }, 'request failed'];
  for (let i = 0; i < 30; i++) fail(`request ${i}`);
  const bug = new Error('a bug');
  fail('another', bug);
  expect(logged).toEqual([first('request 0'), ['error', { err: bug, requestId: 'another' }, 'request failed']]);
  while (logged.length < 3) await sleep(QUIET_MS);
  expect(logged[2]).toEqual(['warn', { requests: 29 }, expect.stringMatching(/^further requests failed/)]);
  // The first failure after a quiet time is another outage's.
  while (logged.at(-1)?.[2] !== 'request failed') {
    await sleep(5 * QUIET_MS);
    fail('the next outage');
  }
  expect(logged.at(-1)).toEqual(first('the next outage'));
});
