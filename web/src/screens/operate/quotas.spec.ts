import { asQuotas, asTyped } from './quotas.js';

test('an empty quota is unlimited, and 0 is not', () => {
  const typed = { sessionsRunning: '2', fetchesPerDay: '', storedPages: '0', rendersPerDay: ' ' };
  const quotas = { sessionsRunning: 2, fetchesPerDay: null, storedPages: 0, rendersPerDay: null };
  expect(asQuotas(typed)).toEqual(quotas);
  expect(asTyped(quotas)).toEqual({ ...typed, rendersPerDay: '' });
  expect(asTyped(null)).toEqual({ sessionsRunning: '', fetchesPerDay: '', storedPages: '', rendersPerDay: '' });
});
