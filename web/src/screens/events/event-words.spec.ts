import { detailsInWords } from './event-words.js';
import type { EventDetails } from './queries.js';

const NOTHING = Object.fromEntries(
  [
    ...['from', 'to', 'by', 'caller', 'api', 'worker', 'previousWorker', 'workerDied', 'inFlight', 'reason', 'quota'],
    ...['error', 'pages', 'changed', 'relevantBefore', 'relevantAfter', 'message', 'fromVersion', 'toVersion', 'lack'],
    ...['checkpoint', 'freeBytes', 'seconds', 'window', 'harvestRate', 'minHarvestRate', 'host', 'count', 'recovered'],
    ...['failures', 'inRow', 'outcome', 'httpStatus', 'trouble'],
  ].map((name) => [name, null]),
) as unknown as EventDetails;

test('events say who did what, and why', () => {
  const details = (part: Partial<EventDetails>): EventDetails => ({ ...NOTHING, ...part });
  expect(detailsInWords('RUNNING', NOTHING)).toEqual([]);
  expect(detailsInWords('PAUSED', details({ by: 'USER', caller: 'local', api: 'REST' }))).toEqual([
    'by somebody over REST',
  ]);
  expect(detailsInWords('COMPLETED', details({ by: 'WORKER', worker: 'w1', reason: 'BUDGET' }))).toEqual([
    'worker w1',
    'its budget is spent',
  ]);
  expect(detailsInWords('RELEASED', details({ reason: 'shutdown' }))).toEqual(['the worker was shut down']);
  expect(
    detailsInWords('HOST_GIVEN_UP', details({ host: 'a.example', count: 2, failures: 5, outcome: 'TIMEOUT' })),
  ).toEqual(['a.example: 2 times', 'after 5 failures in a row', 'last: timed out']);
  expect(detailsInWords('ROBOTS_REFUSED', details({ count: 1_200 }))).toEqual(['other hosts: 1,200 URLs']);
  expect(
    detailsInWords('TAKEN_OVER', details({ previousWorker: 'w1', workerDied: true, seconds: 12, inFlight: 1 })),
  ).toEqual(['from w1, which died', '1 fetch under way repeated', 'for 12 s']);
  expect(detailsInWords('FAILED', details({ error: 'no disk' }))).toEqual(['no disk']);
});
