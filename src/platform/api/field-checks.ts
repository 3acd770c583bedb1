import { Float, ID, Int } from '@nestjs/graphql';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { MORE_THAN, NOT_BELOW } from '../errors/index.js';
import { enumValues, type FieldType, isClass, isList, type ItemType, itemOf } from './field-type.js';
import { queryDate, queryFlag, queryNumber } from './query-values.js';

/** Bounds of request values. Bounds of length hold for each text, bounds of items for a list. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Excludes the minimum itself. */
  readonly exclusiveMinimum?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  /** Another field of the same kind, a number or a time, that the value must not be below. */
  readonly notBelow?: string;
}

const isBelow = (value: unknown, other: unknown): boolean =>
  (typeof value === 'number' && typeof other === 'number') || (value instanceof Date && other instanceof Date)
    ? value < other
    : false;

const NotBelow = (field: string): PropertyDecorator =>
  ValidateBy({
    name: NOT_BELOW,
    constraints: [field],
    validator: {
      validate: (value, of) => !isBelow(value, (of?.object as Readonly<Record<string, unknown>> | undefined)?.[field]),
    },
  });

const MoreThan = (bound: number, each: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: MORE_THAN,
      constraints: [bound],
      validator: { validate: (value) => typeof value === 'number' && value > bound },
    },
    each,
  );

function kindChecks(type: ItemType, each: ValidationOptions): PropertyDecorator[] {
  // Nested validation looks into lists, and accepts empty ones.
  return isClass(type) ? [ValidateNested(each), IsObject(each)] : [kindCheck(type, each)];
}

function kindCheck(type: ItemType, each: ValidationOptions): PropertyDecorator {
  const values = enumValues(type);
  if (values) return IsIn(values, each);
  if (type === String) return IsString(each);
  if (type === Boolean) return IsBoolean(each);
  if (type === ID) return IsUUID(undefined, each);
  if (type === Int) return IsInt(each);
  if (type === Float) return IsNumber({}, each);
  if (type === Date) return IsDate(each);
  return IsObject(each);
}

const BOUND_CHECKS = {
  minimum: Min,
  maximum: Max,
  minLength: MinLength,
  maxLength: MaxLength,
} as const;

/** The class-validator rules of a request field: its type, sizes and lengths. */
export function checksOf(type: FieldType, bounds: Bounds, isOptional: boolean): PropertyDecorator[] {
  const item = itemOf(type);
  const each: ValidationOptions = isList(type) ? { each: true } : {};
  const checks = kindChecks(item, each);
  for (const [name, check] of Object.entries(BOUND_CHECKS)) {
    const bound = bounds[name as keyof typeof BOUND_CHECKS];
    if (bound !== undefined) checks.push(check(bound, each));
  }
  if (bounds.exclusiveMinimum === true && bounds.minimum !== undefined) checks.push(MoreThan(bounds.minimum, each));
  if (isList(type)) {
    checks.push(IsArray());
    if (bounds.minItems !== undefined) checks.push(ArrayMinSize(bounds.minItems));
    if (bounds.maxItems !== undefined) checks.push(ArrayMaxSize(bounds.maxItems));
  }
  if (bounds.notBelow !== undefined) checks.push(NotBelow(bounds.notBelow));
  if (isClass(item)) checks.push(Type(() => item));
  if (isOptional) checks.push(IsOptional());
  return checks;
}

/** Converts the texts of a query string to values. */
export function queryReading(type: FieldType): PropertyDecorator[] {
  if (type === Boolean) return [Transform(queryFlag)];
  if (type === Int || type === Float) return [Transform(queryNumber)];
  return type === Date ? [Transform(queryDate)] : [];
}
