import { ApiField, QueryField } from './api-field.js';
import { enumOf, restSpelling } from './rest-spelling.js';
import { OpenUnion } from './open-union.js';
import { fromRestQuery, inRest } from './rest-form.js';

const State = enumOf(['RUNNING', 'RATE_LIMITED', 'taken-over'] as const);
const rest = { only: 'rest' } as const;

class Base {
  @ApiField(State, rest)
  state: string;

  @ApiField(String, rest)
  name: string;
}
class Report {
  @ApiField(State, rest)
  end: string;
}
const Result = new OpenUnion('SpelledResult', 'of a test');
Result.add(Report, 'report');
class Whole extends Base {
  @ApiField([State], rest)
  states: string[];

  @ApiField([Base], { ...rest, optional: true })
  parts?: Base[];

  @ApiField(Result, { ...rest, optional: true })
  result?: object;

  @ApiField(String, { ...rest, hasCodes: true, optional: true })
  reason?: string;
}
class Query {
  @QueryField(State, { ...rest, optional: true })
  state?: string;

  @QueryField(String, { ...rest, optional: true })
  first?: string;
}

it('spells values of enums in lower case with hyphens, and leaves others', () => {
  expect(['RUNNING', 'RATE_LIMITED', 'taken-over', 'harvestRate', 'auto: no gain', 'a.b_c'].map(restSpelling)).toEqual([
    'running',
    'rate-limited',
    'taken-over',
    'harvestRate',
    'auto: no gain',
    'a.b_c',
  ]);
});

it('spells the fields that are enums, in lists, parts and unions, and no other text', () => {
  const part = { state: 'RUNNING', name: 'RUNNING' };
  const value = {
    ...part,
    states: ['RATE_LIMITED', 'taken-over'],
    parts: [part],
    result: Result.typed('report', { end: 'RATE_LIMITED' }),
    reason: 'RATE_LIMITED',
  };
  const before = structuredClone(value);
  expect(inRest(Whole, value)).toEqual({
    state: 'running',
    name: 'RUNNING',
    states: ['rate-limited', 'taken-over'],
    parts: [{ state: 'running', name: 'RUNNING' }],
    result: { end: 'rate-limited' },
    reason: 'rate-limited',
  });
  expect(value).toEqual(before);
  expect(inRest(Whole, [part, null])).toEqual([{ state: 'running', name: 'RUNNING' }, null]);
});

it('reads filters in this spelling alone', () => {
  expect(fromRestQuery(Query, { state: 'rate-limited', first: '3' })).toEqual({ state: 'RATE_LIMITED', first: '3' });
  expect(fromRestQuery(Query, {})).toEqual({});
  for (const state of ['RATE_LIMITED', 'asleep', ''])
    expect(() => fromRestQuery(Query, { state })).toThrow(
      expect.objectContaining({ field: 'state', allowed: 'one of running, rate-limited, taken-over' }) as Error,
    );
});
