import { applyDecorators } from '@nestjs/common';
import { Float, Int } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { z } from 'zod';
import { ApiField, DescribedInput, type InputFacts } from './api-field.js';
import type { Bounds } from './field-checks.js';
import type { FieldType, ItemType } from './field-type.js';

/** The parts of zod's JSON schema that are used here. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: string | number | boolean | readonly string[] | object;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
}

/** The fields of an object. For a union of objects: the fields of all; required are those that each requires. */
function fieldsOf({ oneOf, properties = {}, required = [] }: Schema): Pick<Schema, 'properties' | 'required'> {
  if (!oneOf) return { properties, required };
  const parts = oneOf.map(fieldsOf);
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>,
    required: (parts[0]?.required ?? []).filter((name) => parts.every((part) => part.required?.includes(name))),
  };
}

const SCALARS: Readonly<Record<string, ItemType | undefined>> = {
  integer: Int,
  number: Float,
  string: String,
  boolean: Boolean,
};

function typeOf({ type = '', items }: Schema): FieldType | undefined {
  if (type !== 'array') return SCALARS[type];
  const item = SCALARS[items?.type ?? ''];
  return item && [item];
}

function boundsOf(schema: Schema): Bounds {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, pattern } = schema.items ?? schema;
  return {
    minimum: minimum ?? exclusiveMinimum,
    exclusiveMinimum: exclusiveMinimum === undefined ? undefined : true,
    maximum,
    minLength,
    maxLength,
    pattern,
    minItems: schema.minItems,
    maxItems: schema.maxItems,
  };
}

/** Facts about a field that its schema cannot express, such as its class or enum, or that override the schema. */
interface SettingFacts extends Omit<InputFacts, 'optional' | 'nullable' | 'only'> {
  readonly type?: FieldType;
}

interface Setting {
  readonly type: FieldType;
  readonly facts: InputFacts;
}

interface Settings {
  readonly names: readonly string[];
  readonly setting: (name: string, type?: FieldType) => Setting;
}

function settingsOf(object: z.ZodType, io: 'input' | 'output'): Settings {
  const { properties = {}, required = [] } = fieldsOf(z.toJSONSchema(object, { io }) as Schema);
  const setting: Settings['setting'] = (name, given) => {
    const schema = properties[name];
    const type = given ?? (schema && typeOf(schema));
    if (schema === undefined || type === undefined) throw new Error(`the schema has no setting ${name}`);
    const { description, default: value } = schema;
    const isPlain = value !== undefined && (typeof value !== 'object' || Array.isArray(value));
    const facts = {
      optional: !required.includes(name),
      description,
      default: isPlain ? (value as InputFacts['default']) : undefined,
      ...boundsOf(schema),
    };
    return { type, facts };
  };
  return { names: Object.keys(properties), setting };
}

/** A field decorator; the field's name selects the setting. */
type SettingDecorator = (facts?: SettingFacts) => PropertyDecorator;

const inputField =
  ({ setting }: Settings): SettingDecorator =>
  ({ type: given, ...own } = {}) =>
  (target, name) => {
    const { type, facts } = setting(String(name), given);
    applyDecorators(DescribedInput(type, { ...facts, ...own }), Allow())(target, name);
  };

/** Fields of responses with a default are always present. */
const outputField =
  ({ setting }: Settings): SettingDecorator =>
  ({ type: given, ...own } = {}) =>
  (target, name) => {
    const { type, facts } = setting(String(name), given);
    const { description, optional } = facts;
    ApiField(type, { description, optional, ...own })(target, name);
  };

/** Facts about settings by their names. */
type FactsByName = Readonly<Record<string, SettingFacts>>;

function declareAll({ names }: Settings, field: SettingDecorator, facts: FactsByName): ClassDecorator {
  const unknown = Object.keys(facts).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`the schema has no setting ${unknown.join(', ')}`);
  return ({ prototype }) => {
    for (const name of names) {
      // As the compiler does for a property of an unknown type: Swagger takes none at all for a cycle.
      Reflect.defineMetadata('design:type', Object, prototype as object, name);
      field(facts[name])(prototype as object, name);
    }
  };
}

/**
 * Returns a decorator for request fields that a zod schema validates: description, type, bounds and default come from
 * the schema's field of the same name. Only objects and enums need an explicit type.
 */
export const settingInput = (object: z.ZodType): SettingDecorator => inputField(settingsOf(object, 'input'));

/** Declares all settings of a schema as fields of a request's class, as `settingInput` declares one. */
export function SettingInputs(object: z.ZodType, facts: FactsByName = {}): ClassDecorator {
  const settings = settingsOf(object, 'input');
  return declareAll(settings, inputField(settings), facts);
}

/** The same for the class of a response. */
export function SettingOutputs(object: z.ZodType, facts: FactsByName = {}): ClassDecorator {
  const settings = settingsOf(object, 'output');
  return declareAll(settings, outputField(settings), facts);
}
