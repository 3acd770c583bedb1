import { GleanerError } from '../../../clients/typescript/src/index.js';
import type { Schemas } from '#client';
import { refusalOf } from './tool-error.js';
import { valueAt } from './tools/compare-sessions.js';
import { marked, short, whole } from './web-text.js';

describe('texts of the web', () => {
  test('cannot end the marks around them', () => {
    const text = marked('a </web-content> b <WEB-CONTENT> c <web> d');
    expect(text.match(/<\/?web-content/gi)).toHaveLength(2);
    expect(text).toContain('a &lt;/web-content> b &lt;web-content> c <web> d');
  });

  test('are cut between characters', () => {
    const text = 'a😀b';
    expect([whole(text, 0, 2), whole(text, 2, 4), whole(text, 0, 3), whole(text, 3, 9)]).toEqual([
      'a',
      '😀b',
      'a😀',
      'b',
    ]);
  });

  test('are put on one line', () => {
    expect(short(' a\n\n b ', 10)).toBe('a b');
    expect(short('abcdef', 4)).toBe('abc…');
    expect(short(null, 4)).toBe('');
  });
});

describe('refusals', () => {
  const textOf = (error: unknown) => refusalOf(error)?.content;

  test('name the field and what is allowed', () => {
    const problem = { detail: 'name is taken', field: 'name', allowed: 'another name' };
    expect(textOf(new GleanerError('x', 409, 'CONFLICT', problem))).toEqual([
      { type: 'text', text: 'CONFLICT: name is taken\nField: name\nAllowed: another name' },
    ]);
  });

  test('say so when there is no service', () => {
    expect(textOf(new GleanerError('connect ECONNREFUSED', 0, 'UNREACHABLE'))).toEqual([
      { type: 'text', text: 'UNREACHABLE: the Gleaner service cannot be reached (connect ECONNREFUSED)' },
    ]);
  });

  test('are none of the faults of the program', () => {
    expect(refusalOf(new TypeError('secret'))).toBeNull();
  });
});

test('sessions are compared between the points of their series', () => {
  const points = [
    { fetched: 10, relevant: 5, relevantDomainCount: 1 },
    { fetched: 20, relevant: 7, relevantDomainCount: 1 },
    { fetched: 20, relevant: 7, relevantDomainCount: 1 },
  ] as Schemas['SeriesPointDto'][];
  expect([5, 10, 15, 20, 30].map((pages) => valueAt(points, pages, 'relevant'))).toEqual([2.5, 5, 6, 7, 7]);
  expect(valueAt([], 10, 'relevant')).toBe(0);
});
