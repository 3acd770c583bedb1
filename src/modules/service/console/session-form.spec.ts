import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { ENUMS } from '../../../../web/src/parts/session-settings.js';
import { OF_SESSION } from '../../../../web/src/screens/start/session-body.js';
import { SETTINGS } from '../../../../web/src/screens/start/setting-groups.js';

type Schema = Readonly<Record<string, unknown>>;
const { schemas } = (
  JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    components: { schemas: Record<string, { properties: Record<string, Schema> }> };
  }
).components;

/**
 * Parts of a body that have parts of their own in the form: a policy with its settings, secrets, and a template, with
 * which the form is filled.
 */
const ELSEWHERE = ['policy', 'policyConfig', 'access', 'templateId'];
/** Defaults that follow from the default of the object around them. */
const FROM_AROUND = ['rendering.wait.until'];

/** All settings of the schema, by path. */
function leavesOf(name: string, within = ''): [string, Schema][] {
  return Object.entries(schemas[name]?.properties ?? {}).flatMap(([key, schema]): [string, Schema][] => {
    const path = within + key;
    if (ELSEWHERE.includes(path)) return [];
    const [around] = (schema['allOf'] ?? []) as { readonly $ref: string }[];
    const inner = around?.$ref.split('/').at(-1);
    return inner === undefined ? [[path, schema]] : leavesOf(inner, `${path}.`);
  });
}
const leaves = leavesOf('CreateSessionInput');

test('the form has each setting that the API has, and no other one', () => {
  expect(leaves.length).toBeGreaterThan(60);
  expect(SETTINGS.map(({ path }) => path).sort()).toEqual(leaves.map(([path]) => path).sort());
  const labels = SETTINGS.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});

test('templates have all settings but those of one session', () => {
  const stored = leavesOf('SessionSettingsInput').map(([path]) => path);
  const others = leaves.map(([path]) => path).filter((path) => !stored.includes(path));
  expect(others.sort()).toEqual([...OF_SESSION].sort());
});

test.each(leaves)('%s has the default, bounds and choices of the API', (path, schema) => {
  const setting = SETTINGS.find((one) => one.path === path);
  if (!FROM_AROUND.includes(path)) expect(setting?.standard).toEqual(schema['default']);
  const items = (schema['items'] ?? {}) as Schema;
  const allowed = schema['enum'] ?? items['enum'];
  if (allowed !== undefined) expect(setting?.choices?.map(([value]) => value)).toEqual(allowed);
  const kinds: Readonly<Record<string, string | undefined>> = {
    ...{ integer: 'whole', number: 'decimal', boolean: 'switch', array: allowed ? 'several' : 'lines' },
    ...{ string: allowed ? 'choice' : 'text' },
  };
  const kind = { domainCap: 'cap', seeds: 'addresses' }[path] ?? kinds[String(schema['type'])];
  expect(setting?.kind).toBe(kind);
  expect([setting?.least, setting?.most, setting?.above]).toEqual([
    ...[schema['minimum'], schema['maximum'], schema['exclusiveMinimum']],
  ]);
});

test('the console spells all settings as GraphQL does that are enums there', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const enums = (name: string): string[] => {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => {
      const of = getNamedType(field.type);
      return isEnumType(of) ? [field.name] : enums(of.name);
    });
  };
  expect([...ENUMS].sort()).toEqual([...new Set(enums('SessionSettingsInput'))].sort());
});
