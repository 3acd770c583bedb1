import { highestScope, keyStanding } from './key-standing.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const [BEFORE, AFTER] = ['2026-11-23T11:00:00Z', '2026-11-23T13:00:00Z'];
const key = { expiresAt: null, revokedAt: null, replacedBy: null };

test.each([
  [key, 'good', true],
  [{ ...key, expiresAt: AFTER }, 'good', true],
  [{ ...key, expiresAt: BEFORE }, 'expired', false],
  [{ ...key, revokedAt: BEFORE }, 'revoked', false],
  [{ ...key, replacedBy: 'x', expiresAt: AFTER }, 'being replaced', true],
  [{ ...key, replacedBy: 'x', expiresAt: BEFORE }, 'replaced', false],
])('a key %j is %s', (times, text, isUsable) => expect(keyStanding(times, NOW)).toMatchObject({ text, isUsable }));

test('the highest scope says it all', () => {
  expect(highestScope(['READ', 'ADMIN'])).toBe('admin: may administer');
  expect(highestScope(['READ'])).toBe('read: may read');
  expect(highestScope([])).toBe('may do nothing');
});
