import { STEP_OUTCOMES, type StepOutcome } from '../fetching/index.js';
import { helpAgainst } from './failure-help.js';
import { sessionSettingsSchema } from './session-config.js';

test.each(STEP_OUTCOMES)('there is advice about %s, which names settings that sessions have', (outcome) => {
  const { settings, advice } = helpAgainst(outcome, null);
  expect(advice).toMatch(/^[A-Z].*\.$/);
  expect(settings.filter((name) => !(name in sessionSettingsSchema.shape))).toEqual([]);
  expect(new Set(settings).size).toBe(settings.length);
});

test.each<[StepOutcome, number | null, string[]]>([
  ['http-error', 429, ['hostDelayMs', 'hostConcurrency']],
  ['throttled', 429, ['hostDelayMs', 'hostConcurrency']],
  ['forbidden', 401, ['scope']],
  ['forbidden', 403, ['userAgent', 'hostDelayMs']],
  ['http-error', 503, ['retries', 'hostDelayMs']],
  ['http-error', 404, []],
  ['http-error', null, []],
  ['timeout', 429, ['timeoutMs', 'concurrency']],
])('%s with status %p is helped by %p', (outcome, status, settings) => {
  expect(helpAgainst(outcome, status).settings).toEqual(settings);
});
