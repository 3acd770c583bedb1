import { exactMoment } from './query-values.js';

it('takes moments as they were written, of years that PostgreSQL knows', () => {
  const written = '2026-02-28T23:59:59.999Z';
  expect(exactMoment(written)?.toISOString()).toBe(written);
});

it.each([
  '0000-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-02-28',
  '2026',
  '',
  'x',
])('refuses %s', (text) => expect(exactMoment(text)).toBeNull());
