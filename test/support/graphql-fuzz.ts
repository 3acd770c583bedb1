import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** Random numbers in [0, 1) fixed by a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] });
const STRINGS = [
  '',
  ' ',
  'a',
  'food',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '😀',
  'x'.repeat(3_000),
  'é'.repeat(70_000),
  '%',
  '_',
  "'",
  '"',
  '\\',
  '"unclosed',
  '-',
  '- - -',
  'or or',
  '((((',
  '*',
  '\n\r\t',
  'http://',
  'http://example.org/',
  'http://example.org:99999/',
  'http://[::1]/',
  'http://a b/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  `http://example.org/${'a'.repeat(3_000)}`,
  'WyJhIl0',
  Buffer.from('["step asc",1e308,2147483648]').toString('base64url'),
  Buffer.from('["2024-01-01T00:00:00.000Z","x"]').toString('base64url'),
  Buffer.from('["0000-01-01T00:00:00.000Z","0190f4c8-0000-7000-8000-000000000000"]').toString('base64url'),
  Buffer.from('[9007199254740991]').toString('base64url'),
  'en',
  'EN',
  'zz',
  'tres',
  'keyword-vectors',
  'http',
  '__proto__',
  'constructor',
  'unlimited',
  '5->2',
  '5->',
  '1e400',
  'NaN',
  'null',
  '<b>',
  '\u202e',
  '\ufeff',
];
const IDS = [
  '',
  'x',
  '0',
  '-1',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '\0',
  '\ud800',
  'x'.repeat(2_000),
];
const INTS = [0, 1, -1, 2, 20, 200, 201, 1_000, 65_535, 65_536, 2_147_483_647, -2_147_483_648];
const FLOATS = [0, -0, 1, -1, 0.5, 1e-300, 5e-324, 1e308, -1e308, 9_007_199_254_740_993, 2_147_483_648, 1e21];
const DATES = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  '2024-02-30T00:00:00.000Z',
  '2024-01-01',
  '2024',
  'now',
  '',
  '1e9',
  '2024-01-01T00:00:00Z',
  '\0',
];
const JSONS: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'x',
  '\0',
  '\ud800',
  true,
  [],
  {},
  [[]],
  { a: 1 },
  { __proto__: null },
  { a: '\0' },
  { 'a\0': 1 },
  nested(20),
  nested(2_000),
  Array.from({ length: 5_000 }, () => 1),
  { kind: 'unlimited' },
  'unlimited',
  '5->2',
  { constructor: { prototype: 1 } },
  { url: 'http://127.0.0.1/', threshold: 2 },
  { discount: 'x', seeds: -1 },
];

/** Values that have the right types and are otherwise hostile. */
export class HostileValues {
  /** @param ids of rows there are */
  constructor(
    private readonly random: () => number,
    private readonly ids: readonly string[],
  ) {}

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)];
  }

  of(type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.given(type.ofType);
    return this.random() < 0.15 ? null : this.given(type);
  }

  argumentsOf(args: readonly GraphQLArgument[]): GraphQLArgument[] {
    return args.filter(
      ({ type, defaultValue }) => (isNonNullType(type) && defaultValue === undefined) || this.random() < 0.6,
    );
  }

  private given(type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.given(type.ofType);
    if (isListType(type)) return Array.from({ length: this.pick([0, 1, 1, 2, 3, 300]) }, () => this.of(type.ofType));
    if (isEnumType(type)) return this.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (field) => isNonNullType(field.type) || this.random() < 0.4,
      );
      return Object.fromEntries(fields.map((field) => [field.name, this.of(field.type)]));
    }
    switch (type.name) {
      case 'Int':
        return this.pick(INTS);
      case 'Float':
        return this.pick(FLOATS);
      case 'Boolean':
        return this.random() < 0.5;
      case 'ID':
        return this.random() < 0.6 ? this.pick(this.ids) : this.pick(IDS);
      case 'DateTime':
        return this.pick(DATES);
      case 'JSON':
        return this.pick(JSONS);
      default:
        return this.pick(STRINGS);
    }
  }
}

const isPlain = (field: GraphQLField<unknown, unknown>) =>
  field.args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined);

/** The selection for a type: its plain fields, and those of a connection's rows. */
export function selectionOf(type: GraphQLOutputType, levels = 2): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (isUnionType(named) || isInterfaceType(named)) return '{ __typename }';
  const leaves = Object.values(named.getFields())
    .filter((field) => isPlain(field) && !isCompositeType(getNamedType(field.type)))
    .map(({ name }) => name);
  const below =
    levels === 0
      ? []
      : Object.values(named.getFields())
          .filter(({ name }) => name === 'nodes' || name === 'pageInfo')
          .map((field) => `${field.name} ${selectionOf(field.type, levels - 1)}`);
  return `{ __typename ${[...leaves, ...below].join(' ')} }`;
}

export interface Operation {
  readonly name: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/**
 * An operation that selects one field with hostile arguments.
 *
 * @param wrap the enclosing field, e.g. `topic(id: "…")`
 */
export function operationOn(
  kind: string,
  parent: string,
  field: GraphQLField<unknown, unknown>,
  values: HostileValues,
  wrap?: string,
): Operation {
  const args = values.argumentsOf(field.args);
  const variables = Object.fromEntries(args.map(({ name, type }) => [name, values.of(type)]));
  const declared = args.length > 0 ? `(${args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')})` : '';
  const given = args.length > 0 ? `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})` : '';
  const asked = `${field.name}${given} ${selectionOf(field.type)}`;
  return {
    name: `${parent}.${field.name}`,
    query: `${kind}${declared} { ${wrap === undefined ? asked : `${wrap} { ${asked} }`} }`,
    variables,
  };
}

/** All fields with arguments below an object type. */
export function fieldsWithArguments(schema: GraphQLSchema, typeName: string): GraphQLField<unknown, unknown>[] {
  const type = schema.getType(typeName);
  return isObjectType(type) ? Object.values(type.getFields()).filter(({ args }) => args.length > 0) : [];
}
