import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { ApiPropertyOptions } from '@nestjs/swagger';

/** GraphQL's form of an object whose keys are not fixed; REST has the object itself. */
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

/** REST's form of a list of these: one object. */
export const BY_NAME: ApiPropertyOptions = { type: 'object', additionalProperties: { type: 'number' } };
