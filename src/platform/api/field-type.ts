import type { Type } from '@nestjs/common';
import { Float, ID, Int } from '@nestjs/graphql';
import { GraphQLScalarType } from 'graphql';
import { OpenUnion } from './open-union.js';
import { restSpelling } from './rest-spelling.js';

/** An enum as `registerEnumType` takes it, with the values of REST. */
type EnumObject = Readonly<Record<string, string>>;
/** The type of one value of a field: a GraphQL scalar, an enum, a DTO class, or a union. */
export type ItemType = typeof String | typeof Boolean | typeof Date | GraphQLScalarType | EnumObject | OpenUnion | Type;
/** `[T]` is a list. */
export type FieldType = ItemType | readonly [ItemType];

const PLAIN: readonly unknown[] = [String, Boolean, Date];

export const isList = (type: FieldType): type is readonly [ItemType] => Array.isArray(type);
export const itemOf = (type: FieldType): ItemType => (isList(type) ? type[0] : type);

/** Whether a type is a DTO class. */
export const isClass = (type: ItemType): type is Type => typeof type === 'function' && !PLAIN.includes(type);

/** The enum's values; null for other types. */
export function enumValues(type: ItemType): string[] | null {
  const isEnum = typeof type === 'object' && !(type instanceof GraphQLScalarType) && !(type instanceof OpenUnion);
  return isEnum ? Object.values(type) : null;
}

/** A type in the form that GraphQL's `@Field` takes. */
export function graphqlForm(type: FieldType): object {
  const item = itemOf(type);
  const form = item instanceof OpenUnion ? item.graphqlType : item;
  return isList(type) ? [form] : form;
}

/** One value's type in OpenAPI. Custom GraphQL scalars stand for objects without a fixed shape. */
function itemForm(type: ItemType): object {
  if (type === String) return { type: 'string' };
  if (type === Boolean) return { type: 'boolean' };
  if (type === Date) return { type: 'string', format: 'date-time' };
  if (type === ID) return { type: 'string', format: 'uuid' };
  if (type === Int) return { type: 'integer' };
  if (type === Float) return { type: 'number' };
  if (type instanceof OpenUnion) return { type: 'object', 'x-union': type.name };
  return { type: 'object', additionalProperties: true };
}

/**
 * A type in the form that `@ApiProperty` takes.
 *
 * @param bounds further OpenAPI facts about one value; for a list, about its items
 */
export function restForm(type: FieldType, bounds: object = {}): object {
  const item = itemOf(type);
  const values = enumValues(item);
  if (values) return { enum: values.map(restSpelling), ...(isList(type) ? { isArray: true } : {}) };
  if (isClass(item)) return { type: isList(type) ? [item] : item };
  const form = { ...itemForm(item), ...bounds };
  return isList(type) ? { type: 'array', items: form } : form;
}
