import { Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { METRICS_WARNINGS, type MetricsWarning } from '../../../../domain/relevance/index.js';
import { ApiField, enumOf } from '../../../../platform/api/index.js';

const MetricsWarningEnum = enumOf(METRICS_WARNINGS);
registerEnumType(MetricsWarningEnum, { name: 'MetricsWarning', description: 'Why metrics should be read with care' });

const NOT_MEASURED = 'null when there was nothing to measure with';
const figure = (what: string) => ({ description: `${what}; ${NOT_MEASURED}`, nullable: true });

@ObjectType('Confusion', { description: 'Decisions on held-out examples' })
class ConfusionDto {
  @ApiField(Int)
  truePositives: number;

  @ApiField(Int)
  falsePositives: number;

  @ApiField(Int)
  trueNegatives: number;

  @ApiField(Int)
  falseNegatives: number;
}

@ObjectType('ModelMetrics', { description: 'Results of cross-validation of a model' })
export class ModelMetricsDto {
  @ApiField(Float, figure('Share of relevant documents among those that the model calls relevant'))
  precision: number | null;

  @ApiField(Float, figure('Share of the relevant documents that the model finds'))
  recall: number | null;

  @ApiField(Float, figure('Harmonic mean of precision and recall'))
  f1: number | null;

  @ApiField(Float, figure('Mean of the F1 of both classes'))
  fMacro: number | null;

  @ApiField(Float, figure('Area under the curve of precision over recall'))
  averagePrecision: number | null;

  @ApiField(Float, figure('Share of right decisions'))
  accuracy: number | null;

  @ApiField(Float, figure('Mean squared error of the probabilities, each class weighing one half'))
  brier: number | null;

  @ApiField(Float, figure('Average precision on short texts, as links have them'))
  textAveragePrecision: number | null;

  @ApiField(ConfusionDto, { description: NOT_MEASURED, nullable: true })
  confusion: ConfusionDto | null;

  @ApiField(Int, { description: 'Number of parts into which the examples were divided; 0 if nothing was measured' })
  folds: number;

  @ApiField(Boolean, { description: 'Whether each site is in one fold only' })
  groupedBySite: boolean;

  @ApiField(Int, { description: 'Relevant examples' })
  positives: number;

  @ApiField(Int, { description: 'Irrelevant examples' })
  negatives: number;

  @ApiField(Int, { description: 'Number of general documents that served as irrelevant examples' })
  background: number;

  @ApiField(Int, { description: 'Number of relevant examples of other topics that served as irrelevant examples' })
  otherTopics: number;

  @ApiField(Int, { description: 'Number of training pages that only the labeller has labelled' })
  labellerLabels: number;

  @ApiField(Int, { description: 'Registrable domains among the relevant examples' })
  positiveSites: number;

  @ApiField([MetricsWarningEnum], {
    description: 'Why the figures should be read with care',
    example: ['few-examples'],
  })
  warnings: readonly MetricsWarning[];
}
