/** A form is made from the JSON schema of a policy: a field for each of its settings. */

export interface SettingField {
  readonly name: string;
  /** How it is entered. `json`: lists and objects, as text. */
  readonly kind: 'whole' | 'decimal' | 'switch' | 'choice' | 'text' | 'json';
  readonly description: string;
  /** The default as it would be entered; empty: nothing. */
  readonly standard: string;
  readonly choices: readonly string[];
  readonly least: number | null;
  readonly most: number | null;
}

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberOr = (value: unknown): number | null =>
  typeof value === 'number' && Math.abs(value) < 1e15 ? value : null;

/** The part of `anyOf: [part, null]`: what may be left out. */
function core(schema: Schema): Schema {
  const parts = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isSchema) : [];
  const [part] = parts.filter((one) => one['type'] !== 'null');
  return part ? { ...part, ...schema } : schema;
}

const asText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function kindOf(schema: Schema, choices: readonly string[]): SettingField['kind'] {
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

/** The settings that a schema describes, in its order. */
export function fieldsOf(schema: unknown): SettingField[] {
  const properties = isSchema(schema) && isSchema(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, value]) => {
    if (!isSchema(value)) return [];
    const part = core(value);
    const choices = Array.isArray(part['enum']) ? part['enum'].map(asText) : [];
    return {
      name,
      kind: kindOf(part, choices),
      description: asText(part['description']),
      standard: asText(value['default']),
      choices,
      least: numberOr(part['minimum']) ?? numberOr(part['exclusiveMinimum']),
      most: numberOr(part['maximum']) ?? numberOr(part['exclusiveMaximum']),
    };
  });
}

function valueOf({ kind, choices }: SettingField, text: string, schema: unknown): unknown {
  if (kind === 'switch') return text === 'true';
  if (kind === 'whole' || kind === 'decimal') return Number(text);
  if (kind === 'choice') {
    const listed = isSchema(schema) && Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
    return listed[choices.indexOf(text)] ?? text;
  }
  return kind === 'json' ? (JSON.parse(text) as unknown) : text;
}

/** Whether a text can be a value of the setting at all. What it may be in detail the service says. */
export function isReadable(field: SettingField, text: string): boolean {
  if (text === '' || text === field.standard) return true;
  if (field.kind === 'whole') return Number.isInteger(Number(text));
  if (field.kind === 'decimal') return Number.isFinite(Number(text));
  if (field.kind !== 'json') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What was entered, as the service takes it: only the settings that differ from their defaults. */
export function configOf(schema: unknown, entered: Readonly<Record<string, string>>): Record<string, unknown> {
  const properties = isSchema(schema) && isSchema(schema['properties']) ? schema['properties'] : {};
  const changed = fieldsOf(schema).filter((field) => {
    const text = entered[field.name] ?? '';
    return text !== '' && text !== field.standard && isReadable(field, text);
  });
  return Object.fromEntries(
    changed.map((field) => [field.name, valueOf(field, entered[field.name] ?? '', properties[field.name])]),
  );
}
