import { Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';

@ObjectType('HarvestEstimate', {
  description:
    'Harvest rate of the last pages, with confidence bounds by Clopper and Pearson. They say what chance leaves open, if pages came independently at one rate',
})
export class HarvestEstimateDto {
  @ApiField(Int, {
    description: 'Number of latest pages that count: the window of the saturation rule, 100 without one',
  })
  window: number;

  @ApiField(Int, { description: 'Pages so far in the window' })
  pages: number;

  @ApiField(Int, { description: 'Relevant ones among them' })
  relevant: number;

  @ApiField(Float, { description: 'Relevant pages divided by pages' })
  rate: number;

  @ApiField(Float, { description: 'The rate is above this with the given confidence' })
  lower: number;

  @ApiField(Float, { description: 'The rate is below this with the given confidence' })
  upper: number;

  @ApiField(Float, { description: 'Confidence of each of the two bounds' })
  confidence: number;

  @ApiField(Float, { description: 'The floor of the saturation rule. Null without one', nullable: true })
  minHarvestRate: number | null;

  @ApiField(Int, {
    description:
      'Pages in a row at which the upper bound was below the floor. When there are as many as the window, the session ends as saturated. Null without a rule',
    nullable: true,
  })
  poorPages: number | null;
}
