import { Field, Float, InputType, Int } from '@nestjs/graphql';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';

const APPLY = 'true: the candidates make a new version of the keywords; false: they are only in the job\'s result';
const MIN_DOCUMENTS = 'Words in fewer examples are no candidates';
const MIN_SCORE = 'Least semantic score, in addition to the mean similarity of the given keywords';
const MAX_NEW = 'Best candidates kept at most';

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

  @Field(() => Float, { nullable: true, description: MIN_SCORE })
  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: 1, default: 0, description: MIN_SCORE })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  minScore?: number;

  @Field(() => Int, { nullable: true, description: MAX_NEW })
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1_000, default: 300, description: MAX_NEW })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000)
  maxKeywords?: number;
}
