import { Field, Float, InputType, Int } from '@nestjs/graphql';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { EXPANSION_METHODS, type ExpansionMethod } from '../../../../domain/topic/index.js';
import { CandidateMethodEnum } from './keyword-candidate.dto.js';

const APPLY =
  'true: the candidates that `accept` allows make a new version of the keywords; false: all of them wait for a decision';
const MIN_DOCUMENTS = 'Words in fewer examples are no candidates';
const MIN_SIMILARITY = 'Least semantic similarity, in addition to the mean similarity of the given keywords';
const MAX_NEW = 'Best words kept at most';
const METHODS = 'tres: words like the keywords; rake, collocation: phrases';
const MIN_LIFT = 'Least lift of words and phrases, bits';
const MIN_PHRASE_LIFT = 'Least lift of phrases, bits';
const MAX_PHRASES = 'Best phrases kept at most';
const ACCEPT =
  'Which candidates `apply` takes, never one that hurts. Unless given, those with a lift of 3 bits; {} takes all, as TRES does';
const LEAST_BITS = -20;
const MOST_BITS = 20;

@InputType()
export class AcceptanceRuleInput {
  @Field(() => Float, { nullable: true })
  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: 1 })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  minSimilarity?: number;

  @Field(() => Float, { nullable: true, description: 'Bits' })
  @ApiPropertyOptional({ type: Number, minimum: LEAST_BITS, maximum: MOST_BITS, description: 'Bits' })
  @IsOptional()
  @IsNumber()
  @Min(LEAST_BITS)
  @Max(MOST_BITS)
  minLift?: number;

  @Field(() => [CandidateMethodEnum], { nullable: true })
  @ApiPropertyOptional({ enum: EXPANSION_METHODS, isArray: true })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(EXPANSION_METHODS.length)
  @IsIn(EXPANSION_METHODS, { each: true })
  methods?: ExpansionMethod[];
}

@InputType()
export class ExpandKeywordsInput {
  @Field(() => Boolean, { defaultValue: true, description: APPLY })
  @ApiPropertyOptional({ type: Boolean, default: true, description: APPLY })
  @IsBoolean()
  apply: boolean = true;

  @Field(() => Int, { nullable: true, description: MIN_DOCUMENTS })
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1_000, default: 2, description: MIN_DOCUMENTS })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000)
  minDocuments?: number;

  @Field(() => Float, { nullable: true, description: MIN_SIMILARITY })
  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: 1, default: 0, description: MIN_SIMILARITY })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  minSimilarity?: number;

  @Field(() => Int, { nullable: true, description: MAX_NEW })
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1_000, default: 300, description: MAX_NEW })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000)
  maxKeywords?: number;

  @Field(() => [CandidateMethodEnum], { nullable: true, description: METHODS })
  @ApiPropertyOptional({ enum: EXPANSION_METHODS, isArray: true, description: METHODS })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(EXPANSION_METHODS.length)
  @IsIn(EXPANSION_METHODS, { each: true })
  methods?: ExpansionMethod[];

  @Field(() => Float, { nullable: true, description: MIN_LIFT })
  @ApiPropertyOptional({ type: Number, minimum: LEAST_BITS, maximum: MOST_BITS, description: MIN_LIFT })
  @IsOptional()
  @IsNumber()
  @Min(LEAST_BITS)
  @Max(MOST_BITS)
  minLift?: number;

  @Field(() => Float, { nullable: true, description: MIN_PHRASE_LIFT })
  @ApiPropertyOptional({
    type: Number,
    minimum: LEAST_BITS,
    maximum: MOST_BITS,
    default: 1,
    description: MIN_PHRASE_LIFT,
  })
  @IsOptional()
  @IsNumber()
  @Min(LEAST_BITS)
  @Max(MOST_BITS)
  minPhraseLift?: number;

  @Field(() => Int, { nullable: true, description: MAX_PHRASES })
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 1_000, default: 100, description: MAX_PHRASES })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1_000)
  maxPhrases?: number;

  @Field(() => AcceptanceRuleInput, { nullable: true, description: ACCEPT })
  @ApiPropertyOptional({ type: () => AcceptanceRuleInput, description: ACCEPT })
  @IsOptional()
  @ValidateNested()
  @Type(() => AcceptanceRuleInput)
  accept?: AcceptanceRuleInput;
}
