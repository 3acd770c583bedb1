import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsUUID,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { queryNumber } from '../../../platform/api/index.js';
import { LABEL_STRATEGIES, type LabelStrategy } from '../../../domain/labels/index.js';
import { Page } from '../../../platform/api/index.js';
import { ModelDetailsDto, ModelDto } from '../../models/index.js';
import { PageDto } from '../../results/index.js';

/** Somebody who labels by hand gives some at a time; a file of labels is imported as examples. */
export const MAX_LABELS = 500;
const MAX_STEP = 2_147_483_647;
/** Longer queues are outdated by the first labels given. */
const MAX_QUEUE = 100;

const LabelStrategyEnum = {
  MIXED: 'mixed',
  UNCERTAIN: 'uncertain',
  INFLUENTIAL: 'influential',
  NEWEST_DOMAIN: 'newest-domain',
} as const;
registerEnumType(LabelStrategyEnum, { name: 'LabelStrategy', description: 'Which pages a label is asked for' });

@InputType({ description: 'Whether a fetched page is relevant' })
export class PageLabelInput {
  @Field(() => Int, { description: 'Number of the page within its session' })
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of the page within its session' })
  @IsInt()
  @Min(0)
  @Max(MAX_STEP)
  step: number;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  @IsBoolean()
  relevant: boolean;
}

@InputType()
export class LabelPagesInput {
  @Field(() => [PageLabelInput])
  @ApiProperty({ type: [PageLabelInput], minItems: 1, maxItems: MAX_LABELS, example: [{ step: 0, relevant: true }] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_LABELS)
  @ValidateNested({ each: true })
  @Type(() => PageLabelInput)
  labels: PageLabelInput[];

  @Field(() => Boolean, {
    nullable: true,
    description: "Train the next version of the session's model with them, in the background",
  })
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: "Train the next version of the session's model with them, in the background",
  })
  @IsOptional()
  @IsBoolean()
  train?: boolean | null;
}

@ObjectType('LabelReport', { description: 'What became of labels: they are examples of the topic now' })
export class LabelReportDto {
  @Field(() => Int, { description: 'Pages that are new examples' })
  @ApiProperty({ type: 'integer', description: 'Pages that are new examples' })
  created: number;

  @Field(() => Int, { description: 'Examples whose label or text is another now' })
  @ApiProperty({ type: 'integer', description: 'Examples whose label or text is another now' })
  updated: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  unchanged: number;

  @Field(() => Int, { description: "Labels that the session's model would not have given" })
  @ApiProperty({ type: 'integer', description: "Labels that the session's model would not have given" })
  disagreements: number;

  @Field(() => ModelDto, { nullable: true, description: 'The version in training, where one was asked for' })
  @ApiProperty({
    type: ModelDetailsDto,
    nullable: true,
    description: 'The version in training, where one was asked for',
  })
  model: ModelDetailsDto | null;
}

@ObjectType('LabelCandidate', { description: 'A page whose label would help' })
export class LabelCandidateDto {
  @Field(() => PageDto)
  @ApiProperty({ type: PageDto })
  page: PageDto;

  @Field(() => Float, { description: "Distance of its probability from the threshold of its session's model" })
  @ApiProperty({ type: Number, description: "Distance of its probability from the threshold of its session's model" })
  margin: number;
}

export class LabelCandidatePage extends Page(LabelCandidateDto) {}

/** Which labels are asked for: REST query and GraphQL arguments. */
@ArgsType()
export class LabelQueueArgs {
  @Field(() => LabelStrategyEnum, { defaultValue: 'mixed' })
  @ApiPropertyOptional({
    enum: LABEL_STRATEGIES,
    default: 'mixed',
    description:
      '`mixed`: by turns the highest probability and the probability nearest to the threshold, spread over domains, and with ten relevant labels random pages in place of ' +
      'the highest; `uncertain`: scores nearest to the threshold; `influential`: uncertain pages with many links; `newest-domain`: the first page of the newest domains',
  })
  @IsIn(LABEL_STRATEGIES)
  strategy: LabelStrategy = 'mixed';

  @Field(() => ID, { nullable: true, description: "Of this session alone; of the topic's newest ones unless given" })
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    description: "Of this session alone; of the topic's newest ones unless given",
  })
  @IsOptional()
  @IsUUID()
  sessionId?: string | null;

  @Field(() => Int, { defaultValue: 20 })
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_QUEUE, default: 20 })
  @Transform(queryNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_QUEUE)
  first: number = 20;
}
