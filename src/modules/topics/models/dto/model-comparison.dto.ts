import { Float, ObjectType } from '@nestjs/graphql';
import { ApiField, QueryField } from '../../../../platform/api/index.js';
import { ModelDto } from './model.dto.js';
import { type SettingValue, SettingValueDto } from './setting-value.dto.js';

/** Ten ids of 36 characters with their commas, and room for spaces. */
const MAX_QUERY_CHARS = 500;

export class CompareModelsQuery {
  @QueryField(String, {
    only: 'rest',
    description: '2 to 10 ids, separated by commas. The others are compared with the first',
    maxLength: MAX_QUERY_CHARS,
  })
  ids: string;
}

@ObjectType('ComparedFigure')
class ComparedFigureDto {
  @ApiField(String, { example: 'f1' })
  name: string;

  @ApiField([Float], { description: 'In the order of the models', nullableItems: true })
  values: readonly (number | null)[];

  @ApiField([Float], { description: 'Value minus that of the first model', nullableItems: true })
  differences: readonly (number | null)[];
}

@ObjectType('ComparedSetting')
export class ComparedSettingDto {
  @ApiField(String, { description: 'Path of the setting in the configuration', example: 'goal.atLeast' })
  field: string;

  @ApiField([SettingValueDto], {
    description: 'In the order of the models; null for a model without this setting',
    nullableItems: true,
    rest: {
      type: 'array',
      items: { oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }] },
    },
  })
  values: readonly (SettingValue | null)[];
}

@ObjectType('ModelComparison', { description: 'Models side by side' })
export class ModelComparisonDto {
  @ApiField([ModelDto])
  models: readonly ModelDto[];

  @ApiField([ComparedFigureDto])
  figures: readonly ComparedFigureDto[];

  @ApiField([ComparedSettingDto], { description: 'Settings in which the models differ' })
  settings: readonly ComparedSettingDto[];
}
