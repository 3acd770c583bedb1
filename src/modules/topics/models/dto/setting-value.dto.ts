import { Field, Float, ObjectType } from '@nestjs/graphql';

/** A single value of a configuration. */
export type SettingValue = string | number | boolean;

/** GraphQL's form, because it has no union of scalars; REST has the value itself. */
@ObjectType('SettingValue', { description: 'A single value of a configuration. Only the field of its type is set' })
export class SettingValueDto {
  @Field(() => String, { nullable: true })
  text?: string;

  @Field(() => Float, { nullable: true })
  number?: number;

  @Field(() => Boolean, { nullable: true })
  flag?: boolean;
}

export function settingValue(value: SettingValue | null): SettingValueDto | null {
  switch (typeof value) {
    case 'string':
      return { text: value };
    case 'number':
      return { number: value };
    case 'boolean':
      return { flag: value };
    default:
      return null;
  }
}
