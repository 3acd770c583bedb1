import { COLLECTED_DOMAIN_FORMATS, COLLECTED_PAGE_FORMATS, isStored, SESSION_PAGE_FORMATS } from './export-formats.js';

test('small tables are sent at once, and large ones and archives are stored first', () => {
  const of = (id: string) => COLLECTED_PAGE_FORMATS.find((format) => format.id === id) ?? { sent: null };
  expect([isStored(of('csv'), 5_000), isStored(of('csv'), 5_001), isStored(of('csv'), null)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(isStored(of('wacz'), 1)).toBe(true);
});

test.each([COLLECTED_PAGE_FORMATS, COLLECTED_DOMAIN_FORMATS, SESSION_PAGE_FORMATS])(
  'formats have names of their own, and CSV is read by spreadsheets',
  (...formats) => {
    expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
    expect(formats[0]).toMatchObject({ id: 'csv', sent: { bom: 'true' }, stored: { bom: true, format: 'CSV' } });
  },
);
