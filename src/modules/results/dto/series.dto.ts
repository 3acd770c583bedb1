import { ArgsType, Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { Page, queryNumber } from '../../../platform/api/index.js';
import { type Outcome, OutcomeEnum, OUTCOMES } from '../../sessions/index.js';

/** A curve has no more to say than the pixels it is drawn with. */
const MAX_POINTS = 1_000;
const DEFAULT_POINTS = 200;

@ObjectType('SeriesPoint', {
  description:
    'A stretch of steps in order of completion. Counts are sums up to its end, except where they are said to be of the stretch.',
})
export class SeriesPointDto {
  @Field(() => Int, { description: 'Steps completed at the end of the stretch' })
  @ApiProperty({ type: 'integer', description: 'Steps completed at the end of the stretch' })
  completed: number;

  @Field(() => Date, { description: 'When the last of them was fetched' })
  @ApiProperty({ type: String, format: 'date-time', description: 'When the last of them was fetched' })
  at: Date;

  @Field(() => Int, { description: 'Pages' })
  @ApiProperty({ type: 'integer', description: 'Pages' })
  fetched: number;

  @Field(() => Int, { description: 'Relevant pages' })
  @ApiProperty({ type: 'integer', description: 'Relevant pages' })
  relevant: number;

  @Field(() => Int, { description: 'Domains with a page' })
  @ApiProperty({ type: 'integer', description: 'Domains with a page' })
  domainCount: number;

  @Field(() => Int, { description: 'Domains with a relevant page' })
  @ApiProperty({ type: 'integer', description: 'Domains with a relevant page' })
  relevantDomainCount: number;

  @Field(() => Float, { description: 'Sum of rewards' })
  @ApiProperty({ type: Number, description: 'Sum of rewards' })
  reward: number;

  @Field(() => Float, { nullable: true, description: 'Relevant pages over pages' })
  @ApiProperty({ type: Number, nullable: true, description: 'Relevant pages over pages' })
  harvestRate: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Relevant pages over pages of this stretch; null when it has no page',
  })
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Relevant pages over pages of this stretch; null when it has no page',
  })
  stretchHarvestRate: number | null;
}

export class SeriesPage extends Page(SeriesPointDto) {}

@ArgsType()
export class SeriesArgs {
  @Field(() => Int, { defaultValue: DEFAULT_POINTS, description: `At most so many points, up to ${MAX_POINTS}` })
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_POINTS,
    default: DEFAULT_POINTS,
    description: 'At most so many points',
  })
  @Transform(queryNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_POINTS)
  points: number = DEFAULT_POINTS;
}

@ObjectType('OutcomeCount')
export class OutcomeCountDto {
  @Field(() => OutcomeEnum)
  @ApiProperty({ enum: OUTCOMES, example: 'timeout' })
  outcome: Outcome;

  @Field(() => Int, { nullable: true })
  @ApiProperty({ type: 'integer', nullable: true })
  httpStatus: number | null;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class OutcomeCountPage extends Page(OutcomeCountDto) {}
