import { Field, Float, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { ModelDto } from './model.dto.js';
import type { SettingValue } from './setting-value.dto.js';

/** Ten ids of 36 characters with their commas, and room for spaces. */
const MAX_QUERY_CHARS = 500;

export class CompareModelsQuery {
  @ApiProperty({
    type: String,
    description: '2 to 10 ids, separated by commas; the first is what the others are compared with',
  })
  @IsString()
  @MaxLength(MAX_QUERY_CHARS)
  ids: string;
}

@ObjectType('ComparedFigure')
export class ComparedFigureDto {
  @Field(() => String)
  @ApiProperty({ type: String, example: 'f1' })
  name: string;

  @Field(() => [Float], { nullable: 'items', description: 'In the order of the models' })
  @ApiProperty({ type: 'array', items: { type: 'number', nullable: true }, description: 'In the order of the models' })
  values: readonly (number | null)[];

  @Field(() => [Float], { nullable: 'items', description: "Value less the first model's" })
  @ApiProperty({
    type: 'array',
    items: { type: 'number', nullable: true },
    description: "Value less the first model's",
  })
  differences: readonly (number | null)[];
}

@ObjectType('ComparedSetting')
export class ComparedSettingDto {
  @Field(() => String, { description: 'Path in the configuration' })
  @ApiProperty({ type: String, example: 'goal.atLeast', description: 'Path in the configuration' })
  field: string;

  // GraphQL's field has its own resolver.
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }] },
    description: 'In the order of the models; null where a model has no such setting',
  })
  values: readonly (SettingValue | null)[];
}

@ObjectType('ModelComparison', { description: 'Models side by side' })
export class ModelComparisonDto {
  @Field(() => [ModelDto])
  @ApiProperty({ type: [ModelDto] })
  models: readonly ModelDto[];

  @Field(() => [ComparedFigureDto])
  @ApiProperty({ type: [ComparedFigureDto] })
  figures: readonly ComparedFigureDto[];

  @Field(() => [ComparedSettingDto], { description: 'Settings in which the models differ' })
  @ApiProperty({ type: [ComparedSettingDto], description: 'Settings in which the models differ' })
  settings: readonly ComparedSettingDto[];
}
