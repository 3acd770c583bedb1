import { applyDecorators } from '@nestjs/common';
import { Field, type FieldOptions } from '@nestjs/graphql';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { INT4 } from '../errors/index.js';
import { type Bounds, checksOf, queryReading } from './field-checks.js';
import { type FieldType, graphqlForm, isList, restForm } from './field-type.js';
import { declareField, exampleInRest, textInRest } from './rest-form.js';

/** Facts about a field for both APIs. */
interface Facts {
  readonly description?: string;
  /** For OpenAPI only: GraphQL has no examples. */
  readonly example?: unknown;
  /** The value may be null, which means that there is none. */
  readonly nullable?: boolean;
  /** The field may be left out; in GraphQL it may be null. */
  readonly optional?: boolean;
  /** The REST schema, if REST writes the value differently from GraphQL. */
  readonly rest?: ApiPropertyOptions;
  /** The field exists only in REST: GraphQL has another form of it, or none. */
  readonly only?: 'rest';
}

export interface FieldFacts extends Facts {
  /** The text may be a value of an enum, which REST spells in its own way. */
  readonly hasCodes?: boolean;
  /** For lists: an item may be null. */
  readonly nullableItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface InputFacts extends Facts, Bounds {
  /** The value of an omitted field. In GraphQL an `optional` field may also be null, which means the same. */
  readonly default?: string | number | boolean | readonly string[];
}

const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  if (least !== undefined && most !== undefined) return [`From ${least} to ${most}${unit}`];
  if (least !== undefined) return [`At least ${least}${unit}`];
  return most === undefined ? [] : [`At most ${most}${unit}`];
};

/** GraphQL cannot express bounds, nor the default of a nullable field: the description states them. */
function descriptionWithBounds(type: FieldType, { description, ...facts }: InputFacts): string | undefined {
  const each = isList(type) ? ' each' : '';
  const isOpen = facts.exclusiveMinimum === true;
  const sentences = [
    ...(description === undefined ? [] : [description]),
    ...(isOpen ? [`More than ${facts.minimum ?? ''}`] : []),
    // The maximum of any Int need not be stated.
    ...range(isOpen ? undefined : facts.minimum, facts.maximum === INT4.max ? undefined : facts.maximum, each),
    ...range(facts.minLength, facts.maxLength, ` characters${each}`),
    ...range(facts.minItems, facts.maxItems, ' items'),
    ...(facts.optional === true && facts.default !== undefined
      ? [`Default: ${[facts.default].flat().join(', ')}`]
      : []),
  ];
  return sentences.length > 0 ? sentences.join('. ') : undefined;
}

/** Declares a field to the boundary of REST, where enums change their spelling. */
const declaring =
  (type: FieldType, hasCodes = false): PropertyDecorator =>
  (prototype, name) =>
    declareField(prototype, String(name), { type, hasCodes });

/** OpenAPI 3.1 has an open bound in place of the closed one. */
const restBounds = ({ exclusiveMinimum, minimum, ...bounds }: Bounds): object =>
  exclusiveMinimum === true ? { ...bounds, exclusiveMinimum: minimum } : { ...bounds, minimum };

/**
 * A field of a response, declared once for REST and GraphQL: `@ApiField(Int, { description: 'Links from the seed' })`.
 */
export function ApiField(type: FieldType, facts: FieldFacts = {}): PropertyDecorator {
  const { description, example, nullable, nullableItems, optional, rest, only, minimum, maximum, hasCodes } = facts;
  const property = {
    ...(rest ?? restForm(type, { minimum, maximum, nullable: nullableItems })),
    description: textInRest(type, description),
    example: exampleInRest(type, example),
    nullable,
    required: optional !== true,
  };
  const inRest = applyDecorators(ApiProperty(property), declaring(type, hasCodes));
  if (only === 'rest') return inRest;
  const isNullable = nullable === true || optional === true;
  const text = descriptionWithBounds(type, facts);
  return applyDecorators(
    Field(() => graphqlForm(type), {
      nullable: nullableItems === true ? (isNullable ? 'itemsAndList' : 'items') : isNullable,
      description: text,
    } as FieldOptions),
    inRest,
  );
}

/** A field of a request, declared once for REST and GraphQL. Its values are validated elsewhere. */
export function DescribedInput(type: FieldType, facts: InputFacts): PropertyDecorator {
  const { description, example, nullable, optional, rest, only, minItems, maxItems, default: value, ...more } = facts;
  const { notBelow: _, ...bounds } = more;
  const property = {
    ...(rest ?? restForm(type, restBounds(bounds))),
    minItems,
    maxItems,
    default: exampleInRest(type, value),
    description: textInRest(type, description),
    example: exampleInRest(type, example),
    nullable,
    required: optional !== true && value === undefined,
  };
  const inRest = applyDecorators(ApiProperty(property), declaring(type));
  if (only === 'rest') return inRest;
  const text = descriptionWithBounds(type, facts);
  return applyDecorators(
    Field(() => graphqlForm(type), {
      nullable: optional === true,
      defaultValue: optional === true ? undefined : value,
      description: text,
    } as FieldOptions),
    inRest,
  );
}

/** A field of a request, declared once for REST, GraphQL and validation. */
export function InputField(type: FieldType, facts: InputFacts = {}): PropertyDecorator {
  // JSON has no dates: a body writes them as a query string does.
  const reading = type === Date ? queryReading(type) : [];
  return applyDecorators(DescribedInput(type, facts), ...checksOf(type, facts, facts.optional === true), ...reading);
}

/** A query parameter of REST that is an argument of GraphQL. */
export function QueryField(type: FieldType, facts: InputFacts = {}): PropertyDecorator {
  return applyDecorators(InputField(type, facts), ...(type === Date ? [] : queryReading(type)));
}
