import { policies } from '../../domain/policies/index.js';
import { choosePolicies } from './chosen-policies.js';

it('chooses policies in the given order', () => {
  expect(choosePolicies(['tres', 'ache'], policies).map(({ name }) => name)).toEqual(['tres', 'ache']);
});

it.each([
  [['tres', 'bestfirst'], /^--policies: expected names out of .*best-first.*, not bestfirst$/],
  [[], /, not none$/],
  [['tres', 'ache', 'tres'], /^--policies: expected each name once, not tres twice; --variant /],
])('refuses %j', (names, message) => {
  expect(() => choosePolicies(names, policies)).toThrow(message);
});
