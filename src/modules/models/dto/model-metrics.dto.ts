import { Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { METRICS_WARNINGS, type MetricsWarning } from '../../../domain/relevance/index.js';
import { enumOf } from '../../../platform/api/index.js';

const MetricsWarningEnum = enumOf(METRICS_WARNINGS);
registerEnumType(MetricsWarningEnum, { name: 'MetricsWarning', description: 'Why metrics are to be read with care' });

const NOT_MEASURED = 'null when there was nothing to measure with';
const figure = (
  what: string,
): {
  field: { nullable: true; description: string };
  property: { type: typeof Number; nullable: true; description: string };
} => {
  const description = `${what}; ${NOT_MEASURED}`;
  return { field: { nullable: true, description }, property: { type: Number, nullable: true, description } };
};
const PRECISION = figure('Share of relevant ones among those that the model calls relevant');
const RECALL = figure('Share of the relevant ones that the model finds');
const F1 = figure('Harmonic mean of precision and recall');
const F_MACRO = figure('Mean of the F1 of either class');
const AVERAGE_PRECISION = figure('Area under the curve of precision over recall');
const ACCURACY = figure('Share of right decisions');
const BRIER = figure('Mean squared error of the probabilities, each class weighing one half');
const TEXT_AVERAGE_PRECISION = figure('Average precision on short texts, as links have them');

@ObjectType('Confusion', { description: 'Decisions on held-out examples' })
export class ConfusionDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  truePositives: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  falsePositives: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  trueNegatives: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  falseNegatives: number;
}

@ObjectType('ModelMetrics', { description: 'What cross-validation says of a model' })
export class ModelMetricsDto {
  @Field(() => Float, PRECISION.field)
  @ApiProperty(PRECISION.property)
  precision: number | null;

  @Field(() => Float, RECALL.field)
  @ApiProperty(RECALL.property)
  recall: number | null;

  @Field(() => Float, F1.field)
  @ApiProperty(F1.property)
  f1: number | null;

  @Field(() => Float, F_MACRO.field)
  @ApiProperty(F_MACRO.property)
  fMacro: number | null;

  @Field(() => Float, AVERAGE_PRECISION.field)
  @ApiProperty(AVERAGE_PRECISION.property)
  averagePrecision: number | null;

  @Field(() => Float, ACCURACY.field)
  @ApiProperty(ACCURACY.property)
  accuracy: number | null;

  @Field(() => Float, BRIER.field)
  @ApiProperty(BRIER.property)
  brier: number | null;

  @Field(() => Float, TEXT_AVERAGE_PRECISION.field)
  @ApiProperty(TEXT_AVERAGE_PRECISION.property)
  textAveragePrecision: number | null;

  @Field(() => ConfusionDto, { nullable: true, description: NOT_MEASURED })
  @ApiProperty({ type: () => ConfusionDto, nullable: true, description: NOT_MEASURED })
  confusion: ConfusionDto | null;

  @Field(() => Int, { description: 'Parts that the examples were divided into; 0 when nothing was measured' })
  @ApiProperty({
    type: 'integer',
    description: 'Parts that the examples were divided into; 0 when nothing was measured',
  })
  folds: number;

  @Field(() => Boolean, { description: 'Whether each site is in one fold only' })
  @ApiProperty({ type: Boolean, description: 'Whether each site is in one fold only' })
  groupedBySite: boolean;

  @Field(() => Int, { description: 'Relevant examples' })
  @ApiProperty({ type: 'integer', description: 'Relevant examples' })
  positives: number;

  @Field(() => Int, { description: 'Irrelevant examples' })
  @ApiProperty({ type: 'integer', description: 'Irrelevant examples' })
  negatives: number;

  @Field(() => Int, { description: 'General documents learnt from as irrelevant ones' })
  @ApiProperty({ type: 'integer', description: 'General documents learnt from as irrelevant ones' })
  background: number;

  @Field(() => Int, { description: 'Relevant examples of other topics learnt from as irrelevant ones' })
  @ApiProperty({ type: 'integer', description: 'Relevant examples of other topics learnt from as irrelevant ones' })
  otherTopics: number;

  @Field(() => Int, { description: 'Registrable domains among the relevant examples' })
  @ApiProperty({ type: 'integer', description: 'Registrable domains among the relevant examples' })
  positiveSites: number;

  @Field(() => [MetricsWarningEnum], { description: 'Why the figures are to be read with care' })
  @ApiProperty({
    enum: METRICS_WARNINGS,
    isArray: true,
    example: ['few-examples'],
    description: 'Why the figures are to be read with care',
  })
  warnings: readonly MetricsWarning[];
}
