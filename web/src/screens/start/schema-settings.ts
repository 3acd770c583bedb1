import { spoken } from '../../parts/named-words.js';
import type { Setting } from './setting.js';

/** The settings of policies and models are known from their JSON schemas alone: labels and help are made from these. */

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberOr = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < 1e15 ? value : undefined;

/** The part of `anyOf: [part, null]`: what may be left out. */
function core(schema: Schema): Schema {
  const parts = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isSchema) : [];
  const [part] = parts.filter((one) => one['type'] !== 'null');
  return part ? { ...part, ...schema } : schema;
}

function kindOf(schema: Schema, choices: readonly unknown[]): Setting['kind'] {
  if (choices.length > 0) return 'choice';
  switch (schema['type']) {
    case 'integer':
      return 'whole';
    case 'number':
      return 'decimal';
    case 'boolean':
      return 'switch';
    case 'string':
      return 'text';
    default:
      return 'json';
  }
}

const headed = (name: string): string => name.charAt(0).toUpperCase() + spoken(name).slice(1);

/** Names of settings that do not say enough when they are written as words. */
const LABELS: Readonly<Record<string, string>> = { startFrom: 'Warm start from a session' };
const NAME = /\b[a-z]+(?:[A-Z][a-z\d]*)+\b/g;

/** Text of a schema in the words of the form: names of settings become labels, and switches say yes and no. */
function helpOf(text: string, kind: Setting['kind']): string {
  const named = text.replaceAll(NAME, (name) => `“${LABELS[name] ?? headed(name)}”`);
  const said = kind === 'switch' ? named.replaceAll(/\btrue\b/g, 'yes').replaceAll(/\bfalse\b/g, 'no') : named;
  const begun = said.charAt(0).toUpperCase() + said.slice(1);
  return begun === '' || /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** The settings that a schema describes, in its order. */
export function schemaSettings(schema: unknown): Setting[] {
  const properties = isSchema(schema) && isSchema(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, value]): Setting[] => {
    if (!isSchema(value)) return [];
    const part = core(value);
    const values: readonly unknown[] = Array.isArray(part['enum']) ? part['enum'] : [];
    const kind = kindOf(part, values);
    const [least, most] = [numberOr(part['minimum']), numberOr(part['maximum'])];
    const [above, below] = [numberOr(part['exclusiveMinimum']), numberOr(part['exclusiveMaximum'])];
    const description = typeof part['description'] === 'string' ? part['description'] : '';
    return [
      {
        ...{ path: name, label: headed(name), help: helpOf(description, kind), kind },
        ...(value['default'] !== undefined && value['default'] !== null && { standard: value['default'] }),
        ...(values.length > 0 && { choices: values.map((one) => [one, String(one)] as const) }),
        ...Object.fromEntries(Object.entries({ least, most, above, below }).filter(([, bound]) => bound !== undefined)),
      },
    ];
  });
}
