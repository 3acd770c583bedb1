import { cronInWords, cronOf, ruleOf } from './cron-words.js';

test.each([
  ['0 8 * * MON', 'every Monday at 08:00'],
  ['30 6 * * 1-5', 'every working day at 06:30'],
  ['0 0 * * 0', 'every Sunday at 00:00'],
  ['@weekly', 'every Sunday at 00:00'],
  ['@daily', 'every day at 00:00'],
  ['5 17 * * mon,wed,7', 'every Monday, Wednesday and Sunday at 17:05'],
  ['0 9 * * 1-7', 'every day at 09:00'],
  ['0 9 1 * *', 'on day 1 of every month at 09:00'],
  ['@hourly', 'every hour'],
  ['15 * * * *', 'every hour, 15 minutes past'],
  ['*/5 * * * *', 'by the cron expression */5 * * * *'],
  ['0 8 1 * MON', 'by the cron expression 0 8 1 * MON'],
  ['0 8 * 3 *', 'by the cron expression 0 8 * 3 *'],
  ['0 8 * * 5-1', 'by the cron expression 0 8 * * 5-1'],
  ['61 8 * * *', 'by the cron expression 61 8 * * *'],
  ['nonsense', 'by the cron expression nonsense'],
])('%s is %s', (cron, words) => {
  expect(cronInWords(cron)).toBe(words);
});

test.each(['0 8 * * MON', '30 6 * * TUE,SUN', '5 0 * * *', '0 9 31 * *', '15 * * * *', '*/5 * * * *'])(
  '%s is the expression of its rule',
  (cron) => {
    expect(cronOf(ruleOf(cron))).toBe(cron);
  },
);

test('a rule that says no day or no time has no expression', () => {
  expect(cronOf({ every: 'week', days: [], time: '08:00' })).toBe('');
  expect(cronOf({ every: 'day', time: '' })).toBe('');
});
