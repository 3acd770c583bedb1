import { createRng, type Rng } from '../../src/domain/base/rng.js';

/** The parts of an OpenAPI document that calls use. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly example?: unknown;
  readonly default?: unknown;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: Schema;
}
export interface Operation {
  readonly operationId: string;
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface HostileCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
  /** The inserted value and its place, for messages. */
  readonly what: string;
}

/** Texts for paths and queries, percent-encoded by the attacker. */
const ENCODED = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%C3',
  '%',
  '%25',
  '%F0%9F%A7%80',
  '0000-01-01',
  '2026-02-30',
  '99999-01-01',
  '-271821-04-20',
  '2026-13-01T00:00:00Z',
  '0',
  '-1',
  '1e3',
  '0x10',
  '%205%20',
  '1_000',
  '2147483648',
  '99999999999999999999',
  '-9223372036854775809',
  '1.5',
  'NaN',
  'Infinity',
  '',
  'null',
  'true',
  '[]',
  '{}',
  "';--",
  '../../etc/passwd',
  '%2e%2e%2f',
  '%E2%80%AE',
  'a'.repeat(3_000),
  '*',
  ':',
  '%5C',
  '1&1=1',
  '%0d%0aX-Injected:%201',
  '01234567-89ab-4cde-8f01-23456789abcd',
  'constructor',
  '__proto__',
];
/** Values for bodies. */
const VALUES: readonly unknown[] = [
  'a\0b',
  '\ud800',
  'x\udfff',
  '',
  ' ',
  'a'.repeat(5_000),
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 63,
  -(2 ** 53),
  [],
  {},
  [[]],
  [null],
  [1, 'x', {}],
  ['a\0'],
  ['\ud800'],
  [{}],
  { 'a\0': 1 },
  { constructor: 1 },
  Array(300).fill('x'),
  Array(3_000).fill(0),
  '0000-01-01',
  '2026-02-30',
  'javascript:alert(1)',
  'http://[::1',
  'http://a\0b/',
  '%00',
  '${x}',
];
const raw = (text: string): Buffer => Buffer.from(text, 'latin1');
/** Whole bodies. The last ones are not JSON, or not JSON that should be parsed. */
const BODIES: readonly (string | Buffer)[] = [
  '',
  'null',
  '[]',
  '"text"',
  '17',
  'true',
  '{',
  '{"a":',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '[1e999]',
  '{"a":1e999}',
  raw('{"name":"\xff\xfe"}'),
  raw('{"name":"\xed\xa0\x80"}'),
  '\ufeff{}',
  `${'['.repeat(1_500)}${']'.repeat(1_500)}`,
  `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`,
  `{${Array.from({ length: 2_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  '\0',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
];
const HEADERS: readonly Record<string, string>[] = [
  { accept: 'image/webp' },
  { accept: 'nonsense' },
  { 'if-match': '"x"' },
  { 'if-match': '*' },
  { 'if-none-match': 'W/"' },
  { 'idempotency-key': 'a b' },
  { range: 'bytes=9-1' },
  { 'idempotency-key': 'k'.repeat(500) },
  { 'if-match': '"999999999999999"' },
  { 'if-range': '"' },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=2, x' },
  { 'accept-encoding': 'gzip' },
];

export interface HostileOptions {
  readonly seed: number;
  /** Values of path parameters that name existing objects, by parameter or, for `id`, by the path segment before it. */
  readonly known: Readonly<Record<string, string>>;
}

const pick = <T>(items: readonly T[], rng: Rng): T => items[rng.below(items.length)];

/** A value of a schema, from its examples and types. */
function valueOf(schema: Schema, document: ApiDocument, depth = 0): unknown {
  if (schema.$ref)
    return valueOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, document, depth);
  const part = schema.allOf?.[0] ?? schema.anyOf?.[0];
  if (part && !schema.properties) return valueOf(part, document, depth);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.properties && depth < 4) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, valueOf(part, document, depth + 1)]),
    );
  }
  const [type] = [schema.type ?? ''].flat();
  if (type === 'array') return schema.items ? [valueOf(schema.items, document, depth + 1)] : [];
  return { integer: 1, number: 0.5, boolean: true, string: 'text' }[type] ?? {};
}

function pathOf(
  pattern: string,
  known: Readonly<Record<string, string>>,
  replaced?: readonly [string, string],
): string {
  return pattern.replaceAll(/(?:([\w-]+)\/)?\{(\w+)\}/g, (_, before: string | undefined, name: string) => {
    const value = replaced?.[0] === name ? replaced[1] : (known[name === 'id' ? (before ?? name) : name] ?? '0');
    return before === undefined ? value : `${before}/${value}`;
  });
}

/** A body with one hostile value in it, at any depth. */
function spoilt(value: unknown, rng: Rng): unknown {
  const isParts = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isParts || rng.next() < 0.2) return pick(VALUES, rng);
  const entries = Object.entries(value);
  const at = rng.below(entries.length);
  if (Array.isArray(value)) return value.map((item, i) => (i === at ? spoilt(item, rng) : item));
  if (rng.next() < 0.1) return { ...value, [pick(['extra', 'a\0', '\ud800', 'constructor'], rng)]: 1 };
  if (rng.next() < 0.1) return Object.fromEntries(entries.filter((_, i) => i !== at));
  return Object.fromEntries(entries.map(([key, part], i) => [key, i === at ? spoilt(part, rng) : part]));
}

/** Endless hostile calls of all operations in turn, reproducible by seed. */
export function* hostileCalls(document: ApiDocument, { seed, known }: HostileOptions): Generator<HostileCall> {
  const rng = createRng(seed);
  const operations = Object.entries(document.paths).flatMap(([pattern, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ pattern, method, operation })),
  );
  for (;;) {
    for (const { pattern, method, operation } of operations) {
      const parameters = (operation.parameters ?? []).filter(
        (parameter) => parameter.in === 'query' || parameter.in === 'path',
      );
      const content = Object.entries(operation.requestBody?.content ?? {})[0];
      const base = { method: method.toUpperCase(), headers: rng.next() < 0.1 ? pick(HEADERS, rng) : {} };
      if (content && rng.next() < 0.8) {
        const [type, { schema, example }] = content;
        const payload =
          rng.next() < 0.3 ? pick(BODIES, rng) : JSON.stringify(spoilt(example ?? valueOf(schema, document), rng));
        yield {
          ...base,
          url: pathOf(pattern, known),
          headers: { ...base.headers, 'content-type': type },
          payload,
          what: `body ${payload.toString().slice(0, 200)}`,
        };
      } else if (parameters.length > 0) {
        const { name, in: place } = pick(parameters, rng);
        const text = pick(ENCODED, rng);
        const url =
          place === 'path' ? pathOf(pattern, known, [name, text]) : `${pathOf(pattern, known)}?${name}=${text}`;
        yield { ...base, url, what: `${name} = ${text.slice(0, 100)}` };
      } else {
        yield { ...base, url: `${pathOf(pattern, known)}?x=${pick(ENCODED, rng)}`, what: 'unknown parameter' };
      }
    }
  }
}
