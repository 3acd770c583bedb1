import { idsIn } from './address-list.js';
import { namesApart, sessionName } from './session-names.js';

test('sessions are named by policy and time, and no two of them alike', () => {
  const name = sessionName({ policy: 'tres', createdAt: '2026-11-23T10:20:30Z' });
  expect(name).toBe('tres, 2026-11-23 10:20');
  expect(namesApart([name, 'x', name, name])).toEqual([name, 'x', `${name} (2)`, `${name} (3)`]);
});

test('the address names each id once, and nothing else', () => {
  expect(idsIn('a-1,b,a-1,,<b>')).toEqual(['a-1', 'b']);
  expect(idsIn(null)).toEqual([]);
});
