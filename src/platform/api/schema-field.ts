import { applyDecorators, type Type } from '@nestjs/common';
import { Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { z } from 'zod';
import { ApiField, DescribedInput, type FieldFacts, type InputFacts } from './api-field.js';
import type { Bounds } from './field-checks.js';
import type { FieldType, ItemType } from './field-type.js';
import { enumOf } from './rest-spelling.js';

/** The parts of zod's JSON schema that are used here. */
interface Schema {
  /** The name of an enum or object in GraphQL. Its description is that of the type, not of the field. */
  readonly title?: string;
  /** A list for a scalar or null. */
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: string | number | boolean | readonly string[] | object | null;
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
  /** Any other value or null. */
  readonly anyOf?: readonly Schema[];
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

const isNullable = ({ type, anyOf = [] }: Schema): boolean =>
  type?.includes('null') === true || anyOf.some((one) => one.type === 'null');

/** The schema of a value that is not null. */
function presentOf(schema: Schema): Schema {
  const { type, anyOf } = schema;
  if (anyOf) return anyOf.find((one) => one.type !== 'null') ?? schema;
  return typeof type === 'object' ? { ...schema, type: type.find((one) => one !== 'null') } : schema;
}

function itemTypeOf(schema: Schema): ItemType | undefined {
  const present = presentOf(schema);
  const { title, type, enum: values, properties } = present;
  if (title !== undefined && values) return namedEnum(title, present);
  if (title !== undefined && properties) return namedClass(title, present);
  return typeof type === 'string' ? SCALARS[type] : undefined;
}

function typeOf(schema: Schema): FieldType | undefined {
  const { type, items = {} } = presentOf(schema);
  if (type !== 'array') return itemTypeOf(schema);
  const item = itemTypeOf(items);
  return item && [item];
}

function namedEnum(name: string, { enum: values = [], description }: Schema): ItemType {
  const type = enumOf(values);
  registerEnumType(type, { name, description });
  return type;
}

/** Only for responses. */
function namedClass(title: string, schema: Schema): Type {
  const name = `${title}Dto`;
  const { [name]: type } = {
    [name]: class {
      readonly [field: string]: unknown;
    },
  };
  ObjectType(title, { description: schema.description })(type);
  const fields = fieldsIn(schema);
  declareAll(fields, outputField(fields))(type);
  return type;
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
interface OwnFacts extends Omit<InputFacts, 'optional' | 'nullable' | 'only'> {
  readonly type?: FieldType;
}

interface SchemaField {
  readonly type: FieldType;
  readonly facts: InputFacts & Pick<FieldFacts, 'nullableItems'>;
}

interface SchemaFields {
  readonly names: readonly string[];
  readonly field: (name: string, type?: FieldType) => SchemaField;
}

function fieldsIn(object: Schema): SchemaFields {
  const { properties = {}, required = [] } = fieldsOf(object);
  const field: SchemaFields['field'] = (name, given) => {
    const schema = properties[name];
    if (schema === undefined) throw new Error(`the schema has no field ${name}`);
    const type = given ?? typeOf(schema);
    if (type === undefined) throw new Error(`the type of the field ${name} has no title in its schema`);
    const { title, description, examples, default: value, items = {} } = schema;
    const isPlain = value !== undefined && (typeof value !== 'object' || Array.isArray(value));
    const facts = {
      optional: !required.includes(name),
      nullable: isNullable(schema),
      nullableItems: isNullable(items),
      description: title === undefined ? description : undefined,
      example: examples?.[0],
      default: isPlain ? (value as InputFacts['default']) : undefined,
      ...boundsOf(presentOf(schema)),
    };
    return { type, facts };
  };
  return { names: Object.keys(properties), field };
}

/** A field decorator; the field's name selects the field of the schema. */
type FieldDecorator = (facts?: OwnFacts) => PropertyDecorator;

const inputField =
  ({ field }: SchemaFields): FieldDecorator =>
  ({ type: given, ...own } = {}) =>
  (target, name) => {
    const { type, facts } = field(String(name), given);
    const { nullableItems: _, ...input } = facts;
    applyDecorators(DescribedInput(type, { ...input, ...own }), Allow())(target, name);
  };

/** Fields of responses with a default are always present. */
const outputField =
  ({ field }: SchemaFields): FieldDecorator =>
  ({ type: given, ...own } = {}) =>
  (target, name) => {
    const { type, facts } = field(String(name), given);
    const { description, example, optional, nullable, nullableItems } = facts;
    ApiField(type, { description, example, optional, nullable, nullableItems, ...own })(target, name);
  };

/** Facts about fields by their names. */
type FactsByName = Readonly<Record<string, OwnFacts>>;

function declareAll({ names }: SchemaFields, field: FieldDecorator, facts: FactsByName = {}): ClassDecorator {
  const unknown = Object.keys(facts).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`the schema has no field ${unknown.join(', ')}`);
  return ({ prototype }) => {
    for (const name of names) {
      // As the compiler does for a property of an unknown type: Swagger takes none at all for a cycle.
      Reflect.defineMetadata('design:type', Object, prototype as object, name);
      field(facts[name])(prototype as object, name);
    }
  };
}

const inputFields = (object: z.ZodType): SchemaFields => fieldsIn(z.toJSONSchema(object, { io: 'input' }) as Schema);

/**
 * Returns a decorator for request fields that a zod schema validates: description, type, bounds and default come from
 * the schema's field of the same name. Only objects and enums need an explicit type.
 */
export const schemaInput = (object: z.ZodType): FieldDecorator => inputField(inputFields(object));

/** Declares all fields of a schema as fields of a request's class, as `schemaInput` declares one. */
export function SchemaInputs(object: z.ZodType, facts?: FactsByName): ClassDecorator {
  const fields = inputFields(object);
  return declareAll(fields, inputField(fields), facts);
}

/** The same for the class of a response. Objects and enums whose schemas have a title need no explicit type either. */
export function SchemaOutputs(object: z.ZodType, facts?: FactsByName): ClassDecorator {
  const fields = fieldsIn(z.toJSONSchema(object) as Schema);
  return declareAll(fields, outputField(fields), facts);
}
