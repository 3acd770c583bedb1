import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { ApiPropertyOptions } from '@nestjs/swagger';

/** GraphQL's form of an object with arbitrary keys; REST has the object itself. */
@ObjectType({ description: 'A number with its name' })
export class NamedNumber {
  @Field(() => String)
  name: string;

  @Field(() => Float)
  value: number;
}

export function namedNumbers(numbers: Readonly<Record<string, number>>): NamedNumber[] {
  return Object.entries(numbers).map(([name, value]) => ({ name, value }));
}

/** REST's form of a list of named numbers: one object. */
export const BY_NAME: ApiPropertyOptions = { type: 'object', additionalProperties: { type: 'number' } };

@ObjectType({ description: 'A text with its name' })
export class NamedText {
  @Field(() => String)
  name: string;

  @Field(() => String)
  value: string;
}

export function namedTexts(texts: Readonly<Record<string, string>>): NamedText[] {
  return Object.entries(texts).map(([name, value]) => ({ name, value }));
}

/** REST's form of a list of named texts: one object. */
export const TEXT_BY_NAME: ApiPropertyOptions = { type: 'object', additionalProperties: { type: 'string' } };
