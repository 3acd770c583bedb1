import { encodeCursor } from '../../../../platform/api/index.js';
import { orderingOf } from './list-query.js';

const after = (moment: string): string => encodeCursor(['fetchedAt asc', moment, 7]);

it('goes on after moments that the database knows', () => {
  const written = '2026-02-28T23:59:59.999Z';
  expect(orderingOf('fetchedAt', 'asc', { after: after(written) })).toMatchObject({
    cursor: { value: written, tie: 7 },
    backward: false,
  });
});

it.each(['0000-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z'])(
  'refuses %s, on which the database would fail',
  (moment) => {
    expect(() => orderingOf('fetchedAt', 'asc', { after: after(moment) })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'after' }),
    );
  },
);
