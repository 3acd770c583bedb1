import { applyDecorators } from '@nestjs/common';
import { Field, type FieldOptions } from '@nestjs/graphql';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { INT4 } from '../errors/index.js';
import { type Bounds, checksOf, queryReading } from './field-checks.js';
import { type FieldType, graphqlForm, isList, restForm } from './field-type.js';

/** What both APIs tell of a field. */
interface Facts {
  readonly description?: string;
  /** Of OpenAPI alone: GraphQL has no examples. */
  readonly example?: unknown;
  /** Null stands for a value that there is not. */
  readonly nullable?: boolean;
  /** The field may be left out; in GraphQL it may be null. */
  readonly optional?: boolean;
  /** Where REST spells the value in another way: its schema in place of that of the type. */
  readonly rest?: ApiPropertyOptions;
  /** The field is in REST alone: GraphQL has it in another form, or not at all. */
  readonly only?: 'rest';
}

export interface FieldFacts extends Facts {
  /** For lists: an item may be null. */
  readonly nullableItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface InputFacts extends Facts, Bounds {
  /** Taken where the field is left out. In GraphQL an `optional` field may also be null, which means the same. */
  readonly default?: string | number | boolean | readonly string[];
}

const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  if (least !== undefined && most !== undefined) return [`From ${least} to ${most}${unit}`];
  if (least !== undefined) return [`At least ${least}${unit}`];
  return most === undefined ? [] : [`At most ${most}${unit}`];
};

/** GraphQL has no place for bounds, nor for the default of a field that may be null: its descriptions tell them. */
function toldInWords(type: FieldType, { description, ...facts }: InputFacts): string | undefined {
  const each = isList(type) ? ' each' : '';
  const isOpen = facts.exclusiveMinimum === true;
  const told = [
    ...(description === undefined ? [] : [description]),
    ...(isOpen ? [`More than ${facts.minimum ?? ''}`] : []),
    // What any Int is at most goes without saying.
    ...range(isOpen ? undefined : facts.minimum, facts.maximum === INT4.max ? undefined : facts.maximum, each),
    ...range(facts.minLength, facts.maxLength, ` characters${each}`),
    ...range(facts.minItems, facts.maxItems, ' items'),
    ...(facts.optional === true && facts.default !== undefined
      ? [`Default: ${[facts.default].flat().join(', ')}`]
      : []),
  ];
  return told.length > 0 ? told.join('. ') : undefined;
}

/** OpenAPI 3.1 has an open bound in place of the closed one. */
const restBounds = ({ exclusiveMinimum, minimum, ...bounds }: Bounds): object =>
  exclusiveMinimum === true ? { ...bounds, exclusiveMinimum: minimum } : { ...bounds, minimum };

/** A field of an answer, once for REST and GraphQL: `@ApiField(Int, { description: 'Links from the seed' })`. */
export function ApiField(type: FieldType, facts: FieldFacts = {}): PropertyDecorator {
  const { description, example, nullable, nullableItems, optional, rest, only, minimum, maximum } = facts;
  const property = {
    ...(rest ?? restForm(type, { minimum, maximum, nullable: nullableItems })),
    description,
    example,
    nullable,
    required: optional !== true,
  };
  if (only === 'rest') return ApiProperty(property);
  const isNullable = nullable === true || optional === true;
  const told = toldInWords(type, facts);
  return applyDecorators(
    Field(() => graphqlForm(type), {
      nullable: nullableItems === true ? (isNullable ? 'itemsAndList' : 'items') : isNullable,
      description: told,
    } as FieldOptions),
    ApiProperty(property),
  );
}

/** A field that is sent, once for REST and GraphQL. What it may be is checked elsewhere. */
export function DescribedInput(type: FieldType, facts: InputFacts): PropertyDecorator {
  const { description, example, nullable, optional, rest, only, minItems, maxItems, default: value, ...bounds } = facts;
  const property = {
    ...(rest ?? restForm(type, restBounds(bounds))),
    minItems,
    maxItems,
    default: value,
    description,
    example,
    nullable,
    required: optional !== true && value === undefined,
  };
  if (only === 'rest') return ApiProperty(property);
  const told = toldInWords(type, facts);
  return applyDecorators(
    Field(() => graphqlForm(type), {
      nullable: optional === true,
      defaultValue: optional === true ? undefined : value,
      description: told,
    } as FieldOptions),
    ApiProperty(property),
  );
}

/** A field that is sent, once for REST, GraphQL and the check of what arrives. */
export function InputField(type: FieldType, facts: InputFacts = {}): PropertyDecorator {
  // JSON has no dates: a body spells them as a query does.
  const reading = type === Date ? queryReading(type) : [];
  return applyDecorators(DescribedInput(type, facts), ...checksOf(type, facts, facts.optional === true), ...reading);
}

/** A query parameter of REST that is an argument of GraphQL. */
export function QueryField(type: FieldType, facts: InputFacts = {}): PropertyDecorator {
  return applyDecorators(InputField(type, facts), ...(type === Date ? [] : queryReading(type)));
}
