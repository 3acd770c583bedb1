import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { HOST_STATES, untilInWords } from '../../../../web/src/parts/host-words.js';

test('there are words for each state of a host that the API knows', () => {
  const states = buildSchema(readFileSync('schema.graphql', 'utf8')).getType('SessionHostState') as GraphQLEnumType;
  expect(Object.keys(HOST_STATES).sort()).toEqual(
    states
      .getValues()
      .map(({ name }) => name)
      .sort(),
  );
});

test('says how long is left', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(untilInWords(null, now)).toBe('–');
  expect(untilInWords('2026-11-20T11:59:00Z', now)).toBe('now');
  expect(untilInWords('2026-11-20T12:05:00Z', now)).toBe('in 5 min');
});
