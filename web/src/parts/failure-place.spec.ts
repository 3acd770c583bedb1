import { failureFrom } from '../api/failures.js';
import { asSentence, inLabels, saidOf } from './failure-place.js';

const labels = new Map([
  ['minHours', 'Hours between checks, at least'],
  ['maxHours', 'Hours between checks, at most'],
  ['name', 'Name'],
  ['examples', 'Addresses'],
  ['config.l2', 'Weight decay'],
]);

test.each([
  ['minHours must be at most 8760', '“Hours between checks, at least” must be at most 8760'],
  ['minHours is above maxHours', '“Hours between checks, at least” is above “Hours between checks, at most”'],
  ['at most maxHours, 3', 'at most “Hours between checks, at most”, 3'],
  ['name must be a string', '“Name” must be a string'],
  ['a project of this name must be empty', 'a project of this name must be empty'],
  ['name servers are slow', 'name servers are slow'],
  ['examples[3].url must be a string', '“Addresses”, number 4 must be a string'],
  ['config.l2 must be above 0', '“Weight decay” must be above 0'],
  ['config.l3 must be above 0', 'config.l3 must be above 0'],
  ['constructor.name must be x', 'constructor.name must be x'],
])('%s: labels stand for names of the API', (text, inForm) => {
  expect(inLabels(text, labels)).toBe(inForm);
});

test.each([
  ['there is a project a already', 'There is a project a already.'],
  ['the URL cannot be used', 'The URL cannot be used.'],
  ['scope.maxDepth must be a number', 'scope.maxDepth must be a number.'],
  ['htp:/bad is not an address.', 'htp:/bad is not an address.'],
  ['minHours is above maxHours', 'minHours is above maxHours.'],
])('%s becomes a sentence', (message, sentence) => {
  expect(asSentence(message)).toBe(sentence);
});

test.each([
  [
    'its setting `archive` is off',
    'a session that was created with `archive: true`',
    ['its setting “Archive” is off', 'Allowed: a session that was created with “Archive”.'],
  ],
  [
    'there is no web "a"',
    'the name of a recorded web (GET /v1/recorded-webs)',
    ['there is no web "a"', 'Allowed: the name of a recorded web.'],
  ],
  [
    'the search `archive` fails',
    'pages with `search: now`',
    ['the search “Archive” fails', 'Allowed: pages with “Search index”: now.'],
  ],
])('%s: screens say neither calls nor fields of the API', (detail, allowed, [message, advice]) => {
  expect(failureFrom(detail, { code: 'INVALID_STATE', allowed })).toMatchObject({ message, advice });
});

test('a refusal of a part is about its input, with what is allowed', () => {
  const failure = { message: 'tags[0] must be short', advice: 'Allowed: 50.', field: 'tags[0]', needsKey: false };
  expect(saidOf(failure, 'tags', 'Tags')).toBe('“Tags”, number 1 must be short. Allowed: 50.');
  expect(saidOf(failure, 'tag', 'Tags')).toBeNull();
});
