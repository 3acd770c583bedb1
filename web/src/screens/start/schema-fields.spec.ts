import { configOf, fieldsOf, isReadable } from './schema-fields.js';

const schema = {
  type: 'object',
  properties: {
    compared: { default: 48, description: 'How many.', type: 'integer', minimum: 1, maximum: 1000 },
    rate: { default: 0.05, type: 'number', exclusiveMinimum: 0 },
    text: { default: 'anchor', type: 'string', enum: ['anchor', 'words'] },
    bins: { default: 5, type: 'number', enum: [3, 5] },
    reserve: { default: true, type: 'boolean' },
    spider: { default: null, anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
    hidden: { default: [50, 20], type: 'array', items: { type: 'integer' } },
  },
};

test('each setting becomes a field of its kind, with its default and its bounds', () => {
  expect(fieldsOf(schema).map(({ name, kind, standard }) => [name, kind, standard])).toEqual([
    ['compared', 'whole', '48'],
    ['rate', 'decimal', '0.05'],
    ['text', 'choice', 'anchor'],
    ['bins', 'choice', '5'],
    ['reserve', 'switch', 'true'],
    ['spider', 'text', ''],
    ['hidden', 'json', '[50,20]'],
  ]);
  expect(fieldsOf(schema)[0]).toMatchObject({ description: 'How many.', least: 1, most: 1000 });
});

test('only what differs from its default is sent, as the type that it has', () => {
  expect(configOf(schema, {})).toEqual({});
  expect(configOf(schema, { compared: '48', rate: '', spider: '' })).toEqual({});
  expect(
    configOf(schema, {
      compared: '7',
      rate: '0.5',
      text: 'words',
      bins: '3',
      reserve: 'false',
      spider: 'x',
      hidden: '[1]',
    }),
  ).toEqual({
    ...{ compared: 7, rate: 0.5, text: 'words', bins: 3, reserve: false, spider: 'x', hidden: [1] },
  });
});

test.each([
  ['compared', '1.5', false],
  ['rate', '1.5', true],
  ['rate', 'x', false],
  ['hidden', '[1', false],
  ['hidden', '', true],
])('%s as %p: %p', (name, text, readable) => {
  const [field] = fieldsOf(schema).filter((one) => one.name === name);
  expect(field && isReadable(field, text)).toBe(readable);
  if (!readable) expect(configOf(schema, { [name]: text })).toEqual({});
});

test.each([undefined, null, 7, 'x', {}, { properties: 3 }, { properties: { a: 1 } }])('%p has no fields', (nothing) => {
  expect(fieldsOf(nothing)).toEqual([]);
});
